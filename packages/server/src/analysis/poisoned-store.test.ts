import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Scan } from '@coldkeep/domain/points/scan'
import { days, type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openAlarms } from '../alarms/alarms'
import type { Database } from '../db/connect'
import { startSchedule } from '../schedule'
import { createPartitionsAhead } from '../storage/partitions'
import { insertStagedScans, upsertDueHours } from '../storage/staged-queries'
import { stageScans, stageTables } from '../storage/staging-queries'
import { openSetAside } from '../tasks/set-aside'
import { silent } from '../testing/ingest-rig'
import { freezerScan, insertManyStores, listening, live } from '../testing/many-stores'
import { refuseRows } from '../testing/refuse-rows'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON, type TestClock, testClock } from '../testing/test-server'
import { upsertLateDays } from './due-day-queries'

const STORES = [1, 2, 3, 4, 5]
const BAD = 3
const others = STORES.filter((store) => store !== BAD)
const at = (minute: number) => later(NOON, minutes(minute))

describeEachKind('one store among others that the database refuses', (kind) => {
  let database: Database
  let clock: TestClock
  let close = async () => {}
  beforeAll(async () => {
    database = await testDatabase(kind)
    const { company } = await insertManyStores(database.kysely, STORES.length)
    await sql`insert into account (login, name, email, password_hash, department_id)
      values ('admin', 'Ada', '', '-', ${company})`.execute(database.kysely)
    await createPartitionsAhead(database.kysely, NOON)
  })
  beforeEach(async () => {
    for (const table of [
      'scan',
      'device_hour',
      'hour_due',
      'analysis_due',
      'connection_day',
      'store_day',
      'task',
    ]) {
      await sql`truncate ${sql.table(table)}`.execute(database.kysely)
    }
    for (const table of ['alarm', 'alarm_watch', 'alarm_late', 'alarm_store', 'announcement']) {
      await sql`truncate ${sql.table(table)} cascade`.execute(database.kysely)
    }
    await sql`update terminal_state set host_lost_since = null, loss_watch = null`.execute(database.kysely)
    clock = testClock(NOON)
  })
  afterAll(() => database.close())

  /** A schedule of its own for each test, as after a start. */
  const begin = async () => {
    const schedule = await startSchedule({
      database,
      clock,
      log: silent,
      alarms: openAlarms(),
      aside: openSetAside(silent),
    })
    close = () => schedule.close()
    return async (from: number, to = from) => {
      for (let minute = from; minute <= to; minute++) {
        clock.set(at(minute))
        await schedule.minute()
      }
    }
  }
  const store = async (scans: readonly Scan[], now: EpochMs) => {
    const session = await database.openSession(stageTables)
    await session.kysely.transaction().execute(async (trx) => {
      await stageScans(trx, scans)
      await insertStagedScans(trx)
      const hourMs = Math.floor(scans[0]!.at / hours(1)) * hours(1)
      await upsertDueHours(
        trx,
        STORES.map((storeId) => ({ storeId: storeId as StoreId, hourMs })),
        now,
      )
    })
    await session.close()
  }
  const storesIn = async (table: string, where = sql`true`) => {
    const { rows } = await sql<{ storeId: number }>`
      select distinct store_id from ${sql.table(table)} where ${where} order by 1`.execute(database.kysely)
    return rows.map(({ storeId }) => storeId)
  }
  const cycles = (fromMinute: number, toMinute: number, airC = -20) =>
    STORES.flatMap((storeId) =>
      Array.from({ length: Math.floor((toMinute - fromMinute) / 5) + 1 }, (_, index) =>
        freezerScan(storeId as StoreId, at(fromMinute + 5 * index), airC),
      ),
    )
  /** The trigger is in place while `work` runs; afterwards nothing is left of the store's absence. */
  const withRefused = async (
    table: string,
    work: (minute: (from: number, to?: number) => Promise<void>) => Promise<void>,
    later: (minute: (from: number, to?: number) => Promise<void>) => Promise<void>,
  ) => {
    const end = await refuseRows(database.kysely, table, `r.store_id = ${BAD}`)
    const minute = await begin()
    try {
      await work(minute).finally(end)
      await later(minute)
    } finally {
      await close()
    }
  }

  test.each(['connection_day', 'store_day'])(
    '%s: the others are counted and analysed, and it later',
    async (table) => {
      await store(cycles(-60, -5), at(-10))
      await withRefused(
        table,
        async (minute) => {
          await minute(0)
          expect(await storesIn(table)).toEqual(others)
        },
        async (minute) => {
          await minute(1)
          expect(await storesIn(table)).toEqual(STORES)
        },
      )
    },
  )

  test('device_hour: the hours of the others are packed, older ones of it notwithstanding, and it later', async () => {
    await store(cycles(-120, -65), at(-60))
    await withRefused(
      'device_hour',
      async (minute) => {
        await minute(0)
        expect(await storesIn('device_hour')).toEqual(others)
        expect(await storesIn('hour_due')).toEqual([BAD])
      },
      async (minute) => {
        await minute(1)
        expect(await storesIn('device_hour')).toEqual(STORES)
        expect(await storesIn('hour_due')).toEqual([])
      },
    )
  })

  test('analysis_due: marked days of the others are repeated, and its own later', async () => {
    const marks = STORES.map((storeId) => ({ storeId: storeId as StoreId, on: '2026-11-17' as never }))
    await sql`insert into store_day (store_id, "on", through, is_final, computed_at)
      select n, d::date, d + interval '16 hours', true, now() from generate_series(1, 5) n,
        generate_series('2026-11-17'::timestamptz, '2026-11-20', '1 day') d`.execute(database.kysely)
    await upsertLateDays(database.kysely, marks, later(NOON, -hours(1)))
    const marked = sql`"on" = '2026-11-17'`
    await withRefused(
      'analysis_due',
      async (minute) => {
        await minute(0)
        expect(await storesIn('analysis_due', marked)).toEqual([BAD])
      },
      async (minute) => {
        await minute(1)
        expect(await storesIn('analysis_due', marked)).toEqual([])
      },
    )
  })

  test('alarm_late: late readings of the others are judged, and its own later', async () => {
    await store(cycles(-60, -10, -5), at(-10))
    const marks = STORES.map((storeId) => ({
      storeId: storeId as StoreId,
      deviceId: storeId as unknown as DeviceId,
      since: at(-60),
      dueAt: at(-1),
    }))
    await database.kysely.insertInto('alarmLate').values(marks).execute()
    await withRefused(
      'alarm_late',
      async (minute) => {
        await minute(0)
        expect(await storesIn('alarm_late')).toEqual([BAD])
      },
      async (minute) => {
        await minute(1)
        expect(await storesIn('alarm_late')).toEqual([])
      },
    )
  })

  test('alarm: silent terminals of the others are announced, and its own later', async () => {
    const storeIds = STORES as unknown as StoreId[]
    await live(database.kysely, storeIds, at(-90), at(1))
    await listening(database.kysely, at(-90), at(200))
    await withRefused(
      'alarm',
      async (minute) => {
        await minute(0)
        await minute(30, 36)
        expect(await storesIn('alarm')).toEqual(others)
        expect(await storesIn('alarm', sql`announced_at is null`)).toEqual([])
      },
      async (minute) => {
        await minute(37, 44)
        expect(await storesIn('alarm')).toEqual(STORES)
      },
    )
  })

  test('retention: what is old of the others goes, and its own the day after', async () => {
    const old = new Date(NOON - days(500)).toISOString()
    await sql`insert into terminal_hour (store_id, terminal_id, hour, live, reported)
      select n, 'TB-' || lpad(n::text, 4, '0'), ${old}::timestamptz, 1, 0 from generate_series(1, 5) n`.execute(
      database.kysely,
    )
    const isOld = sql`hour <= ${old}::timestamptz`
    await withRefused(
      'terminal_hour',
      async (minute) => {
        await minute(0)
        expect(await storesIn('terminal_hour', isOld)).toEqual([BAD])
      },
      async (minute) => {
        await minute(24 * 60)
        expect(await storesIn('terminal_hour', isOld)).toEqual([])
      },
    )
  })
})
