import { completeFigures } from '@coldkeep/domain/analysis/figures'
import { later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditOf } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { figuresAt } from './figures-at'

const usual = completeFigures('C7')
const chilled = (figures: object = {}) => ({ figure_group: 'C7', figures: { ...usual, ...figures } })

describeEachDatabase('figures of our own choice', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  beforeEach(async () => {
    await server.db.deleteFrom('figureRule').execute()
    await server.db.deleteFrom('figureChoice').execute()
  })
  afterAll(() => server.close())

  const read = async (query: string, as = 'admin') => {
    const { body } = await server.send('GET', `/api/v2/util/figures/cfg?${query}`, { as })
    return body.settings.find((setting: { figure_group: string }) => setting.figure_group === 'C7')
  }
  const save = (body: object, as = 'admin') => server.send('POST', '/api/v2/util/figures/cfg', { as, body })
  const zonesOf = async (storeId: number, at = server.clock.now(), choiceIds: number[] | null = null) => {
    const [present] = await figuresAt(server.db, [{ storeId: storeId as never, at, choiceIds }])
    return present?.figures.C7?.high ?? null
  }

  test('come from the store, else from the nearest department, else are the usual ones', async () => {
    const { fleet } = server
    const { alder, birch, cedar } = fleet.stores
    expect(await read(`store=${alder.storeId}`)).toMatchObject({
      figures: { low: 0, high: 7, grace: 60, degree_minutes: 180, hard_margin: 3, lag: 45 },
      revision: null,
      source: { scope: 'default', name: null },
    })
    await save({ department_id: String(fleet.company), ...chilled({ high: 6.5 }) })
    await save({ department_id: String(fleet.north), ...chilled({ high: 6 }) })
    const saved = await save({ store_id: String(alder.storeId), ...chilled({ high: 5.5, grace: 30 }) })
    expect(saved.body).toMatchObject({
      figures: { high: 5.5, grace: 30 },
      source: { scope: 'store', name: 'N001 Alder Street' },
      inherited: { figures: { high: 6, grace: 60 }, source: { scope: 'department', name: 'North' } },
      changed_by: 'Ada',
    })
    expect([
      await zonesOf(alder.storeId),
      await zonesOf(birch.storeId),
      await zonesOf(cedar.storeId),
    ]).toEqual([5.5, 6, 6.5])
    expect(await auditOf(server, 'N001 Alder Street')).toEqual(['figures.write · Ada · done'])
  })

  test('stand from the instant of a choice on, and a choice that was taken back counts for what it judged', async () => {
    const { alder } = server.fleet.stores
    const before = server.clock.now()
    server.clock.advance(minutes(1))
    const own = (await save({ store_id: String(alder.storeId), ...chilled({ high: 5 }) })).body
    const chosen = server.clock.now()
    server.clock.advance(minutes(1))
    const removed = await server.send(
      'DELETE',
      `/api/v2/util/figures/cfg?store=${alder.storeId}&figure_group=C7&revision=${own.revision}`,
      { as: 'admin' },
    )
    expect(removed.body).toMatchObject({ figures: { high: 7 }, revision: null })
    expect(await zonesOf(alder.storeId, before)).toBeNull()
    expect(await zonesOf(alder.storeId, chosen)).toBe(5)
    expect(await zonesOf(alder.storeId, later(chosen, minutes(1)))).toBeNull()
    const [present] = await figuresAt(server.db, [{ storeId: alder.storeId, at: chosen, choiceIds: null }])
    expect(await zonesOf(alder.storeId, server.clock.now(), [...(present?.choiceIds ?? [])])).toBe(5)
  })

  test('of one group leave those of the others, and are not overwritten by who read older ones', async () => {
    const { alder } = server.fleet.stores
    const store_id = String(alder.storeId)
    const own = (await save({ store_id, ...chilled({ high: 6 }) })).body
    const frozen = { figure_group: 'FZ', figures: { ...completeFigures('FZ'), high: -20 } }
    expect((await save({ store_id, ...frozen, revision: null })).status).toBe(200)
    expect(await read(`store=${store_id}`)).toEqual(own)
    const late = await save({ store_id, ...chilled({ high: 5 }), revision: null })
    expect([late.status, late.body.code, late.body.present]).toEqual([409, 'row.changed', own])
  })

  test.each([
    [{ high: 10.1 }, { 'figures.high': 'range' }],
    [{ high: 6.55 }, { 'figures.high': 'range' }],
    [{ grace: 62 }, { 'figures.grace': 'range' }],
    [{ colour: 1 }, { 'figures.colour': 'unknown' }],
    [{ lag: undefined }, { 'figures.lag': 'missing' }],
    [{ lag: '45' }, { 'figures.lag': 'type' }],
  ])('of %o are refused', async (wrong, fields) => {
    for (const path of ['cfg', 'preview']) {
      const body = { department_id: String(server.fleet.north), ...chilled(wrong) }
      const answer = await server.send('POST', `/api/v2/util/figures/${path}`, { as: 'admin', body })
      expect([answer.status, answer.body.fields]).toEqual([400, fields])
    }
  })

  test('are of one place that the caller may see', async () => {
    const { north, company } = server.fleet
    expect((await save(chilled())).body.code).toBe('place.missing')
    expect((await save({ department_id: String(north), ...chilled() }, 'north')).body.code).toBe(
      'access.page',
    )
    expect((await read(`depart=${company}`)).name).toBe('Frostline')
  })
})
