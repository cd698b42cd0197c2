import type { TemperatureZone } from '../organisation/device'
import { fail, ok, type Result } from '../result'
import { addDays, type LocalDate } from '../time/local-date'
import type { InsuredDays } from './insured-coverage'

/** The temperature of a device is insured in a zone, from the first day to the last. */
export interface Cover extends InsuredDays {
  readonly zone: TemperatureZone
}

export type CoverFault = 'days_reversed' | 'first_fixed' | 'last_past'

export interface CoverPlan {
  /** What becomes of the current cover; `null`: it is dropped without a trace. */
  readonly kept: Cover | null
  /** What begins beside it. */
  readonly begun: Cover | null
}

/**
 * How a cover is changed. Days that are over stay insured as they were: a cover that has begun keeps its
 * first day, ends yesterday where it is to end, and goes on under a new one where its zone is another from
 * today on.
 * @param current the cover of the device that ends last, if it has not ended yet
 * @param requested `null`: no longer insured
 * @param today the day on the clock of the store
 */
export function planCover(
  current: Cover | null,
  requested: Cover | null,
  today: LocalDate,
): Result<CoverPlan, CoverFault> {
  const hasBegun = current !== null && current.firstOn < today
  const ended = hasBegun ? { ...current, lastOn: addDays(today, -1) } : null
  if (requested === null) return ok({ kept: ended, begun: null })
  if (requested.lastOn < requested.firstOn) return fail('days_reversed')
  if (requested.lastOn < today) return fail('last_past')
  if (current === null) return ok({ kept: null, begun: requested })
  if (hasBegun && requested.firstOn !== current.firstOn) return fail('first_fixed')
  if (!hasBegun || requested.zone === current.zone) return ok({ kept: requested, begun: null })
  return ok({ kept: ended, begun: { ...requested, firstOn: today } })
}
