import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUpAreas } from '../testing/area-sums'
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
      select 5000 + n, 90000 + n, 'TB-L' || n, (select min(device_model_id) from device_model), 'Freezer', 'upright_case',
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
      select ${key}, 'C7', true, case when n > 5 then 'breach' else 'protected' end, 1440, 1440, 5760, 0, 3, 5, 0, 0, 0,
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

  test('insured stores that run out last are left out, and the card counts all', async () => {
    const { table, charts } = await get('qa-temp/detail/dev-avg')
    expect(table.title).toContain(': the 500 of 1,005 stores that need attention most')
    expect(table.data.length).toBe(500)
    expect(table.data[0].value).toEqual(['L1', 'Shop 1', 3, '2026-11-21', 1, 'Expiring', 66.7, 1])
    expect(table.data[499].value.slice(1, 5)).toEqual(['Shop 500', 3, '2028-04-03', 500])
    expect(charts[0].data[0].values).toEqual([2 * MANY])
    const card = await server.send('GET', '/api/v2/dashboard/qa-temp', { as: 'admin' })
    // From 1 to 30 days left.
    expect(card.body.news).toContain('Insurance for 30 stores expires within 30 days')
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
