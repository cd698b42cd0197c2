import { pageKeys } from '@coldkeep/domain/access/page-key'
import type { DeviceId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUpAreas } from '../testing/area-sums'
import { addReaders } from '../testing/compare-sites'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

const STORES = 105
/** Of the stores 1 to 105 those with the highest numbers are worst off, so 1 to 5 are left out. */
const LEFT_OUT = ['Shop 1', 'Shop 2', 'Shop 3', 'Shop 4', 'Shop 5']

describeEachDatabase('the tables of a chain of more than 100 stores', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const run = (text: string) => sql.raw(text).execute(server.db)
    const each = `from generate_series(1, ${STORES}) n`
    await run(`insert into store (store_id, department_id, code, name, country, zone)
      select 5000 + n, ${server.fleet.south}, 'L' || n, 'Shop ' || n, 'TW', 'Asia/Taipei' ${each}`)
    await run(`insert into device (store_id, device_id, terminal_id, device_model_id, name, type, zone, unit_id,
        commissioned_at) overriding system value
      select 5000 + n, 90000 + n, 'TB-L' || n, (select min(device_model_id) from device_model), 'Freezer', 'doored_case',
        'C7', 1, '2025-01-01' ${each}`)
    const key = `5000 + n, 90000 + n, date '2026-11-18'`
    await run(`insert into connection_day (store_id, device_id, "on", period_seconds, ok, ok_live, device_lost, host_lost,
        excluded, computed_at)
      select ${key}, 300, 288 - n, 288 - n, n, 0, 0, now() ${each}`)
    await run(`insert into connection_store_day
      select 5000 + n, date '2026-11-18', 288 - n, n, 0, n * 300, 0, now() ${each}`)
    await run(`insert into temperature_day (store_id, device_id, "on", zone, is_insured, verdict, covered_minutes,
        expected_minutes, celsius_minutes, spoilage, lowest_c, highest_c, excursion_minutes, degree_minutes,
        longest_excursion_minutes, longest_beyond_hard_minutes, computed_at)
      select ${key}, 'C7', true, case when n > 5 then 'breach' else 'protected' end, 1440, 1440, 5760,
        1440 * exp(-83144 / 8.3144 / 277.15), 3, 5, 0, 0, 0,
        0, now() ${each}`)
    await run(`insert into temperature_store_day
      select 5000 + n, date '2026-11-18', (n > 5)::int, 0, (n <= 5)::int, 0, 1440, 1440, now() ${each}`)
    await run(`insert into health_day (store_id, device_id, "on", zone, median_score, score, class, computed_at)
      select ${key}, 'C7', 90, 90, case when n > 5 then 'watch' else 'good' end, now() ${each}`)
    await run(`insert into health_store_day (store_id, "on", good, fair, watch, poor, no_score, median_tenths, computed_at)
      select 5000 + n, date '2026-11-18', (n <= 5)::int, 0, (n > 5)::int, 0, 0, int2send((500 + n)::smallint), now() ${each}`)
    const minutes = `cooling, pulldown, defrost, door, standby, off, offline, runs, compressor_minutes,
      longest_run_minutes, defrosts, defrost_minutes, door_openings`
    const operation = `500 + n, 0, 0, 0, 940 - n, 0, 0, 10, 500 + n, 60, 0, 0, null::int`
    await run(`insert into operation_day (store_id, device_id, "on", ${minutes}, computed_at)
      select ${key}, ${operation}, now() ${each}`)
    await run(`insert into operation_store_day (store_id, "on", ${minutes}, longest_run_device_id, computed_at)
      select 5000 + n, date '2026-11-18', ${operation}, 90000 + n, now() ${each}`)
    await addUpAreas(server.db)
  })
  afterAll(() => server.close())

  test.each([
    ['iot-connection/detail', 'table'],
    ['qa-temp/detail/dev-avg', 'device_table'],
    ['health/detail', 'table'],
    ['operation/detail', 'table'],
  ])('%s has the devices of the 100 worst, and says so', async (path, key) => {
    const query = `depart=${server.fleet.south}&storeid=all&start=2026-11-18T00:00:00&end=2026-11-18T23:59:59&timezone=%2B08:00`
    const { status, body } = await server.send('GET', `/api/v2/${path}?${query}`, { as: 'admin' })
    expect(status).toBe(200)
    const shown = new Set(body[key].data.map((row: { value: string[] }) => row.value[0]))
    expect(shown.size).toBe(100)
    expect(LEFT_OUT.filter((name) => shown.has(name))).toEqual([])
    expect(body[key].title).toContain(': the 100 of 105 stores that need attention most')
  })

  const DAY = 'start=2026-11-18T00:00:00&end=2026-11-18T23:59:59&timezone=%2B08:00'
  const linesOf = async (path: string, query = '', as = 'admin') => {
    const depart = as === 'admin' ? server.fleet.south : server.fleet.north
    const address = `/api/v2/${path}?depart=${depart}&storeid=all&${DAY}${query}`
    const { status, text, headers } = await server.send('GET', address, { as })
    expect(status, text).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(text.startsWith('\ufeff')).toBe(true)
    return text.slice(1).split('\r\n')
  }
  // 105 stores are read in two batches
  const everyShop = Array.from({ length: STORES }, (_, index) => `Shop ${index + 1}`)

  test.each([
    // 287 of 288 slots and one of five minutes lost
    ['iot-connection/detail/csv', 'Shop 1,Freezer,288,287,99.7,99.7,0,5'],
    // 5,760 °C min over 1,440 min, the whole day at 4 °C
    ['qa-temp/detail/dev-avg/devices/csv', 'Shop 1,Freezer,Chilled 7 °C,4,3,5,4,0,0,0,100,Protected'],
    ['health/detail/csv', 'Shop 1,Freezer,Doored case,90,Good,,,,'],
    // 501 minutes in ten runs, of 1,440 minutes of which 0 are unknown
    ['operation/detail/csv', 'Shop 1,Freezer,501,0,0,0,939,0,0,10,50.1,60,0.4,0,,Standby'],
  ])('the file of %s has the devices of every store, in the order of their names', async (path, first) => {
    const [head, ...lines] = await linesOf(path)
    expect(lines.pop()).toBe('')
    expect(lines.map((line) => line.split(',')[0])).toEqual(everyShop)
    expect(lines[0]).toBe(first)
    expect(head?.startsWith('Store,Device,')).toBe(true)
  })

  test('a file has the columns and the rows that the reader has chosen', async () => {
    const filter = encodeURIComponent(JSON.stringify(['good']))
    expect(await linesOf('health/detail/csv', `&columns=4,0&filter=${filter}`)).toEqual([
      'Class,Store',
      ...everyShop.slice(0, 5).map((name) => `Good,${name}`),
      '',
    ])
    const none = encodeURIComponent('[]')
    expect(await linesOf('health/detail/csv', `&columns=0&filter=${none}`)).toEqual(['Store', ''])
  })

  test.each([
    ['columns=0,99', 'query.columns', 'range'],
    ['columns=a', 'query.columns', 'format'],
    ['filter=good', 'query.filter', 'format'],
  ])('a choice of %s is refused', async (choice, field, problem) => {
    const address = `/api/v2/health/detail/csv?depart=${server.fleet.south}&${DAY}&${choice}`
    const { status, body } = await server.send('GET', address, { as: 'admin' })
    expect([status, body.code]).toEqual([400, 'request.malformed'])
    expect(body.fields).toEqual({ [field]: problem })
  })

  test('a file is for those who have its page, and of their own stores', async () => {
    const path = `/api/v2/iot-connection/detail/csv?depart=${server.fleet.south}&${DAY}`
    const foreign = await server.send('GET', path, { as: 'north' })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'department.unknown'])
    const other = await server.send('GET', path.replace('iot-connection', 'health'), { as: 'north' })
    expect([other.status, other.body.code]).toEqual([403, 'access.page'])
    expect(await linesOf('iot-connection/detail/csv', '', 'north')).toHaveLength(2)
  })

  test('charts still count every store', async () => {
    const query = `depart=${server.fleet.south}&start=2026-11-18T00:00:00&end=2026-11-18T23:59:59&timezone=%2B08:00`
    const health = await server.send('GET', `/api/v2/health/detail?${query}`, { as: 'admin' })
    expect(health.body.charts[0].data.map((slice: { values: number[] }) => slice.values[0])).toEqual([
      5, 0, 100, 0, 0,
    ])
    // The devices score from 50.1 to 60.5: the 53rd of them stands in the middle.
    expect(health.body.charts[1].data[0].values).toEqual([55.3])
    const rate = await server.send('GET', `/api/v2/iot-connection/detail?${query}`, { as: 'admin' })
    expect(rate.body.charts[0].name).toBe('Connection rate by store: the 60 lowest of 105')
    // 1 + 2 + … + 105 slots of five minutes
    expect(rate.body.charts[1].data[0].values).toEqual([0, ((105 * 106) / 2) * 5])
  })

  test('one of the others is requested by its own', async () => {
    const query = `depart=${server.fleet.south}&storeid=5001&start=2026-11-18T00:00:00&end=2026-11-18T23:59:59&timezone=%2B08:00`
    const { body } = await server.send('GET', `/api/v2/iot-connection/detail?${query}`, { as: 'admin' })
    expect(body.table.data.map((row: { value: unknown[] }) => row.value.slice(0, 4))).toEqual([
      ['Shop 1', 'Freezer', 288, 287],
    ])
  })

  test('a withheld device is in no line', async () => {
    const [one, two] = [90_001, 90_104]
    const rooms = server.db.updateTable('device').where('deviceId', 'in', [one, two] as DeviceId[])
    await rooms.set({ type: 'walk_in', name: 'Withheld room' }).execute()
    await addReaders(server, [{ login: 'without-rooms', pages: pageKeys, sees: [] }])
    await server.db
      .updateTable('account')
      .set({ departmentId: server.fleet.south })
      .where('login', '=', 'without-rooms')
      .execute()
    for (const path of [
      'iot-connection/detail/csv',
      'qa-temp/detail/dev-avg/devices/csv',
      'health/detail/csv',
      'operation/detail/csv',
    ]) {
      const address = `/api/v2/${path}?depart=${server.fleet.south}&${DAY}`
      const { text } = await server.send('GET', address, { as: 'without-rooms' })
      expect(text, path).not.toContain('Withheld room')
      expect(text.trimEnd().split('\r\n'), path).toHaveLength(1 + STORES - 2)
      expect((await server.send('GET', address, { as: 'admin' })).text, path).toContain('Withheld room')
    }
  })
})

describeEachDatabase('the tables of stores of a chain of more than 1,000', (openDatabase) => {
  const MANY = 1_005
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const run = (text: string) => sql.raw(text).execute(server.db)
    const each = `from generate_series(1, ${MANY}) n`
    await run(`insert into store (store_id, department_id, code, name, country, zone)
      select 5000 + n, ${server.fleet.south}, 'L' || n, 'Shop ' || n, 'TW', 'Asia/Taipei' ${each}`)
    await run(`insert into store_insurance (store_id, ends_on, from_on, devices)
      select 5000 + n, date '2026-11-20' + n::int, array[date '2026-11-20'], array[3] ${each}`)
    await run(`insert into temperature_store_day
      select 5000 + n, date '2026-11-18', 1, 0, 2, 0, 4320, 4320, now() ${each}`)
    await run(`insert into energy_day (store_id, "on", days, energy_kwh, open_minutes, held_minutes, expected_minutes,
        spread, demand_minutes, contracted_kw, known, judged, over, over_minutes, maximum_kw, computed_at)
      select 5000 + n, date '2026-11-18', 1, 10, 1440, 1440, 1440, '{}', 15, 1000, 96, 96, 0, 2, n, now() ${each}`)
    // Of three stores everything is switched off, the others rise by their number.
    await run(`insert into energy_comparison (store_id, last_on, days, energy_kwh, open_minutes, held_minutes,
        expected_minutes, weather_days, weather_kwh, degree_days, factor_kwh, reactive_kvarh, spread_kwh, low_kwh,
        low_intervals, corrected_kwh, reference_kwh, computed_at)
      select 5000 + n, date '2026-11-19', 30, 10, 43200, 43200, 43200, 30, 10, 100, 0, 0, 0, array[]::real[],
        array[]::int[], case when n <= 3 then 0 else 1000 + n end, 1000, now() ${each}`)
    await addUpAreas(server.db)
  })
  afterAll(() => server.close())

  const get = async (path: string) => {
    const query = `depart=${server.fleet.south}&storeid=all&start=2026-11-18T00:00:00&end=2026-11-18T23:59:59&timezone=%2B08:00`
    const { status, body } = await server.send('GET', `/api/v2/${path}?${query}`, { as: 'admin' })
    expect(status).toBe(200)
    return body
  }
  const LIMITED = ': the 1,000 of 1,005 stores that need attention most'

  const linesOf = async (path: string, query = '') => {
    const days = `start=2026-11-18T00:00:00&end=2026-11-18T23:59:59&timezone=%2B08:00`
    const address = `/api/v2/${path}?depart=${server.fleet.south}&storeid=all&${days}${query}`
    const { status, text } = await server.send('GET', address, { as: 'admin' })
    expect(status, text).toBe(200)
    const [head, ...lines] = text.slice(1).trimEnd().split('\r\n')
    return { head, lines }
  }
  const shops = (place: number, lines: readonly string[]) => lines.map((line) => line.split(',')[place])
  const upwards = Array.from({ length: MANY }, (_, index) => `Shop ${index + 1}`)

  test('the file of the insured stores has all of them, by days left', async () => {
    const { table } = await get('qa-temp/detail/dev-avg')
    expect(table.extent).toEqual({ of: 'rows', shown: 500, total: MANY })
    const { head, lines } = await linesOf('qa-temp/detail/dev-avg/stores/csv')
    expect(head).toContain('Store no.,Store,')
    expect(shops(1, lines)).toEqual(upwards)
    expect(lines[0]).toBe('L1,Shop 1,3,2026-11-21,1,Expiring,66.7,1')
    // the 1,005th day after 2026-11-20
    expect(lines[MANY - 1]).toBe('L1005,Shop 1005,3,2029-08-21,1005,Active,66.7,1')
  })

  test('the file of the demand has all stores, the one that used most of its contract first', async () => {
    const { table } = await get('pwr-ctrl/detail')
    expect(table.extent).toEqual({ of: 'rows', shown: 1_000, total: MANY })
    const { lines } = await linesOf('pwr-ctrl/detail/csv')
    expect(shops(0, lines)).toEqual(upwards.toReversed())
    expect(lines[MANY - 1]).toBe('Shop 1,Within contract,1,1000,0.1,0,2,,')
  })

  test('of one store the file of the demand has its intervals', async () => {
    const days = `start=2026-11-18T00:00:00&end=2026-11-18T23:59:59&timezone=%2B08:00`
    const ofOne = `depart=${server.fleet.south}&storeid=5001&${days}`
    const page = await server.send('GET', `/api/v2/pwr-ctrl/detail?${ofOne}`, { as: 'admin' })
    const file = await server.send('GET', `/api/v2/pwr-ctrl/detail/csv?${ofOne}`, { as: 'admin' })
    expect(page.body.table.extent).toBeUndefined()
    expect(file.text.trimEnd().split('\r\n')).toHaveLength(1 + page.body.table.data.length)
  })

  test('the file of the comparison has all stores, the largest rise first', async () => {
    const { table } = await get('pwr-compare/detail')
    expect(table.extent).toEqual({ of: 'rows', shown: 1_000, total: MANY })
    const { lines } = await linesOf('pwr-compare/detail/csv', '&low-pf=80')
    // everything was switched off in the first three, which fell alike
    expect(shops(0, lines)).toEqual([...upwards.slice(3).toReversed(), 'Shop 1', 'Shop 2', 'Shop 3'])
    expect(lines[0]).toMatch(/^Shop 1005,10,0\.3,/)
  })

  test('insured stores that run out last are left out, and the card counts all', async () => {
    const { table, charts } = await get('qa-temp/detail/dev-avg')
    expect(table.title).toContain(': the 500 of 1,005 stores that need attention most')
    expect(table.data.length).toBe(500)
    expect(table.data[0].value).toEqual(['L1', 'Shop 1', 3, '2026-11-21', 1, 'Expiring', 66.7, 1])
    expect(table.data[499].value.slice(1, 5)).toEqual(['Shop 500', 3, '2028-04-03', 500])
    expect(charts[0].data[0].values).toEqual([2 * MANY])
    const card = await server.send('GET', '/api/v2/dashboard/qa-temp', { as: 'admin' })
    // From 1 to 30 days left.
    expect(card.body.news).toContain('Insurance for 30 stores expires soon')
  })

  test('stores that use least of their contracts are left out, and the charts count them', async () => {
    const { table, charts } = await get('pwr-ctrl/detail')
    expect(table.title).toContain(LIMITED)
    expect(table.data.map((row: { value: unknown[] }) => row.value[0]).slice(0, 2)).toEqual([
      'Shop 1005',
      'Shop 1004',
    ])
    expect(table.data.length).toBe(1_000)
    expect(charts[0].name).toContain('60')
    expect(charts[0].name).toContain('1,005')
    expect(charts[0].summary).toBe('Highest demand 1,005.0\u202fkW; over contract for 2,010 min.')
  })

  test('stores whose energy fell are left out of the table, not of the chart and of the sums', async () => {
    const { table, charts } = await get('pwr-compare/detail')
    const named = (rows: { value: unknown[] }[]) => rows.map((row) => row.value[0])
    expect(table.title).toContain(LIMITED)
    expect(table.data.length).toBe(1_000)
    expect(named(table.data).slice(0, 2)).toEqual(['Shop 1005', 'Shop 1004'])
    expect(named(table.data)).not.toContain('Shop 1')
    const bars = charts[0].data.map((bar: { label: string }) => bar.label)
    expect(bars.length).toBe(60)
    // 100 % less is as much as 100 % more.
    expect(bars).toEqual(expect.arrayContaining(['Shop 1', 'Shop 2', 'Shop 3', 'Shop 1005']))
    // 1,002,000 + 4 + 5 + … + 1005 = 1,507,509 against 1,005,000
    expect(charts[0].summary).toBe(
      'Energy 10,050\u202fkWh; weather-corrected +50.0% against the previous 30 days.',
    )
  })
})
