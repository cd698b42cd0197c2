import { localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUpAreas } from '../testing/area-sums'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { wholeScope } from '../testing/whole-scope'
import { rankStores } from './rank-stores'

const days = { first: localDate('2026-11-17'), last: localDate('2026-11-18') }

/** Alder, Birch and Dogwood have both days, Cedar only the second; the day before the first is worst for Dogwood. */
describeEachDatabase('the order of stores', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, birch, cedar, dogwood } = server.fleet.stores
    const [a, b, c, d] = [alder.storeId, birch.storeId, cedar.storeId, dogwood.storeId]
    const run = (text: string) => sql.raw(text).execute(server.db)
    const rows = (values: readonly (readonly (number | string | null)[])[]) =>
      values
        .map(
          (row) => `(${row.map((v) => (typeof v === 'string' ? `date '${v}'` : (v ?? 'null'))).join(', ')})`,
        )
        .join(', ')
    // ok and lost: Alder 190 of 200, Birch 100 of 200, Cedar 50 of 100, Dogwood without any slot
    await run(
      `insert into connection_store_day select s, o, ok, lost, 0, 0, 0, now() from (values ${rows([
        [a, '2026-11-17', 100, 0],
        [a, '2026-11-18', 90, 10],
        [b, '2026-11-17', 0, 100],
        [b, '2026-11-18', 100, 0],
        [c, '2026-11-18', 50, 50],
        [d, '2026-11-16', 0, 100],
        [d, '2026-11-17', 0, 0],
        [d, '2026-11-18', 0, 0],
      ])}) v (s, o, ok, lost)`,
    )
    // breach, watch and no data: Alder 11 days that are no breach, Birch one breach and one more, Dogwood one breach
    await run(`insert into temperature_store_day select s, o, breach, watch, 0, lacking, 0, 0, now()
      from (values ${rows([
        [a, '2026-11-17', 0, 3, 3],
        [a, '2026-11-18', 0, 5, 0],
        [b, '2026-11-17', 1, 0, 0],
        [b, '2026-11-18', 0, 1, 1],
        [c, '2026-11-18', 0, 0, 0],
        [d, '2026-11-16', 9, 0, 0],
        [d, '2026-11-17', 1, 0, 0],
        [d, '2026-11-18', 0, 0, 0],
      ])}) v (s, o, breach, watch, lacking)`)
    // highest of both days beside the contract: Alder 90 of 100, Birch 60 of 50, Cedar unknown, Dogwood no contract
    await run(`insert into energy_day (store_id, "on", days, open_minutes, held_minutes, expected_minutes, spread,
        demand_minutes, contracted_kw, known, judged, over, over_minutes, excess_kw, maximum_kw, computed_at)
      select s, o, 1, 0, 0, 0, '{}', 15, contracted, 0, 0, 0, 0, null, maximum, now() from (values ${rows([
        [a, '2026-11-17', 90, 100],
        [a, '2026-11-18', 10, 100],
        [b, '2026-11-17', 20, 50],
        [b, '2026-11-18', 60, 50],
        [c, '2026-11-18', null, 40],
        [d, '2026-11-17', 70, null],
      ])}) v (s, o, maximum, contracted)`)
    await addUpAreas(server.db)
  })
  afterAll(() => server.close())

  const ranked = async (
    analysis: Parameters<typeof rankStores>[1],
    { limit = 10, chosen = null as ReadonlySet<number> | null } = {},
  ) => {
    const { company, north, south, stores } = server.fleet
    const filter = { scope: wholeScope([company, north, south]), storeIds: null, ...days }
    const { storeIds, total } = await rankStores(server.db, analysis, filter, limit, chosen as never)
    const names = new Map(Object.entries(stores).map(([name, { storeId }]) => [storeId, name]))
    return { stores: storeIds.map((id) => names.get(id)), total }
  }

  test('follows the sums of all days of the period, the lower number first where they are even', async () => {
    const order = ['birch', 'cedar', 'alder', 'dogwood']
    expect(await ranked('connection')).toEqual({ stores: order, total: 4 })
    expect(await ranked('connection', { limit: 2 })).toEqual({ stores: order.slice(0, 2), total: 4 })
  })

  test('weighs a breach as ten days that need attention', async () => {
    expect((await ranked('temperature')).stores).toEqual(['birch', 'alder', 'dogwood', 'cedar'])
  })

  test('takes the highest demand of the days, and what is unknown last', async () => {
    expect((await ranked('energy')).stores).toEqual(['birch', 'alder', 'cedar', 'dogwood'])
  })

  test('has only the chosen stores, and those of the scope', async () => {
    const { alder, dogwood, cedar } = server.fleet.stores
    const chosen = new Set([alder.storeId, dogwood.storeId])
    expect(await ranked('connection', { chosen })).toEqual({ stores: ['alder', 'dogwood'], total: 2 })
    const filter = { scope: wholeScope([server.fleet.south]), storeIds: null, ...days }
    const south = await rankStores(server.db, 'energy', filter, 10)
    expect(south.storeIds).toEqual([cedar.storeId, dogwood.storeId])
  })
})
