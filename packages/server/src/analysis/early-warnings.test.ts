import { NOTHING_MEASURED } from '@coldkeep/domain/analysis/nothing-measured'
import { type EpochMs, epochMs, hours } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRepair } from '../testing/insert-repair'
import { insertTemperatureDay, insertTemperatureStoreDay } from '../testing/result-days'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import {
  type EarlyWarningRow,
  upsertDeviceHealth,
  upsertEarlyWarnings,
  upsertHealthDays,
  upsertHealthStoreDays,
} from './health-queries'
import { packTenths } from './median-tenths'

const at = (text: string): EpochMs => epochMs(Date.parse(`${text}+08:00`))

describeEachDatabase('early warnings', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { db } = server
    const { alder, birch, cedar } = server.fleet.stores
    await upsertEarlyWarnings(db, [
      // An alarm follows two days later.
      warning(alder, { raisedAt: at('2026-11-10T08:20:00'), clearedAt: at('2026-11-12T10:00:00') }),
      // It has not ended, and nothing follows.
      warning(birch, { kind: 'falling', raisedAt: at('2026-11-12T23:50:00'), value: 15, limitValue: 14 }),
      warning(cedar, { raisedAt: at('2026-11-19T09:00:00'), score: 61.26 }),
    ])
    await alarm(alder, at('2026-11-12T08:00:00'), 1)
    await upsertHealthDays(db, [
      {
        storeId: alder.storeId,
        deviceId: alder.freezer.deviceId,
        on: localDate('2026-11-20'),
        zone: 'FZ',
        measured: {
          ...NOTHING_MEASURED,
          coverage: 1,
          coveredMinutes: 1440,
          deviationK: 0,
        },
        outdoorC: null,
        isBreach: false,
        isWhole: false,
        firstAt: at('2026-11-20T00:10:00'),
        scores: [90, null, 72.24],
        medianScore: 81,
        score: 72.24,
        class: 'fair',
        topLoss: null,
        topLossPoints: null,
        secondLoss: null,
        secondLossPoints: null,
        hint: null,
        hintChance: null,
        computedAt: NOON,
      },
    ])
    await upsertDeviceHealth(db, [
      {
        storeId: alder.storeId,
        deviceId: alder.freezer.deviceId,
        baselineFrom: null,
        baseline: null,
        frozenOn: '2026-10-30',
        intensity: 3,
        usualScore: null,
        lastMeasured: null,
        lastOutdoorC: null,
        watch: null,
        scoredAt: at('2026-11-20T00:30:00'),
        score: 72.24,
        class: 'fair',
        noScore: null,
        losses: [
          { cause: 'pull_down', points: 17.7, x: 0.7 },
          { cause: 'energy', points: 10.06, x: 1.2 },
          { cause: 'starts', points: 0, x: 2 },
        ],
        hint: 'refrigerant_leak',
        hintChance: 0.812,
        hintReasons: [
          { what: 'pull_down', value: 0.21, usual: 0.3 },
          { what: 'run_ratio', value: 0.622, usual: 0.482 },
          { what: 'deviation', value: -1.2, usual: 0.4 },
        ],
        computedAt: NOON,
      },
    ])
    const none = { good: 0, fair: 0, watch: 0, noScore: 0, computedAt: NOON, on: localDate('2026-11-20') }
    await upsertHealthStoreDays(db, [
      { storeId: birch.storeId, poor: 2, medianTenths: packTenths([]), ...none },
    ])
    await insertTemperatureStoreDay(db, cedar.storeId, '2026-11-19', { breach: 1 })
    const { storeId, terminalId } = birch
    await db
      .insertInto('terminalState')
      .values({ storeId, terminalId, hostLostSince: at('2026-11-20T11:15:00') })
      .execute()
  })
  afterAll(() => server.close())

  const warning = (store: TinyStore, given: Partial<EarlyWarningRow>): EarlyWarningRow => ({
    storeId: store.storeId,
    deviceId: store.freezer.deviceId,
    kind: 'threshold',
    raisedAt: NOON,
    value: 65,
    limitValue: 70,
    judgedMinutes: 60,
    score: 65,
    clearedAt: null,
    reason: null,
    ...given,
  })
  const alarm = async (store: TinyStore, raisedAt: EpochMs, priority: number, unit = '°C') => {
    await server.db
      .insertInto('alarm')
      .values({
        storeId: store.storeId,
        terminalId: store.terminalId,
        deviceId: store.freezer.deviceId,
        pointId: store.freezer.pointIds[0]!,
        branch: 'high',
        state: 'unacknowledged',
        priority,
        value: 8.1,
        limitValue: 7,
        unit,
        startedAt: raisedAt,
        raisedAt,
        lastRaisedAt: raisedAt,
        changedAt: raisedAt,
      })
      .execute()
  }
  const days = (start: string, end = start) => `start=${start}T00:00:00&end=${end}T23:59:59&timezone=%2B08:00`
  const get = async (path: string, as = 'admin') => await server.send('GET', `/api/v2/${path}`, { as })
  const november = days('2026-11-10', '2026-11-20')

  test('a row for each, the newest first, with what became of it', async () => {
    const { status, body } = await get(`pre-alarm/detail?depart=${server.fleet.company}&${november}`)
    expect(status).toBe(200)
    expect(body.table.data.map((row: { value: unknown[] }) => row.value)).toEqual([
      [
        '2026-11-19T01:00:00.000Z',
        'Cedar_Road',
        'Freezer 1',
        'Score low',
        61.3,
        65,
        70,
        null,
        'Undecided',
        null,
      ],
      [
        '2026-11-12T15:50:00.000Z',
        'Birch Lane 50%',
        'Freezer 1',
        'Score falling',
        65,
        15,
        14,
        null,
        'Undecided',
        null,
      ],
      [
        '2026-11-10T00:20:00.000Z',
        'Alder Street',
        'Freezer 1',
        'Score low',
        65,
        65,
        70,
        '2026-11-12T02:00:00.000Z',
        'Came true',
        null,
      ],
    ])
  })

  test('by day of the store and rule, and by what became of them', async () => {
    const { body } = await get(
      `pre-alarm/detail?depart=${server.fleet.north}&${days('2026-11-11', '2026-11-13')}`,
    )
    const [bars, pie] = body.charts
    // Ten minutes before midnight in Taipei: the twelfth.
    expect(bars.data.map((group: { values: number[] }) => group.values)).toEqual([
      [0, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
    ])
    expect(bars.summary).toBe('1 raised in this period, 1 still open.')
    expect(pie.data.map((slice: { values: number[] }) => slice.values[0])).toEqual([0, 0, 1])
  })

  test('the back-test has a row by rule and below it by model, and each count is the length of a list', async () => {
    const everything = `depart=${server.fleet.company}&${november}`
    const { body } = await get(`pre-alarm/detail?${everything}`)
    const rows: { id: string; value: unknown[] }[] = body.backtest.data
    const model = rows[1]!.id.split('/')[1]
    // One of two came true, after 47 hours and 40 minutes; 1 of 1 after Wilson: 1 / (1 + 1.96²) = 20.7 %.
    expect(rows).toEqual([
      { id: 'threshold/all', value: ['Score low', 'All models', 2, 1, 0, 1, 100, 20.7, 100, 2] },
      { id: `threshold/${model}`, value: ['Score low', 'Carel IR33', 2, 1, 0, 1, 100, 20.7, 100, 2] },
      { id: 'falling/all', value: ['Score falling', 'All models', 1, 0, 0, 1, null, null, null, null] },
      { id: `falling/${model}`, value: ['Score falling', 'Carel IR33', 1, 0, 0, 1, null, null, null, null] },
    ])
    const storesOf = async (query: string) => {
      const listed = await get(`pre-alarm/detail?${everything}&${query}`)
      expect(listed.body.backtest).toEqual(body.backtest)
      return listed.body.table.data.map((row: { value: unknown[] }) => row.value[1])
    }
    expect(await storesOf(`kind=threshold&model=${model}`)).toEqual(['Cedar_Road', 'Alder Street'])
    expect(await storesOf('kind=threshold&outcome=came_true')).toEqual(['Alder Street'])
    expect(await storesOf('outcome=false')).toEqual([])
    expect(await storesOf('model=999999')).toEqual([])
  })

  test('what follows counts from the warning to two weeks later, by temperature alone and by breach from the next day', async () => {
    const { dogwood } = server.fleet.stores
    const raisedAt = at('2026-11-03T09:00:00')
    const { storeId } = dogwood
    const { deviceId } = dogwood.freezer
    const becameOf = async () => {
      const query = `depart=${server.fleet.south}&${days('2026-11-03')}`
      const { body } = await get(`pre-alarm/detail?${query}`)
      return body.table.data.map((row: { value: unknown[] }) => row.value[8])
    }
    const clearedAt = at('2026-11-05T09:00:00')
    await upsertEarlyWarnings(server.db, [warning(dogwood, { raisedAt, clearedAt, reason: 'recovered' })])
    const breach = { steadyC: -5, verdict: 'breach' } as const
    expect(await becameOf()).toEqual(['False'])
    await insertTemperatureDay(server.db, storeId, deviceId, '2026-11-03', breach)
    await insertTemperatureDay(server.db, storeId, deviceId, '2026-11-18', breach)
    await insertTemperatureDay(server.db, storeId, deviceId, '2026-11-10', { ...breach, isInsured: false })
    await alarm(dogwood, at('2026-11-03T08:59:00'), 1)
    await alarm(dogwood, at('2026-11-17T09:00:00'), 1)
    await alarm(dogwood, at('2026-11-08T09:00:00'), 1, 'Pa')
    expect(await becameOf()).toEqual(['False'])
    await insertTemperatureDay(server.db, storeId, deviceId, '2026-11-17', breach)
    expect(await becameOf()).toEqual(['Came true'])
    await server.db.deleteFrom('temperatureDay').execute()
    await alarm(dogwood, at('2026-11-17T08:59:00'), 1)
    expect(await becameOf()).toEqual(['Came true'])
    await server.db.deleteFrom('alarm').where('storeId', '=', storeId).execute()
    // a repair counts once it is done, from when it was reported
    expect(await becameOf()).toEqual(['False'])
    const repair = await insertRepair(server.db, dogwood, at('2026-11-10T09:00:00'))
    expect(await becameOf()).toEqual(['False'])
    await repair.end('cancelled')
    expect(await becameOf()).toEqual(['False'])
    await repair.end('repaired')
    expect(await becameOf()).toEqual(['Came true'])
    await server.db
      .updateTable('repairCase')
      .set({ reportedAt: at('2026-11-17T09:00:00') })
      .execute()
    expect(await becameOf()).toEqual(['False'])
    await server.db.deleteFrom('repairCase').execute()
    await server.db.deleteFrom('earlyWarning').where('storeId', '=', storeId).execute()
  })

  test('other departments and absurd periods are refused', async () => {
    const { company, north, stores } = server.fleet
    const codeOf = async (query: string) => (await get(`pre-alarm/detail?${query}`)).body.code
    expect(await codeOf(`depart=${company}&${days('2026-11-12', '2026-11-11')}`)).toBe('period.reversed')
    expect(await codeOf(`depart=${north}&storeid=${stores.cedar.storeId}&${november}`)).toBe('store.unknown')
    expect((await get(`pre-alarm/detail?depart=${north}&${november}`, 'north')).status).toBe(403)
    expect((await get('pre-alarm/detail/pageinfo')).body).toMatchObject({
      default_date: '2026-10-22',
      duration: 30,
      durations: [{ value: 7 }, { value: 14 }, { value: 30 }, { value: 60 }],
    })
  })

  test('a device: its score, where the points went, what to look at, and its curve', async () => {
    const { freezer } = server.fleet.stores.alder
    const { body } = await get(`device/${freezer.deviceId}/health`)
    expect(body).toMatchObject({
      score: 72.2,
      class: 'Fair',
      scored_at: '2026-11-19T16:30:00.000Z',
      reason: null,
      losses: [
        { title: 'Cooling speed', points: 17.7 },
        { title: 'Energy', points: 10.1 },
      ],
      likely: {
        title: 'Refrigerant leak',
        // in twentieths, finer it is not known
        sureness: 'about 80\u202f% sure',
        reasons: [
          'Cools by 0.21\u202fK per minute, usually 0.30\u202fK',
          'Runs 62\u202f% of the time, usually 48\u202f%',
          'Air 1.2\u202fK below its band, usually 0.4\u202fK',
        ],
        check: 'Bubbles in the sight glass and oil at the joints; then the refrigerant charge.',
      },
      frozen_on: '2026-10-30',
    })
    expect(body.curve.data).toEqual([
      { label: '00:10', at: '2026-11-19T16:10:00.000Z', values: [90] },
      { label: '00:20', at: '2026-11-19T16:20:00.000Z', values: [null] },
      { label: '00:30', at: '2026-11-19T16:30:00.000Z', values: [72.24] },
    ])
    expect(body.curve.limits).toEqual([{ value: 70, label: 'Score low' }])
    expect(body.curve.summary).toBe('Lowest 72.2, last 72.2.')
  })

  test('a device that was never scored has no score, and one of others is not there', async () => {
    const { birch, cedar } = server.fleet.stores
    expect((await get(`device/${birch.freezer.deviceId}/health`)).body).toMatchObject({
      score: null,
      losses: [],
    })
    expect((await get(`device/${cedar.freezer.deviceId}/health`, 'north')).status).toBe(404)
    expect((await get('device/999999/health')).body.code).toBe('device.unknown')
  })

  test('stores that need attention, the most urgent first, with what is wrong', async () => {
    const { alder, birch, cedar } = server.fleet.stores
    const { body } = await get('dashboard/worst-stores')
    expect(body.stores).toEqual([
      // 8 for the terminal and 2 for each of two devices, 10 for the alarm, 5 for the breach.
      {
        name: 'Birch Lane 50%',
        alarms: { critical: 0, high: 0 },
        problems: ['Terminal silent since 11:15', '2 devices in poor health'],
        score: null,
        drill: { depart: String(server.fleet.north), store: String(birch.storeId) },
      },
      {
        name: 'Alder Street',
        alarms: { critical: 1, high: 0 },
        problems: ['Freezer 1, Air: 8.1\u202f°C over the limit of 7.0\u202f°C since 2026-11-12 08:00'],
        score: 72.2,
        drill: { depart: String(server.fleet.north), store: String(alder.storeId) },
      },
      {
        name: 'Cedar_Road',
        alarms: { critical: 0, high: 0 },
        problems: ['Unsafe food in 1 device yesterday'],
        score: null,
        drill: { depart: String(server.fleet.south), store: String(cedar.storeId) },
      },
    ])
    const south = await get(`dashboard/worst-stores?depart=${server.fleet.south}`)
    expect(south.body.stores).toHaveLength(1)
  })

  test('the same an hour later: what is over is announced no more', async () => {
    await server.db
      .updateTable('alarm')
      .set({ returnedAt: epochMs(NOON + hours(1)) })
      .execute()
    const { body } = await get('dashboard/worst-stores')
    expect(body.stores.map((store: { name: string }) => store.name)).toEqual(['Birch Lane 50%', 'Cedar_Road'])
  })
})
