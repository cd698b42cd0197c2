import type { DeviceId } from '@coldkeep/domain/ids'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { describeEachDatabase } from '../testing/test-database'
import { type Received, type TestServer, testServer } from '../testing/test-server'

interface Entry {
  readonly id: string
  readonly title: string
  readonly revision: number
}

describeEachDatabase('lists by which fridges are described', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { north, south, company } = server.fleet
    await insertPerson(server, 'una', north, ['3-3', '3-2'])
    await insertPerson(server, 'sid', south, ['3-3', '3-2'])
    await insertPerson(server, 'vic', north, ['3-2'])
    await insertPerson(server, 'pat', north, [])
    await insertPerson(server, 'max', company, ['3-3'])
    // sees no walk-in rooms
    const wen = await insertPerson(server, 'wen', north, ['3-3', '3-2'])
    const offer = { sees: ['c4'], writes: ['c4', 'other'] } as const
    const devicePermissionTypeId = await insertEquipmentType(server.db, 'No walk-in rooms', offer)
    await server.db.deleteFrom('devicePermission').where('accountId', '=', wen).execute()
    const given = ['c4' as const]
    await server.db
      .insertInto('devicePermission')
      .values({ accountId: wen, devicePermissionTypeId, given })
      .execute()
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    const none = { fridgeBrandId: null, fridgeTypeId: null, fridgeLocationId: null }
    await server.db.updateTable('device').set(none).execute()
    await server.db.deleteFrom('fridgeEntry').execute()
  })

  const send = (as: string, method: Parameters<TestServer['send']>[0], path: string, body?: object) =>
    server.send(method, path, { as, ...(body && { body }) })
  const codeOf = ({ status, body }: Received) => [status, body?.code]
  const places = async (as: string, query = '') =>
    (await send(as, 'GET', `/api/v2/fridge/location${query}`)).body as Entry[]
  const titles = async (as: string, query = '') => (await places(as, query)).map(({ title }) => title)
  const add = async (as: string, title: string, more: object = {}) =>
    (await send(as, 'POST', '/api/v2/fridge/location', { title, ...more })).body as Entry
  const equipment = async (as: string, query: string) =>
    (await server.send('GET', `/api/v2/equipment?${query}`, { as })).body
  /** Sets a device by its form. */
  const set = async (as: string, deviceId: DeviceId, fridge: object) => {
    const { devices } = await equipment('admin', 'page_size=200')
    const row = devices.find((one: { id: string }) => one.id === String(deviceId))
    return server.send('PATCH', `/api/v2/equipment/${row.id}`, { as, body: { ...draftOf(row), ...fridge } })
  }

  test('a department uses its own list, that of those above, and none beside it', async () => {
    const { alder, cedar } = server.fleet.stores
    await add('admin', 'Entrance')
    await add('una', 'Back wall')
    await add('sid', 'Till')
    expect(await titles('una')).toEqual(['Back wall', 'Entrance'])
    expect(await titles('sid')).toEqual(['Entrance', 'Till'])
    expect(await titles('admin')).toEqual(['Back wall', 'Entrance', 'Till'])
    expect(await titles('admin', `?storeid=${alder.storeId}`)).toEqual(['Back wall', 'Entrance'])
    expect(codeOf(await send('una', 'GET', `/api/v2/fridge/location?storeid=${cedar.storeId}`))).toEqual([
      404,
      'store.unknown',
    ])
    const rows = (await send('una', 'GET', '/api/v2/fridge/location')).body
    expect(rows).toMatchObject([
      { title: 'Back wall', owner: { name: 'North' }, can_edit: true },
      { title: 'Entrance', owner: { name: 'Frostline' }, can_edit: false },
    ])
  })

  test('each list is its own, with the calls of its path', async () => {
    const { id } = (await send('admin', 'POST', '/api/v2/fridge/device-type', { title: 'Island' })).body
    expect(
      (await send('admin', 'PATCH', '/api/v2/fridge/device-type', { id, title: 'Island freezer' })).status,
    ).toBe(200)
    expect((await send('admin', 'GET', '/api/v2/fridge/device-type')).body).toMatchObject([
      { id, title: 'Island freezer' },
    ])
    expect(await titles('admin')).toEqual([])
    expect(codeOf(await send('admin', 'DELETE', `/api/v2/fridge/location?id=${id}`))).toEqual([
      404,
      'fridge.unknown',
    ])
    expect((await send('admin', 'DELETE', `/api/v2/fridge/device-type?id=${id}`)).status).toBe(200)
    expect((await send('admin', 'GET', '/api/v2/fridge/device-type')).body).toEqual([])
    const brand = { brand_name: 'Permafrost', contact: 'Ito', tel: '03-1234-5678', addr: '1 Ice Rd' }
    expect((await send('admin', 'POST', '/api/v2/fridge/brand', brand)).body).toMatchObject({
      state: 'approved',
    })
    expect((await send('una', 'GET', '/api/v2/fridge/brand')).body.brands).toMatchObject([
      { name: 'Permafrost', contact: 'Ito', tel: '03-1234-5678', addr: '1 Ice Rd', can_edit: false },
    ])
    const short = (await send('admin', 'POST', '/api/v2/fridge/brand', { brand_name: 'Glacius' })).body
    expect((await send('admin', 'GET', '/api/v2/fridge/brand')).body.brands[0]).toMatchObject({
      id: short.id,
      contact: '',
      tel: '',
    })
  })

  test('to write takes the page and the department', async () => {
    const { south } = server.fleet
    const { id } = await add('admin', 'Entrance')
    const own = await add('sid', 'Till')
    // everyone chooses from the lists
    expect((await send('pat', 'GET', '/api/v2/fridge/location')).status).toBe(200)
    for (const answer of [
      await send('vic', 'POST', '/api/v2/fridge/location', { title: 'Aisle' }),
      await send('vic', 'PATCH', '/api/v2/fridge/location', { id, title: 'Aisle' }),
      await send('vic', 'DELETE', `/api/v2/fridge/location?id=${id}`),
      await send('vic', 'POST', '/api/v2/fridge/merge', { list: 'location', from: id, into: own.id }),
      await send('pat', 'POST', '/api/v2/fridge/brand', { brand_name: 'Aisle' }),
    ])
      expect(answer.body.code).toBe('access.page')
    for (const answer of [
      await send('una', 'PATCH', '/api/v2/fridge/location', { id, title: 'Aisle' }),
      await send('una', 'DELETE', `/api/v2/fridge/location?id=${id}`),
    ])
      expect(codeOf(answer)).toEqual([403, 'access.owner'])
    for (const answer of [
      await send('una', 'PATCH', '/api/v2/fridge/location', { id: own.id, title: 'Aisle' }),
      await send('una', 'DELETE', `/api/v2/fridge/location?id=${own.id}`),
      await send('una', 'GET', `/api/v2/fridge/merge?list=location&from=${own.id}&into=${id}`),
    ])
      expect(codeOf(answer)).toEqual([404, 'fridge.unknown'])
    expect(
      (await send('una', 'POST', '/api/v2/fridge/location', { title: 'Aisle', department: String(south) }))
        .body.code,
    ).toBe('department.unknown')
    expect((await add('admin', 'Aisle', { department: String(south) })).id).toMatch(/^\d+$/)
    expect(await titles('una')).toEqual(['Entrance'])
  })

  test('names: blank, long, full width, marks', async () => {
    for (const title of ['', '  　', 'x'.repeat(61), 'x'.repeat(500), 'a\nb'])
      expect((await send('admin', 'POST', '/api/v2/fridge/location', { title })).body.code).toBe(
        'request.malformed',
      )
    await add('admin', '　入口　')
    await add('admin', '<b>Till</b>')
    expect((await titles('admin')).toSorted()).toEqual(['<b>Till</b>', '入口'])
    await add('admin', 'Aisle A')
    for (const title of ['aisle a', 'ＡＩＳＬＥ　Ａ', 'AisleA']) {
      const again = await send('una', 'POST', '/api/v2/fridge/location', { title })
      expect([again.body.code, again.body.fields]).toEqual(['fridge.name_taken', { title: 'choice' }])
    }
    const { similar } = (await send('una', 'GET', '/api/v2/fridge/similar?list=location&title=AISLE-A')).body
    expect(similar).toMatchObject([{ title: 'Aisle A', owner: 'Frostline', is_same: false }])
    // what only departments below have is no hindrance above, and is warned of
    await add('una', 'Corner')
    expect(
      (await send('admin', 'GET', '/api/v2/fridge/similar?list=location&title=corner')).body.similar,
    ).toMatchObject([{ title: 'Corner', owner: 'North', is_same: true }])
    expect((await add('admin', 'corner')).id).toMatch(/^\d+$/)
  })

  test('what devices use is counted and found, and not removed', async () => {
    const { alder, birch } = server.fleet.stores
    const { id } = await add('admin', 'Entrance')
    const other = await add('admin', 'Till')
    expect((await set('admin', alder.freezer.deviceId, { fridge_location: id })).body).toMatchObject({
      fridge_location: id,
      fridge: { brand: null, type: null, location: 'Entrance' },
    })
    await set('admin', birch.freezer.deviceId, { fridge_location: id })
    await set('admin', birch.meter.deviceId, { fridge_location: id })
    expect((await send('admin', 'GET', '/api/v2/fridge/use?list=location')).body.used).toEqual([
      { id, devices: 3, stores: 2 },
    ])
    // an account of another department counts none of them
    expect((await send('sid', 'GET', '/api/v2/fridge/use?list=location')).body.used).toEqual([])
    expect(await equipment('admin', `fridge_location=${id}`)).toMatchObject({ total: 3 })
    expect(await equipment('admin', `fridge_location=${other.id}`)).toMatchObject({ total: 0 })
    expect(await equipment('sid', `fridge_location=${id}`)).toMatchObject({ total: 0 })
    const refused = await send('admin', 'DELETE', `/api/v2/fridge/location?id=${id}`)
    expect(codeOf(refused)).toEqual([409, 'fridge.in_use'])
    expect(refused.body.message).toContain('Devices: 3, stores: 2')
    for (const { freezer, meter } of [alder, birch]) {
      await set('admin', freezer.deviceId, { fridge_location: '' })
      await set('admin', meter.deviceId, { fridge_location: '' })
    }
    expect((await send('admin', 'DELETE', `/api/v2/fridge/location?id=${id}`)).status).toBe(200)
  })

  test('a device is set to what its store uses, and keeps what it had', async () => {
    const { alder } = server.fleet.stores
    const { deviceId } = alder.freezer
    const beside = await add('sid', 'Till')
    const type = (await send('admin', 'POST', '/api/v2/fridge/device-type', { title: 'Island' })).body
    const waiting = (await send('una', 'POST', '/api/v2/fridge/brand', { brand_name: 'Permafrost' })).body
    expect(waiting.state).toBe('proposed')
    for (const fridge of [
      { fridge_location: beside.id },
      { fridge_location: type.id },
      { fridge_brand: waiting.id },
      { fridge_type: '999999' },
    ]) {
      const refused = await set('admin', deviceId, fridge)
      expect(codeOf(refused)).toEqual([400, 'fridge.not_in_list'])
      expect(refused.body.fields).toEqual({ [Object.keys(fridge)[0] as string]: 'choice' })
    }
    const own = await add('una', 'Entrance')
    expect((await set('vic', deviceId, { fridge_location: own.id, fridge_type: type.id })).status).toBe(200)
    // one that is retired does not hold the entry, and shows it still
    const retire = async (isRetired: boolean) =>
      server.send('POST', `/api/v2/equipment/${deviceId}/retired`, {
        as: 'admin',
        body: { is_retired: isRetired },
      })
    expect((await retire(true)).status).toBe(200)
    expect((await send('una', 'DELETE', `/api/v2/fridge/location?id=${own.id}`)).status).toBe(200)
    expect((await retire(false)).body.fridge).toMatchObject({ location: 'Entrance', type: 'Island' })
    expect((await set('admin', deviceId, { name: 'Freezer one' })).body.fridge.location).toBe('Entrance')
  })

  test('doubles are merged: devices change in one step, and the other entry goes', async () => {
    const { alder, birch } = server.fleet.stores
    const from = await add('una', 'Entrence')
    const into = await add('admin', 'Entrance')
    const other = await add('una', 'Aisle')
    await set('admin', alder.freezer.deviceId, { fridge_location: from.id })
    await set('admin', birch.freezer.deviceId, { fridge_location: from.id })
    await set('admin', birch.meter.deviceId, { fridge_location: into.id })
    const merge = { list: 'location', from: from.id, into: into.id }
    const preview = (
      await send('una', 'GET', `/api/v2/fridge/merge?list=location&from=${from.id}&into=${into.id}`)
    ).body
    expect(preview).toMatchObject({
      from: { title: 'Entrence' },
      into: { title: 'Entrance' },
      devices: 2,
      stores: 2,
    })
    expect(preview.examples).toMatchObject([
      { id: String(alder.freezer.deviceId), store: 'Alder Street' },
      { store: 'Birch Lane 50%' },
    ])
    // the other way round the stores of South would have an entry that they do not use
    const back = await send('admin', 'POST', '/api/v2/fridge/merge', {
      ...merge,
      from: into.id,
      into: from.id,
    })
    expect(codeOf(back)).toEqual([409, 'fridge.merge_elsewhere'])
    expect(codeOf(await send('una', 'POST', '/api/v2/fridge/merge', { ...merge, into: from.id }))).toEqual([
      400,
      'fridge.merge_same',
    ])
    expect(codeOf(await send('sid', 'POST', '/api/v2/fridge/merge', merge))).toEqual([404, 'fridge.unknown'])
    const before = (await equipment('admin', `fridge_location=${from.id}`)).devices[0]
    expect((await send('una', 'POST', '/api/v2/fridge/merge', { ...merge, from_revision: 1 })).body).toEqual({
      devices: 2,
    })
    expect(await equipment('admin', `fridge_location=${into.id}`)).toMatchObject({ total: 3 })
    expect(await titles('una')).toEqual(['Aisle', 'Entrance'])
    const audit = await server.db.selectFrom('audit').selectAll().where('kind', '=', 'fridge.merge').execute()
    expect(audit.at(-1)).toMatchObject({ accountName: 'una', subject: 'Entrence' })
    expect(audit.at(-1)?.detail).toEqual({ list: 'location', into: 'Entrance', devices: 2 })
    // a form that was open in the meantime is shown the device as it is now
    const late = await server.send('PATCH', `/api/v2/equipment/${before.id}`, {
      as: 'admin',
      body: { ...draftOf(before), fridge_location: other.id },
    })
    expect(codeOf(late)).toEqual([409, 'row.changed'])
    expect(late.body.present.fridge.location).toBe('Entrance')
  })
  test('equipment that is withheld from the caller is neither counted nor moved by them', async () => {
    const { alder } = server.fleet.stores
    const from = await add('una', 'Entrence')
    const into = await add('una', 'Entrance')
    await set('admin', alder.freezer.deviceId, { fridge_location: from.id })
    const { deviceId } = alder.freezer
    await server.db.updateTable('device').set({ type: 'walk_in' }).where('deviceId', '=', deviceId).execute()
    expect((await send('wen', 'GET', '/api/v2/fridge/use?list=location')).body.used).toEqual([])
    expect(await equipment('wen', `fridge_location=${from.id}`)).toMatchObject({ total: 0 })
    const refused = await send('wen', 'DELETE', `/api/v2/fridge/location?id=${from.id}`)
    expect(codeOf(refused)).toEqual([409, 'fridge.in_use_unseen'])
    const merge = { list: 'location', from: from.id, into: into.id }
    expect(codeOf(await send('wen', 'POST', '/api/v2/fridge/merge', merge))).toEqual([
      409,
      'fridge.merge_unseen',
    ])
    const query = `/api/v2/fridge/merge?list=location&from=${from.id}&into=${into.id}`
    expect(codeOf(await send('wen', 'GET', query))).toEqual([409, 'fridge.merge_unseen'])
    expect((await send('una', 'POST', '/api/v2/fridge/merge', merge)).body).toEqual({ devices: 1 })
    await server.db
      .updateTable('device')
      .set({ type: 'doored_case' })
      .where('deviceId', '=', deviceId)
      .execute()
  })

  test('of two at once one gets the name, and a removal waits for a device that is being set', async () => {
    const both = await Promise.all(
      ['Till', 'TILL'].map((title) => send('admin', 'POST', '/api/v2/fridge/location', { title })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [row] = await places('admin')
    const { id, revision } = row as Entry
    expect(
      (await send('admin', 'PATCH', '/api/v2/fridge/location', { id, title: 'Tills', revision })).status,
    ).toBe(200)
    const late = await send('una', 'PATCH', '/api/v2/fridge/location', { id, title: 'Desk', revision })
    expect(late.body.code).toBe('access.owner')
    const second = await send('max', 'PATCH', '/api/v2/fridge/location', { id, title: 'Desk', revision })
    expect([second.body.code, second.body.present.title]).toEqual(['row.changed', 'Tills'])
    const gone = await send('max', 'DELETE', `/api/v2/fridge/location?id=${id}&revision=${revision}`)
    expect(gone.body.code).toBe('row.changed')
    const { deviceId } = server.fleet.stores.alder.freezer
    const [put, removed] = await Promise.all([
      set('admin', deviceId, { fridge_location: id }),
      send('admin', 'DELETE', `/api/v2/fridge/location?id=${id}`),
    ])
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual([put.status, removed.status])
  })
})

/** What a form sends of a device that it was opened with. */
function draftOf(row: Record<string, unknown>): object {
  const shown = [
    'id',
    'store',
    'state',
    'fridge',
    'last_contact_at',
    'firmware',
    'score',
    'retired_at',
    'has_points',
  ]
  return Object.fromEntries(Object.entries(row).filter(([name]) => !shown.includes(name)))
}
