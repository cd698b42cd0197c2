import type { StoreId } from '@coldkeep/domain/ids'
import { epochMs, minutes } from '@coldkeep/domain/time/instant'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Session } from '../db/connect'
import { insertDeviceModel } from '../instructions/product-model-queries'
import { stageTables } from '../storage/staging-queries'
import { energyDay } from '../testing/energy-days'
import { insertDevice } from '../testing/plant/plant-devices'
import { writeScans } from '../testing/plant/write-history'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { throwing } from '../testing/throwing'
import { insertTinyFleet, type TinyDevice, type TinyFleet } from '../testing/tiny-fleet'
import { compareElectricity } from './compare-electricity'
import { insertDueDays } from './due-day-queries'
import { upsertEnergyDays } from './electricity-queries'
import { electricityAnalysis } from './run-electricity'
import { advanceStoreDays, repeatDueStoreDays } from './run-store-days'
import { STORE_DAY, selectAnalysedStores } from './store-day-queries'

const ON = localDate('2026-11-19')
const YESTERDAY = dayPeriod('Asia/Taipei', ON)

describeEachKind('electricity of stored readings', (kind) => {
  let database: Database
  let session: Session
  let fleet: TinyFleet
  let meter: TinyDevice
  let alder: StoreId
  beforeAll(async () => {
    database = await testDatabase(kind)
    session = await database.openSession(stageTables)
    fleet = await insertTinyFleet(database.kysely, NOON)
    alder = fleet.stores.alder.storeId
    await database.kysely
      .updateTable('device')
      .set({ type: 'sub_meter' })
      .where('deviceId', '=', fleet.stores.alder.meter.deviceId)
      .execute()
    meter = await insertDevice(database.kysely, {
      storeId: alder,
      terminalId: fleet.stores.alder.terminalId,
      name: 'Main meter with everything',
      type: 'main_meter',
      zone: null,
      modelId: await insertDeviceModel(database.kysely, 'Schneider', 'iEM3000'),
      unitId: 10,
      commissionedAt: epochMs(Date.UTC(2026, 9, 1)),
      periodSeconds: 300,
      revision: 1,
      points: [
        { name: 'Outdoor', kind: 'outdoor_temperature', unit: '°C' },
        { name: 'Energy', kind: 'energy', unit: 'kWh', counterEndsAt: 10_000 },
        { name: 'Reactive energy', kind: 'reactive_energy', unit: 'kvarh' },
      ],
      contractedKw: 100,
      demandIntervalMinutes: 15,
    })
  })
  afterAll(async () => {
    await session.close()
    await database.close()
  })

  /** kWh since yesterday began: 40 kW, and 118 from ten to half past. */
  const used = (minute: number) => {
    const above = Math.min(30, Math.max(0, minute - 600))
    return (40 * minute + 78 * above) / 60
  }
  /** A cycle every five minutes; the energy counter turns at 10,000 on the way. */
  const store = (fromMinute: number, toMinute: number) => {
    const cycles = Array.from({ length: (toMinute - fromMinute) / 5 }, (_, index) => fromMinute + 5 * index)
    const block = {
      storeId: alder,
      deviceId: meter.deviceId,
      pointListId: meter.pointListId,
      periodSeconds: 300,
      valuePoints: meter.pointIds.slice(0, 1),
      counterPoints: meter.pointIds.slice(1),
      at: Float64Array.from(cycles, (minute) => YESTERDAY.startAt + minutes(minute)),
      values: [Float32Array.from(cycles, () => 25)],
      counters: [
        Float64Array.from(cycles, (minute) => (9700 + used(minute)) % 10_000),
        Float64Array.from(cycles, (minute) => 5000 + minute / 2),
      ],
      quality: null,
    }
    const { meter: sub } = fleet.stores.alder
    const [energy, power] = sub.pointIds
    // 10 kW pass the sub-meter
    const behind = {
      ...block,
      ...{ deviceId: sub.deviceId, pointListId: sub.pointListId },
      ...{
        valuePoints: power === undefined ? [] : [power],
        counterPoints: energy === undefined ? [] : [energy],
      },
      values: [Float32Array.from(cycles, () => 10)],
      counters: [Float64Array.from(cycles, (minute) => 500 + minute / 6)],
    }
    return writeScans(session, [block, behind], NOON)
  }
  const runs = () => ({
    db: database.kysely,
    analyses: [electricityAnalysis],
    aside: throwing,
    shouldStop: () => false,
  })
  const energy = () =>
    database.kysely
      .selectFrom('energyDay')
      .selectAll()
      .where('storeId', '=', alder)
      .where('on', '=', ON)
      .executeTakeFirstOrThrow()
  const demand = () =>
    database.kysely
      .selectFrom('demandDay')
      .selectAll()
      .where('storeId', '=', alder)
      .where('on', '=', ON)
      .executeTakeFirstOrThrow()

  test('a day under way has its intervals so far, and the running one an outlook only', async () => {
    await store(-120, 640)
    const tenFortyOne = epochMs(YESTERDAY.startAt + minutes(641))
    await advanceStoreDays(runs(), [alder], tenFortyOne)
    // 10:40 is judged: 42 quarters ended, the last border lies between the readings of 10:30
    expect(await energy()).toMatchObject({ known: 42, judged: 42, over: 2, overMinutes: 30 })
    const { demandKw, forecastKw } = await demand()
    expect(demandKw).toHaveLength(43)
    expect(demandKw.at(-1)).toBeNaN()
    // the last reading is that of 10:35: 40 kW of late, and in the last thirty minutes 25 at 118 and 5 at 40, which are 105;
    // halfway lie 72.5 for the last ten minutes
    expect(forecastKw.at(-1)).toBeCloseTo((5 * 40 + 10 * 72.5) / 15, 4)
    const compared = await database.kysely.selectFrom('energyComparison').select('lastOn').execute()
    expect(compared).toEqual([{ lastOn: '2026-11-18' }])
  })

  test('the whole day: 999 kWh over a turn of the counter, 30 minutes over contract, power factor by interval', async () => {
    await store(640, 1460)
    await advanceStoreDays(runs(), [alder], NOON)
    const row = await energy()
    expect(row).toMatchObject({
      days: 1,
      openMinutes: 1440,
      heldMinutes: 1440,
      expectedMinutes: 1440,
      outdoorMeanC: 25,
      demandMinutes: 15,
      contractedKw: 100,
      known: 96,
      judged: 96,
      over: 2,
      overMinutes: 30,
    })
    expect(row.energyKwh).toBeCloseTo(999, 6)
    const subMeters = await database.kysely
      .selectFrom('subMeterDay')
      .selectAll()
      .where('on', '=', ON)
      .execute()
    expect(subMeters).toMatchObject([
      { storeId: alder, deviceId: fleet.stores.alder.meter.deviceId, days: 1 },
    ])
    expect(subMeters[0]?.energyKwh).toBeCloseTo(240, 6)
    expect(row.factorKwh).toBeCloseTo(999, 6)
    expect(row.reactiveKvarh).toBeCloseTo(720, 6)
    expect(row.excessKw).toBeCloseTo(18, 6)
    expect(row.maximumKw).toBeCloseTo(118, 6)
    // 94 quarters of 10 kWh at 0.80, two of 29.5 kWh at 118 ÷ √(118² + 30²) = 0.969
    expect(row.spread.judged).toEqual([
      [80, 94, expect.closeTo(940, 6)],
      [96, 2, expect.closeTo(59, 6)],
    ])
  })

  test('each interval keeps its demand, the forecast at two thirds, the highest stage and its power factor', async () => {
    const { demandKw, forecastKw, highestStage, powerFactor } = await demand()
    const shown = (values: readonly number[]) => values.slice(39, 43).map((value) => Number(value.toFixed(3)))
    expect(demandKw).toHaveLength(96)
    expect(shown(demandKw)).toEqual([40, 118, 118, 40])
    // Half an hour back there are 66, 105 and 92 kW on average, so 92, 111.5 and 66 are expected for the last third.
    expect(shown(forecastKw)).toEqual([40, 109.333, 115.833, 48.667])
    // in the first minutes of the third the meter has still seen 118 kW, which tells the store and no more
    expect(highestStage.slice(39, 43)).toEqual([0, 3, 3, 1])
    expect(shown(powerFactor)).toEqual([0.8, 0.969, 0.969, 0.8])
  })

  test('running it again gives the same rows', async () => {
    const before = [await energy(), await demand()]
    await insertDueDays(database.kysely, STORE_DAY, [{ storeId: alder, on: ON }], NOON)
    expect(await repeatDueStoreDays(runs(), NOON)).toBeGreaterThan(0)
    expect([await energy(), await demand()]).toEqual(before)
  })

  test('a store whose meter said nothing has a day without energy, not one of zero', async () => {
    const { birch } = fleet.stores
    await advanceStoreDays(runs(), [birch.storeId], NOON)
    const rows = await database.kysely
      .selectFrom('energyDay')
      .selectAll()
      .where('storeId', '=', birch.storeId)
      .where('on', '=', ON)
      .execute()
    expect(rows).toMatchObject([{ energyKwh: null, days: 0, maximumKw: null, known: 0, demandMinutes: 15 }])
  })

  test('a Japanese store without a set length is measured by the half hour', async () => {
    const { cedar } = fleet.stores
    await advanceStoreDays(runs(), [cedar.storeId], NOON)
    const row = await database.kysely
      .selectFrom('demandDay')
      .select(['demandMinutes', 'demandKw'])
      .where('storeId', '=', cedar.storeId)
      .where('on', '=', ON)
      .executeTakeFirstOrThrow()
    expect(row.demandMinutes).toBe(30)
    expect(row.demandKw).toEqual(Array.from({ length: 48 }, () => Number.NaN))
  })

  test('the last thirty days are held against the thirty before in the same weather', async () => {
    const { dogwood } = fleet.stores
    // 146 kWh a day and 22 for each degree-day: 7 in the period and last year, 6 in the period before, else 0 to 9
    const degreesOf = (back: number) => (back < 30 || back >= 365 ? 7 : back < 60 ? 6 : back % 10)
    const days = Array.from({ length: 395 }, (_, back) =>
      energyDay(dogwood.storeId, addDays(ON, -back), {
        energyKwh: 146 + 22 * degreesOf(back),
        outdoorMeanC: 18 + degreesOf(back),
        factorKwh: 100,
        reactiveKvarh: 75,
        spread: { energyKwh: 100, judged: [[79, 10, 40]] },
      }),
    )
    await upsertEnergyDays(database.kysely, days)
    const stores = await selectAnalysedStores(database.kysely, [dogwood.storeId])
    await compareElectricity(database.kysely, stores, NOON)
    const row = await database.kysely
      .selectFrom('energyComparison')
      .selectAll()
      .where('storeId', '=', dogwood.storeId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      lastOn: '2026-11-19',
      days: 30,
      energyKwh: 9000,
      openMinutes: 30 * 1440,
      degreeDays: 210,
      factorKwh: 3000,
      reactiveKvarh: 2250,
      spreadKwh: 3000,
      beforeKwh: 8340,
      lastYearKwh: 9000,
      referenceKwh: 8340,
    })
    // 9000 − 22 · (210 − 180)
    expect(row.correctedKwh).toBeCloseTo(8340, 6)
    expect([row.lowIntervals[78], row.lowIntervals[79]]).toEqual([0, 300])
    expect([row.lowKwh[78], row.lowKwh[79]]).toEqual([0, 1200])
  })

  test('a store with little history has its energy and no change', async () => {
    const row = await database.kysely
      .selectFrom('energyComparison')
      .selectAll()
      .where('storeId', '=', alder)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      lastOn: '2026-11-19',
      beforeKwh: null,
      lastYearKwh: null,
      correctedKwh: null,
    })
    expect(row.energyKwh).toBeGreaterThan(999)
  })
})
