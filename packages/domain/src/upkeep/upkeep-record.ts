import { type EpochMs, minutes } from '../time/instant'
import type { LocalDate } from '../time/local-date'
import { nextDue } from './next-due'
import type { DoneUpkeep, UpkeepSchedule } from './upkeep-plan'

/** What came of work that was done: all is well, or something was found that the note names. */
export const upkeepResults = ['good', 'findings'] as const
export type UpkeepResult = (typeof upkeepResults)[number]

/** One step of the work, and whether it was done. */
export interface DoneTask {
  readonly text: string
  readonly isDone: boolean
}

/** A record that was entered longer after the work is late. */
const LATE_AFTER_MINUTES = 60

export function isEnteredLate(doneAt: EpochMs, enteredAt: EpochMs): boolean {
  return enteredAt - doneAt > minutes(LATE_AFTER_MINUTES)
}

/** Work that is not all well says in words what is not. */
export function needsNote(result: UpkeepResult, tasks: readonly DoneTask[]): boolean {
  return result !== 'good' || tasks.some(({ isDone }) => !isDone)
}

/** A plan between two times that it is due. */
export interface UpkeepCourse extends UpkeepSchedule {
  readonly dueOn: LocalDate
}

/**
 * What becomes of a plan by work that was done.
 * @returns the day on which it is due next; `null`: the plan stays as it is, since the work was for another due day,
 * which someone has completed before
 */
export function dueAfter(plan: UpkeepCourse, done: DoneUpkeep): LocalDate | null {
  return done.dueOn === plan.dueOn ? nextDue(plan, done) : null
}
