import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertOperationDay } from '../testing/result-days'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('operation analysis', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, birch } = server.fleet.stores
    await insertOperationDay(server.db, alder.storeId, alder.freezer.deviceId, '2026-11-18', {
      cooling: 610,
      defrost: 96,
      pulldown: 80,
      door: 45,
      standby: 579,
      offline: 30,
      runs: 46,
      compressorMinutes: 690,
      longestRunMinutes: 31.4,
      defrosts: 4,
      defrostMinutes: 88,
      doorOpenings: 15,
    })
    await insertOperationDay(server.db, alder.storeId, alder.freezer.deviceId, '2026-11-19', {
      cooling: 1440,
      compressorMinutes: 1440,
      longestRunMinutes: 1440,
    })
    await insertOperationDay(server.db, birch.storeId, birch.freezer.deviceId, '2026-11-18', {
      offline: 1440,
    })
  })
  afterAll(() => server.close())

  const days = (start: string, end = start) => `start=${start}T00:00:00&end=${end}T23:59:59&timezone=%2B08:00`
  const detail = (query: string, as = 'admin', headers = {}) =>
    server.send('GET', `/api/v2/operation/detail?${query}`, { as, headers })
  const values = (rows: { value: unknown[] }[]) => rows.map((row) => row.value)

  test('minutes by state, runs, defrosts and openings of each device', async () => {
    const { north, stores } = server.fleet
    const { status, body } = await detail(`depart=${north}&${days('2026-11-18')}`)
    expect(status).toBe(200)
    expect(body.table.header.map((column: { value: string }) => column.value)).toEqual([
      'Store',
      'Device',
      'Cooling',
      'Pull-down',
      'Defrost',
      'Door open',
      'Standby',
      'Off',
      'Offline',
      'Runs',
      'Mean run',
      'Longest run',
      'Starts per hour',
      'Defrosts',
      'Door openings',
      'Mostly',
    ])
    // 690 / 46 = 15.0; 46 in 24 h = 1.9
    expect(values(body.table.data)).toEqual([
      ['Alder Street', 'Freezer 1', 610, 80, 96, 45, 579, 0, 30, 46, 15, 31, 1.9, 4, 15, 'Cooling'],
      ['Birch Lane 50%', 'Freezer 1', 0, 0, 0, 0, 0, 0, 1440, 0, null, 0, 0, 0, null, 'Offline'],
    ])
    // slices lead to the rows of their tag, which is the same in every language
    expect(body.table.data.map(({ tag }: { tag: string }) => tag)).toEqual(['cooling', 'offline'])
    expect(body.charts[0].data[0].drill).toEqual({ tag: 'cooling' })
    expect(body.table.data[0].drill).toEqual({
      depart: String(north),
      store: String(stores.alder.storeId),
      device: String(stores.alder.freezer.deviceId),
    })
  })

  test('shares of one store add up to 100.0, and its days are compared by runs', async () => {
    const { north, stores } = server.fleet
    const query = `depart=${north}&storeid=${stores.alder.storeId}&${days('2026-11-17', '2026-11-18')}`
    const { body } = await detail(query)
    const [pie, bars] = body.charts
    expect(pie).toMatchObject({ type: 'pie', unit: '%' })
    expect(
      pie.data.map(({ label, values: [share] }: { label: string; values: number[] }) => [label, share]),
    ).toEqual([
      ['Cooling', 42.4],
      ['Pull-down', 5.5],
      ['Defrost', 6.7],
      ['Door open', 3.1],
      ['Standby', 40.2],
      ['Off', 0],
      ['Offline', 2.1],
    ])
    // (610 + 80) / 1440
    expect(pie.summary).toBe('Cooling and pull-down 47.9% of the time, standby 40.2%, offline 2.1%.')
    expect(bars.data).toEqual([
      { label: 'Nov 17', values: [null], drill: { day: '2026-11-17' } },
      { label: 'Nov 18', values: [46], drill: { day: '2026-11-18' } },
    ])
    expect(bars.summary).toBe(
      '46 runs in this period, 15.0 min each on average; 1.9 starts per hour and device.',
    )
    expect(body.coverage).toBeCloseTo(1410 / 1440, 10)
    expect(body.table.data).toHaveLength(1)
  })

  test('days of a device add up, and the longest run is the longest', async () => {
    const { north, stores } = server.fleet
    const query = `depart=${north}&storeid=${stores.alder.storeId}&${days('2026-11-18', '2026-11-19')}`
    const { body } = await detail(query)
    // 2130 / 46 = 46.3; 46 in 48 h = 0.96
    expect(values(body.table.data)).toEqual([
      ['Alder Street', 'Freezer 1', 2050, 80, 96, 45, 579, 0, 30, 46, 46.3, 1440, 1, 4, 15, 'Cooling'],
    ])
  })

  test('a period without figures is empty, not zero', async () => {
    const { body } = await detail(`depart=${server.fleet.company}&${days('2026-10-01')}`)
    expect(body.table.data).toEqual([])
    expect(body.charts[0]).toMatchObject({ data: [], summary: 'No data' })
    expect(body.charts[1]).toMatchObject({ summary: 'No data' })
    expect(body.coverage).toBeNull()
  })

  test('words come in the language of the caller', async () => {
    const query = `depart=${server.fleet.north}&${days('2026-11-18')}`
    expect((await detail(query, 'admin', { language: 'zh-TW' })).body.charts[0].data[0].label).toBe('製冷')
  })

  test('the page opens with the seven days that end today', async () => {
    const { body } = await server.send('GET', '/api/v2/operation/detail/pageinfo', { as: 'admin' })
    expect(body).toMatchObject({ default_date: '2026-11-14', duration: 7 })
  })

  test('what cannot be is refused', async () => {
    const { company, south, stores } = server.fleet
    const codeOf = async (query: string, as = 'admin') => {
      const { status, body } = await detail(query, as)
      return [status, body.code]
    }
    const day = days('2026-11-18')
    expect(await codeOf(`depart=${company}&${days('2026-11-20', '2026-11-19')}`)).toEqual([
      400,
      'period.reversed',
    ])
    expect(await codeOf(`depart=${south}&storeid=${stores.alder.storeId}&${day}`)).toEqual([
      404,
      'store.unknown',
    ])
    expect(await codeOf(`depart=${company}&start=x&end=y&timezone=z`)).toEqual([400, 'request.malformed'])
    expect(await codeOf(`depart=${company}&${day}`, 'north')).toEqual([403, 'access.page'])
  })
})
