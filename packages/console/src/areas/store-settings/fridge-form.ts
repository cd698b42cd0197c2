import type { SettingsDevice, SettingsTerminal } from '@coldkeep/contract/areas/store-settings'
import { isMeter, isSamePlace } from '@coldkeep/domain/organisation/check-device'
import type { Translate } from '@coldkeep/phrases/keys'
import type { DraftValues, EditorField } from '../../archetypes/editor/editor-field'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import {
  blankEquipment,
  checkEquipment,
  type EquipmentDraft,
  equipmentFields,
  type Models,
} from '../equipment/equipment-form'
import { terminalName } from './setting-words'

interface FormSources {
  readonly models: Models
  /** Also those that are not made yet. */
  readonly terminals: readonly SettingsTerminal[]
}

/** Entered elsewhere: its place, and what is agreed with the supplier of electricity. */
const elsewhere: readonly (keyof EquipmentDraft)[] = [
  'storeId',
  'terminalId',
  'port',
  'contractedKw',
  'demandIntervalMinutes',
]

/** The form of a device as on the page of the equipment, over terminals of the draft. */
export function fridgeFields({ models, terminals }: FormSources) {
  return (t: Translate): readonly EditorField<SettingsDevice>[] => [
    {
      key: 'terminal',
      label: t('terminals.id'),
      kind: 'choice',
      clears: ['port'],
      help: t('equipment.terminalHelp'),
      choices: terminals.map(({ key }) => ({ value: key, label: terminalName(key, t) })),
    },
    {
      key: 'port',
      label: t('equipment.port'),
      kind: 'choice',
      help: t('equipment.portHelp'),
      choices: ({ terminal }) =>
        (terminals.find(({ key }) => key === terminal)?.ports ?? []).map(({ id }) => ({
          value: id,
          label: id,
        })),
    },
    ...(equipmentFields({ models, top: null })(t).filter(
      ({ key }) => !elsewhere.includes(key),
    ) as unknown as readonly EditorField<SettingsDevice>[]),
    {
      key: 'isInsured',
      label: t('storeSettings.insured'),
      kind: 'check',
      help: t('storeSettings.insuredHelp'),
      wide: true,
      isShown: ({ type }) => type === null || !isMeter(type),
    },
  ]
}

/** What does not go together in a device, or with the others of the list. */
export function checkFridge(
  values: DraftValues<SettingsDevice>,
  others: readonly SettingsDevice[],
  t: Translate,
): FieldFaults {
  const { terminal, port, unitId } = values
  const isTaken =
    unitId !== null &&
    others.some(
      (other) =>
        other.terminal === terminal &&
        isSamePlace({ portId: other.port, unitId: other.unitId }, { portId: port, unitId }),
    )
  return {
    ...checkEquipment(values as unknown as DraftValues<EquipmentDraft>, t),
    ...(isTaken && { unitId: t('errors.equipment.unit_taken', { unit: unitId }) }),
  }
}

const { storeId: _, terminalId: __, isPlaced: ___, ...blankDevice } = blankEquipment

export const blankFridge: DraftValues<SettingsDevice> = {
  ...blankDevice,
  key: 'n1',
  terminal: null,
  isRetired: false,
  isInsured: false,
  insuredFrom: '',
  insuredUntil: '',
}
