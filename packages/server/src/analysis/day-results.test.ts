import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { epochMs, hours, minutes } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Session } from '../db/connect'
import { insertDeviceModel } from '../instructions/product-model-queries'
import { stageTables } from '../storage/staging-queries'
import { insertDevice } from '../testing/plant/plant-devices'
import { writeScans } from '../testing/plant/write-history'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { throwing } from '../testing/throwing'
import { insertTinyFleet, type TinyDevice, type TinyFleet } from '../testing/tiny-fleet'
import { insertDueDays } from './due-day-queries'
import { operationAnalysis } from './run-operation'
import { advanceStoreDays, repeatDueStoreDays } from './run-store-days'
import { temperatureAnalysis } from './run-temperature'
import { STORE_DAY } from './store-day-queries'
import { insertCoverages } from './temperature-day-queries'

const ON = localDate('2026-11-19')
const YESTERDAY = dayPeriod('Asia/Taipei', ON)

describeEachKind('protection and operation of stored readings', (kind) => {
  let database: Database
  let session: Session
  let fleet: TinyFleet
  let chilled: TinyDevice
  let alder: StoreId
  beforeAll(async () => {
    database = await testDatabase(kind)
    session = await database.openSession(stageTables)
    fleet = await insertTinyFleet(database.kysely, NOON)
    alder = fleet.stores.alder.storeId
    chilled = await insertDevice(database.kysely, {
      storeId: alder,
      terminalId: fleet.stores.alder.terminalId,
      name: 'Chilled case',
      type: 'doored_case',
      zone: 'C7',
      modelId: await insertDeviceModel(database.kysely, 'Carel', 'IR33'),
      unitId: 2,
      commissionedAt: epochMs(Date.UTC(2026, 9, 1)),
      periodSeconds: 300,
      revision: 1,
      points: [
        { name: 'Air', kind: 'air_temperature', unit: '°C' },
        { name: 'Food', kind: 'product_temperature', unit: '°C' },
        { name: 'Set point', kind: 'setpoint', unit: '°C' },
        { name: 'Compressor', kind: 'compressor', unit: '' },
        { name: 'Door', kind: 'door', unit: '' },
        { name: 'Control state', kind: 'control_state', unit: '' },
      ],
    })
    const insured = { firstOn: localDate('2026-01-01'), lastOn: localDate('2026-12-05') }
    await insertCoverages(database.kysely, [
      { storeId: alder, deviceId: chilled.deviceId, zone: 'C7', ...insured },
      { storeId: alder, deviceId: fleet.stores.alder.freezer.deviceId, zone: 'FZ', ...insured },
    ])
  })
  afterAll(async () => {
    await session.close()
    await database.close()
  })

  /** Cycles every five minutes between minutes of yesterday: food at 7.4 °C from 10:00 to 11:10, ten minutes of cooling in every thirty, main switch off from 23:30 to 23:50. */
  const store = (fromMinute: number, toMinute: number) => {
    const cycles = Array.from({ length: (toMinute - fromMinute) / 5 }, (_, index) => fromMinute + 5 * index)
    const column = (value: (minute: number) => number) => Float32Array.from(cycles, value)
    const isOn = (minute: number) => ((minute % 30) + 30) % 30 < 10
    const block = {
      storeId: alder,
      deviceId: chilled.deviceId,
      pointListId: chilled.pointListId,
      periodSeconds: 300,
      valuePoints: chilled.pointIds,
      counterPoints: [],
      at: Float64Array.from(cycles, (minute) => YESTERDAY.startAt + minutes(minute)),
      values: [
        column(() => 5),
        column((minute) => (minute >= 600 && minute < 670 ? 7.4 : 4)),
        column(() => 4),
        column((minute) => Number(isOn(minute))),
        column((minute) => Number(minute === 725)),
        column((minute) => (minute >= 1410 && minute < 1430 ? 10 : 0)),
      ],
      counters: [],
      quality: null,
    }
    return writeScans(session, [block], NOON)
  }
  const runs = () => ({
    db: database.kysely,
    analyses: [temperatureAnalysis, operationAnalysis],
    aside: throwing,
    shouldStop: () => false,
  })
  const rowsOf = (table: 'temperatureDay' | 'operationDay') =>
    database.kysely
      .selectFrom(table)
      .selectAll()
      .where('deviceId', '=', chilled.deviceId)
      .where('on', '=', ON)
      .execute()
  const storeDay = (table: 'temperatureStoreDay' | 'operationStoreDay') =>
    database.kysely.selectFrom(table).selectAll().where('storeId', '=', alder).where('on', '=', ON).execute()

  test('too little is known of a day: no verdict, and hours offline', async () => {
    await store(-120, 720)
    await store(900, 1440)
    await advanceStoreDays(runs(), [alder], NOON)
    // Three hours are missing, ten minutes of which the last reading before stands for.
    expect(await rowsOf('temperatureDay')).toMatchObject([
      { verdict: 'no_data', zone: 'C7', isInsured: true, coveredMinutes: 1265, expectedMinutes: 1440 },
    ])
    expect(await rowsOf('operationDay')).toMatchObject([{ offline: 175, doorOpenings: 0 }])
    expect(await storeDay('temperatureStoreDay')).toMatchObject([{ breach: 0, noData: 2 }])
  })

  test('late readings make it a day: 70 minutes at 7.4 °C are longer than the grace of 60', async () => {
    await store(720, 900)
    await insertDueDays(database.kysely, STORE_DAY, [{ storeId: alder, on: ON }], NOON)
    expect(await repeatDueStoreDays(runs(), NOON)).toBeGreaterThan(0)
    const [row] = await rowsOf('temperatureDay')
    expect(row).toMatchObject({
      verdict: 'breach',
      coveredMinutes: 1440,
      excursionMinutes: 70,
      longestExcursionMinutes: 70,
      longestBeyondHardMinutes: 0,
      lowestC: 4,
    })
    // What is stored is single width: 7.4 is 7.4000001.
    expect(row!.degreeMinutes).toBeCloseTo(28, 4)
    expect(row!.celsiusMinutes).toBeCloseTo(1370 * 4 + 70 * 7.4, 3)
  })

  test('its operation: 48 runs of ten minutes, the door opened once, switched off for ten minutes of rest', async () => {
    expect(await rowsOf('operationDay')).toMatchObject([
      {
        cooling: 475,
        pulldown: 0,
        defrost: 0,
        door: 5,
        standby: 950,
        off: 10,
        offline: 0,
        runs: 48,
        compressorMinutes: 480,
        longestRunMinutes: 10,
        doorOpenings: 1,
      },
    ])
  })

  test('the store has its insured devices by verdict, and its devices together', async () => {
    // The freezer said nothing all day.
    expect(await storeDay('temperatureStoreDay')).toMatchObject([
      { breach: 1, watch: 0, protected: 0, noData: 1, coveredMinutes: 1440, expectedMinutes: 2880 },
    ])
    expect(await storeDay('operationStoreDay')).toMatchObject([
      { cooling: 475, runs: 48, longestRunMinutes: 10, longestRunDeviceId: chilled.deviceId },
    ])
  })

  test('run again nothing changes, and a day in progress is judged as far as it has come', async () => {
    const before = [await rowsOf('temperatureDay'), await rowsOf('operationDay')]
    await insertDueDays(database.kysely, STORE_DAY, [{ storeId: alder, on: ON }], NOON)
    await repeatDueStoreDays(runs(), NOON)
    expect([await rowsOf('temperatureDay'), await rowsOf('operationDay')]).toEqual(before)
    const today = await database.kysely
      .selectFrom('temperatureDay')
      .innerJoin('storeDay', (join) =>
        join
          .onRef('storeDay.storeId', '=', 'temperatureDay.storeId')
          .onRef('storeDay.on', '=', 'temperatureDay.on'),
      )
      .select(['expectedMinutes', 'verdict', 'through'])
      .where('temperatureDay.deviceId', '=', chilled.deviceId)
      .where('temperatureDay.on', '=', '2026-11-20')
      .executeTakeFirstOrThrow()
    expect(today.expectedMinutes).toBe((today.through - YESTERDAY.endAt) / minutes(1))
    expect(today.expectedMinutes).toBeGreaterThan(11 * 60)
    expect(today.verdict).toBe('no_data')
  })

  test('a device that is not insured on the day is judged, but the store does not answer for it', async () => {
    await database.kysely.deleteFrom('insuredCoverage').where('deviceId', '=', chilled.deviceId).execute()
    await insertDueDays(database.kysely, STORE_DAY, [{ storeId: alder, on: ON }], NOON)
    await repeatDueStoreDays(runs(), epochMs(NOON + hours(1)))
    expect(await rowsOf('temperatureDay')).toMatchObject([{ verdict: 'breach', isInsured: false }])
    expect(await storeDay('temperatureStoreDay')).toMatchObject([{ breach: 0, noData: 1 }])
  })

  test('what pages read of the insurance of a store follows its coverages, its devices, and stays when run again', async () => {
    const { freezer } = fleet.stores.alder
    const insurance = async () => {
      const { rows } = await sql<{ text: string }>`
        select ends_on || ' ' || from_on::text || ' ' || devices::text as text from store_insurance
        where store_id = ${alder}`.execute(database.kysely)
      return rows.map(({ text }) => text)
    }
    // The chilled case lost its coverage above, which the analysis of the day has noticed.
    expect(await insurance()).toEqual(['2026-12-05 {2026-01-01,2026-12-06} {1,0}'])
    const cover = (deviceId: DeviceId, firstOn: string, lastOn: string) => ({
      storeId: alder,
      deviceId,
      zone: 'C7' as const,
      firstOn: localDate(firstOn),
      lastOn: localDate(lastOn),
    })
    await insertCoverages(database.kysely, [
      cover(chilled.deviceId, '2026-11-01', '2027-10-31'),
      cover(freezer.deviceId, '2026-12-01', '2027-11-30'),
    ])
    const both = ['2027-10-31 {2026-01-01,2026-11-01,2027-11-01,2027-12-01} {1,2,1,0}']
    expect(await insurance()).toEqual(both)
    const repeat = async () => {
      await insertDueDays(database.kysely, STORE_DAY, [{ storeId: alder, on: ON }], NOON)
      await repeatDueStoreDays(runs(), epochMs(NOON + hours(1)))
    }
    await repeat()
    expect(await insurance()).toEqual(both)
    await database.kysely
      .updateTable('device')
      .set({ removedAt: NOON })
      .where('deviceId', '=', freezer.deviceId)
      .execute()
    await repeat()
    expect(await insurance()).toEqual(['2027-10-31 {2026-11-01,2027-11-01} {1,0}'])
  })
})
