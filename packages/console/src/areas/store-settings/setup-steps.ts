import type { StoreSettings } from '@coldkeep/contract/areas/store-settings'
import { storeTexts } from '@coldkeep/contract/areas/store-settings'
import { readStoreCells, type StoreColumn } from '@coldkeep/domain/organisation/store-cells'
import type { Translate } from '@coldkeep/phrases/keys'

export const setupSteps = [
  'organisation',
  'store',
  'information',
  'network',
  'fridges',
  'alarms',
  'services',
] as const
export type SetupStep = (typeof setupSteps)[number]

/** What is wrong, in words, by part, key and field: `devices.n1.unit_id`. */
export type AnswerFaults = Readonly<Record<string, string>>

/** Entered under the services, although they belong to a device. */
const ofServices = ['insuredFrom', 'insuredUntil', 'contractedKw', 'demandIntervalMinutes']

/** The step in which an answer is given. */
export function stepOfPath(path: string): SetupStep {
  const [part = '', name = '', field = ''] = path.split('.')
  switch (part) {
    case 'departmentId':
    case 'newDepartment':
      return 'organisation'
    case 'store':
      if (name === 'code' || name === 'name') return 'store'
      return name === 'service_end_date' ? 'services' : 'information'
    case 'terminals':
    case 'targets':
      return 'network'
    case 'devices':
      return ofServices.includes(field) ? 'services' : 'fridges'
    default:
      return 'alarms'
  }
}

/** What the texts of a store would be refused for, before anything is sent. */
export function textFaults({ store }: Pick<StoreSettings, 'store'>, t: Translate): AnswerFaults {
  const cells = new Map<StoreColumn, string>(storeTexts.map((column) => [column, store[column]]))
  const { faults } = readStoreCells(cells)
  const words = {
    required: t('kit.field.required'),
    too_long: t('organisation.stores.fault.tooLong'),
    control_sign: t('organisation.stores.fault.controlSign'),
    formula: t('organisation.stores.fault.formula'),
    country: t('organisation.stores.fault.country'),
    time_zone: t('organisation.stores.fault.timeZone'),
    time: t('organisation.stores.fault.time'),
    date: t('organisation.stores.fault.date'),
    phone: t('organisation.stores.fault.phone'),
  }
  return Object.fromEntries([...faults].map(([column, fault]) => [`store.${column}`, words[fault]]))
}

/** What a step still needs, in words; `null` when it is complete. */
export function missingIn(step: SetupStep, settings: StoreSettings, t: Translate): string | null {
  const faulty = Object.keys(textFaults(settings, t)).map(stepOfPath)
  switch (step) {
    case 'organisation':
      return settings.departmentId === null ? t('storeSettings.missing.department') : null
    case 'store':
      return faulty.includes(step) ? t('storeSettings.missing.code') : null
    case 'information':
      return faulty.includes(step) ? t('storeSettings.missing.information') : null
    case 'services':
      if (faulty.includes(step)) return t('storeSettings.missing.information')
      return settings.devices.every(isInsuranceWhole) ? null : t('storeSettings.missing.insured')
    case 'alarms':
      return areRulesWhole(settings) ? null : t('storeSettings.missing.rules')
    default:
      return null
  }
}

function isInsuranceWhole(device: StoreSettings['devices'][number]): boolean {
  if (device.isRetired || !device.isInsured) return true
  return device.insuredFrom !== '' && device.insuredUntil !== ''
}

function areRulesWhole({ loss, warnings }: StoreSettings): boolean {
  if (loss?.isOwn && (loss.periodMinutes === null || loss.thresholdMinutes === null)) return false
  return Object.values(warnings ?? {}).every(
    ({ isOwn, x, minutes, windowHours }) =>
      !isOwn || (x !== null && minutes !== null && windowHours !== null),
  )
}
