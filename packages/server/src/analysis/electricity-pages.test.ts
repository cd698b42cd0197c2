import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshAreaDays } from '../organisation/area-days'
import { comparison, demandDay, energyDay } from '../testing/energy-days'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import {
  type EnergyComparisonRow,
  upsertDemandDays,
  upsertEnergyComparisons,
  upsertEnergyDays,
} from './electricity-queries'

describeEachDatabase('electricity analysis', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, birch, cedar, dogwood } = server.fleet.stores
    const over = { known: 4, judged: 4, over: 2, overMinutes: 30, excessKw: 18, maximumKw: 118 }
    await upsertEnergyDays(server.db, [
      energyDay(alder.storeId, '2026-11-18', {
        ...over,
        contractedKw: 100,
        heldMinutes: 1368,
        factorKwh: 1000,
        reactiveKvarh: 800,
      }),
      energyDay(alder.storeId, '2026-11-19', {
        known: 96,
        judged: 96,
        maximumKw: 80,
        contractedKw: 100,
        excessKw: 0,
      }),
      energyDay(birch.storeId, '2026-11-18', {
        known: 96,
        judged: 96,
        maximumKw: 72,
        contractedKw: 120,
        excessKw: 0,
      }),
      energyDay(cedar.storeId, '2026-11-18', { known: 48, maximumKw: 55.55 }),
    ])
    await refreshAreaDays(server.db)
    await upsertDemandDays(server.db, [
      demandDay(alder.storeId, '2026-11-18', {
        contractedKw: 100,
        demandKw: [98, 102, 118, 100, null],
        forecastKw: [97, 104, null, 100, 99],
        highestStage: [2, 3, 3, 1, 0],
        powerFactor: [0.95, 0.8, 0.78, null, null],
      }),
    ])
    const undivided = { contractedKw: null, highestStage: [], powerFactor: [] }
    await upsertDemandDays(server.db, [
      demandDay(birch.storeId, '2026-11-04', { ...undivided, demandKw: [60, 80], forecastKw: [1, 1] }),
      demandDay(birch.storeId, '2026-11-05', { ...undivided, demandKw: [80, 80], forecastKw: [84, 76] }),
      demandDay(birch.storeId, '2026-11-18', { ...undivided, demandKw: [50], forecastKw: [53] }),
    ])
    const july: Partial<EnergyComparisonRow> = {
      days: 31,
      energyKwh: 9300,
      openMinutes: 744 * 60,
      heldMinutes: 31 * 1440,
      expectedMinutes: 31 * 1440,
      weatherDays: 31,
      weatherKwh: 9300,
      degreeDays: 210,
      beforeKwh: 9610,
      lastYearKwh: 9000,
      correctedKwh: 8640,
      referenceKwh: 9610,
    }
    const low = (kwh: number, intervals: number) => ({
      lowKwh: Array.from({ length: 100 }, (_, index) => (index < 79 ? 0 : kwh)),
      lowIntervals: Array.from({ length: 100 }, (_, index) => (index < 79 ? 0 : intervals)),
    })
    await server.db
      .updateTable('store')
      .set({ floorAreaM2: 150 })
      .where('storeId', '=', alder.storeId)
      .execute()
    await upsertEnergyComparisons(server.db, [
      comparison(alder.storeId, july),
      comparison(birch.storeId, {
        ...july,
        correctedKwh: 10_090.5,
        factorKwh: 1200,
        reactiveKvarh: 900,
        spreadKwh: 1200,
        ...low(300, 25),
      }),
      comparison(dogwood.storeId, {
        days: 5,
        energyKwh: 1500,
        openMinutes: 5 * 960,
        heldMinutes: 6000,
        expectedMinutes: 7200,
      }),
    ])
  })
  afterAll(() => server.close())

  const days = (start: string, end = start) => `start=${start}T00:00:00&end=${end}T23:59:59&timezone=%2B08:00`
  const demand = (query: string, as = 'admin', headers = {}) =>
    server.send('GET', `/api/v2/pwr-ctrl/detail?${query}`, { as, headers })
  const compare = (query: string, as = 'admin', headers = {}) =>
    server.send('GET', `/api/v2/pwr-compare/detail?${query}&timezone=%2B08:00`, { as, headers })
  const values = (body: { table: { data: { value: unknown[] }[] } }) =>
    body.table.data.map((row) => row.value)
  const titles = (body: { table: { header: { value: string }[] } }) =>
    body.table.header.map((column) => column.value)

  test('one store and day: each interval with forecast, error, stage, time over contract and power factor', async () => {
    const { north, stores } = server.fleet
    const query = `depart=${north}&storeid=${stores.alder.storeId}&${days('2026-11-18')}`
    const { status, body } = await demand(query)
    expect(status).toBe(200)
    expect(titles(body)).toEqual([
      'Interval',
      'Demand',
      'Forecast at two thirds',
      'Forecast error',
      'Highest stage',
      'Over contract',
      'Power factor',
    ])
    expect(values(body)).toEqual([
      ['2026-11-18 00:00', 98, 97, -1, 'Shed comfort loads', 0, 0.95],
      ['2026-11-18 00:15', 102, 104, 2, 'Defer what can wait', 15, 0.8],
      ['2026-11-18 00:30', 118, null, null, 'Defer what can wait', 15, 0.78],
      ['2026-11-18 00:45', 100, 100, 0, 'Notice', 0, null],
      ['2026-11-18 01:00', null, 99, null, 'None', null, null],
    ])
    // 1368 of 1440 minutes
    expect(body.coverage).toBeCloseTo(0.95, 10)
    expect(body.table.filter_index).toBe(4)
  })

  test('its charts: demand against the contract, and the forecast as a line over time', async () => {
    const { north, stores } = server.fleet
    const query = `depart=${north}&storeid=${stores.alder.storeId}&${days('2026-11-18')}`
    const [bars, line] = (await demand(query)).body.charts
    expect(bars).toMatchObject({
      type: 'group_bar',
      name: 'Demand by interval',
      limits: [{ value: 100, label: 'Contract 100\u202fkW' }],
      summary: 'Highest demand 118.0\u202fkW; over contract for 30 min.',
    })
    expect(bars.data[2]).toEqual({ label: '00:30', values: [118] })
    expect(line).toMatchObject({
      type: 'line',
      legend: [{ value: 'Demand' }, { value: 'Forecast at two thirds' }],
      // 1, 2 and 0 kW
      summary: 'On average, the forecast was off by 1.0\u202fkW.',
    })
    expect(line.data[4]).toEqual({ label: '01:00', at: '2026-11-17T17:00:00.000Z', values: [null, 99] })
  })

  test('the forecast beside the day before: over fourteen days, where both and the demand are known', async () => {
    const { north, stores } = server.fleet
    const query = `depart=${north}&storeid=${stores.birch.storeId}&${days('2026-11-18')}`
    const { body } = await demand(query)
    // The 5th has its day before on the 4th, which lies outside of the fourteen days: 60 for 80, 80 for 80.
    // The 18th has none of the 17th. Of 160 kW the forecasts were off by 4 + 4, the days before by 20 + 0.
    expect(body.charts[1].summary).toBe(
      'On average, the forecast was off by 3.0\u202fkW. Over the 14 days to Nov 18 it was off by 5.0% of the demand; ' +
        'taking the same interval of the day before instead, by 12.5%.',
    )
    expect(values(body)).toHaveLength(1)
  })

  test('several days of one store are compared by their highest demand, and an unknown day has none', async () => {
    const { north, stores } = server.fleet
    const query = `depart=${north}&storeid=${stores.alder.storeId}&${days('2026-11-17', '2026-11-19')}`
    const { body } = await demand(query)
    expect(body.charts[0]).toMatchObject({ name: 'Highest demand by day' })
    expect(body.charts[0].data).toEqual([
      { label: 'Nov 17', values: [null], drill: { day: '2026-11-17' } },
      { label: 'Nov 18', values: [118], drill: { day: '2026-11-18' } },
      { label: 'Nov 19', values: [80], drill: { day: '2026-11-19' } },
    ])
    expect(body.charts[1].data[0].label).toBe('Nov 18 00:00')
  })

  test('all stores: highest demand against the contract, the one that used most of its own first', async () => {
    const { company, stores } = server.fleet
    const { body } = await demand(`depart=${company}&storeid=all&${days('2026-11-18', '2026-11-19')}`)
    expect(titles(body)).toEqual([
      'Store',
      'Contract status',
      'Highest demand',
      'Contract',
      '% of contract',
      'Intervals over contract',
      'Over contract',
      'Largest excess',
      'Power factor',
    ])
    expect(values(body)).toEqual([
      ['Alder Street', 'Over contract', 118, 100, 118, 2, 30, 18, 0.78],
      ['Birch Lane 50%', 'Within contract', 72, 120, 60, 0, 0, 0, null],
      ['Cedar_Road', 'Contract unknown', 55.6, null, null, null, null, null, null],
    ])
    expect(body.table.data[0]).toMatchObject({ drill: { store: String(stores.alder.storeId) } })
    const [byStore, byDay] = body.charts
    expect(byStore.data[0]).toMatchObject({ label: 'Alder Street', values: [118, 100] })
    expect(byDay.data).toEqual([
      { label: 'Nov 18', values: [30], drill: { day: '2026-11-18' } },
      { label: 'Nov 19', values: [0], drill: { day: '2026-11-19' } },
    ])
  })

  test('a period without figures is empty, not zero', async () => {
    const { body } = await demand(`depart=${server.fleet.company}&${days('2026-10-01')}`)
    expect(body.table.data).toEqual([])
    expect(body.charts[1].data[0].values).toEqual([null])
    expect(body.coverage).toBeNull()
    expect(body.charts[0].summary).toBe('No data')
  })

  test('the last thirty days of each store, the largest rise first, those without a change last', async () => {
    const { company } = server.fleet
    const { status, body } = await compare(`depart=${company}&storeid=all`)
    expect(status).toBe(200)
    expect(titles(body)).toEqual([
      'Store',
      'Energy',
      'Per day',
      'Per open hour',
      'Per degree-day',
      'Per m²',
      'Weather-corrected',
      'Change',
      'Power factor',
      'Energy below 80\u202f% power factor',
      'Intervals below 80\u202f%',
      'Coverage',
      'Readings',
      'Through',
    ])
    // 10090.5 and 8640 against 9610; 300 of 1200 kWh; 9300 kWh in 744 open hours, 210 degree-days and on 150 m²
    expect(values(body)).toEqual([
      [
        'Birch Lane 50%',
        9300,
        300,
        12.5,
        44.3,
        null,
        10_090.5,
        5,
        0.8,
        25,
        25,
        100,
        'Complete',
        '2026-11-19',
      ],
      [
        'Alder Street',
        9300,
        300,
        12.5,
        44.3,
        62,
        8640,
        -10.1,
        null,
        null,
        null,
        100,
        'Complete',
        '2026-11-19',
      ],
      [
        'Dogwood Alley',
        1500,
        300,
        18.8,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        83.3,
        'Incomplete',
        '2026-11-19',
      ],
    ])
    expect(body.charts[0]).toMatchObject({
      type: 'group_bar',
      legend: [{ value: 'Last 30 days' }, { value: 'Previous 30 days' }, { value: 'A year earlier' }],
      // 20,100 kWh of all; 18,730.5 against 19,220
      summary: 'Energy 20,100\u202fkWh; weather-corrected \u22122.5% against the previous 30 days.',
    })
    expect(body.charts[0].data[2].values).toEqual([1500, null, null])
  })

  test('the threshold of the power factor can be chosen; exactly the threshold is not low', async () => {
    const { birch } = server.fleet.stores
    const low = async (percent: string) => {
      const query = `depart=${server.fleet.north}&storeid=${birch.storeId}&low-pf=${percent}`
      return values((await compare(query)).body)[0]?.slice(9, 11)
    }
    expect(await low('79')).toEqual([0, 0])
    expect(await low('80')).toEqual([25, 25])
    expect(await low('100')).toEqual([25, 25])
  })

  test.each(['0', '101', '79.5', 'low', '-5'])('a threshold of %s is refused', async (percent) => {
    const { status, body } = await compare(`depart=${server.fleet.north}&low-pf=${percent}`)
    expect([status, body.code]).toEqual([400, 'request.malformed'])
    expect(Object.keys(body.fields)).toEqual(['query.low-pf'])
  })

  test('titles come in the language of the caller', async () => {
    const { north } = server.fleet
    const headers = { language: 'ja' }
    expect(titles((await compare(`depart=${north}`, 'admin', headers)).body)[0]).toBe('店舗')
    const { body } = await demand(`depart=${north}&${days('2026-11-18')}`, 'admin', { language: 'zh-TW' })
    expect(body.charts[1].name).toBe('每日超約時間')
  })

  test('what belongs to others is unknown, and bad periods are refused', async () => {
    const { north, south, stores } = server.fleet
    const codeOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code
    const day = days('2026-11-18')
    expect(await codeOf(demand(`depart=999999&${day}`))).toBe('department.unknown')
    expect(await codeOf(demand(`depart=${north}&storeid=${stores.cedar.storeId}&${day}`))).toBe(
      'store.unknown',
    )
    expect(await codeOf(compare(`depart=${south}&storeid=${stores.alder.storeId}`))).toBe('store.unknown')
    expect(await codeOf(demand(`depart=${north}&${days('2026-11-18', '2026-11-17')}`))).toBe(
      'period.reversed',
    )
    expect(await codeOf(demand(`depart=${north}&${days('2026-01-01', '2026-11-17')}`))).toBe(
      'period.too_long',
    )
  })

  test('accounts without the pages are refused', async () => {
    const { north } = server.fleet
    for (const answer of [
      await demand(`depart=${north}&${days('2026-11-18')}`, 'north'),
      await compare(`depart=${north}`, 'north'),
      await server.send('GET', '/api/v2/pwr-ctrl/detail/pageinfo', { as: 'north' }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'access.page'])
    }
  })

  test('the page opens on the seven days that end today', async () => {
    const { body } = await server.send('GET', '/api/v2/pwr-ctrl/detail/pageinfo', { as: 'admin' })
    expect(body).toMatchObject({ default_date: '2026-11-14', duration: 7 })
  })
})
