import { midmean } from '../analysis/midmean'
import { chanceOfRanks } from '../analysis/rank-chance'
import { brokenFinding } from './broken-stores'
import { changesOf } from './field-changes'
import { comparisonsOf, type FieldComparison } from './field-comparison'
import {
  exceeds,
  type FieldCourse,
  type FieldMeasure,
  ILL,
  LEAST_CONTROLS,
  LEAST_UPDATED,
  LIMITS,
} from './field-measures'
import type { Culprit } from './likely-culprit'
import { compareWithHistory } from './own-history'

/** In what updated stores are worse than others. */
export interface FieldFinding {
  /** `broken`: more of them broke down. */
  readonly measure: FieldMeasure | 'broken'
  /** The hardware, device model or vendor it falls on; null: all, or several. */
  readonly about: Culprit | null
  /** By how much, in the unit of the measure; of broken ones their share. */
  readonly worse: number
  /** How many updated stores show it. */
  readonly stores: number
  /** With how many that were not updated they were compared; 0: with their own past. */
  readonly others: number
}

export type FieldVerdict =
  /** `comparisons`: how many there was enough for; with none nothing is known of the field. */
  | { readonly kind: 'go_on'; readonly comparisons: number }
  | { readonly kind: 'pause'; readonly finding: FieldFinding }

/** What a comparison comes to. */
export interface Difference {
  readonly worse: number
  readonly stores: number
  readonly others: number
  /** How probable it is that stores drawn at random are as much worse. */
  readonly chance: number
}

/** A wave of a good program is stopped for one of all its comparisons in so many cases at most. */
const LEVEL = 0.003

/**
 * Holds the field data of updated stores before and after against those of comparable stores in the same hours: the
 * difference of the differences. A wave pauses where the middle half of updated stores is worse than that of others by
 * more than the limit, and it is improbable that a group drawn from all of them would be.
 *
 * A mean of all stores would not do: one line that is down for an hour is two points of fifty stores.
 *
 * @param courses those of all stores that a job has updated so far, and in each hour of those that were not updated yet;
 *   a store that was not may come once for each of these hours
 */
export function judgeField(courses: readonly FieldCourse[]): FieldVerdict {
  const updated = courses.filter(({ isUpdated }) => isUpdated)
  const differenceOf = (comparison: FieldComparison) =>
    compareWithOthers(comparison, courses) ?? compareWithHistory(comparison, courses)
  const made = comparisonsOf(updated).flatMap((comparison) => {
    const difference = differenceOf(comparison)
    return difference === null ? [] : [{ comparison, difference }]
  })
  const level = LEVEL / (made.length + 1)
  const [worst] = made
    .filter(({ comparison, difference }) => isWorse(comparison, difference, level))
    .sort((a, b) => excessOf(b) - excessOf(a))
  if (worst !== undefined) {
    const { comparison, difference } = worst
    const about = fallsOn(comparison, difference, differenceOf)
    return { kind: 'pause', finding: { measure: comparison.measure, about, ...shown(difference) } }
  }
  const broken = brokenFinding(courses, level)
  return broken === null ? { kind: 'go_on', comparisons: made.length } : { kind: 'pause', finding: broken }
}

/** @returns null where there are too few stores of either kind */
function compareWithOthers(
  { measure, level, isOf }: FieldComparison,
  courses: readonly FieldCourse[],
): Difference | null {
  const changes = changesOf(courses.filter(isOf), level, ILL[measure])
  const of = (isUpdated: boolean) =>
    changes.filter(({ course }) => course.isUpdated === isUpdated).map(({ by }) => by)
  const [updated, controls] = [of(true), of(false)]
  if (updated.length < LEAST_UPDATED || controls.length < LEAST_CONTROLS) return null
  const worse = midmean(updated) - midmean(controls)
  return {
    worse,
    stores: updated.length,
    others: controls.length,
    chance: exceeds(measure, worse) ? chanceOfRanks(updated, controls) : 1,
  }
}

function isWorse({ measure }: FieldComparison, { worse, chance }: Difference, level: number): boolean {
  return exceeds(measure, worse) && chance < level
}

/** Measures by their limits. */
function excessOf({
  comparison,
  difference,
}: {
  comparison: FieldComparison
  difference: Difference
}): number {
  return difference.worse / LIMITS[comparison.measure]
}

/** What was looked at alone is named where all the rest is not half as bad. */
function fallsOn(
  { about, rest }: FieldComparison,
  { worse }: Difference,
  differenceOf: (comparison: FieldComparison) => Difference | null,
): Culprit | null {
  const others = rest === null ? null : differenceOf(rest)
  return others !== null && others.worse < worse / 2 ? about : null
}

function shown({ worse, stores, others }: Difference): Pick<FieldFinding, 'worse' | 'stores' | 'others'> {
  return { worse, stores, others }
}
