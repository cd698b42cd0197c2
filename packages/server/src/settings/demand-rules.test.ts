import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditOf } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { demandRules } from './demand-rules'

const PATH = '/api/v2/util/demand-alarm/cfg'

describeEachDatabase('rules for messages of demand', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  beforeEach(async () => {
    await server.db.deleteFrom('demandRule').execute()
  })
  afterAll(() => server.close())

  const read = async (query: string, as = 'admin') =>
    (await server.send('GET', `/api/v2/util/demand-alarm/cfg?${query}`, { as })).body
  const save = (body: object, as = 'admin') =>
    server.send('POST', '/api/v2/util/demand-alarm/cfg', { as, body })
  const rule = (from_stage: number, is_enabled = true) => ({ is_enabled, from_stage })

  test('come from the store, else from the nearest department, else every stage counts', async () => {
    const { fleet, db } = server
    const { alder, birch, cedar } = fleet.stores
    expect(await read(`store=${alder.storeId}`)).toMatchObject({
      ...rule(1),
      revision: null,
      source: { scope: 'default', name: null },
    })
    await save({ department_id: String(fleet.company), ...rule(3) })
    await save({ department_id: String(fleet.north), ...rule(2) })
    const saved = await save({ store_id: String(alder.storeId), ...rule(2, false) })
    expect(saved.body).toMatchObject({
      ...rule(2, false),
      source: { scope: 'store', name: 'N001 Alder Street' },
      inherited: { ...rule(2), source: { scope: 'department', name: 'North' } },
      changed_by: 'Ada',
    })
    const ids = [alder.storeId, birch.storeId, cedar.storeId]
    const rules = await demandRules.ofStores(db, ids)
    expect(ids.map((id) => rules.get(id))).toMatchObject([
      { isEnabled: false, fromStage: 2 },
      { isEnabled: true, fromStage: 2 },
      { isEnabled: true, fromStage: 3 },
    ])
    expect(await auditOf(server, 'N001 Alder Street')).toEqual(['demand_rule.write · Ada · done'])
  })

  test('go back to what is above, and are not overwritten by who read an older one', async () => {
    const { alder } = server.fleet.stores
    const own = (await save({ store_id: String(alder.storeId), ...rule(3) })).body
    const late = await save({ store_id: String(alder.storeId), ...rule(2), revision: null })
    expect([late.status, late.body.code, late.body.present]).toEqual([409, 'row.changed', own])
    const remove = (revision: number) =>
      server.send('DELETE', `/api/v2/util/demand-alarm/cfg?store=${alder.storeId}&revision=${revision}`, {
        as: 'admin',
      })
    expect((await remove(own.revision - 1)).body).toMatchObject({ code: 'row.changed', present: rule(3) })
    expect((await remove(own.revision)).body).toMatchObject({ ...rule(1), revision: null })
    expect((await remove(own.revision)).status).toBe(409)
  })

  test.each([
    [rule(0), 'from_stage'],
    [rule(4), 'from_stage'],
    [{ is_enabled: true }, 'from_stage'],
    [{ from_stage: 1 }, 'is_enabled'],
  ])('of %o are refused at %s', async (wrong, field) => {
    const { status, body } = await save({ department_id: String(server.fleet.north), ...wrong })
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
  })

  test('are of one place that the caller may see', async () => {
    expect((await save(rule(1))).body.code).toBe('place.missing')
    expect((await server.send('GET', PATH, { as: 'admin' })).body.code).toBe('place.missing')
    expect((await save({ department_id: String(server.fleet.north), ...rule(1) }, 'north')).body.code).toBe(
      'access.page',
    )
  })
})
