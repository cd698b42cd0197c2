import { setTimeout as delay } from 'node:timers/promises'
import type { StoreId } from '@coldkeep/domain/ids'
import { type Clock, days, type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { cutAudit } from '../audit/cut-audit'
import type { Database, Db, Session } from '../db/connect'
import { tidyTables } from '../db/upkeep'
import { eachStep } from '../tasks/each-step'
import { runTasks, startTask, type TaskWork } from '../tasks/run-tasks'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import { deleteOldTasks } from '../tasks/task-queries'
import { compactableNow, compactStep, packedHours } from './compact-hours'
import { countDueHours } from './hour-queries'
import { deleteOldLife } from './life-queries'
import { createPartitionsAhead, utcDayOf } from './partitions'
import { defaultRetention, dropOldReadings, type Retention } from './retention'
import { selectStoreIds } from './retention-queries'

export interface StorageParts {
  readonly database: Database
  /** With the stage tables. */
  readonly session: Session
  readonly aside: SetAside
  readonly clock: Clock
  readonly log: Logger
  readonly shouldStop: () => boolean
  /** Removes what is too old of a store and is no reading: it belongs to other rooms. */
  readonly deleteOldOfField: (db: Db, storeId: StoreId, now: EpochMs) => Promise<void>
  readonly retention?: Retention
}

const AHEAD_EVERY_MS = hours(1)
const TIDY_EVERY_MS = minutes(10)
/** Between steps readings are taken in, which share the one connection of the embedded database. */
const PAUSE_MS = { embedded: 25, postgresql: 0 } as const
const STORES_PER_STEP = { embedded: 8, postgresql: 50 } as const
/** More due hours than this are shown as a task with its progress. */
const LEAST_SHOWN = 200
const TASKS_KEPT_MS = days(30)
/** Signs of life are used as long as late readings are taken. */
const LIFE_KEPT_MS = days(400)
const oldOfStores: RoundWork<StoreId> = { round: 'retention', nameOf: String }

/** Once a minute: partitions ahead, hours that are over packed, once a day what is too old dropped. */
export function storageRounds(parts: StorageParts): () => Promise<void> {
  const { database, aside, clock, log, shouldStop } = parts
  const { kysely } = database
  let aheadAtMs = Number.NEGATIVE_INFINITY
  let tidiedAtMs: number = clock.now()
  let retentionDay = ''
  return async () => {
    const now = clock.now()
    if (now - aheadAtMs >= AHEAD_EVERY_MS) {
      await createPartitionsAhead(kysely, now)
      aheadAtMs = now
    }
    const waiting = aside.waiting(packedHours, now).length
    const due = (await countDueHours(kysely, compactableNow(now))) - waiting
    if (due > LEAST_SHOWN) {
      await startTask(
        { db: kysely, clock },
        {
          kind: 'compaction',
          key: `compaction ${new Date(now).toISOString()}`,
          total: due,
        },
      )
    } else if (due > 0) {
      await compactAll(parts, () => Promise.resolve())
    }
    if (retentionDay !== utcDayOf(now)) {
      retentionDay = utcDayOf(now)
      await startTask(
        { db: kysely, clock },
        { kind: 'retention', key: `retention ${retentionDay}`, total: 1 },
      )
    }
    await runTasks({ db: kysely, clock, log }, works(parts), shouldStop)
    if (now - tidiedAtMs >= TIDY_EVERY_MS) {
      tidiedAtMs = now
      await tidyTables(database)
    }
  }
}

function works(parts: StorageParts) {
  const { kysely } = parts.database
  const compaction: TaskWork = async (task, report) => {
    let done = task.done
    await compactAll(parts, async (hoursPacked) => {
      done += hoursPacked
      await report({ done, total: Math.max(task.total, done) })
    })
    return parts.shouldStop() ? 'stopped' : 'done'
  }
  const retention: TaskWork = async (_, report) => {
    const now = parts.clock.now()
    await eachStep(parts.log, {
      readings: () => dropOldReadings(kysely, now, parts.retention ?? defaultRetention, parts.log),
      tasks: () => deleteOldTasks(kysely, later(now, -TASKS_KEPT_MS)),
      audit: () => cutAudit(kysely, now),
    })
    const storeIds = await selectStoreIds(kysely)
    for (const [i, storeId] of storeIds.entries()) {
      if (parts.shouldStop()) return 'stopped'
      await parts.aside.work(oldOfStores, [storeId], now, async () => {
        await deleteOldLife(kysely, storeId, later(now, -LIFE_KEPT_MS))
        await parts.deleteOldOfField(kysely, storeId, now)
      })
      if (i % 100 === 0) await report({ done: i, total: Math.max(1, storeIds.length) })
    }
    await report({ done: storeIds.length, total: Math.max(1, storeIds.length) })
    return 'done'
  }
  return { compaction, retention }
}

/** Packs until nothing is due. */
async function compactAll(
  parts: StorageParts,
  onStep: (hoursPacked: number) => Promise<void>,
): Promise<void> {
  const { database, session, aside, clock, log, shouldStop } = parts
  const startedMs = performance.now()
  const sum = { hours: 0, rows: 0 }
  while (!shouldStop()) {
    const now: EpochMs = clock.now()
    const step = await compactStep(session, aside, now, STORES_PER_STEP[database.kind])
    if (!step) break
    sum.hours += step.stores
    sum.rows += step.rows
    await onStep(step.stores)
    if (PAUSE_MS[database.kind] > 0) await delay(PAUSE_MS[database.kind])
  }
  if (sum.hours > 0) log.info({ ...sum, ms: Math.round(performance.now() - startedMs) }, 'hours packed')
}
