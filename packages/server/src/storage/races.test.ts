import type { PointId } from '@coldkeep/domain/ids'
import { days, epochMs, hours, minutes } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONNECTION_RATE } from '../analysis/connection-day-queries'
import { upsertLateDays } from '../analysis/due-day-queries'
import { advanceConnectionRate, recountDueDays } from '../analysis/run-connection-rate'
import type { Database, Session, Trx } from '../db/connect'
import { silent } from '../testing/ingest-rig'
import { insertStagedScansUncounted } from '../testing/plant/staged-scans'
import { describeKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { throwing } from '../testing/throwing'
import { insertTinyFleet, type TinyFleet } from '../testing/tiny-fleet'
import { compactHour } from './compact-hours'
import { partitionsOf } from './partition-queries'
import { createHourPartitions, createScanPartitions } from './partitions'
import { readSeries } from './read-series'
import { defaultRetention, dropOldReadings } from './retention'
import { upsertDueHours } from './staged-queries'
import { stageScans, stageTables } from './staging-queries'

// The embedded database has one session: nothing happens there at the same time.
describeKind('readings that are stored while others work on their hour or day', 'postgresql', () => {
  let database: Database
  let ingest: Session
  let upkeep: Session
  let fleet: TinyFleet
  beforeAll(async () => {
    database = await testDatabase('postgresql')
    ingest = await database.openSession(stageTables)
    upkeep = await database.openSession(stageTables)
    fleet = await insertTinyFleet(database.kysely, NOON)
  })
  afterAll(async () => {
    await ingest.close()
    await upkeep.close()
    await database.close()
  })

  const put = async (trx: Trx, at: number, air: number) => {
    const { storeId, freezer } = fleet.stores.alder
    const { deviceId, pointListId } = freezer
    const common = {
      storeId,
      deviceId,
      pointListId,
      counters: [],
      quality: null,
      receivedAt: epochMs(at + minutes(1)),
    }
    await stageScans(trx, [{ ...common, at: epochMs(at), values: [air, 0] }])
    await insertStagedScansUncounted(trx)
  }
  const mark = (trx: Trx, hourMs: number) =>
    upsertDueHours(trx, [{ storeId: fleet.stores.alder.storeId, hourMs }], NOON)
  /** Settles when someone waits for a lock with this statement. */
  const waits = async (statement: string) => {
    const waiting = async () =>
      (
        await sql`select 1 from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like ${`%${statement}%`}`.execute(database.kysely)
      ).rows.length
    await expect.poll(waiting).toBe(1)
  }
  const values = async (from: number) => {
    const { storeId, freezer } = fleet.stores.alder
    const pointIds = [freezer.pointIds[0] as PointId]
    const query = { storeId, deviceId: freezer.deviceId, pointIds, from, to: from + hours(1) }
    return (await readSeries(database.kysely, query)).get(pointIds[0] as PointId)?.values
  }

  test('packing an hour waits for a late reading that marks it again', async () => {
    const H = NOON - hours(5)
    await createScanPartitions(database.kysely, [H])
    await createHourPartitions(database.kysely, [H])
    await ingest.kysely.transaction().execute(async (trx) => {
      await put(trx, H, 1)
      await mark(trx, H)
    })
    let packing: Promise<unknown> = Promise.resolve()
    await ingest.kysely.transaction().execute(async (trx) => {
      await put(trx, H + minutes(5), 2)
      await mark(trx, H)
      packing = compactHour(upkeep, [fleet.stores.alder.storeId], H)
      await waits('delete from hour_due')
    })
    await packing
    await sql`truncate scan`.execute(database.kysely)
    expect(await values(H)).toEqual([1, 2])
  })

  test('a day that is being dropped stays when a late reading comes into it', async () => {
    const H = NOON - days(50)
    await createScanPartitions(database.kysely, [H])
    let dropping: Promise<string[]> = Promise.resolve([])
    await ingest.kysely.transaction().execute(async (trx) => {
      await put(trx, H, 3)
      await mark(trx, H)
      dropping = dropOldReadings(upkeep.kysely, NOON, defaultRetention, silent)
      await waits('drop table')
    })
    expect(await dropping).toEqual([])
    expect([...(await partitionsOf(database.kysely, 'scan'))]).toContain('scan_2026_10_01')
    expect(await values(H)).toEqual([3])
  })

  test('counting a day again waits for a late reading that marks it again', async () => {
    const { alder } = fleet.stores
    const at = NOON - hours(30)
    const due = [{ storeId: alder.storeId, on: localDate('2026-11-19') }]
    await createScanPartitions(database.kysely, [at])
    await advanceConnectionRate(database.kysely, throwing, [alder.storeId], NOON)
    await upsertLateDays(database.kysely, due, epochMs(NOON - minutes(5)))
    let counting: Promise<unknown> = Promise.resolve()
    await ingest.kysely.transaction().execute(async (trx) => {
      await put(trx, at, 4)
      await upsertLateDays(trx, due, epochMs(NOON - minutes(5)))
      counting = recountDueDays(database.kysely, throwing, NOON)
      await waits('delete from analysis_due')
    })
    await counting
    const row = await database.kysely
      .selectFrom('connectionDay')
      .select('ok')
      .where('deviceId', '=', alder.freezer.deviceId)
      .where('on', '=', '2026-11-19')
      .executeTakeFirst()
    expect(row).toEqual({ ok: 1 })
    const left = await database.kysely.selectFrom('analysisDue').select('analysis').execute()
    expect(left.filter(({ analysis }) => analysis === CONNECTION_RATE)).toEqual([])
  })
})
