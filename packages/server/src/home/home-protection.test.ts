import { epochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertCoverages } from '../analysis/temperature-day-queries'
import { insertOperationDay, insertTemperatureStoreDay } from '../testing/result-days'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('cards of protection and operation', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { db } = server
    const { alder, birch, cedar } = server.fleet.stores
    await insertTemperatureStoreDay(db, alder.storeId, '2026-11-19', { protected: 6, watch: 1, noData: 1 })
    await insertTemperatureStoreDay(db, birch.storeId, '2026-11-19', { breach: 1, protected: 3 })
    await insertTemperatureStoreDay(db, cedar.storeId, '2026-11-19', { breach: 2, protected: 7 })
    await insertTemperatureStoreDay(db, cedar.storeId, '2026-11-20', { breach: 9 })
    const cover = (store: typeof alder, lastOn: string) => ({
      storeId: store.storeId,
      deviceId: store.freezer.deviceId,
      zone: 'FZ' as const,
      firstOn: localDate('2025-01-01'),
      lastOn: localDate(lastOn),
    })
    await insertCoverages(db, [
      cover(alder, '2026-12-05'),
      cover(birch, '2026-11-01'),
      cover(cedar, '2028-01-01'),
    ])
    const put = (store: typeof alder, on: string, given: Parameters<typeof insertOperationDay>[4]) =>
      insertOperationDay(db, store.storeId, store.freezer.deviceId, on, given)
    await put(alder, '2026-11-19', { cooling: 1000, standby: 440, longestRunMinutes: 500 })
    await put(alder, '2026-11-20', { cooling: 300, pulldown: 50, standby: 350, longestRunMinutes: 30 })
    await put(cedar, '2026-11-20', { cooling: 250, defrost: 100, offline: 350, longestRunMinutes: 250 })
  })
  afterAll(() => server.close())
  beforeEach(() => server.clock.set(NOON))

  const card = async (name: string, query = '', as = 'admin', language = 'en') =>
    (await server.send('GET', `/api/v2/${name}${query}`, { as, headers: { language } })).body
  const slices = (body: { chart: { data: { label: string; values: unknown[] }[] } }) =>
    body.chart.data.map(({ label, values }) => [label, values[0]])

  test('insured devices by the verdict of yesterday: 16 of the 20 with a verdict were protected', async () => {
    const body = await card('dashboard/qa-temp')
    expect(body).toMatchObject({ title: 'Temperature protection', value: '80.0%', note: 'yesterday' })
    expect(slices(body)).toEqual([
      ['Protected', 16],
      ['Watch', 1],
      ['Breach', 3],
      ['No data', 1],
    ])
    expect(body.chart.legend).toHaveLength(4)
    expect(body.news).toEqual([
      '3 devices in breach yesterday: Cedar_Road, Birch Lane 50%',
      'Insurance for 1 store has expired',
      'Insurance for 1 store expires soon',
    ])
  })

  test('with how many days left a renewal is due is what was chosen for a store, else for its department', async () => {
    const { fleet } = server
    const choose = (expiring: number, place: object) =>
      server.send('POST', '/api/v2/util/figures/cfg', {
        as: 'admin',
        body: { figure_group: 'insurance', figures: { expiring }, ...place },
      })
    // 15 days are left of Alder, and 407 of Cedar
    const south = { department_id: String(fleet.south) }
    expect((await choose(180, south)).status).toBe(200)
    expect((await card('dashboard/qa-temp')).news[2]).toBe('Insurance for 1 store expires soon')
    await choose(14, { store_id: String(fleet.stores.alder.storeId) })
    expect((await card('dashboard/qa-temp')).news).toHaveLength(2)
    await choose(15, { store_id: String(fleet.stores.alder.storeId) })
    expect((await card('dashboard/qa-temp')).news).toHaveLength(3)
    await server.db.deleteFrom('figureRule').execute()
  })

  test('everybody sees their own department, in their language', async () => {
    const body = await card('dashboard/qa-temp', '', 'north', 'zh-TW')
    // 9 of 11
    expect(body).toMatchObject({ title: '溫度保障', value: '81.8%' })
    expect(body.news[0]).toBe('昨日 1 台設備未達標：Birch Lane 50%')
  })

  test('yesterday is that of each store: after midnight in Tokyo it is the day that was today', async () => {
    server.clock.set(epochMs(Date.UTC(2026, 10, 20, 15, 30)))
    expect(slices(await card('dashboard/qa-temp', `?depart=${server.fleet.south}`))).toEqual([
      ['Protected', 0],
      ['Watch', 0],
      ['Breach', 9],
      ['No data', 0],
    ])
  })

  test('without a verdict there is a dash, no pie and no note', async () => {
    server.clock.set(epochMs(Date.UTC(2027, 5, 1)))
    const body = await card('dashboard/qa-temp')
    expect(body.value).toBe('–')
    expect(body.chart.data).toEqual([])
    expect(body.note).toBeUndefined()
    expect(body.news).toEqual(['Insurance for 2 stores has expired'])
  })

  test('what devices do today: cooling and pull-down are 600 of 1400 minutes', async () => {
    const body = await card('dashboard/operation')
    expect(body).toMatchObject({
      title: 'Operation analysis',
      value: '42.9%',
      note: 'today, cooling and pull-down',
      chart: { unit: '%', decimals: 1 },
    })
    expect(slices(body)).toEqual([
      ['Cooling', 39.3],
      ['Pull-down', 3.6],
      ['Defrost', 7.1],
      ['Door open', 0],
      ['Standby', 25],
      ['Off', 0],
      ['Offline', 25],
    ])
    expect(body.news).toEqual(['Longest run 4.2 h: Freezer 1, Cedar_Road', 'Offline 25.0% of the time'])
  })

  test('while today has nothing yet the card tells of yesterday', async () => {
    server.clock.set(epochMs(Date.UTC(2026, 10, 21, 4)))
    // North had no day 21: its yesterday is the 20th, 350 of 700.
    const body = await card('dashboard/operation', `?depart=${server.fleet.north}`)
    expect(body).toMatchObject({ value: '50.0%', note: 'yesterday, cooling and pull-down' })
    expect(body.news).toEqual([])
  })

  test('without any figure there is a dash', async () => {
    server.clock.set(epochMs(Date.UTC(2027, 5, 1)))
    const body = await card('dashboard/operation')
    expect(body.value).toBe('–')
    expect(body.chart.data).toEqual([])
    expect(body.news).toEqual([])
  })

  test('a department of someone else is unknown', async () => {
    for (const name of ['dashboard/qa-temp', 'dashboard/operation']) {
      expect((await card(name, `?depart=${server.fleet.south}`, 'north')).code).toBe('department.unknown')
    }
  })
})
