import { type Excursion, excursionStretches, joinExcursions } from '../analysis/excursions'
import { LEAD_MS } from '../analysis/store-day'
import { JOINED_WITHIN_MS } from '../analysis/temperature-figures'
import type { ZoneLimits } from '../analysis/zone-limits'
import type { Series, Window } from '../points/series'
import { type EpochMs, epochMs, hours, later } from '../time/instant'

/** What was measured of a breach: its excursions as one, from the first minute beyond the limit to the last. */
export type BreachFacts = Excursion

/** What one day of a device adds to a breach. */
export interface BreachDay {
  /** From midnight on. */
  readonly own: BreachFacts
  /** The same with what its first excursion lasted before midnight; the breach of the day before counts that itself. */
  readonly whole: BreachFacts
}

/**
 * What the readings of a day that breaks what was promised were beyond the limits; null where
 * they were not. What is not known excuses nothing: a day with too few readings for a verdict has its breach all the same.
 * @param product °C, from a day before the window on
 */
export function breachOfDay(product: Series, limits: ZoneLimits, window: Window): BreachDay | null {
  const { startAt, endAt } = window.period
  const reach = { ...window, period: { startAt: later(startAt, -LEAD_MS), endAt } }
  const whole = joinExcursions(excursionStretches(product, limits, reach)).filter(
    (one) => one.endAt > startAt,
  )
  const own = excursionStretches(product, limits, window)
  const facts = { own: together(own), whole: together(whole) }
  return facts.own === null || facts.whole === null ? null : { own: facts.own, whole: facts.whole }
}

/**
 * The facts of a breach of several days in order: what lay before the midnight of its first day is its own, of the
 * others it is counted by the day before.
 */
export function factsOfDays([first, ...others]: readonly [BreachDay, ...BreachDay[]]): BreachFacts {
  return others.reduce((sum, { own }) => added(sum, own), first.whole)
}

/** A day goes on with the breach of the day before when its first excursion does. */
export function goesOn({ own, whole }: BreachDay): boolean {
  return whole.startAt < own.startAt
}

/** Whether people are to look again: smaller differences than these are those of rounding. */
export function areSameFacts(a: BreachFacts, b: BreachFacts): boolean {
  return (
    a.startAt === b.startAt &&
    a.endAt === b.endAt &&
    a.limitC === b.limitC &&
    Math.abs(a.minutes - b.minutes) < 0.05 &&
    Math.abs(a.degreeMinutes - b.degreeMinutes) < 0.05 &&
    Math.abs(a.extremeC - b.extremeC) < 0.005
  )
}

/** Of a device that is not analysed any more nothing is awaited. */
const AWAITED_MS = hours(24)

/**
 * The product is still beyond its limit, as far as is known.
 * @param through readings up to here were judged
 */
export function isUnderWay({ endAt }: Pick<BreachFacts, 'endAt'>, through: EpochMs, now: EpochMs): boolean {
  return through - endAt < JOINED_WITHIN_MS && now - through < AWAITED_MS
}

function together(excursions: readonly Excursion[]): BreachFacts | null {
  const [first, ...others] = excursions
  return first === undefined ? null : others.reduce(added, first)
}

const SIGNIFICANT_DIGITS = 12

function added(a: Excursion, b: Excursion): Excursion {
  const beyond = ({ extremeC, limitC }: Excursion) => Math.abs(extremeC - limitC)
  const { extremeC, limitC } = beyond(b) > beyond(a) ? b : a
  return {
    startAt: epochMs(Math.min(a.startAt, b.startAt)),
    endAt: epochMs(Math.max(a.endAt, b.endAt)),
    minutes: a.minutes + b.minutes,
    degreeMinutes: Number((a.degreeMinutes + b.degreeMinutes).toPrecision(SIGNIFICANT_DIGITS)),
    extremeC,
    limitC,
  }
}
