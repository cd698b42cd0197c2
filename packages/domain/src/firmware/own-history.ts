import { fisherAtLeast } from '../analysis/fisher'
import { median } from '../analysis/median'
import type { FieldComparison } from './field-comparison'
import { exceeds, type FieldCourse, LEAST_CONTROLS } from './field-measures'
import type { Difference } from './judge-field'

/** Of the seven days. */
const LEAST_DAYS = 5
const HIGH_SHARE = 0.99

/** A store that is alone must be worse by so many times the limit: in one hour of fifty something happens to it. */
const ALONE_TIMES = 5

/**
 * Holds each store against its own past week of the same hour: it fails where it is worse than in 99 of 100 such hours, and
 * by more than the limit worse than usual. How probable it is that so many fail shows in the stores that were not updated.
 * Where a job has next to none of those, more than half of the updated stores must fail.
 * @returns null where there is no past, or where there are others and too few of them are of the kind
 */
export function compareWithHistory(
  comparison: FieldComparison,
  courses: readonly FieldCourse[],
): Difference | null {
  const others = courses.filter(({ isUpdated }) => !isUpdated)
  const updated = excessesOf(
    comparison,
    courses.filter(({ isUpdated }) => isUpdated),
  )
  const controls = excessesOf(comparison, others)
  const worse = median(updated.map(({ excess }) => excess))
  if (worse === null) return null
  const failed = updated.filter(({ isFailed }) => isFailed).length
  const failedControls = controls.filter(({ isFailed }) => isFailed).length
  if (controls.length >= LEAST_CONTROLS) {
    const all = updated.length + controls.length
    return {
      worse,
      stores: updated.length,
      others: controls.length,
      chance: fisherAtLeast(failed, updated.length, failed + failedControls, all),
    }
  }
  if (others.length >= LEAST_CONTROLS) return null
  const isMost =
    updated.length === 1
      ? failed === 1 && exceeds(comparison.measure, worse / ALONE_TIMES)
      : failed * 2 > updated.length
  return { worse, stores: updated.length, others: 0, chance: isMost ? 0 : 1 }
}

interface Excess {
  /** Beyond what the store usually has. */
  readonly excess: number
  readonly isFailed: boolean
}

function excessesOf(comparison: FieldComparison, courses: readonly FieldCourse[]): Excess[] {
  return courses.filter(comparison.isOf).flatMap(({ after, history }) => {
    const now = comparison.level(after)
    const past = history.flatMap((hour) => comparison.level(hour) ?? [])
    const usual = median(past)
    if (now === null || usual === null || past.length < LEAST_DAYS) return []
    const excess = now - usual
    return [{ excess, isFailed: exceeds(comparison.measure, excess) && now > quantile(past, HIGH_SHARE) }]
  })
}

/** With straight lines between the values. */
function quantile(values: readonly number[], share: number): number {
  const sorted = new Float64Array(values).sort()
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] as number
  return below + (at % 1) * ((sorted[Math.ceil(at)] as number) - below)
}
