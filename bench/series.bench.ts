import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Series, thin } from '@coldkeep/domain/points/series'
import { epochMs } from '@coldkeep/domain/time/instant'
import { connect, type Database } from '@coldkeep/server/db/connect'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { readSeries } from '@coldkeep/server/storage/read-series'
import { stageTables } from '@coldkeep/server/storage/staging-queries'
import { writeHours } from '@coldkeep/server/testing/plant/write-history'
import { insertPolledFleet, POINTS } from './polled-fleet'
import type { Report } from './report'
import { ratePerSecond } from './sample'

const DAY_MINUTES = 24 * 60
const WEEK_AT_A_MINUTE = 7 * DAY_MINUTES
const MONTH_DAYS = 30
const COLUMNS = 2000
const START = Date.UTC(2026, 9, 1)
const ROUNDS = 7

/** A week of one point at a reading per minute, thinned to the columns of a chart; and packed readings of a device read back. */
export async function run(report: Report): Promise<void> {
  const week: Series = {
    timesMs: Float64Array.from({ length: WEEK_AT_A_MINUTE }, (_, minute) => minute * 60_000),
    values: Float64Array.from({ length: WEEK_AT_A_MINUTE }, (_, minute) => Math.sin(minute / 40) * 3 - 20),
  }
  const period = { startAt: epochMs(0), endAt: epochMs(WEEK_AT_A_MINUTE * 60_000) }
  report.add(
    'weeks of a point thinned for a chart',
    'series/s',
    'higher',
    ratePerSecond(() => thin(week, period, COLUMNS), { repeats: 500 }),
  )
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-bench-'))
  const database = await connect({ folder })
  try {
    await migrateToLatest(database.kysely)
    await measureReading(report, database)
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A device with ten points a minute for a month, next to others of its store. */
async function measureReading(report: Report, database: Database): Promise<void> {
  await insertPolledFleet(database.kysely)
  const lists = await database.kysely
    .selectFrom('pointList')
    .select(['storeId', 'deviceId', 'pointListId', 'periodSeconds', 'valuePoints'])
    .orderBy('pointListId')
    .limit(3)
    .execute()
  const session = await database.openSession(stageTables)
  const minutes = MONTH_DAYS * DAY_MINUTES
  const at = Float64Array.from({ length: minutes }, (_, minute) => START + minute * 60_000)
  for (const list of lists) {
    const values = list.valuePoints.map((point) =>
      Float32Array.from(
        at,
        (_, minute) =>
          Math.round(-200 + 30 * Math.sin(minute / 20 + point) + ((minute * 7919 * point) % 5)) / 10,
      ),
    )
    await writeHours(session, [{ ...list, counterPoints: [], at, values, counters: [], quality: null }])
  }
  await session.close()
  const device = lists[1]
  if (device === undefined) throw new Error('the fleet has no device')
  const read = async (name: string, points: number, days: number, repeats: number) => {
    const query = {
      storeId: device.storeId,
      deviceId: device.deviceId,
      pointIds: device.valuePoints.slice(0, points),
      from: START,
      to: START + days * 86_400_000,
    }
    const times: number[] = []
    for (let round = -1; round < ROUNDS; round++) {
      // of this process, which the embedded database works in: what else the machine does counts less
      const before = process.cpuUsage()
      for (let i = 0; i < repeats; i++) await readSeries(database.kysely, query)
      const { user, system } = process.cpuUsage(before)
      if (round >= 0) times.push((user + system) / 1000 / repeats)
    }
    report.add(name, 'ms of processor', 'lower', times)
  }
  await read('day of a point read', 1, 1, 20)
  await read('day of all points of a device read', POINTS, 1, 10)
  await read('month of a point read', 1, MONTH_DAYS, 3)
  await read('month of all points of a device read', POINTS, MONTH_DAYS, 1)
}
