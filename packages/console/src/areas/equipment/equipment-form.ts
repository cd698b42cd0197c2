import {
  type addEquipment,
  type changeEquipment,
  LONGEST_DEVICE_NAME,
} from '@coldkeep/contract/areas/equipment'
import { listStores } from '@coldkeep/contract/areas/organisation'
import type { listDeviceModels } from '@coldkeep/contract/areas/poll-commands'
import { getPorts } from '@coldkeep/contract/areas/ports'
import { listTerminals } from '@coldkeep/contract/areas/terminals'
import type { Answer, Input } from '@coldkeep/contract/call'
import type { DepartmentId } from '@coldkeep/domain/ids'
import {
  checkDevice,
  type DeviceFault,
  demandIntervals,
  isMeter,
} from '@coldkeep/domain/organisation/check-device'
import { deviceTypes, temperatureZones } from '@coldkeep/domain/organisation/device'
import type { Translate } from '@coldkeep/phrases/keys'
import { type DraftValues, type EditorField, servedChoices } from '../../archetypes/editor-field'
import type { FieldFaults } from '../../archetypes/field-faults'
import type { EquipmentEntry } from './equipment-columns'

/** What people enter of a device. */
export interface EquipmentDraft extends Readonly<Input<typeof addEquipment>['body']> {
  /** It stands in its store, which it does not leave. */
  readonly isPlaced: boolean
}
export type Models = Answer<typeof listDeviceModels>['models']

/** What the choices of the form are made of. */
export interface FormSources {
  readonly models: Models
  /** Whose stores are offered; `null` until that is known. */
  readonly top: DepartmentId | null
}

const everyTerminal = { departmentId: null, state: 'all', search: '', page: 1, pageSize: 200 } as const

export function equipmentFields({ models, top }: FormSources) {
  return (t: Translate): readonly EditorField<EquipmentDraft>[] => [
    storeField(t, top),
    {
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
    portField(t),
    unitField(t),
    { key: 'name', label: t('equipment.name'), kind: 'text', maxLength: LONGEST_DEVICE_NAME },
    {
      key: 'type',
      label: t('devices.page.type'),
      kind: 'choice',
      clears: ['zone', 'contractedKw', 'demandIntervalMinutes'],
      choices: deviceTypes.map((type) => ({ value: type, label: t(`devices.type.${type}`) })),
    },
    {
      key: 'zone',
      label: t('devices.page.zone'),
      kind: 'choice',
      isShown: ({ type }) => type === null || !isMeter(type),
      isNeeded: true,
      choices: temperatureZones.map((zone) => ({ value: zone, label: t(`devices.zone.${zone}`) })),
    },
    ...modelFields(t, models),
    {
      key: 'contractedKw',
      label: t('equipment.contractedKw'),
      kind: 'number',
      unit: 'kW',
      min: 0,
      isShown: isMainMeter,
    },
    {
      key: 'demandIntervalMinutes',
      label: t('equipment.demandInterval'),
      kind: 'choice',
      isShown: isMainMeter,
      choices: demandIntervals.map((minutes) => ({
        value: minutes,
        label: t('equipment.intervalMinutes', { minutes }),
      })),
    },
  ]
}

function isMainMeter({ type }: DraftValues<EquipmentDraft>): boolean {
  return type === 'main_meter'
}

function storeField(t: Translate, top: DepartmentId | null): EditorField<EquipmentDraft> {
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

export function portField(t: Translate): EditorField<EquipmentDraft> {
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

export function unitField(t: Translate): EditorField<EquipmentDraft> {
  return {
    key: 'unitId',
    label: t('devices.page.unitId'),
    kind: 'number',
    min: 1,
    max: 247,
    help: t('equipment.unitHelp'),
  }
}

export function modelFields(t: Translate, models: Models): readonly EditorField<EquipmentDraft>[] {
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
  isPlaced: false,
}

export function draftOfEquipment(row: EquipmentEntry): DraftValues<EquipmentDraft> {
  const { store, terminalId, port, unitId, name, type, zone, brand, model, contractedKw } = row
  const minutes = demandIntervals.find((one) => one === row.demandIntervalMinutes) ?? null
  return {
    ...{ storeId: store.id, terminalId, port, unitId, name, type, zone, brand, model, contractedKw },
    demandIntervalMinutes: minutes,
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
