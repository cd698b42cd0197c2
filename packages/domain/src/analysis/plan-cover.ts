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
  /** What becomes of the cover that stands; `null`: it never was. */
  readonly kept: Cover | null
  /** What begins beside it. */
  readonly begun: Cover | null
}

/**
 * How a cover is changed. Days that are over stay insured as they were: a cover that has begun keeps its first day, ends
 * yesterday where it shall end, and goes on under a new one where its zone is another from today on.
 * @param present the cover of the device that ends last, if it has not ended yet
 * @param wanted `null`: not insured any more
 * @param today the day on the clock of the store
 */
export function planCover(
  present: Cover | null,
  wanted: Cover | null,
  today: LocalDate,
): Result<CoverPlan, CoverFault> {
  const hasBegun = present !== null && present.firstOn < today
  const ended = hasBegun ? { ...present, lastOn: addDays(today, -1) } : null
  if (wanted === null) return ok({ kept: ended, begun: null })
  if (wanted.lastOn < wanted.firstOn) return fail('days_reversed')
  if (wanted.lastOn < today) return fail('last_past')
  if (present === null) return ok({ kept: null, begun: wanted })
  if (hasBegun && wanted.firstOn !== present.firstOn) return fail('first_fixed')
  if (!hasBegun || wanted.zone === present.zone) return ok({ kept: wanted, begun: null })
  return ok({ kept: ended, begun: { ...wanted, firstOn: today } })
}
