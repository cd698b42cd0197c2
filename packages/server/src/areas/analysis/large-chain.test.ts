import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../testing/test-database'
import { type TestServer, testServer } from '../../testing/test-server'

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
    await run(`insert into health_store_day (store_id, "on", good, fair, watch, poor, no_score, computed_at)
      select 5000 + n, date '2026-11-18', (n <= 5)::int, 0, (n > 5)::int, 0, 0, now() ${each}`)
    const minutes = `cooling, pulldown, defrost, door, standby, off, offline, runs, compressor_minutes,
      longest_run_minutes, defrosts, defrost_minutes, door_openings`
    const operation = `500 + n, 0, 0, 0, 940 - n, 0, 0, 10, 500 + n, 60, 0, 0, null::int`
    await run(`insert into operation_day (store_id, device_id, "on", ${minutes}, computed_at)
      select ${key}, ${operation}, now() ${each}`)
    await run(`insert into operation_store_day (store_id, "on", ${minutes}, longest_run_device_id, computed_at)
      select 5000 + n, date '2026-11-18', ${operation}, 90000 + n, now() ${each}`)
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
    const rate = await server.send('GET', `/api/v2/iot-connection/detail?${query}`, { as: 'admin' })
    expect(rate.body.charts[0].name).toBe('Connection rate by store: the 60 lowest of 105')
    // 1 + 2 + … + 105 slots of five minutes
    expect(rate.body.charts[1].data[0].values).toEqual([0, ((105 * 106) / 2) * 5])
  })

  test('one of the others is asked for by its own', async () => {
    const query = `depart=${server.fleet.south}&storeid=5001&start=2026-11-18T00:00:00&end=2026-11-18T23:59:59&timezone=%2B08:00`
    const { body } = await server.send('GET', `/api/v2/iot-connection/detail?${query}`, { as: 'admin' })
    expect(body.table.data.map((row: { value: unknown[] }) => row.value.slice(0, 4))).toEqual([
      ['Shop 1', 'Freezer', 288, 287],
    ])
  })
})
