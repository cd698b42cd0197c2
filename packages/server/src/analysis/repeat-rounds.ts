import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Database } from '../db/connect'
import { runTasks, startTask, type TaskWork } from '../tasks/run-tasks'
import type { SetAside } from '../tasks/set-aside'
import { countDueDays } from './due-day-queries'
import { repeatDueStoreDays, repeatedDays } from './run-store-days'
import type { StoreDayAnalysis } from './store-day-analysis'
import { STORE_DAY } from './store-day-queries'

export interface RepeatParts {
  readonly database: Database
  readonly analyses: readonly StoreDayAnalysis[]
  readonly aside: SetAside
  readonly clock: Clock
  readonly log: Logger
  readonly shouldStop: () => boolean
}

/** More marked days than this are shown as a task with its progress. */
const LEAST_SHOWN = 50
/** Between steps readings are taken in, which share the one connection of the embedded database. */
const PAUSE_MS = { embedded: 25, postgresql: 0 } as const

/** Once a minute: days that are marked are analysed again until none is left. */
export function repeatRounds(parts: RepeatParts): () => Promise<void> {
  const { database, aside, clock, log, shouldStop } = parts
  const db = database.kysely
  const analysis: TaskWork = async (task, report) => {
    let { done } = task
    await repeatAll(parts, async (worked) => {
      done += worked
      await report({ done, total: Math.max(task.total, done) })
    })
    return shouldStop() ? 'stopped' : 'done'
  }
  return async () => {
    const now = clock.now()
    const due = (await countDueDays(db, STORE_DAY, now)) - aside.waiting(repeatedDays, now).length
    if (due > LEAST_SHOWN) {
      const key = `analysis ${new Date(now).toISOString()}`
      await startTask({ db, clock }, { kind: 'analysis', key, total: due })
    } else if (due > 0) {
      await repeatAll(parts, () => Promise.resolve())
    }
    await runTasks({ db, clock, log }, { analysis }, shouldStop)
  }
}

async function repeatAll(
  { database, analyses, aside, clock, shouldStop }: RepeatParts,
  onStep: (worked: number) => Promise<void>,
): Promise<void> {
  while (!shouldStop()) {
    const runs = { db: database.kysely, analyses, aside, shouldStop }
    const worked = await repeatDueStoreDays(runs, clock.now())
    if (worked === 0) return
    await onStep(worked)
    if (PAUSE_MS[database.kind] > 0) await delay(PAUSE_MS[database.kind])
  }
}
