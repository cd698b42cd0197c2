import {
  addCheckPlaces,
  type CheckPlaceDraft,
  type CheckPlaceRow,
  changeCheckPlaces,
} from '@coldkeep/contract/areas/hand-checks'
import { listUpkeepDevices } from '@coldkeep/contract/areas/upkeep-plans'
import { temperatureZones } from '@coldkeep/domain/organisation/device'
import type { Translate } from '@coldkeep/phrases/keys'
import { limitsText } from '@coldkeep/phrases/sheet-text'
import type { Language } from '@coldkeep/phrases/translate'
import { type DraftValues, type EditorField, servedChoices } from '../../archetypes/editor/editor-field'
import { rowCall } from '../../archetypes/editor/row-call'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import type { Column } from '../../kit/table/column'

/** What people fill in; the store is that of the page. */
export interface PlaceForm extends CheckPlaceDraft {
  readonly storeCode: string
}

const devices = servedChoices<PlaceForm, typeof listUpkeepDevices>(
  listUpkeepDevices,
  ({ storeCode }) => (storeCode === null || storeCode === '' ? null : { query: { storeCode } }),
  (answer) => answer.devices.map(({ id, name }) => ({ value: id, label: name })),
)

export const placeFields = (t: Translate): readonly EditorField<PlaceForm>[] => [
  { key: 'name', label: t('daySheet.places.name'), kind: 'text', wide: true },
  {
    key: 'position',
    label: t('daySheet.places.position'),
    kind: 'number',
    help: t('daySheet.places.positionHelp'),
  },
  {
    key: 'deviceId',
    label: t('daySheet.places.device'),
    kind: 'choice',
    choices: devices,
    help: t('daySheet.places.deviceHelp'),
  },
  {
    key: 'zone',
    label: t('daySheet.places.zone'),
    kind: 'choice',
    choices: temperatureZones.map((zone) => ({ value: zone, label: t(`devices.zone.${zone}`) })),
    help: t('daySheet.places.zoneHelp'),
  },
  { key: 'lowC', label: t('daySheet.places.low'), kind: 'number', unit: '°C' },
  { key: 'highC', label: t('daySheet.places.high'), kind: 'number', unit: '°C' },
]

export const placeColumns =
  (language: Language) =>
  (t: Translate): readonly Column<CheckPlaceRow>[] => [
    { key: 'position', title: t('daySheet.places.position'), kind: 'number', value: (row) => row.position },
    { key: 'name', title: t('daySheet.places.name'), kind: 'text', wraps: 'words', value: (row) => row.name },
    { key: 'device', title: t('daySheet.places.device'), kind: 'text', value: (row) => row.deviceName },
    {
      key: 'limits',
      title: t('daySheet.places.limits'),
      kind: 'text',
      value: (row) => limitsText(row.limits, language),
    },
  ]

export function formOfPlace(row: CheckPlaceRow, storeCode: string | null): DraftValues<PlaceForm> {
  const { storeId, position, name, deviceId, zone, lowC, highC } = row
  return { storeId, storeCode, position, name, deviceId, zone, lowC, highC }
}

/** Limits that leave nothing between them. */
export function checkPlace({ lowC, highC }: DraftValues<PlaceForm>, t: Translate): FieldFaults {
  const isTurned = typeof lowC === 'number' && typeof highC === 'number' && lowC >= highC
  return isTurned ? { highC: t('daySheet.places.order') } : {}
}

export function draftOfPlace({ storeCode: _, ...draft }: PlaceForm): CheckPlaceDraft {
  return draft
}

export const createPlace = rowCall(addCheckPlaces, (forms: readonly PlaceForm[]) => ({
  body: forms.map(draftOfPlace),
}))

export const updatePlace = rowCall(changeCheckPlaces, ({ id, revision }: CheckPlaceRow, form: PlaceForm) => ({
  body: [{ id, revision, ...draftOfPlace(form) }],
}))
