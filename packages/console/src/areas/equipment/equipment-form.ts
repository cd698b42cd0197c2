import type { addEquipment, changeEquipment } from '@coldkeep/contract/areas/equipment'
import { listFridgeBrands, listFridgeLocations, listFridgeTypes } from '@coldkeep/contract/areas/fridge-lists'
import { listStores } from '@coldkeep/contract/areas/organisation'
import type { listDeviceModels } from '@coldkeep/contract/areas/poll-commands'
import { getPorts } from '@coldkeep/contract/areas/ports'
import { ANY_FIRMWARE, listTerminals } from '@coldkeep/contract/areas/terminals'
import type { Answer, Input } from '@coldkeep/contract/call'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import {
  checkDevice,
  type DeviceFault,
  demandIntervals,
  isMeter,
} from '@coldkeep/domain/organisation/check-device'
import { deviceTypes, temperatureZones } from '@coldkeep/domain/organisation/device'
import type { Translate } from '@coldkeep/phrases/keys'
import {
  type DraftValues,
  type EditorField,
  type FieldOf,
  servedChoices,
} from '../../archetypes/editor/editor-field'
import type { FieldFaults } from '../../kit/form/use-shown-faults'
import type { EquipmentEntry } from './equipment-columns'

/** What people enter of a device. */
export interface EquipmentDraft extends Readonly<Input<typeof addEquipment>['body']> {
  /** It belongs to its store, which it does not leave. */
  readonly isPlaced: boolean
}
export type Models = Answer<typeof listDeviceModels>['models']

/** What the choices of the form are made of. */
export interface FormSources {
  readonly models: Models
  /** Whose stores are offered; `null` until that is known. */
  readonly top: DepartmentId | null
}

const everyTerminal = {
  ...ANY_FIRMWARE,
  departmentId: null,
  state: 'all',
  search: '',
  page: 1,
  pageSize: 200,
} as const

type Entered = keyof Omit<EquipmentDraft, 'isPlaced'>

export function equipmentFields(sources: FormSources) {
  return (t: Translate): readonly EditorField<EquipmentDraft>[] => Object.values(fieldsByName(t, sources))
}

/** The labels of the fields outside the form. */
export function equipmentLabels(t: Translate): Readonly<Record<Entered, string>> {
  const fields = equipmentFields({ models: {}, top: null })(t)
  return Object.fromEntries(fields.map(({ key, label }) => [key, label])) as Record<Entered, string>
}

/** In the order of the form. A field that can be entered but is not in the form does not compile. */
function fieldsByName(
  t: Translate,
  { models, top }: FormSources,
): { readonly [Key in Entered]: FieldOf<EquipmentDraft, Key> } {
  const [brand, model] = modelFields(t, models)
  return {
    storeId: storeField(t, top),
    terminalId: {
      key: 'terminalId',
      label: t('terminals.id'),
      kind: 'choice',
      clears: ['port'],
      help: t('equipment.terminalHelp'),
      choices: servedChoices(
        listTerminals,
        ({ storeId }) => (storeId === null ? null : { query: { ...everyTerminal, storeId } }),
        ({ terminals }) => terminals.map(({ id }) => ({ value: id, label: id })),
      ),
    },
    port: portField(t),
    unitId: unitField(t),
    name: { key: 'name', label: t('equipment.name'), kind: 'text' },
    type: {
      key: 'type',
      label: t('devices.page.type'),
      kind: 'choice',
      clears: ['zone', 'contractedKw', 'demandIntervalMinutes'],
      choices: deviceTypes.map((type) => ({ value: type, label: t(`devices.type.${type}`) })),
    },
    zone: {
      key: 'zone',
      label: t('devices.page.zone'),
      kind: 'choice',
      isShown: ({ type }) => type === null || !isMeter(type),
      choices: temperatureZones.map((zone) => ({ value: zone, label: t(`devices.zone.${zone}`) })),
    },
    brand,
    model,
    ...fridgeFields(t),
    contractedKw: {
      key: 'contractedKw',
      label: t('equipment.contractedKw'),
      kind: 'number',
      unit: 'kW',
      isShown: isMainMeter,
    },
    demandIntervalMinutes: {
      key: 'demandIntervalMinutes',
      label: t('equipment.demandInterval'),
      kind: 'choice',
      isShown: isMainMeter,
      choices: demandIntervals.map((minutes) => ({
        value: minutes,
        label: t('equipment.intervalMinutes', { minutes }),
      })),
    },
  }
}

type FridgeField = 'fridgeBrandId' | 'fridgeTypeId' | 'fridgeLocationId'

/** What the case itself is, from the lists that its store uses; a store that is not there yet uses what the reader sees. */
function fridgeFields(t: Translate): { readonly [Key in FridgeField]: FieldOf<EquipmentDraft, Key> } {
  const ofStore = ({ storeId }: { readonly storeId: StoreId | null }) => ({
    query: { storeId: storeId ?? undefined },
  })
  const named = (entries: readonly { readonly id: number; readonly title: string }[]) =>
    entries.map(({ id, title }) => ({ value: id, label: title }))
  const isCase = ({ type }: DraftValues<EquipmentDraft>) => type === null || !isMeter(type)
  return {
    fridgeBrandId: {
      key: 'fridgeBrandId',
      label: t('equipment.fridgeBrand'),
      kind: 'choice',
      isShown: isCase,
      choices: servedChoices(listFridgeBrands, ofStore, ({ brands }) => named(brands)),
    },
    fridgeTypeId: {
      key: 'fridgeTypeId',
      label: t('equipment.fridgeType'),
      kind: 'choice',
      isShown: isCase,
      choices: servedChoices(listFridgeTypes, ofStore, named),
    },
    fridgeLocationId: {
      key: 'fridgeLocationId',
      label: t('equipment.fridgeLocation'),
      kind: 'choice',
      choices: servedChoices(listFridgeLocations, ofStore, named),
    },
  }
}

function isMainMeter({ type }: DraftValues<EquipmentDraft>): boolean {
  return type === 'main_meter'
}

function storeField(t: Translate, top: DepartmentId | null): FieldOf<EquipmentDraft, 'storeId'> {
  return {
    key: 'storeId',
    label: t('terminals.store'),
    kind: 'choice',
    clears: ['terminalId', 'port'],
    isShown: ({ isPlaced }) => isPlaced !== true,
    choices: servedChoices(
      listStores,
      () => (top === null ? null : { query: { departmentId: top } }),
      (stores) => stores.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` })),
    ),
  }
}

export function portField(t: Translate): FieldOf<EquipmentDraft, 'port'> {
  return {
    key: 'port',
    label: t('equipment.port'),
    kind: 'choice',
    help: t('equipment.portHelp'),
    choices: servedChoices(
      getPorts,
      ({ terminalId }) => (terminalId === null ? null : { params: { terminalId } }),
      ({ ports }) => ports.map(({ id }) => ({ value: id, label: id })),
    ),
  }
}

export function unitField(t: Translate): FieldOf<EquipmentDraft, 'unitId'> {
  return {
    key: 'unitId',
    label: t('devices.page.unitId'),
    kind: 'number',
    help: t('equipment.unitHelp'),
  }
}

export function modelFields(
  t: Translate,
  models: Models,
): readonly [FieldOf<EquipmentDraft, 'brand'>, FieldOf<EquipmentDraft, 'model'>] {
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))
  return [
    {
      key: 'brand',
      label: t('instructions.brand'),
      kind: 'choice',
      clears: ['model'],
      choices: named(Object.keys(models)),
    },
    {
      key: 'model',
      label: t('devices.page.model'),
      kind: 'choice',
      choices: ({ brand }) => named(brand === null ? [] : (models[brand] ?? [])),
    },
  ]
}

const faultFields: Record<DeviceFault, keyof EquipmentDraft> = {
  zone_missing: 'zone',
  zone_superfluous: 'zone',
  contract_superfluous: 'contractedKw',
  interval_superfluous: 'demandIntervalMinutes',
}

/** What does not go with the type of the device. */
export function checkEquipment(draft: DraftValues<EquipmentDraft>, t: Translate): FieldFaults {
  const { type, zone, contractedKw, demandIntervalMinutes } = draft
  if (type === null) return {}
  const faults = checkDevice({ type, zone, contractedKw, demandIntervalMinutes })
  return Object.fromEntries(
    faults.map((fault) => [
      faultFields[fault],
      t(fault === 'zone_missing' ? 'kit.field.required' : 'errors.field.choice'),
    ]),
  )
}

export const blankEquipment: DraftValues<EquipmentDraft> = {
  storeId: null,
  terminalId: null,
  port: null,
  unitId: null,
  name: '',
  type: null,
  zone: null,
  brand: null,
  model: null,
  contractedKw: null,
  demandIntervalMinutes: null,
  fridgeBrandId: null,
  fridgeTypeId: null,
  fridgeLocationId: null,
  isPlaced: false,
}

export function draftOfEquipment(row: EquipmentEntry): DraftValues<EquipmentDraft> {
  const { id: _, store, state: __, lastContactAt: ___, score: ____, retiredAt: _____, ...more } = row
  const { hasPoints: ______, revision: _______, fridge: ________, demandIntervalMinutes, ...entered } = more
  return {
    ...entered,
    storeId: store.id,
    demandIntervalMinutes: demandIntervals.find((one) => one === demandIntervalMinutes) ?? null,
    isPlaced: true,
  }
}

/** What is sent of a new device. */
export function additionOf({ isPlaced: _, ...draft }: EquipmentDraft): Input<typeof addEquipment>['body'] {
  return draft
}

/** What is sent when a device is changed; its store does not change. */
export function changeOf(
  { revision }: EquipmentEntry,
  { storeId: _, isPlaced: __, ...draft }: EquipmentDraft,
): Input<typeof changeEquipment>['body'] {
  return { ...draft, revision }
}
