import { findPlaceOf } from '../polling/check-write-row'
import type { WriteCommandDraft } from '../polling/poll-command'

/** How often a value may be written before a second person has to look at it; our own choice. */
const USUAL_MOST_PER_DAY = 12
const USUAL_MOST_PER_YEAR = 1_000

/** Writes that the memory of a controller is good for: the usual figure in data sheets of EEPROMs. */
export const LIFE_WRITES = 100_000

/** What a model says of the memory behind a write. */
export interface WearLimits {
  /** Kept in memory that does not wear. */
  readonly isVolatile: boolean
  /** `null`: the usual ones. */
  readonly mostPerDay: number | null
  readonly mostPerYear: number | null
}

/** How often one place of a device has been written from here. */
export interface WriteCounts {
  readonly today: number
  readonly lastYear: number
  readonly ever: number
}

/** Of a place that was never written from here. */
export const UNWRITTEN: WriteCounts = { today: 0, lastYear: 0, ever: 0 }

/** Limits of writes that one may be above. */
export const wearLimits = ['day', 'year'] as const

/** What another write does to the memory of a controller. */
export interface Wear {
  /** Which limit it is above; `null`: none. */
  readonly above: (typeof wearLimits)[number] | null
  readonly most: number
  /** Writes that are left of its life. */
  readonly left: number
}

/** Judges one more write of a place. */
export function wearOf({ isVolatile, mostPerDay, mostPerYear }: WearLimits, counts: WriteCounts): Wear {
  const perDay = mostPerDay ?? USUAL_MOST_PER_DAY
  const perYear = mostPerYear ?? USUAL_MOST_PER_YEAR
  const left = Math.max(0, LIFE_WRITES - counts.ever)
  if (isVolatile) return { above: null, most: perDay, left: LIFE_WRITES }
  if (counts.lastYear >= perYear) return { above: 'year', most: perYear, left }
  return { above: counts.today >= perDay ? 'day' : null, most: perDay, left }
}

/** The name of the place that a write changes, by which its writes are counted; `null` where it changes none. */
export function wornPlaceOf(
  write: Pick<WriteCommandDraft, 'requestHex' | 'includesUnitId' | 'appendsCrc'>,
): string | null {
  const place = findPlaceOf(write)
  return place === null ? null : `${place.kind} ${place.address} ${place.count}`
}
