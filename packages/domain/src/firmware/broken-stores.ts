import { fisherAtLeast } from '../analysis/fisher'
import { changesOf } from './field-changes'
import {
  type FieldCourse,
  failedPolls,
  fewerRows,
  LEAST_CONTROLS,
  LEAST_UPDATED,
  type Level,
  minutesLost,
  ROUNDING,
  restarts,
} from './field-measures'
import type { FieldFinding } from './judge-field'
import { likelyCulprit } from './likely-culprit'

/** No store that works changes by so much from before to after. */
const breakdowns: readonly (readonly [Level, number])[] = [
  [failedPolls(() => true), 0.1],
  [restarts, 3],
  [minutesLost, 10],
  // half of the rows
  [fewerRows, Math.log(2)],
]

/**
 * More of the updated stores than of others broke down. The middle half of the stores does not show it where a program
 * breaks one in ten and is good for the rest.
 * @param level how improbable it must be that so many of a group drawn from all did
 */
export function brokenFinding(courses: readonly FieldCourse[], level: number): FieldFinding | null {
  const isBroken = new Map<FieldCourse, boolean>()
  for (const [measured, least] of breakdowns)
    for (const { course, by } of changesOf(courses, measured))
      isBroken.set(course, isBroken.get(course) === true || by > least - ROUNDING)
  const judged = [...isBroken.keys()]
  const updated = judged.filter(({ isUpdated }) => isUpdated)
  const controls = judged.length - updated.length
  if (updated.length < LEAST_UPDATED || controls < LEAST_CONTROLS) return null
  const broken = updated.filter((course) => isBroken.get(course))
  const all = judged.filter((course) => isBroken.get(course)).length
  if (fisherAtLeast(broken.length, updated.length, all, judged.length) >= level) return null
  const bearers = updated.map((course) => ({
    hardware: course.hardware,
    vendorId: course.vendorId,
    deviceModels: [...course.before.polls.keys()],
    course,
  }))
  return {
    measure: 'broken',
    about: likelyCulprit(bearers, ({ course }) => isBroken.get(course) === true),
    worse: broken.length / updated.length - (all - broken.length) / controls,
    stores: broken.length,
    others: controls,
  }
}
