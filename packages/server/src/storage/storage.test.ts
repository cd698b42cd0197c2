import type { PointId } from '@coldkeep/domain/ids'
import { days, type EpochMs, epochMs, hours, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, Session } from '../db/connect'
import { silent } from '../testing/ingest-rig'
import { type HistoryBlock, writeHours, writeScans } from '../testing/plant/write-history'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { throwing } from '../testing/throwing'
import { insertTinyFleet, type TinyDevice, type TinyFleet, type TinyStore } from '../testing/tiny-fleet'
import { compactStep } from './compact-hours'
import { unpackDevice } from './device-block'
import { partitionsOf } from './partition-queries'
import { createPartitionsAhead } from './partitions'
import { readSeries } from './read-series'
import { defaultRetention, dropOldReadings } from './retention'
import { stageTables } from './staging-queries'

describeEachKind('kept readings', (kind) => {
  let database: Database
  let session: Session
  let fleet: TinyFleet
  beforeAll(async () => {
    database = await testDatabase(kind)
    session = await database.openSession(stageTables)
    fleet = await insertTinyFleet(database.kysely, NOON)
  })
  beforeEach(async () => {
    for (const table of ['scan', 'latest', 'device_hour', 'hour_due']) {
      await sql`truncate ${sql.table(table)}`.execute(database.kysely)
    }
  })
  afterAll(async () => {
    await session.close()
    await database.close()
  })

  const block = (
    store: TinyStore,
    device: TinyDevice,
    at: number[],
    air: number[],
    defrost?: number[],
  ): HistoryBlock => ({
    storeId: store.storeId,
    deviceId: device.deviceId,
    pointListId: device.pointListId,
    periodSeconds: 300,
    valuePoints: device.pointIds,
    counterPoints: [],
    at: Float64Array.from(at),
    values: [Float32Array.from(air), Float32Array.from(defrost ?? air.map(() => 0))],
    counters: [],
    quality: null,
  })
  const meterBlock = (store: TinyStore, at: number[], energy: number[]): HistoryBlock => ({
    ...block(store, store.meter, at, []),
    valuePoints: [store.meter.pointIds[1]!],
    counterPoints: [store.meter.pointIds[0]!],
    values: [Float32Array.from(at, () => 1.5)],
    counters: [Float64Array.from(energy)],
  })
  /** When hours were marked: long enough ago to be quiet. */
  const EARLIER = epochMs(NOON - days(1))
  const everyFive = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => from + minutes(5 * i))
  const series = async (
    store: TinyStore,
    point: PointId,
    from: number,
    to: number,
    device = store.freezer,
  ) => {
    const read = await readSeries(database.kysely, {
      storeId: store.storeId,
      deviceId: device.deviceId,
      pointIds: [point],
      from,
      to,
    })
    return read.get(point)
  }
  const compactAll = async (now: EpochMs, storesPerStep?: number) => {
    let steps = 0
    while (await compactStep(session, throwing, now, storesPerStep)) steps++
    return steps
  }
  const hourRows = () =>
    database.kysely
      .selectFrom('deviceHour')
      .selectAll()
      .orderBy('storeId')
      .orderBy('deviceId')
      .orderBy('hour')
      .execute()

  test('a series is the same from scans, packed, and half of each', async () => {
    const { alder } = fleet.stores
    const [air] = alder.freezer.pointIds as [PointId]
    const at = everyFive(NOON - hours(4), 48)
    const values = at.map((_, i) => (i === 20 ? Number.NaN : -20 + (i % 7) / 10))
    await writeScans(session, [block(alder, alder.freezer, at, values)], EARLIER)
    const fromScans = await series(alder, air, NOON - hours(4), NOON)
    expect(fromScans?.timesMs).toEqual(at)
    expect(fromScans?.values).toEqual(
      values.map((value) => (Number.isNaN(value) ? value : Number(value.toFixed(1)))),
    )

    // at 10:05 the hours that ended at 09:00 or before are packed
    await compactAll(epochMs(NOON - hours(2) + minutes(6)))
    expect(await database.kysely.selectFrom('hourDue').select('hour').execute()).toHaveLength(3 - 1)
    expect(await series(alder, air, NOON - hours(4), NOON)).toEqual(fromScans)
    await compactAll(epochMs(NOON + minutes(6)))
    await sql`truncate scan`.execute(database.kysely)
    expect(await series(alder, air, NOON - hours(4), NOON)).toEqual(fromScans)
    expect((await series(alder, air, NOON - minutes(90), NOON - minutes(80)))?.values).toEqual(
      fromScans?.values.slice(30, 32),
    )
  })

  test('counters keep their width beside values of the same device', async () => {
    const { alder } = fleet.stores
    const H = NOON - hours(3)
    await writeScans(
      session,
      [meterBlock(alder, [H, H + minutes(5)], [16_777_217.06, 16_777_217.12])],
      EARLIER,
    )
    await compactAll(NOON)
    await sql`truncate scan`.execute(database.kysely)
    const read = await series(alder, alder.meter.pointIds[0] as PointId, H, H + hours(1), alder.meter)
    expect(read?.values).toEqual([16_777_217.06, 16_777_217.12])
  })

  test('packing twice is packing once, a few stores at a time too', async () => {
    const { alder, birch, cedar } = fleet.stores
    const at = everyFive(NOON - hours(6), 48)
    const blocks = [alder, birch, cedar].map((store) =>
      block(
        store,
        store.freezer,
        at,
        at.map((_, i) => i / 10),
      ),
    )
    await writeScans(session, blocks, EARLIER)
    expect(await compactAll(NOON, 2)).toBe(2 * 4)
    const once = await hourRows()
    // 3 stores, 4 hours
    expect(once).toHaveLength(12)
    await writeScans(session, blocks, EARLIER)
    await compactAll(NOON)
    expect(await hourRows()).toEqual(once)
    expect(await database.kysely.selectFrom('hourDue').selectAll().execute()).toEqual([])
  })

  test('the present hour and one that has just ended are left alone', async () => {
    const { alder } = fleet.stores
    await writeScans(
      session,
      [block(alder, alder.freezer, [NOON - minutes(30), NOON + minutes(1)], [1, 2])],
      NOON,
    )
    expect(await compactAll(epochMs(NOON + minutes(4)))).toBe(0)
    expect(await compactAll(epochMs(NOON + minutes(6)))).toBe(1)
  })

  test('a late reading joins an hour whose scans are gone, without losing what was packed', async () => {
    const { alder } = fleet.stores
    const [air] = alder.freezer.pointIds as [PointId]
    const H = NOON - days(60) - (NOON % hours(1))
    const at = everyFive(H, 12)
    await writeHours(session, [
      block(
        alder,
        alder.freezer,
        at,
        at.map(() => 3),
      ),
    ])
    await writeScans(session, [block(alder, alder.freezer, [H + minutes(7)], [9])], NOON)
    expect((await series(alder, air, H, H + hours(1)))?.timesMs).toEqual([...at, H + minutes(7)].sort())
    await compactAll(epochMs(NOON + minutes(3)))
    expect(await dropOldReadings(database.kysely, NOON, defaultRetention, silent)).not.toEqual([])
    const merged = await series(alder, air, H, H + hours(1))
    expect(merged?.timesMs).toEqual([...at, H + minutes(7)].sort())
    expect(merged?.values[2]).toBe(9)
  })

  test('history written packed reads as history packed by compaction', async () => {
    const { alder, birch } = fleet.stores
    const at = everyFive(NOON - days(3), 288)
    const values = at.map((_, i) => Math.fround(-20 + (i % 13) / 10))
    await writeScans(session, [block(alder, alder.freezer, at, values)], NOON)
    await writeHours(session, [block(birch, birch.freezer, at, values)])
    await compactAll(epochMs(NOON + minutes(3)))
    const rows = await hourRows()
    const packed = (store: TinyStore) =>
      rows
        .filter((row) => row.storeId === store.storeId)
        .map(({ hour, readings }) => ({
          hour,
          points: unpackDevice(readings, hour).map(({ pointId, ...point }) => ({
            ...point,
            place: store.freezer.pointIds.indexOf(pointId),
          })),
        }))
    expect(packed(alder)).toEqual(packed(birch))
    expect(packed(birch)).toHaveLength(24)
  })

  test('of two lists that read one device, each written packed leaves the other as it is', async () => {
    const { alder } = fleet.stores
    const [air, defrost] = alder.freezer.pointIds as [PointId, PointId]
    const H = NOON - days(3)
    const at = everyFive(H, 12)
    const of = (pointId: PointId, value: number): HistoryBlock => ({
      ...block(alder, alder.freezer, at, []),
      valuePoints: [pointId],
      values: [Float32Array.from(at, () => value)],
    })
    await writeHours(session, [of(air, 1)])
    await writeHours(session, [of(defrost, 2)])
    await writeHours(session, [of(air, 3)])
    expect((await series(alder, air, H, H + hours(1)))?.values).toEqual(at.map(() => 3))
    expect((await series(alder, defrost, H, H + hours(1)))?.values).toEqual(at.map(() => 2))
  })

  test('days older than they are kept go, unless an hour of theirs is still to be packed', async () => {
    const { alder } = fleet.stores
    const old = NOON - days(50)
    const older = NOON - days(51)
    await writeScans(session, [block(alder, alder.freezer, [older, old], [1, 2])], NOON)
    await createPartitionsAhead(database.kysely, NOON)
    await sql`delete from hour_due where hour < ${new Date(older + days(0.5)).toISOString()}::timestamptz`.execute(
      database.kysely,
    )
    const dropped = await dropOldReadings(database.kysely, NOON, defaultRetention, silent)
    expect(dropped).toEqual(['scan_2026_09_30'])
    expect([...(await partitionsOf(database.kysely, 'scan'))]).toContain('scan_2026_10_01')
    await compactAll(epochMs(NOON + minutes(3)))
    expect(await dropOldReadings(database.kysely, NOON, defaultRetention, silent)).toContain(
      'scan_2026_10_01',
    )
    expect((await series(alder, alder.freezer.pointIds[0] as PointId, old, old + 1))?.values).toEqual([2])
  })

  test('packed hours go after twenty-four months', async () => {
    const { alder } = fleet.stores
    const at = [Date.parse('2024-10-31T12:00:00Z'), Date.parse('2024-11-01T12:00:00Z')]
    await writeHours(
      session,
      at.map((instant) => block(alder, alder.freezer, [instant], [1])),
    )
    const dropped = await dropOldReadings(database.kysely, NOON, defaultRetention, silent)
    expect(dropped).toEqual(['device_hour_2024_10'])
    expect(await hourRows()).toHaveLength(1)
  })

  test('partitions are made for three days ahead and the next month', async () => {
    await createPartitionsAhead(database.kysely, NOON)
    await createPartitionsAhead(database.kysely, NOON)
    const scans = await partitionsOf(database.kysely, 'scan')
    for (const day of ['19', '20', '21', '22', '23']) expect([...scans]).toContain(`scan_2026_11_${day}`)
    const months = await partitionsOf(database.kysely, 'device_hour')
    for (const month of ['2026_11', '2026_12']) expect([...months]).toContain(`device_hour_${month}`)
  })
})
