import type { EquipmentOffer } from '@coldkeep/domain/access/equipment'
import { pageKeys } from '@coldkeep/domain/access/page-key'
import type { AccountId } from '@coldkeep/domain/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { documentOf } from '../testing/documents'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { quickHash } from '../testing/quick-hash'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'
import { newWriteId } from '../testing/write-rig'
import { insertAccount, insertPermissionType } from './sign-in-queries'

const as = 'keeper'

describeEachDatabase('permissions for equipment', (openDatabase) => {
  let server: TestServer
  let accountId: AccountId
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { db, fleet, clock } = server
    const pages = await insertPermissionType(db, 'Everything', pageKeys)
    const draft = { login: as, name: 'Kay', email: '', passwordHash: await quickHash(PASSWORD) }
    accountId = await insertAccount(
      db,
      { ...draft, departmentId: fleet.north, permissionTypeIds: [pages] },
      clock.now(),
    )
    await setDevice(fleet.stores.alder.freezer.deviceId, 'walk_in', 'FZ')
    await setDevice(fleet.stores.birch.freezer.deviceId, 'open_case', 'C4')
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.db.deleteFrom('devicePermission').where('accountId', '=', accountId).execute()
  })

  const setDevice = (deviceId: number, type: 'walk_in' | 'open_case', zone: 'FZ' | 'C4') =>
    server.db
      .updateTable('device')
      .set({ type, zone })
      .where('deviceId', '=', deviceId as never)
      .execute()
  let types = 0
  const permit = async (offer: EquipmentOffer, given = offer.sees) => {
    const devicePermissionTypeId = await insertEquipmentType(server.db, `Type ${++types}`, offer)
    await server.db
      .insertInto('devicePermission')
      .values({ accountId, devicePermissionTypeId, given: [...given] })
      .execute()
  }
  const found = async () => {
    const { body } = await server.send('GET', '/api/v2/device-quick?key=freezer', { as })
    return body.map((one: { store: string }) => one.store).sort()
  }
  const order = async (store: 'alder' | 'birch', body: object) => {
    const { terminalId } = server.fleet.stores[store]
    const answer = await server.send('POST', `/api/v2/terminals/${terminalId}/commands`, { as, body })
    return [answer.status, answer.body.code]
  }
  /** The terminals have no ports: whoever may write hears that. */
  const write = async (store: 'alder' | 'birch', device: 'freezer' | 'meter') => {
    const { storeId, [device]: named } = server.fleet.stores[store]
    const body = { id: newWriteId(), store: String(storeId), devices: [String(named.deviceId)], code: 'set' }
    const answer = await server.send('POST', '/api/v2/remote/writes', { as, body })
    return [answer.status, answer.body.code]
  }
  const mayTry = [409, 'write.no_port']
  const refused = [403, 'access.equipment']
  const sent = [200, undefined]

  test('without any, all equipment of the own stores is seen and none is written to', async () => {
    expect(await found()).toEqual(['Alder Street', 'Birch Lane 50%'])
    expect(await write('alder', 'meter')).toEqual(refused)
  })

  test('the pair of a page permission says what is seen while there is no equipment permission', async () => {
    const path = '/api/v2/util/auth/webpage'
    const row = async () =>
      (await server.send('GET', path, { as: 'admin' })).body.data.find(
        ({ value }: { value: string[] }) => value[0] === as,
      )
    const { id, permission } = await row()
    const give = async (...pair: boolean[][]) => {
      const body = { data: [{ id, data: [as, permission, ...pair] }] }
      return (await server.send('PATCH', path, { as: 'admin', body })).status
    }
    expect(await give([true, false])).toBe(200)
    expect((await row()).value).toEqual([as, 'Everything', [true, false]])
    expect(await found()).toEqual(['Alder Street'])
    expect(await give([false, true])).toBe(200)
    expect(await found()).toEqual(['Birch Lane 50%'])
    // without the pair it stays as it is
    expect(await give()).toBe(200)
    expect((await row()).value).toEqual([as, 'Everything', [false, true]])
    await permit({ sees: ['walk_in'], writes: [] })
    expect(await found()).toEqual(['Alder Street'])
    expect(await give([true, true])).toBe(200)
  })

  test('walk-in rooms and what is at 4 °C are withheld until a permission gives them', async () => {
    await permit({ sees: [], writes: [] })
    expect(await found()).toEqual([])
    await permit({ sees: ['walk_in'], writes: [] })
    expect(await found()).toEqual(['Alder Street'])
    await permit({ sees: ['c4'], writes: [] }, [])
    expect(await found()).toEqual(['Alder Street'])
    await permit({ sees: ['c4'], writes: [] })
    expect(await found()).toEqual(['Alder Street', 'Birch Lane 50%'])
  })

  test('a device that is withheld answers like an unknown one, and what tells of all at once is refused', async () => {
    await permit({ sees: ['c4'], writes: ['other'] })
    const { freezer, meter, terminalId } = server.fleet.stores.alder
    const get = async (path: string) => (await server.send('GET', `/api/v2/${path}`, { as })).body.code
    expect(await get(`device/${freezer.deviceId}`)).toBe('device.unknown')
    expect(await get(`device/${meter.deviceId}`)).toBeUndefined()
    expect(await get(`terminals/${terminalId}/commands`)).toBe('access.equipment')
    expect(await get(`terminals/${terminalId}/configurations/1`)).toBe('access.equipment')
    expect(await get('quarantine/1')).toBe('access.equipment')
  })

  test('who may write is decided by the kind of the device', async () => {
    await permit({ sees: ['walk_in', 'c4'], writes: ['other'] })
    expect(await write('alder', 'meter')).toEqual(mayTry)
    expect(await write('alder', 'freezer')).toEqual(refused)
    await permit({ sees: ['walk_in'], writes: ['walk_in'] })
    expect(await write('alder', 'freezer')).toEqual(mayTry)
    expect(await write('birch', 'freezer')).toEqual(refused)
  })

  test('a script runs once, and a configuration is put, only where all that it reaches may be written to', async () => {
    const { alder } = server.fleet.stores
    const path = `/api/v2/terminals/${alder.terminalId}/configurations`
    const put = async (by: string) => {
      const body = { document: documentOf(alder), is_check: false }
      const answer = await server.send('POST', path, { as: by, body })
      return [answer.status, answer.body.code]
    }
    await permit({ sees: ['walk_in', 'c4'], writes: ['other'] })
    expect(await put(as)).toEqual(refused)
    expect(await put('admin')).toEqual(sent)
    await server.db.updateTable('bundle').set({ state: 'active' }).execute()
    expect(await order('alder', { op: 'run.once', script: 'meter' })).toEqual(sent)
    expect(await order('alder', { op: 'run.once', script: 'cases' })).toEqual(refused)
    const again = await server.send('POST', `${path}/2/again`, { as })
    expect([again.status, again.body.code]).toEqual(refused)
  })
})
