import { hours, later } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { insertRepair } from '../testing/insert-repair'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { insertPausedUpdate, insertReleased } from '../testing/plant/plant-updates'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('the card of work that is due', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { north, stores, accounts } = server.fleet
    await insertPerson(server, 'una', north, ['4-4'])
    await insertPerson(server, 'operator', north, ['2-4'])
    const narrow = await insertPerson(server, 'narrow', north, ['4-4'])
    const offer = { sees: ['c4'], writes: ['c4', 'other'] } as const
    const devicePermissionTypeId = await insertEquipmentType(server.db, 'No walk-in rooms', offer)
    await server.db.deleteFrom('devicePermission').where('accountId', '=', narrow).execute()
    await server.db
      .insertInto('devicePermission')
      .values({ accountId: narrow, devicePermissionTypeId, given: ['c4'] })
      .execute()
    // noon of the 20th in Taipei; the south is an hour ahead
    const rule = (store_id: string, item: string, dt_start: string, device?: number) => ({
      ...{ store_id, item, dt_start, period: 30, note: 'x' },
      ...(device !== undefined && { device: String(device) }),
    })
    const rules = [
      rule('N001', 'Yesterday', '2026-11-19'),
      rule('N001', 'Today', '2026-11-20', stores.alder.freezer.deviceId),
      rule('N002', 'In seven days', '2026-11-27'),
      rule('N002', 'In eight days', '2026-11-28'),
      rule('S001', 'Long ago', '2026-10-01'),
    ]
    for (const one of rules) {
      const sent = { as: 'admin', body: { rules: [one] } }
      expect((await server.send('POST', '/api/v2/maintain/cfg', sent)).status).toBe(200)
    }
    const targets = [{ store: stores.alder, wave: 1, state: 'waiting' }] as const
    await insertPausedUpdate(server, {
      imageId: await insertReleased(server, '2.0.0'),
      ...{ targets, pausedFor: { kind: 'failed', failed: 1 } as never, note: '' },
    })
    const at = later(NOON, -hours(3))
    await insertRepair(server.db, stores.alder, at)
    await insertRepair(server.db, stores.cedar, at)
    await (await insertRepair(server.db, stores.birch, at)).end('repaired')
    await server.db
      .updateTable('repairCase')
      .set({ assigneeId: accounts.admin })
      .where('storeId', '=', stores.cedar.storeId)
      .execute()
  })
  afterAll(() => server.close())

  const work = async (as: string, query = '') =>
    (await server.send('GET', `/api/v2/dashboard/work${query}`, { as })).body

  test('counts what is due, open and running below the department of its reader', async () => {
    expect(await work('admin')).toEqual({
      upkeep: { soon: 2, overdue: 2 },
      repairs: { open: 2, mine: 1 },
      updates: { running: 1 },
    })
    const { north, south } = server.fleet
    expect(await work('admin', `?depart=${north}`)).toMatchObject({
      upkeep: { soon: 2, overdue: 1 },
      repairs: { open: 1, mine: 0 },
    })
    expect((await work('admin', `?depart=${south}`)).updates).toEqual({ running: 0 })
    expect((await work('una', `?depart=${south}`)).code).toBe('department.unknown')
  })

  test('leaves out what its reader may not open', async () => {
    expect(await work('una')).toEqual({
      upkeep: { soon: 2, overdue: 1 },
      repairs: { open: 1, mine: 0 },
      updates: null,
    })
    expect((await work('operator')).updates).toEqual({ running: 1 })
  })

  test('is what the pages list, also after midnight in Tokyo', async () => {
    server.clock.set(later(NOON, hours(12)))
    const listed = async (state: string) =>
      (await server.send('GET', `/api/v2/maintain/cfg?state=${state}`, { as: 'admin' })).body.total
    const { upkeep } = await work('admin')
    expect(upkeep).toEqual({ soon: await listed('soon'), overdue: await listed('overdue') })
    server.clock.set(NOON)
  })

  test('withheld equipment counts for no one who may not see it', async () => {
    const { freezer } = server.fleet.stores.alder
    const setType = (type: 'walk_in' | 'doored_case') =>
      server.db.updateTable('device').set({ type }).where('deviceId', '=', freezer.deviceId).execute()
    expect(await work('narrow')).toMatchObject({ upkeep: { soon: 2 }, repairs: { open: 1 } })
    await setType('walk_in')
    expect(await work('narrow')).toMatchObject({ upkeep: { soon: 1 }, repairs: { open: 0 } })
    await setType('doored_case')
  })
})
