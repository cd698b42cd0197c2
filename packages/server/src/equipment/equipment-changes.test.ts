import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertPermissionType } from '../accounts/sign-in-queries'
import { documentOf } from '../testing/documents'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

const chiller = {
  name: 'Chiller 7',
  type: 'open_case',
  zone: 'C7',
  brand: 'Carel',
  model: 'IR33',
  terminal: 'TB-N001',
  port: null,
  unit_id: 7,
  contracted_kw: null,
  demand_interval_minutes: null,
  fridge_brand: null,
  fridge_type: null,
  fridge_location: null,
}

describeEachDatabase('changes of equipment', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())
  beforeEach(() => server.clock.set(NOON))

  const add = (changes: object = {}, as = 'admin') => {
    const store = String(server.fleet.stores.alder.storeId)
    return server.send('POST', '/api/v2/equipment', { as, body: { store, ...chiller, ...changes } })
  }
  const change = (id: string, changes: object, as = 'admin') =>
    server.send('PATCH', `/api/v2/equipment/${id}`, { as, body: { ...chiller, ...changes } })
  const retire = (id: string, is_retired: boolean, more: object = {}, as = 'admin') =>
    server.send('POST', `/api/v2/equipment/${id}/retired`, { as, body: { is_retired, ...more } })
  const swap = (id: string, changes: object, as = 'admin') =>
    server.send('POST', `/api/v2/equipment/${id}/swap`, {
      as,
      body: { brand: 'Carel', model: 'IR33', port: null, unit_id: 7, reason: 'burnt', ...changes },
    })
  const use = async (id: string) =>
    (await server.send('GET', `/api/v2/equipment/${id}/use`, { as: 'admin' })).body
  const configure = ({ terminalId }: TinyStore, document: unknown) =>
    server.send('POST', `/api/v2/terminals/${terminalId}/configurations`, {
      as: 'admin',
      body: { document, is_check: false },
    })
  const noted = async (id: string) =>
    (
      await server.db
        .selectFrom('audit')
        .select(['kind', 'accountName', 'detail'])
        .where('subject', '=', id)
        .where('kind', 'like', 'equipment.%')
        .orderBy('auditId')
        .execute()
    ).map(({ kind, accountName, detail }) => ({ kind, accountName, detail }))
  /** A device of its own for each test, on a unit that no other has. */
  let unit = 100
  const fresh = async (changes: object = {}) =>
    (await add({ name: `Case ${unit}`, unit_id: unit++, ...changes })).body

  describe('a new device', () => {
    test('is at its terminal, has no points, and is audited', async () => {
      const { status, body } = await add()
      expect(status).toBe(200)
      expect(body).toMatchObject({
        ...chiller,
        state: 'never_seen',
        last_contact_at: null,
        has_points: false,
        retired_at: null,
        revision: 1,
      })
      expect(await noted(body.id)).toEqual([
        { kind: 'equipment.add', accountName: 'Ada', detail: { ...chiller } },
      ])
    })

    test.each([
      ['a unit that another device has', { unit_id: 1 }, 'equipment.unit_taken', { unit_id: 'choice' }],
      ['a store that does not exist', { store: '987654' }, 'store.unknown', { store: 'choice' }],
      ['a terminal of another store', { terminal: 'TB-N002' }, 'terminal.unknown', { terminal: 'choice' }],
      ['a terminal that does not exist', { terminal: 'TB-0000' }, 'terminal.unknown', { terminal: 'choice' }],
      ['a model that nobody knows', { model: 'IR34' }, 'model.unknown', { model: 'choice' }],
      ['a port that the terminal lacks', { port: 'p9', unit_id: 50 }, 'port.unknown', { port: 'choice' }],
      ['a case without a zone', { zone: null }, 'request.malformed', { zone: 'missing' }],
      ['a meter with a zone', { type: 'sub_meter' }, 'request.malformed', { zone: 'choice' }],
      [
        'a case with a contract',
        { contracted_kw: 40, demand_interval_minutes: 15 },
        'request.malformed',
        { contracted_kw: 'choice', demand_interval_minutes: 'choice' },
      ],
      ['a name that is too long', { name: 'x'.repeat(121) }, 'request.malformed', { name: 'length' }],
      ['no name', { name: ' ' }, 'request.malformed', { name: 'length' }],
      ['a unit beyond the bus', { unit_id: 248 }, 'request.malformed', { unit_id: 'range' }],
    ])('with %s is refused at its field', async (_, changes, code, fields) => {
      const { status, body } = await add({ unit_id: 60, ...changes })
      expect([body.code, body.fields]).toEqual([code, fields])
      expect(status).toBeLessThan(500)
    })

    test('two at once do not take one unit', async () => {
      const both = await Promise.all([add({ unit_id: 61 }), add({ unit_id: 61 })])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    test('may be the main meter with its contract', async () => {
      const meter = { type: 'main_meter', zone: null, contracted_kw: 40.5, demand_interval_minutes: 30 }
      expect((await fresh({ ...meter })).contracted_kw).toBe(40.5)
    })

    test('of a terminal with several ports names one, and each port has units of its own', async () => {
      const { birch } = server.fleet.stores
      const { ports, scripts } = documentOf(birch)
      const p2 = { id: 'p2', kind: 'mbtcp', host: '192.168.1.22', port: 502 }
      const at = { store: String(birch.storeId), terminal: birch.terminalId, unit_id: 12 }
      const configured = await configure(birch, { ports: [...ports, p2], scripts })
      expect(configured.body.faults).toEqual([])
      expect((await add({ ...at })).body.code).toBe('port.needed')
      expect((await add({ ...at, port: 'p1' })).body.port).toBe('p1')
      expect((await add({ ...at, port: 'p2' })).body.port).toBe('p2')
      expect((await add({ ...at, port: 'p2' })).body.code).toBe('equipment.unit_taken')
      // the freezer is attached to a port that no one has named, which may be either
      expect((await add({ ...at, unit_id: 1, port: 'p2' })).body.code).toBe('equipment.unit_taken')
    })
  })

  describe('a change', () => {
    test('is written, raises the revision, and is noted with what was before', async () => {
      const { id, unit_id } = await fresh()
      const { body } = await change(id, { name: 'Island', unit_id, zone: 'C4', revision: 1 })
      expect(body).toMatchObject({ name: 'Island', zone: 'C4', revision: 2 })
      expect((await noted(id)).at(-1)).toEqual({
        kind: 'equipment.change',
        accountName: 'Ada',
        detail: {
          ...chiller,
          name: 'Island',
          zone: 'C4',
          unit_id,
          before: { ...chiller, name: `Case ${unit_id}`, unit_id },
        },
      })
    })

    test('that has not seen the last one is refused with the current state', async () => {
      const { id, unit_id } = await fresh()
      await change(id, { name: 'First', unit_id, revision: 1 })
      const { status, body } = await change(id, { name: 'Second', unit_id, revision: 1 })
      expect([status, body.code]).toEqual([409, 'row.changed'])
      expect(body.present).toMatchObject({ id, name: 'First', revision: 2 })
    })

    test('of the terminal takes a device from which nothing was read', async () => {
      const { alder } = server.fleet.stores
      const other = await server.send('POST', '/api/v2/terminals', {
        as: 'admin',
        body: { store: String(alder.storeId) },
      })
      const { id, unit_id } = await fresh()
      expect((await change(id, { unit_id, terminal: other.body.id })).body.terminal).toBe(other.body.id)
      expect((await change(id, { unit_id, terminal: 'TB-N002' })).body.code).toBe('terminal.unknown')
      const freezer = String(alder.freezer.deviceId)
      const moved = await change(freezer, { unit_id: 1, terminal: other.body.id })
      expect([moved.body.code, moved.body.fields]).toEqual([
        'equipment.terminal_fixed',
        { terminal: 'choice' },
      ])
    })

    test('of the zone begins the comparison of the device with itself again', async () => {
      const { alder } = server.fleet.stores
      const { deviceId } = alder.freezer
      await server.db
        .insertInto('deviceHealth')
        .values({
          storeId: alder.storeId,
          deviceId,
          baselineFrom: null,
          baseline: null,
          frozenOn: '2026-10-30',
          intensity: null,
          watch: null,
          scoredAt: null,
          score: 80,
          class: null,
          noScore: null,
          losses: JSON.stringify([]) as never,
          hint: null,
          hintReasons: JSON.stringify([]) as never,
          computedAt: NOON,
        })
        .execute()
      const health = () =>
        server.db
          .selectFrom('deviceHealth')
          .select(['baselineFrom', 'frozenOn'])
          .where('deviceId', '=', deviceId)
          .executeTakeFirst()
      const own = { ...chiller, name: 'Freezer 1', type: 'doored_case', zone: 'FZ', unit_id: 1 }
      await change(String(deviceId), own)
      expect(await health()).toEqual({ baselineFrom: null, frozenOn: '2026-10-30' })
      await change(String(deviceId), { ...own, zone: 'IC' })
      expect(await health()).toEqual({ baselineFrom: '2026-11-20', frozenOn: null })
    })

    test('ends at the own stores, and takes a permission for what it was and what it will be', async () => {
      const { cedar } = server.fleet.stores
      const { id, unit_id } = await fresh()
      expect((await change(id, { unit_id }, 'north')).body.code).toBe('access.page')
      const pagePermissionTypeId = await insertPermissionType(server.db, 'Equipment', ['3-2'])
      const accountId = server.fleet.accounts.north
      await server.db.insertInto('pagePermission').values({ accountId, pagePermissionTypeId }).execute()
      // without any permission it sees everything and writes to nothing
      for (const refused of [
        await change(id, { unit_id }, 'north'),
        await retire(id, true, {}, 'north'),
        await swap(id, { unit_id }, 'north'),
        await add({ unit_id: 80 }, 'north'),
      ]) {
        expect([refused.status, refused.body.code]).toEqual([403, 'access.equipment'])
      }
      const offer = { sees: ['walk_in'], writes: ['other'] } as const
      const devicePermissionTypeId = await insertEquipmentType(server.db, 'Cases', offer)
      await server.db
        .insertInto('devicePermission')
        .values({ accountId, devicePermissionTypeId, given: ['walk_in'] })
        .execute()
      expect((await change(id, { unit_id, name: 'Mine' }, 'north')).body.name).toBe('Mine')
      expect((await change(id, { unit_id, type: 'walk_in' }, 'north')).body.code).toBe('access.equipment')
      expect((await add({ unit_id: 81, zone: 'C4' }, 'north')).body.code).toBe('access.equipment')
      const foreign = String(cedar.freezer.deviceId)
      for (const refused of [
        await change(foreign, { terminal: cedar.terminalId }, 'north'),
        await retire(foreign, true, {}, 'north'),
        await swap(foreign, {}, 'north'),
      ]) {
        expect([refused.status, refused.body.code]).toEqual([404, 'device.unknown'])
      }
      expect((await add({ store: String(cedar.storeId) }, 'north')).body.code).toBe('store.unknown')
    })
  })

  describe('a retired device', () => {
    test('keeps its unit free for others, and comes back while it still is', async () => {
      const { id, unit_id } = await fresh()
      const { body } = await retire(id, true, { revision: 1 })
      expect(body).toMatchObject({ state: 'retired', retired_at: '2026-11-20T04:00:00.000Z', revision: 2 })
      expect((await change(id, { unit_id })).body.code).toBe('equipment.retired')
      expect((await swap(id, { unit_id })).body.code).toBe('equipment.retired')
      const other = (await add({ unit_id })).body
      expect((await retire(id, false)).body).toMatchObject({
        code: 'equipment.unit_taken',
        fields: { unit_id: 'choice' },
      })
      await retire(other.id, true)
      expect((await retire(id, false)).body).toMatchObject({ state: 'never_seen', retired_at: null })
      expect((await noted(id)).map(({ kind }) => kind)).toEqual([
        'equipment.add',
        'equipment.retire',
        'equipment.restore',
      ])
    })

    test('has no open alarms any more, and says before which scripts poll it', async () => {
      const { cedar } = server.fleet.stores
      const { storeId, terminalId, freezer } = cedar
      const id = String(freezer.deviceId)
      expect(await use(id)).toEqual({ scripts: [], runs_own_file: false, open_alarms: 0, sent_again: [] })
      await configure(cedar, documentOf(cedar))
      const times = {
        startedAt: NOON,
        raisedAt: NOON,
        lastRaisedAt: NOON,
        changedAt: NOON,
        announcedAt: NOON,
      }
      const place = { storeId, terminalId, deviceId: freezer.deviceId, pointId: freezer.pointIds[0] ?? null }
      const warm = { branch: 'high', state: 'unacknowledged', priority: 1, value: -5, limitValue: -15 }
      const { alarmId } = await server.db
        .insertInto('alarm')
        .values({ ...place, ...times, ...warm })
        .returning('alarmId')
        .executeTakeFirstOrThrow()
      expect(await use(id)).toEqual({
        scripts: [{ name: 'cases', commands: 1 }],
        runs_own_file: false,
        open_alarms: 1,
        sent_again: [],
      })
      expect((await retire(id, true)).status).toBe(200)
      expect((await use(id)).open_alarms).toBe(0)
      const history = await server.db
        .selectFrom('alarmEvent')
        .select(['kind', 'reason'])
        .where('alarmId', '=', alarmId)
        .execute()
      expect(history).toEqual([{ kind: 'cleared', reason: 'retired' }])
      expect((await noted(id)).at(-1)?.detail).toEqual({
        name: 'Freezer 1',
        unit_id: 1,
        port: null,
        scripts: ['cases'],
      })
      // what it is asked goes into no further configuration
      expect((await configure(cedar, documentOf(cedar))).body.faults[0].code).toBe('point_foreign')
      expect((await retire(id, false)).status).toBe(200)
    })

    test('is recognised by the revision that was seen', async () => {
      const { id, unit_id } = await fresh()
      await change(id, { unit_id, name: 'Changed' })
      expect((await retire(id, true, { revision: 1 })).body.code).toBe('row.changed')
    })
  })

  test('a replaced controller keeps the device, and the record says what it was and why', async () => {
    const { id, unit_id } = await fresh()
    const to = { brand: 'Eastron', model: 'SDM630', unit_id: unit_id + 100, reason: 'Relay stuck' }
    const { body } = await swap(id, { ...to, revision: 1 })
    expect(body).toMatchObject({ id, brand: 'Eastron', model: 'SDM630', unit_id: unit_id + 100, revision: 2 })
    expect((await noted(id)).at(-1)).toEqual({
      kind: 'equipment.swap',
      accountName: 'Ada',
      detail: { ...to, port: null, before: { brand: 'Carel', model: 'IR33', port: null, unit_id } },
    })
    expect((await swap(id, { ...to, reason: ' ' })).body.fields).toEqual({ reason: 'length' })
    expect((await swap(id, { ...to, unit_id: 1 })).body.code).toBe('equipment.unit_taken')
    expect((await swap(id, { ...to, model: 'X' })).body.code).toBe('model.unknown')
    expect((await swap(id, { ...to, revision: 1 })).body.code).toBe('row.changed')
  })
})
