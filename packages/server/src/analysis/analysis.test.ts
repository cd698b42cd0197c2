import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertConnectionDay } from '../testing/connection-days'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('connection-rate analysis', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, birch, cedar } = server.fleet.stores
    // One day of a device polled every 5 minutes has 288 slots.
    await insertConnectionDay(server.db, alder.storeId, alder.freezer.deviceId, '2026-11-18', {
      ok: 262,
      deviceLost: 8,
      hostLost: 12,
      excluded: 6,
    })
    await insertConnectionDay(server.db, alder.storeId, alder.meter.deviceId, '2026-11-18', { ok: 288 })
    await insertConnectionDay(server.db, birch.storeId, birch.freezer.deviceId, '2026-11-18', {
      ok: 144,
      deviceLost: 144,
    })
    await insertConnectionDay(server.db, cedar.storeId, cedar.freezer.deviceId, '2026-11-19', {
      ok: 1440,
      hostLost: 1440,
      periodSeconds: 30,
    })
  })
  afterAll(() => server.close())

  const days = (start: string, end = start) => `start=${start}T00:00:00&end=${end}T23:59:59&timezone=%2B08:00`
  const detail = (query: string, as = 'admin', headers = {}) =>
    server.send('GET', `/api/v2/iot-connection/detail?${query}`, { as, headers })
  const values = (rows: { value: unknown[] }[]) => rows.map((row) => row.value)

  test('a row per device: the ratio of slots, and lost minutes by cause', async () => {
    const { north, stores } = server.fleet
    const { status, body } = await detail(`depart=${north}&storeid=all&vendor=all&${days('2026-11-18')}`)
    expect(status).toBe(200)
    expect(body.table.header.map((column: { value: string }) => column.value)).toEqual([
      'Store',
      'Device',
      'Expected',
      'Received',
      'Connection rate',
      'Device rate',
      'Host lost',
      'Device does not answer',
    ])
    // 262 of 282 is 92.9 %, 262 of 270 is 97.0 %; 12 and 8 slots of 5 minutes are 60 and 40 minutes.
    expect(values(body.table.data)).toEqual([
      ['Alder Street', 'Freezer 1', 282, 262, 92.9, 97, 60, 40],
      ['Alder Street', 'Main meter', 288, 288, 100, 100, 0, 0],
      ['Birch Lane 50%', 'Freezer 1', 288, 144, 50, 50, 0, 720],
    ])
    expect(body.table).toMatchObject({ page_size: 10, filter_index: 0 })
    expect(body.table.data[0]).toMatchObject({
      id: String(stores.alder.freezer.deviceId),
      drill: {
        depart: String(north),
        store: String(stores.alder.storeId),
        device: String(stores.alder.freezer.deviceId),
      },
    })
  })

  test('the lines of its chart are the classes that were chosen for the place', async () => {
    const { north, stores } = server.fleet
    const lines = async (query: string) =>
      (await detail(`${query}&${days('2026-11-18')}`)).body.charts[0].limits.map(
        (one: { value: number }) => one.value,
      )
    expect(await lines(`depart=${north}`)).toEqual([98, 90])
    await server.send('POST', '/api/v2/util/figures/cfg', {
      as: 'admin',
      body: { figure_group: 'connection', figures: { good: 99, fair: 95.5 }, department_id: String(north) },
    })
    expect(await lines(`depart=${north}`)).toEqual([99, 95.5])
    expect(await lines(`depart=${north}&storeid=${stores.birch.storeId}`)).toEqual([99, 95.5])
    expect(await lines(`depart=${server.fleet.company}`)).toEqual([98, 90])
    const card = await server.send('GET', `/api/v2/dashboard/iot-connection?depart=${north}`, { as: 'admin' })
    expect(card.body.chart.classes).toEqual({ good: 99, fair: 95.5 })
    const preview = await server.send('POST', '/api/v2/util/figures/preview', {
      as: 'admin',
      body: { figure_group: 'connection', figures: { good: 96, fair: 50 }, department_id: String(north) },
    })
    // 96.5 % was fair, 50 % poor
    expect(preview.body).toMatchObject({
      ...{ stores: 2, judged: 2, subjects: 2 },
      changes: [
        { before: 'fair', after: 'good', count: 1 },
        { before: 'poor', after: 'fair', count: 1 },
      ],
    })
    await server.db.deleteFrom('figureRule').execute()
  })

  test('a department is compared by store; its rate is the ratio of the sums', async () => {
    const { north, stores } = server.fleet
    const { body } = await detail(`depart=${north}&${days('2026-11-18')}`)
    const [rate, lost] = body.charts
    expect(rate).toMatchObject({ type: 'bar', name: 'Connection rate by store', unit: '%' })
    // 550 of 570, 144 of 288
    expect(rate.data).toEqual([
      { label: 'Alder Street', values: [96.5], drill: { store: String(stores.alder.storeId) } },
      { label: 'Birch Lane 50%', values: [50], drill: { store: String(stores.birch.storeId) } },
    ])
    // 694 of 858, and not the mean of 92.9, 100 and 50
    expect(rate.summary).toBe('Connection rate 80.9% in this period; lowest Birch Lane 50% with 50.0%.')
    expect(body.coverage).toBeCloseTo(694 / 858, 10)
    expect(lost).toMatchObject({
      type: 'group_bar',
      legend: [{ value: 'Host lost' }, { value: 'Device does not answer' }],
      data: [{ label: 'Nov 18', values: [60, 760], drill: { day: '2026-11-18' } }],
    })
  })

  test('one store is compared by day, and a day without figures has no bar', async () => {
    const { north, stores } = server.fleet
    const query = `depart=${north}&storeid=${stores.alder.storeId}&${days('2026-11-17', '2026-11-19')}`
    const { body } = await detail(query)
    expect(body.charts[0].name).toBe('Connection rate by day')
    expect(body.charts[0].data.map((bar: { values: unknown }) => bar.values)).toEqual([
      [null],
      [96.5],
      [null],
    ])
    expect(body.charts[1].data.map((bar: { values: unknown }) => bar.values)).toEqual([
      [null, null],
      [60, 40],
      [null, null],
    ])
    expect(body.table.data).toHaveLength(2)
  })

  test('lost minutes go by the poll period of the day', async () => {
    const { body } = await detail(`depart=${server.fleet.south}&${days('2026-11-19')}`)
    // 1440 slots of 30 s
    expect(values(body.table.data)).toEqual([['Cedar_Road', 'Freezer 1', 2880, 1440, 50, 100, 720, 0]])
  })

  test('a period without figures is empty, not zero', async () => {
    const { status, body } = await detail(`depart=${server.fleet.company}&${days('2026-10-01')}`)
    expect(status).toBe(200)
    expect(body.table.data).toEqual([])
    expect(body.charts[0]).toMatchObject({ data: [], summary: 'No data' })
    expect(body.coverage).toBeNull()
  })

  test('the vendor filter leaves the stores that the vendor serves', async () => {
    const { company, vendors } = server.fleet
    const both = days('2026-11-18', '2026-11-19')
    const { body } = await detail(`depart=${company}&vendor=${vendors.glacier}&${both}`)
    expect(values(body.table.data).map(([store]) => store)).toEqual(['Cedar_Road'])
  })

  test('titles come in the language of the caller', async () => {
    const query = `depart=${server.fleet.north}&${days('2026-11-18')}`
    const { body } = await detail(query, 'admin', { language: 'ja' })
    expect(body.charts[0].name).toBe('店舗別の接続率')
    expect(body.charts[1].data[0].label).toBe('11月18日')
    expect((await detail(query, 'admin', { language: 'zh-TW' })).body.table.header[0].value).toBe('門市')
  })

  test('what belongs to others is unknown', async () => {
    const { north, south, stores, vendors } = server.fleet
    const day = days('2026-11-18')
    const codeOf = async (query: string) => {
      const { status, body } = await detail(`${query}&${day}`, 'north')
      return [status, body.code]
    }
    expect(await codeOf(`depart=${south}`)).toEqual([404, 'department.unknown'])
    expect(await codeOf(`depart=${north}&storeid=${stores.cedar.storeId}`)).toEqual([404, 'store.unknown'])
    expect(await codeOf(`depart=${north}&vendor=${vendors.glacier}`)).toEqual([404, 'vendor.unknown'])
    expect(await codeOf(`depart=${north}&vendor=999999`)).toEqual([404, 'vendor.unknown'])
  })

  test('a store of another department than the chosen one is unknown too', async () => {
    const { north, stores } = server.fleet
    const { body } = await detail(`depart=${north}&storeid=${stores.cedar.storeId}&${days('2026-11-18')}`)
    expect(body.code).toBe('store.unknown')
  })

  test('periods run forward and are at most 62 days long', async () => {
    const codeOf = async (start: string, end: string) =>
      (await detail(`depart=${server.fleet.north}&${days(start, end)}`)).body.code
    expect(await codeOf('2026-11-18', '2026-11-17')).toBe('period.reversed')
    expect(await codeOf('2026-09-18', '2026-11-18')).toBeUndefined()
    expect(await codeOf('2026-09-17', '2026-11-18')).toBe('period.too_long')
  })

  test('a query that lacks or misspells something is refused with all the places named', async () => {
    const { status, body } = await detail('depart=x&start=2026-02-30T00:00:00&timezone=8')
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'request.malformed',
      fields: {
        'query.depart': 'format',
        'query.start': 'format',
        'query.end': 'missing',
        'query.timezone': 'format',
      },
    })
  })

  test('an account without page 1-1 is refused', async () => {
    const query = `depart=${server.fleet.south}&${days('2026-11-18')}`
    const { status, body } = await detail(query, '南', { language: 'zh-CN' })
    expect([status, body.code]).toEqual([403, 'access.page'])
    expect(body.message).toMatch(/\p{Script=Han}/u)
  })

  test('the page opens on the seven days that end today, by the clocks of the stores', async () => {
    const { body } = await server.send('GET', '/api/v2/iot-connection/detail/pageinfo', { as: 'north' })
    expect(body).toEqual({
      default_date: '2026-11-14',
      duration: 7,
      duration_title: '7 days',
      pre_title: 'Previous',
      next_title: 'Next',
    })
  })

  test('a right that is taken away is gone at once, whatever the token says', async () => {
    const { db, fleet } = server
    const path = `/api/v2/iot-connection/detail/pageinfo`
    expect((await server.send('GET', path, { as: 'north' })).status).toBe(200)
    const grants = await db
      .deleteFrom('pagePermission')
      .where('accountId', '=', fleet.accounts.north)
      .returningAll()
      .execute()
    expect((await server.send('GET', path, { as: 'north' })).status).toBe(403)
    await db.insertInto('pagePermission').values(grants).execute()
    expect((await server.send('GET', path, { as: 'north' })).status).toBe(200)
  })
})
