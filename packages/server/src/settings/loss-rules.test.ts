import type { DepartmentId } from '@coldkeep/domain/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertAccount, insertPermissionType } from '../accounts/sign-in-queries'
import { auditOf } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

const PATH = '/api/v2/util/lost-alarm/cfg'

describeEachDatabase('rules for silent terminals', (openDatabase) => {
  let server: TestServer
  let company: string
  let north: string
  let alder: string
  let cedar: string
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { fleet, db, clock } = server
    company = String(fleet.company)
    north = String(fleet.north)
    alder = String(fleet.stores.alder.storeId)
    cedar = String(fleet.stores.cedar.storeId)
    const { passwordHash } = await db
      .selectFrom('account')
      .select('passwordHash')
      .where('login', '=', 'admin')
      .executeTakeFirstOrThrow()
    const permissionTypeIds = [await insertPermissionType(db, 'Thresholds', ['2-2-1'])]
    const account = { login: 'nils', name: 'Nils', email: '', passwordHash, permissionTypeIds }
    await insertAccount(db, { ...account, departmentId: fleet.north }, clock.now())
  })
  beforeEach(async () => {
    await server.db.deleteFrom('lossRule').execute()
  })
  afterAll(() => server.close())

  const read = async (query: string, as = 'admin') =>
    (await server.send('GET', `/api/v2/util/lost-alarm/cfg?${query}`, { as })).body
  const save = (body: object, as = 'admin') =>
    server.send('POST', '/api/v2/util/lost-alarm/cfg', { as, body })
  const rule = (alarm_period: number, alarm_th: number) => ({ alarm_period, alarm_th })

  test('come from the store, else from the nearest department, else are 60 and 30', async () => {
    const fresh = await read(`store=${alder}`)
    expect(fresh).toMatchObject({
      ...rule(60, 30),
      department_id: '',
      store_id: alder,
      revision: null,
      source: { scope: 'default', name: null },
    })
    await save({ department_id: company, store_id: '', ...rule(90, 45) })
    expect(await read(`store=${alder}`)).toMatchObject({
      ...rule(90, 45),
      source: { scope: 'department', name: 'Frostline' },
    })
    await save({ department_id: north, ...rule(20, 20) })
    const saved = await save({ store_id: alder, ...rule(10, 4) })
    expect([saved.status, saved.body]).toEqual([200, await read(`depart=${north}&store=${alder}`)])
    expect(saved.body).toMatchObject({
      ...rule(10, 4),
      source: { scope: 'store', name: 'N001 Alder Street' },
      inherited: { ...rule(20, 20), source: { scope: 'department', name: 'North' } },
      changed_by: 'Ada',
    })
    expect(await read(`store=${cedar}`)).toMatchObject(rule(90, 45))
    expect(await auditOf(server, 'N001 Alder Street')).toEqual(['loss_rule.write · Ada · done'])
  })

  test('go back to what is above when the own rule is removed', async () => {
    await save({ department_id: north, ...rule(20, 20) })
    const own = (await save({ store_id: alder, ...rule(10, 4) })).body
    const remove = (revision: number) =>
      server.send('DELETE', `/api/v2/util/lost-alarm/cfg?store=${alder}&revision=${revision}`, {
        as: 'admin',
      })
    expect((await remove(own.revision - 1)).body).toMatchObject({ code: 'row.changed', present: rule(10, 4) })
    const removed = await remove(own.revision)
    expect(removed.body).toMatchObject({ ...rule(20, 20), revision: null })
    expect((await remove(own.revision)).status).toBe(409)
  })

  test('are not overwritten by who read an older one, whether there was one or not', async () => {
    const first = (await save({ department_id: north, ...rule(20, 20), revision: null })).body
    const late = await save({ department_id: north, ...rule(5, 5), revision: null })
    expect([late.status, late.body.code]).toEqual([409, 'row.changed'])
    expect(late.body.present).toEqual(first)
    expect((await save({ department_id: north, ...rule(30, 9), revision: first.revision })).status).toBe(200)
    const again = await save({ department_id: north, ...rule(6, 6), revision: first.revision })
    expect(again.body).toMatchObject({ code: 'row.changed', present: rule(30, 9) })
    expect(await read(`depart=${north}`)).toMatchObject(rule(30, 9))
  })

  test.each([
    [rule(0, 1), 'alarm_period', 'range'],
    [rule(1441, 30), 'alarm_period', 'range'],
    [rule(60, 0), 'alarm_th', 'range'],
    [rule(60, 61), 'alarm_th', 'range'],
    [rule(60, 30.5), 'alarm_th', 'type'],
    [{ alarm_period: '60', alarm_th: 30 }, 'alarm_period', 'type'],
    [{ alarm_th: 30 }, 'alarm_period', 'missing'],
    [{ ...rule(60, 30), store_id: "1' or '1'='1" }, 'store_id', 'format'],
  ])('of %o are refused at %s', async (wrong, field, problem) => {
    const { status, body } = await save({ department_id: north, ...wrong })
    expect([status, body.fields]).toEqual([400, { [field]: problem }])
  })

  test('are of one place', async () => {
    expect((await save(rule(60, 30))).body.code).toBe('place.missing')
    expect((await server.send('GET', PATH, { as: 'admin' })).body.code).toBe('place.missing')
    expect((await read(`depart=${server.fleet.south}&store=${alder}`)).code).toBe('store.unknown')
  })

  test('of others are neither seen nor written, and what is above has no name', async () => {
    await save({ department_id: company, ...rule(90, 45) })
    expect(await read(`depart=${north}`, 'nils')).toMatchObject({
      ...rule(90, 45),
      source: { scope: 'above', name: null },
    })
    expect((await read(`store=${cedar}`, 'nils')).code).toBe('store.unknown')
    for (const place of [{ department_id: company }, { department_id: String(server.fleet.south) }]) {
      expect((await save({ ...place, ...rule(5, 5) }, 'nils')).body.code).toBe('department.unknown')
    }
    expect((await save({ store_id: cedar, ...rule(5, 5) }, 'nils')).body.code).toBe('store.unknown')
    expect((await save({ department_id: north, ...rule(5, 5) }, 'north')).body.code).toBe('access.page')
    expect(await server.db.selectFrom('lossRule').select('scopeId').execute()).toHaveLength(1)
  })

  test('of every store stand in a file, with where each comes from', async () => {
    await save({ department_id: north, ...rule(20, 12) })
    await save({ store_id: alder, ...rule(10, 4) })
    await server.db.updateTable('store').set({ name: '=1+1' }).where('code', '=', 'N002').execute()
    const file = async (query: string, as: string) =>
      (await server.send('GET', `/api/v2/util/lost-alarm/csv?${query}`, { as })).body.csv
    expect(await file('', 'nils')).toBe(
      '\ufeffStore number,Store,Department,Observation window (min),Lost minutes in the window (min),Source,Name\r\n' +
        'N001,Alder Street,North,10,4,Store,Alder Street\r\n' +
        "N002,'=1+1,North,20,12,Department,North\r\n",
    )
    expect((await file('', 'admin')).split('\r\n')[3]).toBe('S001,Cedar_Road,South,60,30,Default,')
    expect((await file(`store=${cedar}`, 'admin')).split('\r\n')).toHaveLength(3)
  })

  test('go with their department', async () => {
    const { db, fleet } = server
    const made = await db
      .insertInto('department')
      .values({
        parentId: fleet.north,
        name: 'Harbour',
        path: [fleet.company, fleet.north, 900 as DepartmentId],
      })
      .returning('departmentId')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('department')
      .set({ path: [fleet.company, fleet.north, made.departmentId] })
      .where('departmentId', '=', made.departmentId)
      .execute()
    await save({ department_id: String(made.departmentId), ...rule(20, 12) })
    await db.deleteFrom('department').where('departmentId', '=', made.departmentId).execute()
    expect(await db.selectFrom('lossRule').select('scopeId').execute()).toEqual([])
  })
})
