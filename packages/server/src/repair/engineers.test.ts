import { randomUUID } from 'node:crypto'
import type { AccountId } from '@coldkeep/domain/ids'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('who looks after cases', (openDatabase) => {
  let server: TestServer
  let una: AccountId
  let vic: AccountId
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { north, south } = server.fleet
    una = await insertPerson(server, 'una', north, ['4-4'])
    vic = await insertPerson(server, 'vic', north, ['4-4'])
    await insertPerson(server, 'kim', north, ['4-3'])
    await insertPerson(server, 'sol', south, ['4-4'])
    await seesNoRooms(vic)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    await server.db.updateTable('device').set({ type: 'doored_case' }).execute()
    await server.db.updateTable('account').set({ isEnabled: true }).execute()
  })

  async function seesNoRooms(accountId: AccountId): Promise<void> {
    const offer = { sees: ['c4'], writes: ['c4', 'other'] } as const
    const name = `No walk-in rooms ${accountId}`
    const devicePermissionTypeId = await insertEquipmentType(server.db, name, offer)
    await server.db.deleteFrom('devicePermission').where('accountId', '=', accountId).execute()
    await server.db
      .insertInto('devicePermission')
      .values({ accountId, devicePermissionTypeId, given: ['c4'] })
      .execute()
  }
  const makeRoom = () => {
    const { freezer } = server.fleet.stores.alder
    return server.db
      .updateTable('device')
      .set({ type: 'walk_in' })
      .where('deviceId', '=', freezer.deviceId)
      .execute()
  }
  const offered = async (query: string, as = 'admin') => {
    const path = `/api/v2/fix/engineers?storeid=${server.fleet.stores.alder.storeId}${query}`
    const { body } = await server.send('GET', path, { as })
    return body.engineers?.map(({ name }: { name: string }) => name) ?? body.code
  }
  const report = async (device: number | null = server.fleet.stores.alder.freezer.deviceId) => {
    const { storeId } = server.fleet.stores.alder
    const body = { key: randomUUID(), storeid: storeId, device, fault: 'Ice' }
    return (await server.send('POST', '/api/v2/fix/cases', { as: 'admin', body })).body.case
  }
  const renew = ({ id, revision }: { id: string; revision: number }, given: object) =>
    server.send('PATCH', `/api/v2/fix/cases/${id}`, {
      as: 'admin',
      body: { key: randomUUID(), revision, ...given },
    })
  const assigneeOf = async (id: string) => {
    const [{ body }, list] = await Promise.all([
      server.send('GET', `/api/v2/fix/cases/${id}`, { as: 'admin' }),
      server.send('GET', '/api/v2/fix/cases', { as: 'admin' }),
    ])
    const row = list.body.records.find((one: { id: string }) => one.id === id)
    expect(row.assignee).toEqual(body.case.assignee)
    return body.case.assignee
  }

  test('offered are those that may see the equipment of the case', async () => {
    const device = `&deviceid=${server.fleet.stores.alder.freezer.deviceId}`
    expect(await offered(device)).toEqual(['Ada', 'una', 'vic'])
    await makeRoom()
    expect(await offered(device)).toEqual(['Ada', 'una'])
    // of the store as a whole
    expect(await offered('')).toEqual(['Ada', 'una', 'vic'])
    expect(await offered(device, 'vic')).toBe('device.unknown')
    expect(await offered(`&deviceid=${server.fleet.stores.cedar.freezer.deviceId}`)).toBe('device.unknown')
  })

  test('a case is given to no one who may not see it, and nothing of the renewal is saved then', async () => {
    await makeRoom()
    const made = await report()
    const refused = await renew(made, { assignee: String(vic), note: 'Bring a ladder' })
    expect([refused.status, refused.body.code]).toEqual([400, 'repair.engineer_unknown'])
    expect(await assigneeOf(made.id)).toBeNull()
    expect((await renew(made, { assignee: String(una) })).body.case.assignee).toEqual({
      ...{ id: String(una), name: 'una', sees_case: true },
    })
    expect((await renew(await report(null), { assignee: String(vic) })).status).toBe(200)
  })

  test('who loses the right to see a case stays named, and the case says so', async () => {
    const made = await report()
    await renew(made, { assignee: String(vic) })
    const given = { id: String(vic), name: 'vic', sees_case: true }
    expect(await assigneeOf(made.id)).toEqual(given)
    await makeRoom()
    expect(await assigneeOf(made.id)).toEqual({ ...given, sees_case: false })
    await server.db.updateTable('device').set({ type: 'doored_case' }).execute()
    expect(await assigneeOf(made.id)).toEqual(given)
    const setVic = (change: object) =>
      server.db.updateTable('account').set(change).where('accountId', '=', vic).execute()
    await setVic({ isEnabled: false })
    expect(await assigneeOf(made.id)).toEqual({ ...given, sees_case: false })
    await setVic({ isEnabled: true, departmentId: server.fleet.south })
    expect(await assigneeOf(made.id)).toEqual({ ...given, sees_case: false })
    await setVic({ departmentId: server.fleet.north })
    await server.db.deleteFrom('pagePermission').where('accountId', '=', vic).execute()
    expect(await assigneeOf(made.id)).toEqual({ ...given, sees_case: false })
    // a case that is closed waits for no one
    const { progresses } = (await server.send('GET', '/api/v2/fix/progresses', { as: 'admin' })).body
    const done = progresses.find(({ phase }: { phase: string }) => phase === 'done')
    const closed = await renew({ ...made, revision: made.revision + 1 }, { 'progress-id': done.id })
    expect(closed.body.case).toMatchObject({ closed_at: expect.any(String), assignee: given })
  })
})
