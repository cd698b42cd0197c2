import { days, type EpochMs, hours, later } from '../time/instant'

/** What people say of an early warning: it was right, it was a false one, or they cannot tell. */
export const warningVerdicts = ['right', 'false', 'unknown'] as const
export type WarningVerdict = (typeof warningVerdicts)[number]

export const warningOutcomes = ['came_true', 'false', 'undecided'] as const
export type WarningOutcome = (typeof warningOutcomes)[number]

/** What happens on the device within so many days of a warning is what it warned of. */
export const FOLLOWED_WITHIN_DAYS = 14

/**
 * Days that are computed again may find a warning somewhat earlier or later. Its verdict is that of the warning of the
 * same rule so near to it: a device has another one a day of calm later at the soonest.
 */
export const SAME_WARNING_MS = hours(12)

/** What is known of a warning by now. */
export interface WarningFacts {
  readonly raisedAt: EpochMs
  /** Why it ended; null while it is open. */
  readonly reason: 'recovered' | 'window_passed' | 'switched_off' | 'retired' | null
  readonly verdict: WarningVerdict | null
  /** The first temperature alarm of the device since. */
  readonly alarmAt: EpochMs | null
  /** The first day since on which its insured limit was broken: when it begins in the store. */
  readonly breachAt: EpochMs | null
  /** The first report since of a repair of the device that has been done. */
  readonly repairAt: EpochMs | null
}

/**
 * When what a warning warned of happened: the first alarm, breach or report of a repair from then on, within 14 days; null:
 * nothing did.
 */
export function followedAt({ raisedAt, alarmAt, breachAt, repairAt }: WarningFacts): EpochMs | null {
  const until = later(raisedAt, days(FOLLOWED_WITHIN_DAYS))
  const within = [alarmAt, breachAt, repairAt].filter((at) => at !== null && at >= raisedAt && at < until)
  return within.length === 0 ? null : (Math.min(...(within as EpochMs[])) as EpochMs)
}

/**
 * Whether a warning came true. A person's verdict decides; where there is none, or they cannot tell, what followed does.
 * A warning after which nothing happened for 14 days was a false one if the score recovered by itself, unless somebody
 * looked and could not tell; all others are undecided.
 */
export function outcomeOfWarning(facts: WarningFacts, now: EpochMs): WarningOutcome {
  const { verdict, raisedAt, reason } = facts
  if (verdict === 'false') return 'false'
  if (verdict === 'right' || followedAt(facts) !== null) return 'came_true'
  const isOver = now >= later(raisedAt, days(FOLLOWED_WITHIN_DAYS))
  return verdict === null && isOver && reason === 'recovered' ? 'false' : 'undecided'
}
