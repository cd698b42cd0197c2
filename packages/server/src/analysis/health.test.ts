import { freezeBaseline } from '@coldkeep/domain/analysis/health-baseline'
import type { MeasuredHealth } from '@coldkeep/domain/analysis/health-indicators'
import { NOTHING_MEASURED } from '@coldkeep/domain/analysis/nothing-measured'
import type { StoreId } from '@coldkeep/domain/ids'
import { epochMs, minutes } from '@coldkeep/domain/time/instant'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Session } from '../db/connect'
import { insertDeviceModel } from '../instructions/product-model-queries'
import { stageTables } from '../storage/staging-queries'
import { insertDevice } from '../testing/plant/plant-devices'
import { writeScans } from '../testing/plant/write-history'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { throwing } from '../testing/throwing'
import { insertTinyFleet, type TinyDevice, type TinyFleet, type TinyStore } from '../testing/tiny-fleet'
import { insertDueDays } from './due-day-queries'
import { type HealthDayRow, upsertDeviceHealth, upsertHealthDays } from './health-queries'
import { packTenths } from './median-tenths'
import { healthAnalysis } from './run-health'
import { advanceStoreDays, repeatDueStoreDays } from './run-store-days'
import { STORE_DAY } from './store-day-queries'

const NOON = epochMs(Date.parse('2026-11-20T12:00:00+08:00'))
const YESTERDAY = localDate('2026-11-19')
const TODAY = dayPeriod('Asia/Taipei', localDate('2026-11-20'))
const on = (day: number, clock: string) => epochMs(Date.parse(`2026-11-${day}T${clock}:00+08:00`))
const at = (clock: string) => on(20, clock)

/** A healthy day: ten minutes of cooling in every thirty, the door hardly opened. */
const healthyDay: MeasuredHealth = {
  ...NOTHING_MEASURED,
  coverage: 1,
  coveredMinutes: 1440,
  deviationK: 0,
  runRatio: 1 / 3,
  startsPerHour: 2,
  doorShare: 0.01,
}

describeEachKind('health of stored readings', (kind) => {
  let database: Database
  let session: Session
  let chilled: TinyDevice
  let alder: StoreId
  let birch: StoreId
  let fleet: TinyFleet
  beforeAll(async () => {
    database = await testDatabase(kind)
    session = await database.openSession(stageTables)
    fleet = await insertTinyFleet(database.kysely, NOON)
    alder = fleet.stores.alder.storeId
    birch = fleet.stores.birch.storeId
    chilled = await insertCase(fleet.stores.alder)
    // 27 whole days before yesterday, which is the 28th.
    const days = Array.from({ length: 27 }, (_, index) => storedDay(addDays(YESTERDAY, index - 27)))
    await upsertHealthDays(database.kysely, days)
    await store(-2880, 720)
  })
  afterAll(async () => {
    await session.close()
    await database.close()
  })

  const insertCase = async (store: TinyStore, more: Parameters<typeof insertDevice>[1]['points'] = []) =>
    insertDevice(database.kysely, {
      storeId: store.storeId,
      terminalId: store.terminalId,
      name: 'Chilled case',
      type: 'doored_case',
      zone: 'C7',
      modelId: await insertDeviceModel(database.kysely, 'Carel', 'IR33'),
      unitId: 2,
      commissionedAt: epochMs(Date.UTC(2026, 8, 1)),
      periodSeconds: 300,
      revision: 1,
      points: [
        { name: 'Air', kind: 'air_temperature', unit: '°C' },
        { name: 'Compressor', kind: 'compressor', unit: '' },
        { name: 'Door', kind: 'door', unit: '' },
        ...more,
      ],
    })

  const storedDay = (on: HealthDayRow['on']): HealthDayRow => ({
    storeId: alder,
    deviceId: chilled.deviceId,
    on,
    zone: 'C7',
    measured: healthyDay,
    outdoorC: null,
    isBreach: false,
    isWhole: true,
    firstAt: dayPeriod('Asia/Taipei', on).startAt,
    scores: [],
    medianScore: null,
    score: null,
    class: null,
    topLoss: null,
    topLossPoints: null,
    secondLoss: null,
    secondLossPoints: null,
    hint: null,
    hintChance: null,
    computedAt: NOON,
  })
  /** Cycles of the first case between minutes of today: 5 °C in the middle of the band, from 06:00 on 14 °C. */
  const store = (fromMinute: number, toMinute: number) =>
    storeCase(alder, chilled, fromMinute, toMinute, (minute) => (minute >= 360 ? 14 : 5))
  const storeCase = (
    storeId: StoreId,
    { deviceId, pointListId, pointIds }: TinyDevice,
    fromMinute: number,
    toMinute: number,
    airC: (minute: number) => number,
  ) => {
    const cycles = Array.from({ length: (toMinute - fromMinute) / 5 }, (_, index) => fromMinute + 5 * index)
    const column = (value: (minute: number) => number) => Float32Array.from(cycles, value)
    const block = {
      storeId,
      deviceId,
      pointListId,
      periodSeconds: 300,
      valuePoints: pointIds,
      counterPoints: [],
      at: Float64Array.from(cycles, (minute) => TODAY.startAt + minutes(minute)),
      // A probe that never moves is a stuck one.
      values: [
        column((minute) => airC(minute) + (minute % 10 === 0 ? 0 : 0.1)),
        column((minute) => Number(((minute % 30) + 30) % 30 < 10)),
        column(() => 0),
      ],
      counters: [],
      quality: null,
    }
    return writeScans(session, [block], NOON)
  }
  /** A case of another store, compared with healthy days up to the 16th: warm on the 17th from 06:00 to 18:00. */
  const secondCase = async (): Promise<TinyDevice> => {
    const device = await insertCase(fleet.stores.birch)
    const days = Array.from({ length: 28 }, (_, index) => ({
      ...storedDay(addDays(localDate('2026-11-16'), index - 27)),
      storeId: birch,
      deviceId: device.deviceId,
    }))
    await upsertDeviceHealth(database.kysely, [
      {
        storeId: birch,
        deviceId: device.deviceId,
        baselineFrom: null,
        baseline: freezeBaseline(days),
        frozenOn: '2026-11-16',
        intensity: 3,
        usualScore: null,
        lastMeasured: null,
        lastOutdoorC: null,
        watch: null,
        scoredAt: null,
        score: null,
        class: null,
        noScore: null,
        losses: [],
        hint: null,
        hintChance: null,
        hintReasons: [],
        computedAt: NOON,
      },
    ])
    const isWarm = (minute: number) => minute >= -4320 + 360 && minute < -4320 + 1080
    await storeCase(birch, device, -5760, 720, (minute) => (isWarm(minute) ? 11 : 5))
    return device
  }
  const runs = () => ({
    db: database.kysely,
    analyses: [healthAnalysis],
    aside: throwing,
    shouldStop: () => false,
  })
  const health = async () =>
    await database.kysely
      .selectFrom('deviceHealth')
      .selectAll()
      .where('deviceId', '=', chilled.deviceId)
      .executeTakeFirstOrThrow()
  const today = () =>
    database.kysely
      .selectFrom('healthDay')
      .innerJoin('scoreDay', (join) =>
        join.onRef('scoreDay.deviceId', '=', 'healthDay.deviceId').onRef('scoreDay.on', '=', 'healthDay.on'),
      )
      .selectAll()
      .where('healthDay.deviceId', '=', chilled.deviceId)
      .where('healthDay.on', '=', '2026-11-20')
      .executeTakeFirstOrThrow()
  const warnings = () => database.kysely.selectFrom('earlyWarning').selectAll().execute()
  const alarms = () =>
    database.kysely
      .selectFrom('alarm')
      .select(['deviceId', 'branch', 'state', 'raisedAt', 'count'])
      .where('branch', 'in', ['threshold', 'falling', 'oscillation'])
      .execute()

  test('the baseline is frozen with the twenty-eighth day', async () => {
    await advanceStoreDays(runs(), [alder], NOON)
    const { baseline, frozenOn, intensity } = await health()
    expect(frozenOn).toBe('2026-11-19')
    expect(baseline?.runRatio?.typical).toBeCloseTo(1 / 3, 10)
    expect(baseline?.doorShare?.typical).toBe(0.01)
    expect(baseline?.energyKwh).toBeNull()
    expect(intensity).toBe(3)
  })

  test('a point every ten minutes: 100 until the air has been warm for 5 % of a day, then 30', async () => {
    const { firstAt, scores } = await today()
    expect(firstAt).toBe(at('00:10'))
    // To 11:50, the last whole ten minutes of which all readings are in.
    expect(scores).toHaveLength(71)
    expect(scores.slice(0, 43)).toEqual(Array(43).fill(100))
    // 07:20, 80 of 1440 minutes. Deviation has no points and weighs 0.22 of 0.44, starts being
    // unmeasurable with polls of five minutes: 0.6 · 50 + 0.4 · 0.
    expect(scores.slice(43)).toEqual(Array(28).fill(30))
    expect(await health()).toMatchObject({ class: 'poor', noScore: null, scoredAt: at('11:50') })
  })

  test('the loss is announced, and the store has its devices by class', async () => {
    expect(await today()).toMatchObject({
      class: 'poor',
      topLoss: 'deviation',
      secondLoss: null,
      isBreach: true,
    })
    expect((await today()).topLossPoints).toBeCloseTo(70, 2)
    const rows = await database.kysely
      .selectFrom('healthStoreDay')
      .selectAll()
      .where('on', '=', '2026-11-20')
      .execute()
    // The freezer of the store has no readings, so it has no score.
    const { medianScore } = await today()
    expect(rows).toMatchObject([
      { storeId: alder, good: 0, poor: 1, noScore: 1, medianTenths: packTenths([medianScore ?? 0]) },
    ])
  })

  test('an hour below 70 is an early warning, and an alarm', async () => {
    // 70 below the usual score are (70 ÷ 3 − 3) ÷ 144 of evidence a point: 1.2668 with the ninth, from 07:20 on.
    expect(await warnings()).toMatchObject([
      {
        kind: 'threshold',
        raisedAt: at('08:40'),
        value: 30,
        limitValue: 70,
        judgedMinutes: 60,
        score: 30,
        clearedAt: null,
      },
    ])
    expect(await alarms()).toMatchObject([
      { deviceId: chilled.deviceId, branch: 'threshold', state: 'unacknowledged', raisedAt: at('08:40') },
    ])
  })

  test('the same readings give the same rows, however often they are analysed', async () => {
    const before = { health: await health(), today: await today() }
    const marked = ['2026-11-19', '2026-11-20'].map((on) => ({ storeId: alder, on: localDate(on) }))
    await insertDueDays(database.kysely, STORE_DAY, marked, NOON)
    expect(await repeatDueStoreDays(runs(), NOON)).toBe(2)
    expect(await health()).toEqual(before.health)
    expect(await today()).toEqual(before.today)
    expect(await warnings()).toHaveLength(1)
    expect(await alarms()).toHaveLength(1)
  })

  test('a day goes on where it stood: two more points at 12:10', async () => {
    await store(720, 735)
    await advanceStoreDays(runs(), [alder], epochMs(NOON + minutes(15)))
    expect((await today()).scores).toHaveLength(73)
    expect((await health()).scoredAt).toBe(at('12:10'))
    expect(await warnings()).toHaveLength(1)
  })

  test('a rule that is written holds from the next point on', async () => {
    const rule = { isEnabled: false, x: 70, minutes: 60, intensity: null, windowHours: 24 }
    const written = {
      scope: 'store',
      scopeId: alder,
      kind: 'threshold',
      changedAt: NOON,
      changedBy: 'Ada',
    } as const
    await database.kysely
      .insertInto('warningRule')
      .values({ ...written, ...rule })
      .execute()
    await store(735, 745)
    await advanceStoreDays(runs(), [alder], epochMs(NOON + minutes(25)))
    expect(await warnings()).toMatchObject([{ clearedAt: at('12:20'), reason: 'switched_off' }])
    expect(await alarms()).toMatchObject([{ state: 'returned' }])
  })

  test('days that are analysed after the present one give their warnings with their true time', async () => {
    // The device of another store: healthy until the 16th, warm from 06:00 to 18:00 on the 17th, and healthy since.
    const other = await secondCase()
    await advanceStoreDays(runs(), [birch], NOON)
    const known = () =>
      database.kysely
        .selectFrom('earlyWarning')
        .select(['kind', 'raisedAt', 'clearedAt', 'reason'])
        .where('deviceId', '=', other.deviceId)
        .orderBy('raisedAt')
        .execute()
    expect(await known()).toEqual([])
    const marked = ['2026-11-17', '2026-11-18'].map((day) => ({ storeId: birch, on: localDate(day) }))
    await insertDueDays(database.kysely, STORE_DAY, marked, NOON)
    await repeatDueStoreDays(runs(), NOON)
    expect(await known()).toEqual([
      // 70 warm minutes are left of the 24 hours at 16:50 of the 18th; an hour later it is calm, for a day
      { kind: 'threshold', raisedAt: on(17, '08:20'), clearedAt: on(19, '17:50'), reason: 'recovered' },
    ])

    // A rule that looks back two days sees what is stored of them, not only what comes from now on.
    const rule = { isEnabled: true, x: 10, minutes: 60, intensity: null, windowHours: 48 }
    const written = {
      scope: 'store',
      scopeId: birch,
      kind: 'falling',
      changedAt: NOON,
      changedBy: 'Ada',
    } as const
    await database.kysely
      .insertInto('warningRule')
      .values({ ...written, ...rule })
      .execute()
    await storeCase(birch, other, 720, 735, () => 5)
    await advanceStoreDays(runs(), [birch], epochMs(NOON + minutes(15)))
    const { watch } = await database.kysely
      .selectFrom('deviceHealth')
      .select('watch')
      .where('deviceId', '=', other.deviceId)
      .executeTakeFirstOrThrow()
    expect(watch?.scores).toHaveLength(289)
    expect(watch?.scores.filter((score) => score !== null).length).toBeGreaterThan(250)
  })

  test('food that is warmer than the air all day gives the probe away, before any score', async () => {
    const { storeId } = fleet.stores.cedar
    const device = await insertCase(fleet.stores.cedar, [
      { name: 'Food', kind: 'product_temperature', unit: '°C' },
    ])
    const cycles = Array.from(
      { length: 720 },
      (_, index) => TODAY.startAt - minutes(2880) + minutes(5 * index),
    )
    const column = (value: number) => new Float32Array(cycles.length).fill(value)
    const block = {
      storeId,
      deviceId: device.deviceId,
      pointListId: device.pointListId,
      periodSeconds: 300,
      valuePoints: device.pointIds,
      counterPoints: [],
      at: Float64Array.from(cycles),
      values: [column(5), column(0), column(0), column(7.1)],
      counters: [],
      quality: null,
    }
    await writeScans(session, [block], NOON)
    await advanceStoreDays(runs(), [storeId], NOON)
    const row = await database.kysely
      .selectFrom('deviceHealth')
      .select(['score', 'noScore', 'hint', 'hintReasons'])
      .where('deviceId', '=', device.deviceId)
      .executeTakeFirst()
    expect(row).toEqual({
      ...{ score: null, noScore: 'baseline_missing', hint: 'probe_reads_low' },
      hintReasons: [{ what: 'second_probe', value: null, usual: null }],
    })
  })

  test('what was found in days of the past is no alarm any more', async () => {
    expect(await alarms()).toHaveLength(1)
  })
})
