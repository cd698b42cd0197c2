import { daysBetween, type LocalDate } from '../time/local-date'

/** The days for which the temperature of a device is insured, both included. */
export interface InsuredDays {
  readonly firstOn: LocalDate
  readonly lastOn: LocalDate
}

export const expiryStatuses = ['expired', 'expiring', 'active'] as const
export type ExpiryStatus = (typeof expiryStatuses)[number]

/** When an insurance runs out. */
export interface Expiry {
  /** 0 on the last day, negative after it. */
  readonly daysLeft: number
  readonly status: ExpiryStatus
}

/** With no more days left than this a renewal is due. */
const EXPIRING_DAYS = 30

export function isInsuredOn({ firstOn, lastOn }: InsuredDays, on: LocalDate): boolean {
  return firstOn <= on && on <= lastOn
}

/**
 * @param lastOn the last insured day: of a device that of its latest coverage, of a store the first of its devices'
 * @param today the day on the clock of the store
 */
export function expiryOf(lastOn: LocalDate, today: LocalDate): Expiry {
  const daysLeft = daysBetween(today, lastOn)
  return { daysLeft, status: daysLeft < 0 ? 'expired' : daysLeft <= EXPIRING_DAYS ? 'expiring' : 'active' }
}
