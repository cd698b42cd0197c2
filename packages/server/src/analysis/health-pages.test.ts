import { NOTHING_MEASURED } from '@coldkeep/domain/analysis/nothing-measured'
import { epochMs } from '@coldkeep/domain/time/instant'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshAreaDays } from '../organisation/area-days'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import {
  type DeviceHealthRow,
  type HealthDayRow,
  upsertDeviceHealth,
  upsertEarlyWarnings,
  upsertHealthDays,
  upsertHealthStoreDays,
} from './health-queries'
import { packTenths } from './median-tenths'

describeEachDatabase('freezer health', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, birch, cedar } = server.fleet.stores
    await upsertHealthDays(server.db, [
      day(alder, '2026-11-18', { medianScore: 96, score: 95, class: 'good' }),
      day(alder, '2026-11-19', {
        medianScore: 72.2,
        score: 72.24,
        class: 'fair',
        topLoss: 'pull_down',
        topLossPoints: 17.7,
        secondLoss: 'run_ratio',
        secondLossPoints: 3.6,
        hint: 'refrigerant_leak',
        hintChance: 0.64,
      }),
      day(birch, '2026-11-18', { medianScore: 40, score: 41, class: 'poor' }),
      day(birch, '2026-11-19', {}),
      day(cedar, '2026-11-19', { medianScore: 90, score: 90, class: 'good' }),
    ])
    const classes = { good: 0, fair: 0, watch: 0, poor: 0, noScore: 0, medianTenths: packTenths([]) }
    const storeDay = (store: TinyStore, on: string, given: Partial<typeof classes>) => ({
      storeId: store.storeId,
      on: localDate(on),
      ...classes,
      ...given,
      computedAt: NOON,
    })
    await upsertHealthStoreDays(server.db, [
      storeDay(alder, '2026-11-18', { good: 1, medianTenths: packTenths([96]) }),
      storeDay(alder, '2026-11-19', { fair: 1, medianTenths: packTenths([72.2]) }),
      storeDay(birch, '2026-11-18', { poor: 1, medianTenths: packTenths([40]) }),
      storeDay(birch, '2026-11-19', { noScore: 1 }),
      storeDay(cedar, '2026-11-19', { good: 1, medianTenths: packTenths([90]) }),
      storeDay(alder, '2026-11-20', { good: 5, fair: 1, noScore: 2 }),
      storeDay(birch, '2026-11-20', { poor: 1, watch: 1 }),
      storeDay(cedar, '2026-11-20', { good: 4 }),
    ])
    await refreshAreaDays(server.db)
    await upsertDeviceHealth(server.db, [
      present(alder, { frozenOn: '2026-10-30', score: 72.24, class: 'fair' }),
      present(birch, { score: 41, class: 'poor', hint: 'iced_evaporator' }),
    ])
    const figures = { value: 41, limitValue: 70, judgedMinutes: 60, score: 41 }
    const warning = { kind: 'threshold', raisedAt: NOON, ...figures } as const
    await upsertEarlyWarnings(server.db, [
      { storeId: birch.storeId, deviceId: birch.freezer.deviceId, ...warning, clearedAt: null, reason: null },
      {
        storeId: cedar.storeId,
        deviceId: cedar.freezer.deviceId,
        ...warning,
        clearedAt: NOON,
        reason: 'recovered',
      },
    ])
  })
  afterAll(() => server.close())

  const day = (store: TinyStore, on: string, given: Partial<HealthDayRow>): HealthDayRow => ({
    storeId: store.storeId,
    deviceId: store.freezer.deviceId,
    on: localDate(on),
    zone: 'FZ',
    measured: {
      ...NOTHING_MEASURED,
      coverage: 1,
      coveredMinutes: 1440,
      deviationK: 0,
    },
    outdoorC: null,
    isBreach: false,
    isWhole: true,
    firstAt: epochMs(Date.parse(`${addDays(localDate(on), -1)}T16:10:00Z`)),
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
    ...given,
  })
  const present = (store: TinyStore, given: Partial<DeviceHealthRow>): DeviceHealthRow => ({
    storeId: store.storeId,
    deviceId: store.freezer.deviceId,
    baselineFrom: null,
    baseline: null,
    frozenOn: null,
    intensity: null,
    usualScore: null,
    lastMeasured: null,
    lastOutdoorC: null,
    watch: null,
    scoredAt: NOON,
    score: null,
    class: null,
    noScore: null,
    losses: [],
    hint: null,
    hintChance: null,
    hintReasons: [],
    computedAt: NOON,
    ...given,
  })
  const days = (start: string, end = start) => `start=${start}T00:00:00&end=${end}T23:59:59&timezone=%2B08:00`
  const detail = (query: string, as = 'admin', headers = {}) =>
    server.send('GET', `/api/v2/health/detail?${query}`, { as, headers })

  test('a row per device with its last score, where points were lost and what to look at', async () => {
    const { north, stores } = server.fleet
    const { status, body } = await detail(`depart=${north}&${days('2026-11-18', '2026-11-19')}`)
    expect(status).toBe(200)
    expect(body.table.header.map((column: { value: string }) => column.value)).toEqual([
      'Store',
      'Device',
      'Type',
      'Score',
      'Class',
      'Largest loss',
      'Second loss',
      'Check',
      'Compared with days up to',
    ])
    expect(body.table.filter_index).toBe(4)
    expect(body.table.data.map((row: { value: unknown[] }) => row.value)).toEqual([
      [
        'Alder Street',
        'Freezer 1',
        'Doored case',
        72.2,
        'Fair',
        'Cooling speed −17.7',
        'Run time −3.6',
        'Refrigerant leak (65\u202f%)',
        '2026-10-30',
      ],
      ['Birch Lane 50%', 'Freezer 1', 'Doored case', null, 'No score', null, null, null, null],
    ])
    expect(body.table.data[0].drill).toEqual({
      depart: String(north),
      store: String(stores.alder.storeId),
      device: String(stores.alder.freezer.deviceId),
    })
    // One of two devices has a score.
    expect(body.coverage).toBe(0.5)
  })

  test('devices by class, and the median score of each day', async () => {
    const { body } = await detail(`depart=${server.fleet.company}&${days('2026-11-17', '2026-11-19')}`)
    const [pie, line] = body.charts
    expect(
      pie.data.map((slice: { label: string; values: number[] }) => [slice.label, slice.values[0]]),
    ).toEqual([
      ['Good', 1],
      ['Fair', 1],
      ['Watch', 0],
      ['Poor', 0],
      ['No score', 1],
    ])
    expect(pie.summary).toBe('2 of 3 devices are good or fair, 0 poor.')
    // Of two devices the lower one is at the middle.
    expect(line).toMatchObject({ type: 'line' })
    expect(line.data.map((point: { values: unknown[] }) => point.values[0])).toEqual([null, 40, 72.2])
  })

  test('words come in the language of the caller', async () => {
    const { body } = await detail(`depart=${server.fleet.north}&${days('2026-11-19')}`, 'admin', {
      language: 'zh-TW',
    })
    expect(body.table.data[0].value.slice(4, 8)).toEqual([
      '普通',
      '降溫速度 −17.7',
      '運轉時間 −3.6',
      '冷媒洩漏（65 %）',
    ])
  })

  test('a period without figures is empty, not zero', async () => {
    const { body } = await detail(`depart=${server.fleet.company}&${days('2026-09-01')}`)
    expect(body.table.data).toEqual([])
    expect(body.charts[0]).toMatchObject({ data: [], summary: 'No data' })
    expect(body.coverage).toBeNull()
  })

  test('absurd periods and stores of others are refused with the reason', async () => {
    const { company, north, stores } = server.fleet
    const refused = async (query: string, as = 'admin') => {
      const { status, body } = await detail(query, as)
      return [status, body.code]
    }
    expect(await refused(`depart=${company}&${days('2026-11-19', '2026-11-18')}`)).toEqual([
      400,
      'period.reversed',
    ])
    expect(await refused(`depart=${company}&${days('2026-01-01', '2026-11-18')}`)).toEqual([
      400,
      'period.too_long',
    ])
    expect(await refused(`depart=999999&${days('2026-11-19')}`)).toEqual([404, 'department.unknown'])
    expect(await refused(`depart=${north}&storeid=${stores.cedar.storeId}&${days('2026-11-19')}`)).toEqual([
      404,
      'store.unknown',
    ])
    expect((await refused(`depart=${north}&${days('2026-11-19')}`, 'north'))[0]).toBe(403)
    expect(await refused(`depart=${company}&start=now&end=then&timezone=x`)).toEqual([
      400,
      'request.malformed',
    ])
  })

  test('the page opens with the last seven days', async () => {
    const { body } = await server.send('GET', '/api/v2/health/detail/pageinfo', { as: 'admin' })
    expect(body).toMatchObject({ default_date: '2026-11-14', duration: 7 })
  })

  test('the card: of 12 devices with a score today 10 are good or fair, the worst is named', async () => {
    const { body } = await server.send('GET', '/api/v2/dashboard/health', { as: 'admin' })
    expect(body).toMatchObject({ title: 'Freezer health', value: '83.3%', note: 'today, good or fair' })
    expect(body.chart.data.map((slice: { values: number[] }) => slice.values[0])).toEqual([9, 1, 1, 1, 2])
    expect(body.news).toEqual([
      'Freezer 1, Birch Lane 50%: 41.0, check: Iced evaporator',
      '1 early warning open',
    ])
  })

  test('the card of a department knows its own stores only', async () => {
    const { body } = await server.send('GET', `/api/v2/dashboard/health?depart=${server.fleet.south}`, {
      as: 'admin',
    })
    expect(body).toMatchObject({ value: '100.0%', news: [] })
  })

  test('the card speaks of yesterday while today has nothing yet', async () => {
    server.clock.set(epochMs(Date.parse('2026-11-20T16:01:00Z')))
    const { body } = await server.send('GET', '/api/v2/dashboard/health', { as: 'admin' })
    expect(body).toMatchObject({ value: '83.3%', note: 'yesterday, good or fair' })
    server.clock.set(NOON)
  })
})
