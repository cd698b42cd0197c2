import { later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPermissionType } from '../accounts/sign-in-queries'
import { auditOf, signsIn } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

describeEachDatabase('terminals', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  const at = (lengthMs: number) => later(NOON, lengthMs)
  const list = async (query = '', as = 'admin') =>
    (await server.send('GET', `/api/v2/terminals?${query}`, { as })).body
  const read = (id: string, as = 'admin') => server.send('GET', `/api/v2/terminals/${id}`, { as })
  const add = (store: TinyStore, as = 'admin') =>
    server.send('POST', '/api/v2/terminals', { as, body: { store: String(store.storeId) } })
  const makeCode = (id: string, as = 'admin') =>
    server.send('POST', `/api/v2/terminals/${id}/claim-code`, { as })
  const withdraw = (id: string, as = 'admin') =>
    server.send('DELETE', `/api/v2/terminals/${id}/claim-code`, { as })
  const enable = (id: string, is_enabled: boolean, as = 'admin') =>
    server.send('POST', `/api/v2/terminals/${id}/enabled`, { as, body: { is_enabled } })

  describe('the list', () => {
    beforeAll(async () => {
      const { alder, birch } = server.fleet.stores
      await server.db
        .insertInto('terminalState')
        .values([
          {
            storeId: alder.storeId,
            terminalId: alder.terminalId,
            connection: 'online',
            since: at(-minutes(90)),
            lastMessageAt: at(-minutes(1)),
            program: '1.2.0',
            revision: 17,
            backlog: 3,
            conflicts: 2,
            connectionName: null,
            hostLostSince: null,
            lossWatch: null,
          },
          {
            storeId: birch.storeId,
            terminalId: birch.terminalId,
            connection: 'offline',
            since: at(-minutes(200)),
            lastMessageAt: at(-minutes(200)),
            program: '1.1.0',
            revision: 16,
            backlog: 0,
            connectionName: null,
            hostLostSince: at(-minutes(170)),
            lossWatch: null,
          },
        ])
        .execute()
    })

    test('shows each terminal by store number with what is known of it', async () => {
      const { terminals, total, counts } = await list()
      const { alder } = server.fleet.stores
      expect(terminals.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
        ['TB-N001', 'online'],
        ['TB-N002', 'host_lost'],
        ['TB-S001', 'never_seen'],
        ['TB-S002', 'never_seen'],
      ])
      expect(total).toBe(4)
      expect(counts).toEqual({ disabled: 0, host_lost: 1, never_seen: 2, offline: 0, online: 1 })
      expect(terminals[0]).toEqual({
        id: 'TB-N001',
        store: { id: String(alder.storeId), code: 'N001', name: 'Alder Street', zone: 'Asia/Taipei' },
        state: 'online',
        since: '2026-11-20T02:30:00.000Z',
        host_lost_since: null,
        last_message_at: '2026-11-20T03:59:00.000Z',
        program: '1.2.0',
        firmware: null,
        box: null,
        revision: 17,
        backlog: 3,
        conflicts: 2,
        serial: null,
        hardware: null,
        is_enabled: true,
        claimed_at: null,
        code_until: null,
        replacement_until: null,
        created_at: '2026-11-20T04:00:00.000Z',
      })
      expect(terminals[1].host_lost_since).toBe('2026-11-20T01:10:00.000Z')
    })

    test('can be searched, filtered and paged', async () => {
      const { south, stores } = server.fleet
      const ids = async (query: string) => (await list(query)).terminals.map(({ id }: { id: string }) => id)
      expect(await ids('key=alder')).toEqual(['TB-N001'])
      expect(await ids('key=tb-s')).toEqual(['TB-S001', 'TB-S002'])
      // signs that mean something to the database mean themselves
      expect(await ids(`key=${encodeURIComponent('50%')}`)).toEqual(['TB-N002'])
      expect(await ids('key=Cedar_')).toEqual(['TB-S001'])
      expect(await ids('state=never_seen')).toEqual(['TB-S001', 'TB-S002'])
      expect(await ids(`depart=${south}`)).toEqual(['TB-S001', 'TB-S002'])
      expect(await ids(`storeid=${stores.birch.storeId}`)).toEqual(['TB-N002'])
      expect(await ids('page=2&page_size=3')).toEqual(['TB-S002'])
      const found = await list('state=online&key=n00&page_size=1')
      expect([found.total, found.counts]).toEqual([
        1,
        { disabled: 0, host_lost: 1, never_seen: 0, offline: 0, online: 1 },
      ])
    })

    test('holds the own stores only, and a foreign terminal is unknown', async () => {
      expect((await list('', 'north')).terminals).toHaveLength(2)
      expect((await list(`depart=${server.fleet.south}`, 'north')).code).toBe('department.unknown')
      expect((await list(`storeid=${server.fleet.stores.cedar.storeId}`, 'north')).code).toBe('store.unknown')
      expect((await read('TB-N001', 'north')).body.store.name).toBe('Alder Street')
      for (const id of ['TB-S001', 'TB-0000']) {
        const { status, body } = await read(id, 'north')
        expect([status, body.code]).toEqual([404, 'terminal.unknown'])
      }
    })
  })

  test('to change something takes the page, and the store', async () => {
    const { alder, cedar } = server.fleet.stores
    for (const refused of [
      await add(alder, 'north'),
      await makeCode(alder.terminalId, 'north'),
      await withdraw(alder.terminalId, 'north'),
      await enable(alder.terminalId, false, 'north'),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'access.page'])
    }
    await grantTerminals('north')
    const { id } = (await add(alder, 'north')).body
    expect((await makeCode(id, 'north')).status).toBe(200)
    expect((await withdraw(id, 'north')).status).toBe(200)
    expect((await add(cedar, 'north')).body.code).toBe('store.unknown')
    for (const refused of [
      await makeCode(cedar.terminalId, 'north'),
      await withdraw(cedar.terminalId, 'north'),
      await enable(cedar.terminalId, false, 'north'),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([404, 'terminal.unknown'])
    }
  })

  async function grantTerminals(login: 'north' | 'south') {
    const pagePermissionTypeId = await insertPermissionType(server.db, `Terminals of ${login}`, ['3-2'])
    const accountId = server.fleet.accounts[login]
    await server.db.insertInto('pagePermission').values({ accountId, pagePermissionTypeId }).execute()
  }

  test('a new place has an id of its own, and no one has its secret', async () => {
    const { alder } = server.fleet.stores
    const [one, other] = [await add(alder), await add(alder)]
    expect(one.body.id).toMatch(/^TB-[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(other.body.id).not.toBe(one.body.id)
    expect(one.body).toMatchObject({
      store: { id: String(alder.storeId) },
      state: 'never_seen',
      claimed_at: null,
      code_until: null,
      replacement_until: null,
      is_enabled: true,
    })
    expect(await signsIn(server, one.body.id, '')).toBe(false)
    expect(await auditOf(server, one.body.id)).toEqual(['terminal.add · Ada · done'])
  })

  test('a disabled terminal is found as such, whatever its connection was', async () => {
    const { birch } = server.fleet.stores
    expect((await enable(birch.terminalId, false)).body).toMatchObject({
      state: 'disabled',
      is_enabled: false,
    })
    const { terminals, counts } = await list('state=disabled')
    expect(terminals.map(({ id }: { id: string }) => id)).toEqual(['TB-N002'])
    expect([counts.disabled, counts.host_lost]).toEqual([1, 0])
    expect((await enable(birch.terminalId, true)).body.state).toBe('host_lost')
  })

  test('a store has at most fifty, whoever asks at the same time, and its settings hold them all', async () => {
    const { dogwood } = server.fleet.stores
    // one is there
    for (let count = 1; count < 49; count++) expect((await add(dogwood)).status).toBe(200)
    const last = await Promise.all([add(dogwood), add(dogwood)])
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(last.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'terminal.too_many',
      message: 'A store can have at most 50 terminals.',
    })
    const path = `/api/v2/store/settings?storeid=${dogwood.storeId}`
    expect((await server.send('GET', path, { as: 'admin' })).status).toBe(200)
  })
})
