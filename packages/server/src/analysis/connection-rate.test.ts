import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type MutableAliveMinutes, markAliveThrough } from '@coldkeep/domain/points/alive-minutes'
import { days, epochMs, hours, minutes } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, Session } from '../db/connect'
import { createPartitionsAhead, createScanPartitions } from '../storage/partitions'
import { stageScans, stageTables } from '../storage/staging-queries'
import { insertDevice } from '../testing/plant/plant-devices'
import { insertStore } from '../testing/plant/plant-stores'
import { insertStagedScansUncounted } from '../testing/plant/staged-scans'
import { writeAliveMinutes, writeHours } from '../testing/plant/write-history'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { throwing } from '../testing/throwing'
import { insertTinyFleet, type TinyFleet, type TinyStore } from '../testing/tiny-fleet'
import { CONNECTION_RATE, upsertConnectionDays } from './connection-day-queries'
import { insertDueDays } from './due-day-queries'
import { markMissedDays } from './mark-missed-days'
import { advanceConnectionRate, countDays, recountDueDays } from './run-connection-rate'

const ON = localDate('2026-11-19')
const TAIPEI = 'Asia/Taipei'

describeEachKind('connection rate of stored readings', (kind) => {
  let database: Database
  let session: Session
  let fleet: TinyFleet
  beforeAll(async () => {
    database = await testDatabase(kind)
    session = await database.openSession(stageTables)
    fleet = await insertTinyFleet(database.kysely, NOON)
    await createPartitionsAhead(database.kysely, NOON)
  })
  beforeEach(async () => {
    for (const table of ['scan', 'device_hour', 'terminal_hour', 'connection_day', 'analysis_due']) {
      await sql`truncate ${sql.table(table)}`.execute(database.kysely)
    }
  })
  afterAll(async () => {
    await session.close()
    await database.close()
  })

  /** Cycles of the freezer, stored as if they had arrived so much later. */
  const store = async (where: TinyStore, at: number[], delayMs = 1000, air = -20) => {
    await createScanPartitions(database.kysely, at)
    await session.kysely.transaction().execute(async (trx) => {
      await stageScans(
        trx,
        at.map((instant) => ({
          storeId: where.storeId,
          deviceId: where.freezer.deviceId,
          pointListId: where.freezer.pointListId,
          at: epochMs(instant),
          values: [air, Number.NaN],
          counters: [],
          quality: null,
          receivedAt: epochMs(instant + delayMs),
        })),
      )
      await insertStagedScansUncounted(trx)
    })
  }
  const alive = async (where: TinyStore, from: number, to: number) => {
    const bits: MutableAliveMinutes = new Map()
    markAliveThrough(bits, { startAt: epochMs(from), endAt: epochMs(to) })
    await writeAliveMinutes(session, where, bits)
  }
  const everyFive = (from: number, to: number) =>
    Array.from({ length: Math.ceil((to - from) / minutes(5)) }, (_, i) => from + minutes(5 * i))
  const dayOf = async (deviceId: DeviceId, on: LocalDate) =>
    database.kysely
      .selectFrom('connectionDay')
      .select(['ok', 'okLive', 'deviceLost', 'hostLost', 'excluded', 'through'])
      .where('deviceId', '=', deviceId)
      .where('on', '=', on)
      .executeTakeFirst()
  const count = async (storeId: StoreId, on: LocalDate, now: number) =>
    upsertConnectionDays(
      database.kysely,
      await countDays(database.kysely, storeId, [on], epochMs(now)),
      epochMs(now),
    )

  test('a day has its slots lost to the host, to the device, and got', async () => {
    const { alder } = fleet.stores
    const { startAt, endAt } = dayPeriod(TAIPEI, ON)
    const from = (hour: number, minute = 0) => startAt + hours(hour) + minutes(minute)
    // terminal silent 02:00–03:00 (12 slots), device mute 10:00–10:40 (8): 288 − 20 = 268
    await store(
      alder,
      everyFive(startAt, endAt).filter(
        (at) => !(at >= from(2) && at < from(3)) && !(at >= from(10) && at < from(10, 40)),
      ),
    )
    await alive(alder, startAt, from(2))
    await alive(alder, from(3), endAt)
    await count(alder.storeId, ON, NOON)
    expect(await dayOf(alder.freezer.deviceId, ON)).toEqual({
      ok: 268,
      okLive: 268,
      deviceLost: 8,
      hostLost: 12,
      excluded: 0,
      through: endAt,
    })
    // the meter said nothing all day
    expect(await dayOf(alder.meter.deviceId, ON)).toMatchObject({ ok: 0, deviceLost: 276, hostLost: 12 })

    // ten of the twelve are filled in after twenty hours: final, not live
    await store(alder, everyFive(from(2), from(2, 50)), hours(20))
    await insertDueDays(database.kysely, CONNECTION_RATE, [{ storeId: alder.storeId, on: ON }], NOON)
    expect(await recountDueDays(database.kysely, throwing, NOON)).toBe(1)
    expect(await dayOf(alder.freezer.deviceId, ON)).toMatchObject({ ok: 278, okLive: 268, hostLost: 2 })
    expect(await recountDueDays(database.kysely, throwing, NOON)).toBe(0)
    // what comes more than a day after its slot no longer counts
    await store(alder, everyFive(from(2, 50), from(3)), hours(25))
    await count(alder.storeId, ON, NOON)
    expect(await dayOf(alder.freezer.deviceId, ON)).toMatchObject({ ok: 278, hostLost: 2 })
  })

  test('a reading without a value is not a sample', async () => {
    const { alder } = fleet.stores
    const { startAt, endAt } = dayPeriod(TAIPEI, ON)
    await store(alder, everyFive(startAt, endAt), 1000, Number.NaN)
    await alive(alder, startAt, endAt)
    await count(alder.storeId, ON, NOON)
    expect(await dayOf(alder.freezer.deviceId, ON)).toMatchObject({ ok: 0, deviceLost: 288 })
  })

  test('counting on step by step gives what counting at once gives, over midnight too', async () => {
    const { alder } = fleet.stores
    const { startAt } = dayPeriod(TAIPEI, ON)
    const at = everyFive(startAt, startAt + hours(30)).filter((_, i) => i % 11 !== 3)
    await store(alder, at)
    await alive(alder, startAt, startAt + hours(20))
    for (let now = startAt + minutes(3); now < startAt + hours(31); now += minutes(37)) {
      await advanceConnectionRate(database.kysely, throwing, [alder.storeId], epochMs(now))
    }
    await advanceConnectionRate(database.kysely, throwing, [alder.storeId], epochMs(startAt + hours(31)))
    const next = localDate('2026-11-20')
    const stepwise = [await dayOf(alder.freezer.deviceId, ON), await dayOf(alder.freezer.deviceId, next)]
    await sql`truncate connection_day`.execute(database.kysely)
    await count(alder.storeId, ON, startAt + hours(31))
    await count(alder.storeId, next, startAt + hours(31))
    expect(stepwise).toEqual([
      await dayOf(alder.freezer.deviceId, ON),
      await dayOf(alder.freezer.deviceId, next),
    ])
    expect(stepwise[0]?.ok).toBe(at.filter((instant) => instant < startAt + hours(24)).length)
  })

  test('slots of the last two periods are not judged yet', async () => {
    const { alder } = fleet.stores
    const { startAt } = dayPeriod(TAIPEI, ON)
    await store(alder, everyFive(startAt, startAt + hours(1)))
    // 01:00 less a minute of lag less ten: slots up to 00:45 are over
    await advanceConnectionRate(database.kysely, throwing, [alder.storeId], epochMs(startAt + hours(1)))
    expect(await dayOf(alder.freezer.deviceId, ON)).toMatchObject({ ok: 9, through: startAt + minutes(45) })
  })

  test('a silent store is counted too, as time passes', async () => {
    const { birch } = fleet.stores
    await advanceConnectionRate(database.kysely, throwing, [birch.storeId], NOON)
    const today = localDate('2026-11-20')
    // noon in Taipei: twelve hours less eleven minutes
    expect(await dayOf(birch.freezer.deviceId, today)).toMatchObject({ ok: 0, hostLost: 141 })
    await advanceConnectionRate(database.kysely, throwing, [birch.storeId], epochMs(NOON + minutes(10)))
    expect(await dayOf(birch.freezer.deviceId, today)).toMatchObject({ hostLost: 143 })
  })

  test('a device counts from the slot after its commissioning to its removal', async () => {
    const { cedar } = fleet.stores
    const { startAt, endAt } = dayPeriod('Asia/Tokyo', ON)
    const { deviceId } = cedar.freezer
    const set = (commissionedAt: number, removedAt: number | null) =>
      database.kysely
        .updateTable('device')
        .set({
          commissionedAt: epochMs(commissionedAt),
          removedAt: removedAt === null ? null : epochMs(removedAt),
        })
        .where('deviceId', '=', deviceId)
        .execute()
    await set(startAt + hours(6), startAt + hours(18) + minutes(2))
    await alive(cedar, startAt, endAt)
    await count(cedar.storeId, ON, NOON)
    // excluded: 72 slots before six, 72 from eighteen on, the one that the removal touches among them
    expect(await dayOf(deviceId, ON)).toMatchObject({ deviceLost: 144, excluded: 144 })
    await set(startAt - days(30), null)
  })

  test('days of summer time have 23 and 25 hours of slots', async () => {
    const storeId = await insertStore(database.kysely, {
      code: 'B001',
      name: 'Berlin',
      departmentId: fleet.north,
      vendorId: fleet.vendors.polar,
      country: 'DE',
      zone: 'Europe/Berlin',
      address: '',
      opensAtMinute: 0,
      closesAtMinute: 0,
    })
    const { deviceId } = await insertDevice(database.kysely, {
      storeId,
      terminalId: fleet.stores.alder.terminalId,
      name: 'Freezer',
      type: 'walk_in',
      zone: 'FZ',
      modelId: (
        await database.kysely.selectFrom('deviceModel').select('deviceModelId').executeTakeFirstOrThrow()
      ).deviceModelId,
      unitId: 1,
      commissionedAt: epochMs(Date.UTC(2026, 0, 1)),
      periodSeconds: 300,
      revision: 1,
      points: [{ name: 'Air', kind: 'air_temperature', unit: '°C' }],
    })
    for (const [on, slots] of [
      ['2026-03-29', 276],
      ['2026-10-25', 300],
      ['2026-11-19', 288],
    ] as const) {
      await count(storeId, localDate(on), NOON)
      expect(await dayOf(deviceId, localDate(on))).toMatchObject({ hostLost: slots })
    }
  })

  test('days that passed while no server ran are made up', async () => {
    const { alder } = fleet.stores
    await advanceConnectionRate(database.kysely, throwing, [alder.storeId], epochMs(NOON - days(4)))
    expect(await markMissedDays(database.kysely, NOON)).toBe(3)
    await recountDueDays(database.kysely, throwing, NOON)
    await advanceConnectionRate(database.kysely, throwing, [alder.storeId], NOON)
    const rows = await database.kysely
      .selectFrom('connectionDay')
      .select(['on', 'hostLost'])
      .where('deviceId', '=', alder.freezer.deviceId)
      .orderBy('on')
      .execute()
    expect(rows).toEqual([
      // the day before the first count was never asked for, but yesterday always is
      { on: '2026-11-15', hostLost: 288 },
      { on: '2026-11-16', hostLost: 288 },
      { on: '2026-11-17', hostLost: 288 },
      { on: '2026-11-18', hostLost: 288 },
      { on: '2026-11-19', hostLost: 288 },
      { on: '2026-11-20', hostLost: 141 },
    ])
  })

  test('a day whose readings are packed is counted from them', async () => {
    const { alder } = fleet.stores
    const on = localDate('2026-11-01')
    const { startAt, endAt } = dayPeriod(TAIPEI, on)
    const at = everyFive(startAt, endAt).filter((_, i) => i % 4 !== 0)
    await writeHours(session, [
      {
        storeId: alder.storeId,
        deviceId: alder.freezer.deviceId,
        pointListId: alder.freezer.pointListId,
        periodSeconds: 300,
        valuePoints: alder.freezer.pointIds,
        counterPoints: [],
        at: Float64Array.from(at),
        values: [Float32Array.from(at, () => -20), Float32Array.from(at, () => 0)],
        counters: [],
        quality: null,
      },
    ])
    await alive(alder, startAt, endAt)
    await count(alder.storeId, on, NOON)
    expect(await dayOf(alder.freezer.deviceId, on)).toMatchObject({ ok: 216, deviceLost: 72 })
  })

  test('a late reading stays late after its hour is packed', async () => {
    const { alder } = fleet.stores
    const on = localDate('2026-11-18')
    const { startAt } = dayPeriod(TAIPEI, on)
    await store(alder, everyFive(startAt, startAt + hours(1)), hours(2))
    const at = Float64Array.from(everyFive(startAt, startAt + hours(1)))
    await writeHours(session, [
      {
        ...alder.freezer,
        storeId: alder.storeId,
        periodSeconds: 300,
        valuePoints: alder.freezer.pointIds,
        counterPoints: [],
        at,
        values: [Float32Array.from(at, () => -20), Float32Array.from(at, () => 0)],
        counters: [],
        quality: null,
      },
    ])
    await count(alder.storeId, on, NOON)
    expect(await dayOf(alder.freezer.deviceId, on)).toMatchObject({ ok: 12, okLive: 0 })
  })
})
