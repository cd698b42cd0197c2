import { median } from '../analysis/median'
import { groupBy } from '../group-by'
import type { FieldCourse, Level } from './field-measures'

/** Of an hour with fewer stores that were not updated, it is not known what was usual in it. */
const LEAST_CONTROLS_OF_HOUR = 5

/** How a store changed from before to after. */
interface FieldChange {
  readonly course: FieldCourse
  /** Less the usual change of the stores that were not updated in the same hours. */
  readonly by: number
}

/**
 * How each store changed, beside those that were not updated.
 * @param ill so much worse before than is usual, and a store is left out; undefined: none is
 */
export function changesOf(courses: readonly FieldCourse[], level: Level, ill?: number): FieldChange[] {
  return [...groupBy(courses, ({ hour }) => hour).values()].flatMap((members) => {
    const changes = withoutIll(
      members.flatMap((course) => {
        const [before, after] = [level(course.before), level(course.after)]
        return before === null || after === null ? [] : [{ course, before, by: after - before }]
      }),
      ill,
    )
    const others = changes.filter(({ course }) => !course.isUpdated)
    const usual = median(others.map(({ by }) => by))
    if (usual === null || others.length < LEAST_CONTROLS_OF_HOUR) return []
    return changes.map(({ course, by }) => ({ course, by: by - usual }))
  })
}

function withoutIll<Change extends { readonly before: number }>(
  changes: readonly Change[],
  ill: number | undefined,
): readonly Change[] {
  const usual = median(changes.map(({ before }) => before))
  return usual === null || ill === undefined ? changes : changes.filter(({ before }) => before <= usual + ill)
}
