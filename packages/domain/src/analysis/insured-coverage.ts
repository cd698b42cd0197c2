import type { DeviceId } from '../ids'
import { addDays, daysBetween, type LocalDate } from '../time/local-date'
import { completeFigures, type FigureValues } from './figures'

/** The days for which the temperature of a device is insured, both included. */
export interface InsuredDays {
  readonly firstOn: LocalDate
  readonly lastOn: LocalDate
}

export type ExpiryStatus = 'expired' | 'expiring' | 'active'

/** When an insurance runs out. */
export interface Expiry {
  /** 0 on the last day, negative after it. */
  readonly daysLeft: number
  readonly status: ExpiryStatus
}

export function isInsuredOn({ firstOn, lastOn }: InsuredDays, on: LocalDate): boolean {
  return firstOn <= on && on <= lastOn
}

/**
 * @param lastOn the last insured day: of a device that of its latest coverage, of a store the first of its devices'
 * @param today the day on the clock of the store
 * @param chosen with how many days left a renewal is due; left out, as usual
 */
export function expiryOf(lastOn: LocalDate, today: LocalDate, chosen: FigureValues = {}): Expiry {
  const daysLeft = daysBetween(today, lastOn)
  const { expiring } = completeFigures('insurance', chosen)
  return {
    daysLeft,
    status: daysLeft < 0 ? 'expired' : daysLeft <= (expiring as number) ? 'expiring' : 'active',
  }
}

/** The insurance of the devices of a store as one. */
export interface InsuranceOfStore {
  /** The first of its devices runs out on this day, each with the latest of its coverages. */
  readonly endsOn: LocalDate
  /** How many devices are insured from a day on until the next of these, in order; none before the first. */
  readonly steps: readonly { readonly fromOn: LocalDate; readonly devices: number }[]
}

/**
 * @param coverages of the devices of one store in any order; a renewed device has several, which may overlap
 * @returns null where nothing is or ever was insured
 */
export function insuranceOfStore(
  coverages: readonly (InsuredDays & { readonly deviceId: DeviceId })[],
): InsuranceOfStore | null {
  const lastOf = new Map<DeviceId, LocalDate>()
  for (const { deviceId, lastOn } of coverages) {
    const known = lastOf.get(deviceId)
    if (known === undefined || known < lastOn) lastOf.set(deviceId, lastOn)
  }
  const [endsOn] = [...lastOf.values()].sort()
  if (endsOn === undefined) return null
  const changes = new Set(coverages.flatMap(({ firstOn, lastOn }) => [firstOn, addDays(lastOn, 1)]))
  const steps = [...changes].sort().map((fromOn) => {
    const insured = coverages.filter((coverage) => isInsuredOn(coverage, fromOn))
    return { fromOn, devices: new Set(insured.map(({ deviceId }) => deviceId)).size }
  })
  return { endsOn, steps: steps.filter(({ devices }, index) => devices !== steps[index - 1]?.devices) }
}
