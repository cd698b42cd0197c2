import type { TaskId } from '@coldkeep/domain/ids'
import { type Clock, later, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db } from '../db/connect'
import type { Task, TaskKind } from './task'
import { claimTask, endTask, insertTask, releaseTask, updateTask } from './task-queries'

/** How far a task has come. */
interface TaskProgress {
  readonly done: number
  readonly total: number
  /** JSON; handed back as `task.position` when the task is taken up again. */
  readonly position?: unknown
}

/**
 * One kind of work. It reports after every step that is stored for good and stops between steps when `shouldStop`
 * answers true; a step may be done twice if the process dies in it.
 */
export type TaskWork = (
  task: Task,
  report: (progress: TaskProgress) => Promise<void>,
  shouldStop: () => boolean,
) => Promise<TaskOutcome>
type TaskOutcome = 'done' | 'stopped'

interface TaskParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
}

/** Work without a report for so long is taken for dead and may be taken up by another server. */
const LEASE_MS = minutes(5)

/** Enters a task. One of the same key that is there already stays as it is, but one that failed gets another try. */
export async function startTask(
  { db, clock }: Pick<TaskParts, 'db' | 'clock'>,
  task: { readonly kind: TaskKind; readonly key: string; readonly total: number },
): Promise<TaskId> {
  return insertTask(db, task, clock.now())
}

/**
 * Runs the waiting tasks, one after another.
 * @returns how many tasks ended
 */
export async function runTasks(
  { db, clock, log }: TaskParts,
  work: Partial<Record<TaskKind, TaskWork>>,
  shouldStop: () => boolean = () => false,
): Promise<number> {
  const kinds = Object.keys(work) as TaskKind[]
  let ended = 0
  while (!shouldStop()) {
    const task = await claimTask(db, kinds, clock.now(), LEASE_MS)
    if (!task) break
    const run = work[task.kind]
    if (run && (await runTask({ db, clock, log }, task, run, shouldStop)) === 'stopped') break
    ended++
  }
  return ended
}

async function runTask(
  { db, clock, log }: TaskParts,
  task: Task,
  run: TaskWork,
  shouldStop: () => boolean,
): Promise<TaskOutcome> {
  const report = (progress: TaskProgress) =>
    updateTask(
      db,
      task.id,
      { done: progress.done, total: progress.total, position: progress.position },
      later(clock.now(), LEASE_MS),
    )
  const startedMs = performance.now()
  try {
    const outcome = await run(task, report, shouldStop)
    if (outcome === 'stopped') await releaseTask(db, task.id)
    else await endTask(db, task.id, { state: 'done', message: null }, clock.now())
    log.info({ task: task.key, outcome, ms: Math.round(performance.now() - startedMs) }, 'task ran')
    return outcome
  } catch (error) {
    log.error({ err: error, task: task.key }, 'task failed')
    const message = error instanceof Error ? error.message : String(error)
    await endTask(db, task.id, { state: 'failed', message }, clock.now())
    return 'done'
  }
}
