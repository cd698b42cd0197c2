import type { ZoneLimits } from '../analysis/zone-limits'
import type { EpochMs } from '../time/instant'
import { isEnteredLate } from '../upkeep/upkeep-record'

/** What a temperature that a person measured is held against, °C; `null` where there is no limit on that side. */
export interface CheckLimits {
  readonly lowC: number | null
  readonly highC: number | null
}

/** Why a place of a round was not measured. */
export const skipReasons = ['empty', 'defrosting', 'out_of_use', 'not_reachable', 'other'] as const
export type SkipReason = (typeof skipReasons)[number]

/** What a hand probe can show, °C. */
export const LOWEST_CHECK_C = -60
export const HIGHEST_CHECK_C = 150
/** A repeat and a burst are counted among the days of so many before the sheet. */
export const DAYS_OF_MARKS = 7

/** Own limits of a place go before those of its zone, side by side. */
export function limitsOfPlace(own: CheckLimits, zone: ZoneLimits | null): CheckLimits {
  if (own.lowC !== null || own.highC !== null || zone === null) return own
  return { lowC: zone.insuredLowC, highC: zone.insuredHighC }
}

export function isOutOfLimits(valueC: number, { lowC, highC }: CheckLimits): boolean {
  return (lowC !== null && valueC < lowC) || (highC !== null && valueC > highC)
}

/** The times of an entry: measured, entered on the phone, arrived here. */
export interface CheckTimes {
  readonly takenAt: EpochMs
  readonly enteredAt: EpochMs
  readonly receivedAt: EpochMs
}

/**
 * Whether an entry is late: it came after the sheet of its day was signed, or was entered more than an hour after the
 * measurement; `null` where it is neither.
 */
export function latenessOf(
  times: CheckTimes,
  signedAt: EpochMs | null,
): 'after_signing' | 'entered_late' | null {
  if (signedAt !== null && times.receivedAt > signedAt) return 'after_signing'
  return isEnteredLate(times.takenAt, times.enteredAt) ? 'entered_late' : null
}
