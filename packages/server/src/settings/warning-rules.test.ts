import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertAccount, insertPermissionType } from '../accounts/sign-in-queries'
import { auditOf } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('rules of early warnings', (openDatabase) => {
  let server: TestServer
  let north: number
  let south: number
  let alder: number
  let cedar: number
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { fleet, db, clock } = server
    ;[north, south] = [fleet.north, fleet.south]
    ;[alder, cedar] = [fleet.stores.alder.storeId, fleet.stores.cedar.storeId]
    const { passwordHash } = await db
      .selectFrom('account')
      .select('passwordHash')
      .where('login', '=', 'admin')
      .executeTakeFirstOrThrow()
    const permissionTypeIds = [await insertPermissionType(db, 'Warnings', ['2-2-3'])]
    const account = { login: 'nils', name: 'Nils', email: '', passwordHash, permissionTypeIds }
    await insertAccount(db, { ...account, departmentId: fleet.north }, clock.now())
  })
  beforeEach(async () => {
    await server.db.deleteFrom('warningRule').execute()
  })
  afterAll(() => server.close())

  const threshold = { type: 'threshold', enabled: true, x: 70, y: 60, intensity: null, window_h: 24 }
  const falling = { type: 'falling', enabled: true, x: 10, y: 60, intensity: null, window_h: 24 }
  const forAll = { scope: 'default', scope_id: null }
  const inNorth = () => ({ scope: 'department', scope_id: north })
  const inStore = (id: number) => ({ scope: 'store', scope_id: id })
  const list = async (query = '', as = 'admin') =>
    (await server.send('GET', `/api/v2/util/pre-alarm/cfg?${query}`, { as })).body
  const save = (body: object, as = 'admin') => server.send('POST', '/api/v2/util/pre-alarm/cfg', { as, body })
  const xOf = async (query: string) => {
    const [rule] = (await list(query)).rules
    return [rule.x, rule.source]
  }

  test('are the built-in ones at first, then the nearest that is written', async () => {
    const { rules, below, total } = await list()
    expect(rules).toMatchObject([
      { ...forAll, ...threshold, name: null, revision: null, source: { scope: 'default', name: null } },
      { ...falling },
      { type: 'oscillation', x: 8 },
    ])
    expect([below, total]).toEqual([[], 0])
    await save({ ...forAll, ...threshold, x: 60 })
    expect(await xOf(`storeid=${alder}`)).toEqual([60, { scope: 'default', name: null }])
    await save({ ...inNorth(), ...threshold, x: 65, enabled: false })
    expect(await xOf(`storeid=${alder}`)).toEqual([65, { scope: 'department', name: 'North' }])
    const own = await save({ ...inStore(alder), ...threshold, x: 75.5, intensity: 4 })
    expect([own.status, own.body]).toMatchObject([
      200,
      { x: 75.5, name: 'N001 Alder Street', changed_by: 'Ada' },
    ])
    expect(await xOf(`storeid=${alder}`)).toEqual([75.5, { scope: 'store', name: 'N001 Alder Street' }])
    expect(await xOf(`storeid=${cedar}`)).toEqual([60, { scope: 'default', name: null }])
    const whole = await list()
    expect(whole.below.map(({ name, x }: { name: string; x: number }) => [name, x])).toEqual([
      ['North', 65],
      ['N001 Alder Street', 75.5],
    ])
    expect((await list(`depart=${north}`)).below).toHaveLength(1)
    expect(await auditOf(server, 'North')).toEqual(['warning_rule.write · Ada · done'])
  })

  test('are not overwritten or removed by who read an older one', async () => {
    const first = (await save({ ...inNorth(), ...falling, revision: null })).body
    const late = await save({ ...inNorth(), ...falling, x: 20, revision: null })
    expect([late.status, late.body.code, late.body.present]).toEqual([409, 'row.changed', first])
    const second = await save({ ...inNorth(), ...falling, x: 12, revision: first.revision })
    expect(second.body.x).toBe(12)
    const remove = (revision: number) =>
      server.send(
        'DELETE',
        `/api/v2/util/pre-alarm/cfg?scope=department&scope_id=${north}&type=falling&revision=${revision}`,
        { as: 'admin' },
      )
    expect((await remove(first.revision)).body).toMatchObject({ code: 'row.changed', present: { x: 12 } })
    expect((await remove(second.body.revision)).status).toBe(200)
    expect((await list()).total).toBe(0)
  })

  test.each([
    [{ x: 0 }, { x: 'range' }],
    [{ x: 97.5 }, { x: 'range' }],
    [{ y: 65 }, { y: 'range' }],
    [{ intensity: 51 }, { intensity: 'range' }],
    [{ window_h: 5 }, { window_h: 'range' }],
    [{ enabled: 'yes' }, { enabled: 'type' }],
    [{ type: '<script>' }, { type: 'choice' }],
    [{ scope: 'store', scope_id: null }, { scope_id: 'format' }],
  ])('with %o are refused', async (wrong, fields) => {
    const { status, body } = await save({ ...forAll, ...threshold, ...wrong })
    expect([status, body.fields]).toEqual([400, fields])
  })

  test('of others are neither seen nor written', async () => {
    await save({ ...inStore(cedar), ...threshold, x: 60 })
    const mine = await list('', 'nils')
    expect(mine.rules[0]).toMatchObject({ ...inNorth(), ...threshold })
    expect(mine.below).toEqual([])
    expect((await save({ ...forAll, ...threshold }, 'nils')).body.code).toBe('warning_rule.default_foreign')
    expect((await save({ scope: 'department', scope_id: south, ...threshold }, 'nils')).body.code).toBe(
      'department.unknown',
    )
    expect((await save({ ...inStore(cedar), ...threshold }, 'nils')).body.code).toBe('store.unknown')
    expect((await save({ ...inNorth(), ...threshold }, 'north')).body.code).toBe('access.page')
    const file = await server.send('GET', '/api/v2/util/pre-alarm/cfg/json', { as: 'nils' })
    expect(file.body).toEqual({ version: 1, rules: [] })
  })

  describe('as a file', () => {
    const send = (data: unknown, more: object = {}, as = 'admin') =>
      server.send('POST', '/api/v2/util/pre-alarm/cfg/csv', { as, body: { data, ...more } })
    const file = (...rules: unknown[]) => ({ version: 1, rules })
    const look = async (data: unknown, as?: string) => (await send(data, { is_check: true }, as)).body

    test('come out as they went in', async () => {
      const rows = [
        { ...forAll, ...threshold, x: 60 },
        { ...inStore(alder), ...falling, intensity: 2.5 },
      ]
      expect((await send(file(...rows))).status).toBe(200)
      const { body } = await server.send('GET', '/api/v2/util/pre-alarm/cfg/json', { as: 'admin' })
      expect(body.rules).toHaveLength(4)
      expect(body.rules).toEqual(expect.arrayContaining(rows))
      expect((await look(body)).total).toBe(0)
      const { csv } = (await server.send('GET', '/api/v2/util/pre-alarm/cfg/csv', { as: 'admin' })).body
      expect(csv.split('\r\n').slice(0, 2)).toEqual([
        '\ufeffscope,scope_id,type,enabled,x,y,intensity,window_h',
        'default,,threshold,true,60,60,,24',
      ])
      expect(csv).toContain(`store,${alder},falling,true,10,60,2.5,24\r\n`)
    })

    test('tell what would change before they do', async () => {
      await save({ ...inNorth(), ...threshold, x: 50 })
      const rows = file(
        { ...inNorth(), ...threshold, x: 55 },
        { ...inStore(cedar), ...falling },
        { ...forAll, ...falling },
      )
      const seen = await look(rows)
      expect(seen).toMatchObject({ total: 2, unchanged: 1, faults: [] })
      expect(seen.changes).toMatchObject([
        { row: 1, name: 'North', type: 'threshold', before: { x: 50 }, after: { x: 55 } },
        { row: 2, name: 'S001 Cedar_Road', before: null, after: { x: 10 } },
      ])
      expect((await list()).total).toBe(1)
      // someone else changes one of them before it is imported
      await save({ ...inNorth(), ...threshold, x: 51 })
      expect((await send(rows, { state: seen.state })).body.code).toBe('row.changed')
      expect((await send(rows, { state: (await look(rows)).state })).status).toBe(200)
      expect((await list()).total).toBe(2)
    })

    test('are refused as a whole, with every wrong row', async () => {
      const rows = file(
        { ...inNorth(), ...threshold },
        { ...inNorth(), ...falling, x: 120, window_h: 1 },
        { ...inStore(999_999), ...falling },
        { ...inNorth(), ...threshold, x: 60 },
        { ...forAll, ...falling, note: '=1+1' },
        { ...forAll, scope_id: 3, ...falling },
        'no rule',
      )
      const { faults } = await look(rows)
      expect(faults.map(({ row, field }: { row: number; field: string }) => [row, field])).toEqual(
        expect.arrayContaining([
          [2, 'x'],
          [2, 'window_h'],
          [3, 'scope_id'],
          [4, 'type'],
          [5, 'note'],
          [6, 'scope_id'],
          [7, 'body'],
        ]),
      )
      expect(faults).toHaveLength(7)
      const { status, body } = await send(rows)
      expect([status, body.code]).toEqual([400, 'warning_rule.faulty_file'])
      expect(body.message).toBe('Nothing was imported. Rows with errors: 2, 3, 4, 5, 6, 7.')
      expect(body.fields).toMatchObject({ 'data.rules.1.x': 'range', 'data.rules.3.type': 'choice' })
      expect((await list()).total).toBe(0)
    })

    test.each([
      [null],
      [[]],
      ['{}'],
      [{ version: 2, rules: [] }],
      [{ version: 1 }],
      [{ version: 1, rules: {} }],
    ])('%j is none', async (data) => {
      expect((await look(data)).faults.length).toBeGreaterThan(0)
      expect((await send(data)).status).toBe(400)
    })

    test('touch nothing of others', async () => {
      const rows = file(
        { ...inNorth(), ...threshold },
        { ...inStore(cedar), ...threshold },
        { ...forAll, ...falling },
      )
      const { faults } = await look(rows, 'nils')
      expect(faults).toMatchObject([
        { row: 2, field: 'scope_id' },
        { row: 3, field: 'scope' },
      ])
      expect((await send(rows, {}, 'nils')).status).toBe(400)
      expect((await list()).total).toBe(0)
    })

    test('are refused when they are too large or torn', async () => {
      const torn = await server.send('POST', '/api/v2/util/pre-alarm/cfg/csv', {
        as: 'admin',
        body: '{"data":{"ver',
      })
      expect([torn.status, torn.body.code]).toEqual([400, 'request.not_json'])
      const large = `{"data":"${'x'.repeat(11 * 1024 * 1024)}"}`
      const refused = await server.send('POST', '/api/v2/util/pre-alarm/cfg/csv', {
        as: 'admin',
        body: large,
      })
      expect([refused.status, refused.body.code]).toEqual([413, 'request.too_large'])
    })
  })
})
