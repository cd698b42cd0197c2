import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyDevice, TinyStore } from '../testing/tiny-fleet'

interface Shown {
  readonly name: string
  readonly state: string
  readonly store: { readonly code: string }
}

describeEachDatabase('the list of equipment', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, birch, cedar } = server.fleet.stores
    await connect(alder, 'online', null)
    await connect(birch, 'online', later(NOON, -hours(2)))
    await connect(cedar, 'offline', null)
    await read(alder, alder.freezer, null)
  })
  afterAll(() => server.close())

  const connect = (
    { storeId, terminalId }: TinyStore,
    connection: 'online' | 'offline',
    lost: number | null,
  ) =>
    server.db
      .insertInto('terminalState')
      .values({
        storeId,
        terminalId,
        connection,
        since: NOON,
        lastMessageAt: NOON,
        program: '1.2.0',
        revision: 1,
        backlog: 0,
        connectionName: null,
        hostLostSince: lost as never,
        lossWatch: null,
      })
      .execute()
  /** A cycle of five minutes ago. */
  const read = async ({ storeId }: TinyStore, device: TinyDevice, quality: Uint8Array | null) => {
    const { deviceId, pointListId } = device
    await server.db.deleteFrom('latest').where('deviceId', '=', deviceId).execute()
    await server.db
      .insertInto('latest')
      .values({
        storeId,
        deviceId,
        pointListId,
        at: later(NOON, -minutes(5)),
        values: [-20.5, 0],
        counters: [],
        quality,
      })
      .execute()
  }
  const list = async (query = '', as = 'admin') =>
    (await server.send('GET', `/api/v2/equipment?${query}`, { as })).body
  const names = async (query = '', as = 'admin') =>
    (await list(query, as)).devices.map(({ store, name }: Shown) => `${store.code} ${name}`)
  const states = async (query = '') =>
    (await list(query)).devices.map(({ store, name, state }: Shown) => `${store.code} ${name}: ${state}`)

  test('shows each device by store number and name with what is known of it', async () => {
    const { alder } = server.fleet.stores
    await server.db
      .updateTable('terminalState')
      .set({ program: '2.7.0' })
      .where('terminalId', '=', alder.terminalId)
      .execute()
    const { devices, total, page, page_size } = await list()
    expect([total, page, page_size]).toEqual([8, 1, 50])
    expect(devices[0]).toEqual({
      id: String(alder.freezer.deviceId),
      name: 'Freezer 1',
      type: 'doored_case',
      zone: 'FZ',
      brand: 'Carel',
      model: 'IR33',
      store: { id: String(alder.storeId), code: 'N001', name: 'Alder Street', zone: 'Asia/Taipei' },
      terminal: 'TB-N001',
      port: null,
      unit_id: 1,
      contracted_kw: null,
      demand_interval_minutes: null,
      fridge_brand: null,
      fridge_type: null,
      fridge_location: null,
      fridge: { brand: null, type: null, location: null },
      state: 'online',
      last_contact_at: '2026-11-20T03:55:00.000Z',
      firmware: '2.7.0',
      score: null,
      retired_at: null,
      has_points: true,
      revision: 1,
    })
  })

  test('a device stands as its terminal does, and is silent where only it says nothing', async () => {
    expect(await states()).toEqual([
      'N001 Freezer 1: online',
      'N001 Main meter: silent',
      'N002 Freezer 1: host_lost',
      'N002 Main meter: host_lost',
      'S001 Freezer 1: offline',
      'S001 Main meter: offline',
      'S002 Freezer 1: never_seen',
      'S002 Main meter: never_seen',
    ])
  })

  test.each(['online', 'silent', 'host_lost', 'offline', 'never_seen'])(
    'devices that are %s are found as such',
    async (state) => {
      const all = await states()
      const own = all.filter((one: string) => one.endsWith(state))
      expect(await states(`state=${state}`)).toEqual(own)
      expect((await list(`state=${state}`)).total).toBe(own.length)
    },
  )

  test('a cycle without a usable value is none, nor is one of long ago', async () => {
    const { alder } = server.fleet.stores
    await read(alder, alder.freezer, Uint8Array.of(1, 1))
    expect((await states('state=silent'))[0]).toBe('N001 Freezer 1: silent')
    await read(alder, alder.freezer, Uint8Array.of(1, 0))
    expect(await states('state=online')).toEqual(['N001 Freezer 1: online'])
    server.clock.set(later(NOON, hours(1)))
    expect(await states('state=online')).toEqual([])
    server.clock.set(NOON)
    await read(alder, alder.freezer, null)
  })

  test('is searched, filtered and paged', async () => {
    const { alder } = server.fleet.stores
    expect(await names('key=birch')).toEqual(['N002 Freezer 1', 'N002 Main meter'])
    expect(await names('key=50%25')).toEqual(['N002 Freezer 1', 'N002 Main meter'])
    expect(await names('key=tb-s001')).toEqual(['S001 Freezer 1', 'S001 Main meter'])
    expect((await list('key=eastron')).total).toBe(4)
    expect((await list('type=main_meter')).total).toBe(4)
    expect((await list('zone=none')).total).toBe(4)
    expect((await list('zone=FZ')).total).toBe(4)
    expect((await list('zone=C4')).total).toBe(0)
    expect(await names(`storeid=${alder.storeId}`)).toEqual(['N001 Freezer 1', 'N001 Main meter'])
    expect((await list(`depart=${server.fleet.south}`)).total).toBe(4)
    const { devices, total } = await list('page=3&page_size=3')
    expect([devices.length, total]).toEqual([2, 8])
  })

  test('is sorted by the columns on offer, with missing values last', async () => {
    const { cedar } = server.fleet.stores
    await server.db
      .insertInto('deviceHealth')
      .values({
        storeId: cedar.storeId,
        deviceId: cedar.freezer.deviceId,
        baselineFrom: null,
        baseline: null,
        frozenOn: null,
        intensity: null,
        watch: null,
        scoredAt: NOON,
        score: 71,
        class: null,
        noScore: null,
        losses: JSON.stringify([]) as never,
        hint: null,
        hintReasons: JSON.stringify([]) as never,
        computedAt: NOON,
      })
      .execute()
    expect((await names('sort=-name'))[0]).toBe('N001 Main meter')
    expect((await names('sort=-store'))[0]).toBe('S002 Freezer 1')
    expect((await names('sort=score'))[0]).toBe('S001 Freezer 1')
    expect((await names('sort=-score'))[0]).toBe('S001 Freezer 1')
    expect((await names('sort=lastContact'))[0]).toBe('N001 Freezer 1')
    expect((await names('sort=-model'))[0]).toBe('N001 Main meter')
    expect((await list('sort=unit')).code).toBe('request.malformed')
  })

  test('a retired device is listed only where it is requested', async () => {
    const { dogwood } = server.fleet.stores
    const set = (removedAt: typeof NOON | null) =>
      server.db
        .updateTable('device')
        .set({ removedAt })
        .where('deviceId', '=', dogwood.freezer.deviceId)
        .execute()
    await set(NOON)
    expect((await list()).total).toBe(7)
    expect((await list('retired=with')).total).toBe(8)
    expect(await states('state=retired')).toEqual(['S002 Freezer 1: retired'])
    await set(null)
  })

  test('ends at the own stores and at what is withheld', async () => {
    const { alder, cedar } = server.fleet.stores
    expect(await names('', 'north')).toHaveLength(4)
    expect((await list(`storeid=${cedar.storeId}`, 'north')).code).toBe('store.unknown')
    expect((await list(`depart=${server.fleet.south}`, 'north')).code).toBe('department.unknown')
    await hideWalkIns(alder.freezer.deviceId, alder.storeId)
    expect(await names('', 'north')).toEqual(['N001 Main meter', 'N002 Freezer 1', 'N002 Main meter'])
    expect((await list('', 'north')).total).toBe(3)
    const use = await server.send('GET', `/api/v2/equipment/${alder.freezer.deviceId}/use`, { as: 'north' })
    expect([use.status, use.body.code]).toEqual([404, 'device.unknown'])
  })

  async function hideWalkIns(deviceId: DeviceId, storeId: StoreId) {
    await server.db
      .updateTable('device')
      .set({ type: 'walk_in' })
      .where('storeId', '=', storeId)
      .where('deviceId', '=', deviceId)
      .execute()
    const offer = { sees: ['c4'], writes: ['c4', 'other'] } as const
    const devicePermissionTypeId = await insertEquipmentType(server.db, 'No walk-in rooms', offer)
    const accountId = server.fleet.accounts.north
    await server.db
      .insertInto('devicePermission')
      .values({ accountId, devicePermissionTypeId, given: ['c4'] })
      .execute()
  }
})
