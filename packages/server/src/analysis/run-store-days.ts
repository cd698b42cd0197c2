import { COUNTING_LAG_MS } from '@coldkeep/domain/analysis/count-connection'
import type { AnalysedStore } from '@coldkeep/domain/analysis/store-day'
import type { StoreId } from '@coldkeep/domain/ids'
import type { DueDay } from '@coldkeep/domain/intake/marks'
import { type EpochMs, epochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { addDays, type LocalDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod, localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Db } from '../db/connect'
import { refreshAreaDays } from '../organisation/area-days'
import type { RoundWork, SetAside } from '../tasks/set-aside'
import { daysByStore, deleteDueDays, dueDays, selectDueDays } from './due-day-queries'
import { readStoreDays, type StoreDaysQuery } from './read-store-days'
import type { StoreDayAnalysis } from './store-day-analysis'
import {
  type DayChoices,
  STORE_DAY,
  type StoreDayRow,
  selectAnalysedStores,
  selectStoreDays,
  upsertStoreDays,
} from './store-day-queries'

/** A day in progress is analysed again every so often; scores have a point at each of these. */
const STEP_MS = minutes(10)
/** A day is over for good when the readings of its last poll cycles have had time to come in. */
const FINAL_AFTER_MS = minutes(20)
const STORES_AT_ONCE = 10
const DAYS_AT_ONCE = 7
const MARKS_PER_RUN = 50

export interface StoreDayRuns {
  readonly db: Db
  readonly analyses: readonly StoreDayAnalysis[]
  readonly aside: SetAside
  readonly shouldStop: () => boolean
}

const presentDays: RoundWork<StoreId> = { round: 'store_days', nameOf: String }
export const repeatedDays = dueDays('repeated_days')

/**
 * Analyses the present day of stores as far as readings have come in, and finishes the day before.
 * @returns days that were analysed
 */
export async function advanceStoreDays(
  runs: StoreDayRuns,
  storeIds: readonly StoreId[],
  now: EpochMs,
): Promise<number> {
  let analysed = 0
  for (let i = 0; i < storeIds.length && !runs.shouldStop(); i += STORES_AT_ONCE) {
    await runs.aside.work(presentDays, storeIds.slice(i, i + STORES_AT_ONCE), now, async (some) => {
      const stores = await selectAnalysedStores(runs.db, some)
      const open = await openDays(runs.db, stores, now)
      if (open.length > 0) analysed += await analyse(runs, runs.db, open, now)
    })
  }
  await refreshAreaDays(runs.db)
  return analysed
}

/**
 * Analyses days again that got late readings, and the days after them, which look back into them: some marked days
 * of one store after the other.
 * @returns how many marks were worked off
 */
export async function repeatDueStoreDays(runs: StoreDayRuns, now: EpochMs): Promise<number> {
  const { db, aside } = runs
  const due = await selectDueDays(db, STORE_DAY, now, MARKS_PER_RUN, aside.waiting(repeatedDays, now))
  let done = 0
  for (const [storeId, marked] of daysByStore(due)) {
    if (runs.shouldStop()) break
    const days = marked.sort(inOrder).slice(0, DAYS_AT_ONCE)
    await aside.work(repeatedDays, days, now, async (some) => {
      done += await db.transaction().execute(async (trx) => {
        // first the marks: a reading that is being stored now is either seen below or marks its day again
        const taken = await deleteDueDays(
          trx,
          STORE_DAY,
          storeId,
          some.map(({ on }) => on),
        )
        await analyse(runs, trx, [{ storeId, days: withNextDays(taken) }], now)
        return taken.length
      })
    })
  }
  await refreshAreaDays(db)
  return done
}

function inOrder(a: DueDay, b: DueDay): number {
  return a.on < b.on ? -1 : 1
}

async function analyse(
  { db, analyses }: StoreDayRuns,
  reader: Db,
  open: readonly StoreDaysQuery[],
  now: EpochMs,
): Promise<number> {
  const asOf = judgedUpTo(now)
  const days = (await readStoreDays(reader, open, asOf)).filter((day) => day.until > day.period.startAt)
  const writes: ((trx: Db) => Promise<void>)[] = []
  for (const analysis of analyses) writes.push(await analysis.run(reader, days, now))
  const rows = days.map(({ store, on, period, until, choiceIds }): StoreDayRow & DayChoices => ({
    storeId: store.storeId,
    on,
    through: until,
    isFinal: period.endAt + FINAL_AFTER_MS <= now,
    figureChoiceIds: choiceIds,
  }))
  const write = async (trx: Db) => {
    for (const one of writes) await one(trx)
    await upsertStoreDays(trx, rows, now)
  }
  if (reader.isTransaction) await write(reader)
  else await db.transaction().execute(write)
  return days.length
}

/** Of each store yesterday while it is not finished, and today where it has moved on since it was analysed. */
async function openDays(db: Db, stores: readonly AnalysedStore[], now: EpochMs): Promise<StoreDaysQuery[]> {
  const asOf = judgedUpTo(now)
  const todays = new Map(stores.map((store) => [store.storeId, localDateOf(store.zone, asOf)]))
  const first = [...todays.values()].sort()[0]
  if (first === undefined) return []
  const storeIds = stores.map(({ storeId }) => storeId)
  const known = new Map(
    (await selectStoreDays(db, storeIds, addDays(first, -1))).map((row) => [`${row.storeId}/${row.on}`, row]),
  )
  return stores.flatMap(({ storeId, zone }) => {
    const today = todays.get(storeId) ?? first
    const days = [addDays(today, -1), today].filter((on) => {
      const row = known.get(`${storeId}/${on}`)
      if (row === undefined) return true
      const isOver = dayPeriod(zone, on).endAt + FINAL_AFTER_MS <= now
      return isOver ? !row.isFinal : row.through < Math.min(asOf, dayPeriod(zone, on).endAt)
    })
    return days.length === 0 ? [] : [{ storeId, days }]
  })
}

/** Readings up to here have come in, at a step of the analyses. */
export function judgedUpTo(now: EpochMs): EpochMs {
  return epochMs(Math.floor(later(now, -COUNTING_LAG_MS) / STEP_MS) * STEP_MS)
}

function withNextDays(days: readonly LocalDate[]): LocalDate[] {
  return [...new Set(days.flatMap((on) => [on, addDays(on, 1)]))]
}
