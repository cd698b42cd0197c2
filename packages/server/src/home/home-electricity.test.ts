import { epochMs } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { upsertEnergyComparisons, upsertEnergyDays } from '../analysis/electricity-queries'
import { refreshAreaDays } from '../organisation/area-days'
import { comparison, energyDay } from '../testing/energy-days'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('the electricity cards', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, birch, cedar } = server.fleet.stores
    await upsertEnergyDays(server.db, [
      energyDay(alder.storeId, '2026-11-20', {
        judged: 48,
        over: 2,
        maximumKw: 118,
        contractedKw: 100,
      }),
      energyDay(birch.storeId, '2026-11-20', { judged: 48, maximumKw: 60, contractedKw: 120 }),
      energyDay(cedar.storeId, '2026-11-20', { judged: 24, over: 1, maximumKw: 84, contractedKw: 80 }),
      energyDay(alder.storeId, '2026-11-19', { judged: 96, maximumKw: 90, contractedKw: 100 }),
    ])
    await refreshAreaDays(server.db)
    await upsertEnergyComparisons(server.db, [
      comparison(alder.storeId, {
        days: 30,
        energyKwh: 9000,
        beforeKwh: 10_000,
        lastYearKwh: 8000,
        correctedKwh: 9500,
        referenceKwh: 10_000,
      }),
      comparison(birch.storeId, {
        days: 30,
        energyKwh: 6000,
        beforeKwh: 5000,
        correctedKwh: 5800,
        referenceKwh: 5000,
      }),
      comparison(cedar.storeId, { days: 4, energyKwh: 800 }),
    ])
  })
  afterAll(() => server.close())
  beforeEach(() => server.clock.set(NOON))

  const demandCard = async (query = '', language = 'en') =>
    (await server.send('GET', `/api/v2/dashboard/pwr-ctrl${query}`, { as: 'admin', headers: { language } }))
      .body
  const comparisonCard = async (query = '') =>
    (await server.send('GET', `/api/v2/dashboard/pwr-compare${query}`, { as: 'admin' })).body

  test('demand: the share of intervals within the contract today, and who was over it', async () => {
    const { north, south } = server.fleet
    // 3 of 120 intervals over
    expect(await demandCard()).toMatchObject({
      title: 'Electricity demand',
      value: '97.5%',
      note: 'of intervals within contract, today',
      chart: {
        data: [
          { label: 'North', values: [90, 118], drill: { depart: String(north) } },
          { label: 'South', values: [null, 105], drill: { depart: String(south) } },
        ],
        unit: '%',
        legend: [
          { value: 'Highest demand as % of contract, yesterday' },
          { value: 'Highest demand as % of contract, today' },
        ],
      },
      news: ['2 stores over contract today', 'Alder Street: 118.0\u202fkW of 100.0\u202fkW'],
      computed_at: '2026-11-20T04:00:00.000Z',
    })
  })

  test('demand: while today has nothing to judge yet the card tells of yesterday', async () => {
    server.clock.set(epochMs(Date.UTC(2026, 10, 20, 16, 5)))
    const body = await demandCard(`?depart=${server.fleet.north}`)
    expect(body).toMatchObject({ value: '97.9%', note: 'of intervals within contract, yesterday' })
    expect(body.chart.data).toMatchObject([
      { label: 'Alder Street', values: [118, null] },
      { label: 'Birch Lane 50%', values: [50, null] },
    ])
  })

  test('demand: without any interval there is a dash, no note and no news', async () => {
    server.clock.set(epochMs(Date.UTC(2026, 11, 20)))
    const body = await demandCard()
    expect([body.value, body.note, body.news]).toEqual(['–', undefined, []])
  })

  test('demand: when all kept to their contracts the news say so', async () => {
    server.clock.set(epochMs(NOON - 86_400_000))
    expect(await demandCard(`?depart=${server.fleet.north}`, 'ja')).toMatchObject({
      value: '100.0%',
      news: ['本日、契約を超過した店舗はありません'],
    })
  })

  test('comparison: the change of the corrected energy of the stores that have one', async () => {
    const { north, south } = server.fleet
    // 15,300 against 15,000; Birch rose by 16 %
    expect(await comparisonCard()).toMatchObject({
      title: 'Electricity comparison',
      value: '+2.0%',
      note: 'corrected for weather, 2 stores',
      chart: {
        data: [
          // Birch has no last year, so the year of Alder alone is no bar beside both
          { label: 'North', values: [15_000, 15_000, null], drill: { depart: String(north) } },
          { label: 'South', values: [800, null, null], drill: { depart: String(south) } },
        ],
        unit: 'kWh',
      },
      news: ['Largest rise: Birch Lane 50% +16.0%'],
    })
  })

  test('comparison: without enough history there is a dash and the reason', async () => {
    expect(await comparisonCard(`?depart=${server.fleet.south}`)).toMatchObject({
      value: '–',
      note: 'not enough history to correct for weather',
      news: [],
    })
  })

  test('a foreign department is unknown, and without a token there is nothing', async () => {
    for (const name of ['pwr-ctrl', 'pwr-compare']) {
      const path = `/api/v2/dashboard/${name}?depart=${server.fleet.south}`
      expect((await server.send('GET', path, { as: 'north' })).body.code).toBe('department.unknown')
      expect((await server.send('GET', path)).body.code).toBe('session.required')
    }
  })
})
