import { randomUUID } from 'node:crypto'
import type { StoreId } from '@coldkeep/domain/ids'
import { type Clock, hours, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { alarmRounds } from './alarms/alarm-rounds'
import { type Alarms, openAlarms } from './alarms/alarms'
import { amberRounds } from './amber/amber-rounds'
import { selectStoreIds } from './analysis/connection-day-queries'
import { markMissedDays } from './analysis/mark-missed-days'
import { readStoreDays } from './analysis/read-store-days'
import { repeatRounds } from './analysis/repeat-rounds'
import { advanceConnectionRate, recountDueDays } from './analysis/run-connection-rate'
import { advanceStoreDays } from './analysis/run-store-days'
import { storeDayAnalyses } from './analysis/store-day-analyses'
import type { Database } from './db/connect'
import { deleteOldOfField } from './dispatch/remove-expired'
import { endForgotten } from './help-desk/end-session'
import { parameterRounds } from './parameters/parameter-rounds'
import { proposalRounds } from './repair/propose-closing'
import { expirePoints } from './service-points/expire-points'
import { stageTables } from './storage/staging-queries'
import { storageRounds } from './storage/storage-rounds'
import { eachStep } from './tasks/each-step'
import { repeating } from './tasks/repeating'
import { openSetAside, type SetAside } from './tasks/set-aside'
import { dropLease, releaseAll, takeLease } from './tasks/task-queries'

export interface Schedule {
  /** What a minute brings, at once: for tests with their own clock. */
  minute(): Promise<void>
  /** Ends after the step that is under way; the rest goes on from there at the next start. */
  close(): Promise<void>
}

export interface ScheduleParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  /** Shared with the intake of readings; its own where there is none beside it. */
  readonly alarms?: Alarms
  /** Shared with the other rounds of this process; its own where there are none. */
  readonly aside?: SetAside
}

const ALARMS_MS = 10_000
const MINUTE_MS = 60_000
const LEASE_MS = minutes(5)
/** Every store is counted on at least this often; a small fleet every minute. */
const EVERY_MINUTES = 10
const AT_LEAST_STORES = 100
const STORES_AT_ONCE = 50
const MISSED_DAYS_EVERY_MS = hours(1)

/** Runs what is not prompted by a message: analyses, packing, retention. Of several servers one at a time does. */
export async function startSchedule(parts: ScheduleParts): Promise<Schedule> {
  const { database, clock, log, alarms = openAlarms(), aside = openSetAside(log) } = parts
  const db = database.kysely
  const holder = randomUUID()
  let isClosing = false
  const shouldStop = () => isClosing
  // the embedded database has one process, so whatever seems to be under way is from before a stop
  if (database.kind === 'embedded') await releaseAll(db)
  const session = await database.openSession(stageTables)

  const whenMine = (name: string, work: () => Promise<void>) => async () => {
    if (await takeLease(db, { name, holder, forMs: LEASE_MS }, clock.now())) await work()
  }
  const analyses = whenMine('analyses', analysisRounds({ database, aside, clock, log }, shouldStop))
  const storage = whenMine(
    'storage',
    storageRounds({ database, session, aside, clock, log, shouldStop, deleteOldOfField }),
  )
  const repeats = whenMine(
    'repeats',
    repeatRounds({ database, analyses: storeDayAnalyses, aside, clock, log, shouldStop }),
  )
  const judgements = whenMine('alarms', alarmRounds({ db, alarms, aside, clock, log, shouldStop }))
  const proposals = proposalRounds({ db, aside, clock, log, shouldStop })
  const repairs = whenMine('repairs', async () => {
    await proposals()
    await endForgotten(db, { now: clock.now(), log })
  })
  const parameters = whenMine(
    'parameters',
    parameterRounds({ db, readDays: readStoreDays, clock, log, shouldStop }),
  )
  const points = whenMine('points', () => expirePoints(db, clock.now()))
  const amber = whenMine('amber', () => amberRounds(db, clock.now()))
  const timers = [
    ...[analyses, storage, repeats, repairs, parameters, points, amber].map((round) =>
      repeating(MINUTE_MS, round, log),
    ),
    repeating(ALARMS_MS, judgements, log),
  ]

  return {
    async minute() {
      await judgements()
      await analyses()
      await storage()
      await repeats()
      await repairs()
      await parameters()
      await points()
      await amber()
    },
    async close() {
      isClosing = true
      for (const timer of timers) await timer.stop()
      for (const name of [
        'analyses',
        'storage',
        'repeats',
        'alarms',
        'repairs',
        'parameters',
        'points',
        'amber',
      ]) {
        await dropLease(db, name, holder).catch((error: unknown) =>
          log.warn({ err: error, name }, 'lease kept'),
        )
      }
      await session.close()
    },
  }
}

function analysisRounds(
  { database, aside, clock, log }: ScheduleParts & { readonly aside: SetAside },
  shouldStop: () => boolean,
) {
  const db = database.kysely
  const turns = storeTurns()
  let missedDaysAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    const now = clock.now()
    const startedMs = performance.now()
    const figures = { stores: 0, counted: 0, recounted: 0, analysed: 0 }
    const stores = turns.next(await selectStoreIds(db))
    figures.stores = stores.length
    await eachStep(log, {
      missedDays: async () => {
        if (now - missedDaysAtMs < MISSED_DAYS_EVERY_MS) return
        missedDaysAtMs = now
        await markMissedDays(db, now)
      },
      recount: async () => {
        figures.recounted = await recountDueDays(db, aside, now)
      },
      count: async () => {
        for (let i = 0; i < stores.length && !shouldStop(); i += STORES_AT_ONCE) {
          figures.counted += await advanceConnectionRate(db, aside, stores.slice(i, i + STORES_AT_ONCE), now)
        }
      },
      analyse: async () => {
        const runs = { db, analyses: storeDayAnalyses, aside, shouldStop }
        figures.analysed = await advanceStoreDays(runs, stores, now)
      },
    })
    const ms = Math.round(performance.now() - startedMs)
    log.debug({ ...figures, ms }, 'analyses ran')
  }
}

/** Hands out stores so that each has its turn within ten rounds, and few stores all of them every round. */
export function storeTurns(): { next(all: readonly StoreId[]): StoreId[] } {
  let last = Number.NEGATIVE_INFINITY
  return {
    next(all) {
      const count = Math.max(AT_LEAST_STORES, Math.ceil(all.length / EVERY_MINUTES))
      if (count >= all.length) return [...all]
      const found = all.findIndex((id) => id > last)
      const from = found < 0 ? 0 : found
      const turn = [...all.slice(from, from + count), ...all.slice(0, Math.max(0, from + count - all.length))]
      last = turn.at(-1) ?? last
      return turn
    },
  }
}
