import type { Clock } from '@coldkeep/domain/time/instant'
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
      await report({ done: done + 1, total: stores.length })
    }
    return 'done'
  }
  await runTasks({ db, clock, log }, { history: work }, shouldStop)
}
