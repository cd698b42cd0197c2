import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addDays, compareDates, datesFrom } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import type { Db } from '../db/connect'
import { CONNECTION_RATE, selectLastDays } from './connection-day-queries'
import { insertDueDays } from './due-day-queries'
import { STORE_DAY } from './store-day-queries'

/** Days that were missed while no server ran are made up as far back as scans are kept. */
const MOST_MISSED_DAYS = 45

const results = [
  { analysis: CONNECTION_RATE, table: 'connection_day' },
  { analysis: STORE_DAY, table: 'store_day' },
] as const

/** After a start: marks the days that were not analysed while no server ran. */
export async function markMissedDays(db: Db, now: EpochMs): Promise<number> {
  let count = 0
  for (const { analysis, table } of results) {
    const missed = (await selectLastDays(db, table)).flatMap(({ storeId, zone, on }) => {
      const yesterday = addDays(localDateOf(zone, now), -1)
      const oldest = addDays(yesterday, -MOST_MISSED_DAYS)
      const first = compareDates(on, oldest) < 0 ? oldest : on
      return datesFrom(first, addDays(yesterday, -1)).map((day) => ({ storeId, on: day }))
    })
    await insertDueDays(db, analysis, missed, now)
    count += missed.length
  }
  return count
}
