import type { PhraseKey, Translate } from '@coldkeep/phrases/keys'
import type { AnswerFaults } from './answer-faults'

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

const missingWords = {
  organisation: 'storeSettings.missing.department',
  store: 'storeSettings.missing.code',
  information: 'storeSettings.missing.information',
  network: 'storeSettings.missing.information',
  fridges: 'storeSettings.missing.information',
  alarms: 'storeSettings.missing.rules',
  services: 'storeSettings.missing.information',
} as const satisfies Record<SetupStep, PhraseKey>

/** What a step still needs, in words; `null` when it is complete. @param faults of the answers, shown or not */
export function missingIn(step: SetupStep, faults: AnswerFaults, t: Translate): string | null {
  const faulty = Object.keys(faults).filter((path) => stepOfPath(path) === step)
  if (faulty.length === 0) return null
  const isInsurance = faulty.every((path) => /\.insured(From|Until)$/.test(path))
  return t(isInsurance ? 'storeSettings.missing.insured' : missingWords[step])
}
