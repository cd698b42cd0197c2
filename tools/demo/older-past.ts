import { type Clock, type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { datesFrom } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { insertDueDays } from '@coldkeep/server/analysis/due-day-queries'
import { STORE_DAY } from '@coldkeep/server/analysis/store-day-queries'
import { runTasks, startTask, type TaskWork } from '@coldkeep/server/tasks/run-tasks'
import type { Logger } from 'pino'
import type { SimulationMemory } from './memory'
import { makePast, type PastParts } from './past'
import { demo } from './settings'

const DAY_MS = 86_400_000

/**
 * Makes the days before the recent ones, store by store, as a task of the server: its progress can be watched, and a
 * stopped one goes on with the next store.
 */
export async function makeOlderPast(
  parts: PastParts,
  memory: SimulationMemory,
  { clock, log, shouldStop }: { clock: Clock; log: Logger; shouldStop: () => boolean },
): Promise<void> {
  const db = parts.database.kysely
  const { stores } = parts.fleet
  const toMs = memory.recentFromMs
  const fromMs = parts.planted.madeAtMs - demo.historyDays * DAY_MS
  await startTask({ db, clock }, { kind: 'history', key: `history ${fromMs}`, total: stores.length })

  const work: TaskWork = async (task, report) => {
    for (let done = task.done; done < stores.length; done++) {
      if (shouldStop()) return 'stopped'
      await makePast(parts, {
        fromMs,
        toMs,
        storeIndexes: [done],
        endCounters: memory.startCounters,
        as: 'hours',
      })
      await markDays(parts, done, fromMs, clock.now())
      await report({ done: done + 1, total: stores.length })
    }
    return 'done'
  }
  await runTasks({ db, clock, log }, { history: work }, shouldStop)
}

/** The recent days too: what is normal for a device is learnt from the days before them. */
async function markDays(parts: PastParts, index: number, fromMs: number, now: EpochMs): Promise<void> {
  const zone = parts.fleet.stores[index]?.zone ?? 'UTC'
  const storeId = parts.planted.stores[index]?.storeId
  if (storeId === undefined) return
  const days = datesFrom(localDateOf(zone, epochMs(fromMs)), localDateOf(zone, now))
  await insertDueDays(
    parts.database.kysely,
    STORE_DAY,
    days.map((on) => ({ storeId, on })),
    now,
  )
}
