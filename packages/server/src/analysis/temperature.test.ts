import { localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTemperatureDay, insertTemperatureStoreDay } from '../testing/result-days'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { insertCoverages } from './temperature-day-queries'

describeEachDatabase('temperature protection', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { db } = server
    const { alder, birch, cedar } = server.fleet.stores
    const cover = (store: typeof alder, firstOn: string, lastOn: string) => ({
      storeId: store.storeId,
      deviceId: store.freezer.deviceId,
      zone: 'FZ' as const,
      firstOn: localDate(firstOn),
      lastOn: localDate(lastOn),
    })
    await insertCoverages(db, [
      cover(alder, '2025-12-06', '2026-12-05'),
      // Birch was renewed, Cedar was not.
      cover(birch, '2025-01-01', '2025-12-31'),
      cover(birch, '2026-01-01', '2027-12-31'),
      cover(cedar, '2025-11-01', '2026-10-31'),
    ])
    // Three devices on seven days: 21, one without data, two breaches.
    for (const [index, day] of ['14', '15', '16', '17', '18', '19', '20'].entries()) {
      await insertTemperatureStoreDay(db, alder.storeId, `2026-11-${day}`, {
        breach: index === 4 ? 2 : 0,
        noData: index === 5 ? 1 : 0,
        watch: index === 0 ? 3 : 0,
        protected: index === 0 ? 0 : index === 4 ? 1 : index === 5 ? 2 : 3,
        coveredMinutes: 4000,
        expectedMinutes: 4320,
      })
    }
    const put = (on: string, given: Parameters<typeof insertTemperatureDay>[4]) =>
      insertTemperatureDay(db, alder.storeId, alder.freezer.deviceId, on, given)
    await put('2026-11-17', { steadyC: -20, lowestC: -22.26, highestC: -18.4 })
    await put('2026-11-18', {
      steadyC: -17,
      coveredMinutes: 720,
      verdict: 'breach',
      excursionMinutes: 720,
      degreeMinutes: 720.04,
      longestExcursionMinutes: 719.6,
    })
    await put('2026-11-19', { steadyC: -20, isInsured: false })
  })
  afterAll(() => server.close())

  const days = (start: string, end = start) => `start=${start}T00:00:00&end=${end}T23:59:59&timezone=%2B08:00`
  const week = days('2026-11-14', '2026-11-20')
  const get = async (path: string, as = 'admin', headers = {}) =>
    server.send('GET', `/api/v2/${path}`, { as, headers })
  const values = (table: { data: { value: unknown[] }[] }) => table.data.map((row) => row.value)
  const titles = (table: { header: { value: string }[] }) => table.header.map((column) => column.value)

  test('insured stores by days left: 18 of 20 device-days with a verdict were protected, 90.0 %', async () => {
    const { company, stores, north } = server.fleet
    const { status, body } = await get(`qa-temp/detail/dev-avg?depart=${company}&${week}`)
    expect(status).toBe(200)
    expect(titles(body.table)).toEqual([
      'Store no.',
      'Store',
      'Insured devices',
      'Insured until',
      'Days left',
      'Status',
      'Protected days',
      'Breaches',
    ])
    expect(values(body.table)).toEqual([
      ['S001', 'Cedar_Road', 0, '2026-10-31', -20, 'Expired', null, null],
      ['N001', 'Alder Street', 1, '2026-12-05', 15, 'Expiring', 90, 2],
      ['N002', 'Birch Lane 50%', 1, '2027-12-31', 406, 'Active', null, null],
    ])
    expect(body.table.data[1]).toMatchObject({
      id: String(stores.alder.storeId),
      drill: { depart: String(north), store: String(stores.alder.storeId) },
    })
    expect(body.table.filter_index).toBe(5)
  })

  test('device-days by verdict, breaches by day, and how much is known', async () => {
    const { body } = await get(`qa-temp/detail/dev-avg?depart=${server.fleet.north}&${week}`)
    const [pie, bars] = body.charts
    expect(pie.type).toBe('pie')
    expect(pie.data).toEqual([
      { label: 'Protected', values: [15], drill: { tag: 'protected' } },
      { label: 'Watch', values: [3], drill: { tag: 'watch' } },
      { label: 'Breach', values: [2], drill: { tag: 'breach' } },
      { label: 'No data', values: [1], drill: { tag: 'no_data' } },
    ])
    expect(body.device_table.data.map(({ tag }: { tag: string }) => tag)).toContain('breach')
    expect(pie.summary).toBe('Device-days: 15 protected, 3 watch, 2 breach, 1 no data.')
    expect(bars.data.map((bar: { values: unknown[] }) => bar.values[0])).toEqual([0, 0, 0, 0, 2, 0, 0])
    expect(bars.data[4]).toMatchObject({ label: 'Nov 18', drill: { day: '2026-11-18' } })
    expect(bars.summary).toBe('2 breaches in this period; most on Nov 18.')
    expect(body.coverage).toBeCloseTo(4000 / 4320, 10)
    expect(body.computed_at).toBe('2026-11-20T04:00:00.000Z')
  })

  test('a device over the period: averages by minutes, sums, the longest, the worst verdict', async () => {
    const { company, north, stores } = server.fleet
    const { body } = await get(`qa-temp/detail/dev-avg?depart=${company}&${week}`)
    expect(titles(body.device_table)).toEqual([
      'Store',
      'Device',
      'Zone',
      'Average',
      'Lowest',
      'Highest',
      'Mean kinetic',
      'Excursion',
      'Degree-minutes',
      'Longest excursion',
      'Coverage',
      'Verdict',
    ])
    // (1440 · −20 + 720 · −17) / 2160 = −19.0; the warm third weighs more in the mean kinetic one: −18.8.
    expect(values(body.device_table)).toEqual([
      ['Alder Street', 'Freezer 1', 'Frozen', -19, -22.3, -17, -18.8, 720, 720, 720, 75, 'Breach'],
    ])
    expect(body.device_table.data[0].drill).toEqual({
      depart: String(north),
      store: String(stores.alder.storeId),
      device: String(stores.alder.freezer.deviceId),
    })
    expect(body.device_table.filter_index).toBe(11)
  })

  test('one store on one day, with the end of its insurance', async () => {
    const { alder } = server.fleet.stores
    const { status, body } = await get(`qa-temp/detail/store/${alder.storeId}?dt=2026-11-18`)
    expect(status).toBe(200)
    expect(body.table.title).toBe('Alder Street, Nov 18')
    expect(values(body.table)).toEqual([
      ['Freezer 1', 'Frozen', '2026-12-05', -17, -17, -17, -17, 720, 720, 720, 50, 'Breach'],
    ])
    expect(body.charts[0]).toMatchObject({
      type: 'bar',
      data: [{ label: 'Freezer 1', values: [720], drill: { device: String(alder.freezer.deviceId) } }],
      summary: 'Longest excursion 720 min: Freezer 1.',
    })
    expect(body.coverage).toBe(0.5)
  })

  test('a device that was not insured on the day is not answered for', async () => {
    const { body } = await get(`qa-temp/detail/store/${server.fleet.stores.alder.storeId}?dt=2026-11-19`)
    expect(body.table.data).toEqual([])
    expect(body.charts[0]).toMatchObject({ data: [], summary: 'No data' })
    expect(body.coverage).toBeNull()
  })

  test('a period without figures has no shares, and one store is one store', async () => {
    const { north, stores } = server.fleet
    const query = `qa-temp/detail/dev-avg?depart=${north}&storeid=${stores.birch.storeId}&${days('2026-10-01')}`
    const { body } = await get(query)
    expect(values(body.table)).toEqual([
      ['N002', 'Birch Lane 50%', 1, '2027-12-31', 406, 'Active', null, null],
    ])
    expect(body.device_table.data).toEqual([])
    expect(body.charts[0]).toMatchObject({ data: [], summary: 'No data' })
    expect(body.charts[1].data).toEqual([{ label: 'Oct 1', values: [null], drill: { day: '2026-10-01' } }])
    expect(body.coverage).toBeNull()
  })

  test('today is the day of each store: in Tokyo an hour before midnight of Taipei', async () => {
    const { company } = server.fleet
    // 15:30 in UTC is 23:30 in Taipei and 00:30 of the next day in Tokyo.
    server.clock.set(Date.UTC(2026, 10, 20, 15, 30) as never)
    const { body } = await get(`qa-temp/detail/dev-avg?depart=${company}&${week}`)
    expect(values(body.table).map((row) => row[4])).toEqual([-21, 15, 406])
    server.clock.set(Date.UTC(2026, 10, 20, 4) as never)
  })

  test('words come in the language of the caller', async () => {
    const { body } = await get(`qa-temp/detail/dev-avg?depart=${server.fleet.north}&${week}`, 'admin', {
      language: 'ja',
    })
    expect(body.table.title).toBe('店舗別の保証期限')
    expect(body.device_table.data[0].value.at(-1)).toBe('保証逸脱')
  })

  test('the page opens with the seven days that end today', async () => {
    expect((await get('qa-temp/detail/pageinfo')).body).toMatchObject({
      default_date: '2026-11-14',
      duration: 7,
    })
  })

  test('what cannot be is refused with what is wrong', async () => {
    const { company, south, stores } = server.fleet
    const codeOf = async (path: string, as = 'admin') => {
      const { status, body } = await get(path, as)
      return [status, body.code, ...(body.fields === undefined ? [] : [body.fields])]
    }
    expect(
      await codeOf(`qa-temp/detail/dev-avg?depart=${company}&${days('2026-11-20', '2026-11-19')}`),
    ).toEqual([400, 'period.reversed'])
    expect(
      await codeOf(`qa-temp/detail/dev-avg?depart=${company}&${days('2026-01-01', '2026-11-20')}`),
    ).toEqual([400, 'period.too_long'])
    expect(await codeOf(`qa-temp/detail/dev-avg?depart=999999&${week}`)).toEqual([404, 'department.unknown'])
    expect(
      await codeOf(`qa-temp/detail/dev-avg?depart=${south}&storeid=${stores.alder.storeId}&${week}`),
    ).toEqual([404, 'store.unknown'])
    expect(await codeOf('qa-temp/detail/store/999999?dt=2026-11-18')).toEqual([404, 'store.unknown'])
    expect(await codeOf(`qa-temp/detail/store/${stores.alder.storeId}?dt=2026-02-30`)).toEqual([
      400,
      'request.malformed',
      { 'query.dt': 'format' },
    ])
    expect(await codeOf(`qa-temp/detail/store/${stores.alder.storeId}`)).toEqual([
      400,
      'request.malformed',
      { 'query.dt': 'missing' },
    ])
    // The account of North may see the connection page only.
    expect(await codeOf(`qa-temp/detail/dev-avg?depart=${company}&${week}`, 'north')).toEqual([
      403,
      'access.page',
    ])
  })
})
