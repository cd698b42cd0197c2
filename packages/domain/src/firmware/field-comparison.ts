import {
  type FieldCourse,
  type FieldMeasure,
  failedPolls,
  fewerRows,
  type Level,
  minutesLost,
  outboxAge,
  restarts,
} from './field-measures'
import type { Culprit } from './likely-culprit'

/** One thing in which updated stores may be worse than others. */
export interface FieldComparison {
  readonly measure: FieldMeasure
  readonly level: Level
  /** Of which stores. */
  isOf(course: FieldCourse): boolean
  /** The hardware or device model that is looked at alone; null: all. */
  readonly about: Culprit | null
  /** The same of all that is not looked at; null where that is nothing. */
  readonly rest: FieldComparison | null
}

const all = () => true

const measures: readonly (readonly [FieldMeasure, Level])[] = [
  ['poll_success', failedPolls(all)],
  ['outbox_age', outboxAge],
  ['restarts', restarts],
  ['minutes_lost', minutesLost],
  ['rows', fewerRows],
]

/** Every measure of all stores and of each hardware, and the polls of each device model. */
export function comparisonsOf(updated: readonly FieldCourse[]): FieldComparison[] {
  const hardware = new Set(updated.map((course) => course.hardware))
  const models = new Set(updated.flatMap(({ after }) => [...after.polls.keys()]))
  return [
    ...measures.flatMap(([measure, level]) => [
      comparison(measure, level, all),
      ...[...hardware].map((name) => ({
        ...comparison(measure, level, (course) => course.hardware === name),
        about: { kind: 'hardware', name } as const,
        rest: comparison(measure, level, (course) => course.hardware !== name),
      })),
    ]),
    ...[...models].map((name) => ({
      ...comparison(
        'poll_success',
        failedPolls((model) => model === name),
        all,
      ),
      about: { kind: 'model', name } as const,
      rest: comparison(
        'poll_success',
        failedPolls((model) => model !== name),
        all,
      ),
    })),
  ]
}

function comparison(measure: FieldMeasure, level: Level, isOf: FieldComparison['isOf']): FieldComparison {
  return { measure, level, isOf, about: null, rest: null }
}
