import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

/** More than two batches of a thousand. */
const MANY = 2_010
/** A batch does not end with one of these. */
const AT_ONCE = 7
const FIRST_MS = Date.UTC(2026, 10, 18, 4)
const atOf = (n: number) => new Date(FIRST_MS + 60_000 * Math.floor(n / AT_ONCE)).toISOString()

describeEachDatabase('files of what is listed with the newest first', (openDatabase) => {
  let server: TestServer
  let stores: { storeId: number; name: string; deviceId: number }[]
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    await insertPerson(server, 'keeper', server.fleet.north)
    const { alder, birch, cedar } = server.fleet.stores
    stores = [
      { storeId: cedar.storeId, name: 'Cedar_Road', deviceId: cedar.freezer.deviceId },
      { storeId: alder.storeId, name: 'Alder Street', deviceId: alder.freezer.deviceId },
      { storeId: birch.storeId, name: 'Birch Lane 50%', deviceId: birch.freezer.deviceId },
    ]
    const ids = stores.map(({ storeId }) => storeId)
    const devices = stores.map(({ deviceId }) => deviceId)
    const at = sql`${new Date(FIRST_MS).toISOString()}::timestamptz + n / ${AT_ONCE}::int * interval '1 min'`
    await sql`insert into alarm (store_id, terminal_id, branch, state, priority, started_at, raised_at,
        last_raised_at, cleared_at, changed_at)
      select (${ids}::int[])[1 + n % 3], 'T' || n, 'high', 'cleared', 1, ${at}, ${at}, ${at}, ${at}, ${at}
      from generate_series(0, ${MANY - 1}::int) n order by n`.execute(server.db)
    // of one device no two of a kind begin at once
    await sql`insert into early_warning (store_id, device_id, kind, raised_at, value, limit_value, judged_minutes)
      select (${ids}::int[])[1 + n % 3], (${devices}::bigint[])[1 + n % 3],
        (array['threshold', 'falling', 'oscillation'])[1 + n / 3 % 3],
        ${new Date(FIRST_MS).toISOString()}::timestamptz + n / 9 * interval '1 min', n, 60, 60
      from generate_series(0, ${MANY - 1}::int) n`.execute(server.db)
  })
  afterAll(() => server.close())

  const linesOf = async (path: string, query: string, as = 'admin') => {
    const depart = as === 'admin' ? server.fleet.company : server.fleet.north
    const days = 'start=2026-11-17T00:00:00&end=2026-11-19T23:59:59&timezone=%2B08:00'
    const { status, text } = await server.send('GET', `/api/v2/${path}?depart=${depart}&${days}&${query}`, {
      as,
    })
    expect(status, text).toBe(200)
    return text.slice(1).trimEnd().split('\r\n').slice(1)
  }

  test('every alarm of a period is in its file once, also where several came at once', async () => {
    const { table } = (
      await server.send(
        'GET',
        `/api/v2/alarm-record/detail?depart=${server.fleet.company}&start=2026-11-17T00:00:00&end=2026-11-19T23:59:59&timezone=%2B08:00`,
        { as: 'admin' },
      )
    ).body
    expect(table.extent).toEqual({ of: 'rows', shown: 1_000, total: MANY })
    const expected = Array.from({ length: MANY }, (_, n) => ({ n, ...stores[n % 3]! })).sort((a, b) =>
      atOf(a.n) < atOf(b.n) ? 1 : atOf(a.n) > atOf(b.n) ? -1 : a.storeId - b.storeId || a.n - b.n,
    )
    const lines = await linesOf('alarm-record/detail/csv', 'columns=2,3')
    expect(lines).toEqual(expected.map(({ n, name }) => `${name},T${n}`))
  })

  test('an account of one department finds only its own in either', async () => {
    const own = ['Alder Street', 'Birch Lane 50%']
    const alarms = await linesOf('alarm-record/detail/csv', 'columns=2', 'keeper')
    expect(alarms).toHaveLength((MANY / 3) * 2)
    expect([...new Set(alarms)].sort()).toEqual(own)
    const warnings = await linesOf('pre-alarm/detail/csv', 'columns=1', 'keeper')
    expect(warnings).toHaveLength((MANY / 3) * 2)
    expect([...new Set(warnings)].sort()).toEqual(own)
  })

  test('every early warning of a period is in its file once, the newest first', async () => {
    const lines = await linesOf('pre-alarm/detail/csv', 'columns=0,1,3,5')
    expect(lines).toHaveLength(MANY)
    // the value of each is its number
    const numbers = lines.map((line) => Number(line.split(',').at(-1)))
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: MANY }, (_, n) => n))
    const times = lines.map((line) => line.split(',')[0])
    expect(times).toEqual([...times].sort().reverse())
    // three of each nine, and the last three are not of this kind
    expect(await linesOf('pre-alarm/detail/csv', 'columns=5&kind=falling')).toHaveLength(
      3 * Math.floor(MANY / 9),
    )
  })
})
