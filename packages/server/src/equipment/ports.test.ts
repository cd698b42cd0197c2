import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPermissionType } from '../accounts/sign-in-queries'
import { documentOf } from '../testing/documents'
import { auditOf } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

const p1 = { id: 'p1', kind: 'mbtcp', host: '192.168.1.21', port: 502 }
const com = { id: 'com', kind: 'serial', path: '/dev/ttyUSB0', baud: 9600, parity: 'none', data: 8, stop: 1 }

describeEachDatabase('ports of a terminal', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  const read = ({ terminalId }: TinyStore, as = 'admin') =>
    server.send('GET', `/api/v2/terminals/${terminalId}/ports`, { as })
  const save = ({ terminalId }: TinyStore, ports: readonly object[], revision: number | null, as = 'admin') =>
    server.send('PATCH', `/api/v2/terminals/${terminalId}/ports`, { as, body: { ports, revision } })
  const configurationOf = async ({ terminalId }: TinyStore, revision: number) =>
    (await server.send('GET', `/api/v2/terminals/${terminalId}/configurations/${revision}`, { as: 'admin' }))
      .body.document

  describe('that has a configuration', () => {
    let revision: number
    beforeAll(async () => {
      const { alder } = server.fleet.stores
      const put = await server.send('POST', `/api/v2/terminals/${alder.terminalId}/configurations`, {
        as: 'admin',
        body: { document: documentOf(alder), is_check: false },
      })
      revision = put.body.revision
    })

    test('are those of the newest desired one, with how much goes over each', async () => {
      const { alder } = server.fleet.stores
      expect((await read(alder)).body).toEqual({
        ports: [p1],
        requests: { p1: 2 },
        revision,
        runs_own_file: false,
      })
    })

    test('are saved as a new revision of the same scripts, which is noted', async () => {
      const { alder } = server.fleet.stores
      const { status, body } = await save(alder, [p1, com], revision)
      expect([status, body]).toEqual([
        200,
        { ports: [p1, com], requests: { p1: 2 }, revision: revision + 1, runs_own_file: false },
      ])
      const document = await configurationOf(alder, revision + 1)
      expect(document.ports).toEqual([p1, com])
      expect(document.scripts.map(({ name }: { name: string }) => name)).toEqual(['cases', 'meter'])
      expect((await auditOf(server, alder.terminalId)).at(-1)).toBe('terminal.ports · Ada · done')
    })

    test('that someone else changed in the meantime are reported, and stay', async () => {
      const { alder } = server.fleet.stores
      const { status, body } = await save(alder, [p1], revision)
      expect([status, body.code]).toEqual([409, 'row.changed'])
      expect(body.present).toMatchObject({ ports: [p1, com], revision: revision + 1 })
    })

    test('that scripts poll over cannot go', async () => {
      const { alder } = server.fleet.stores
      const { status, body } = await save(alder, [com], revision + 1)
      expect([status, body.code]).toEqual([409, 'port.in_use'])
      expect(body.message).toBe('Script requests that use port p1: 2. Change the scripts first.')
    })

    test('that the scripts cannot use are refused with what is wrong', async () => {
      const { alder } = server.fleet.stores
      const repeated = await save(alder, [p1, p1], revision + 1)
      expect([repeated.status, repeated.body.code]).toEqual([409, 'configuration.faulty'])
      expect(repeated.body.message).toContain('ports.1.id: Port name p1 is already in use.')
      const malformed = await save(alder, [p1, { ...com, baud: 5 }], revision + 1)
      expect([malformed.body.code, malformed.body.fields]).toEqual([
        'request.malformed',
        { 'ports.1.baud': 'range' },
      ])
    })
  })

  test('a terminal without a configuration gets its first one', async () => {
    const { birch } = server.fleet.stores
    expect((await read(birch)).body).toEqual({
      ports: [],
      requests: {},
      revision: null,
      runs_own_file: false,
    })
    const { body } = await save(birch, [com], null)
    expect(body.ports).toEqual([com])
    expect(await configurationOf(birch, body.revision)).toEqual({ ports: [com], scripts: [] })
  })

  test('a terminal that runs a file of its own keeps it', async () => {
    const { dogwood } = server.fleet.stores
    await server.db
      .insertInto('terminalState')
      .values({
        storeId: dogwood.storeId,
        terminalId: dogwood.terminalId,
        connection: 'online',
        since: NOON,
        lastMessageAt: NOON,
        program: '1.2.0',
        revision: 17,
        backlog: 0,
        connectionName: null,
        hostLostSince: null,
        lossWatch: null,
      })
      .execute()
    expect((await read(dogwood)).body.runs_own_file).toBe(true)
    const { status, body } = await save(dogwood, [com], null)
    expect([status, body.code]).toEqual([409, 'configuration.own_file'])
  })

  test('take the page, the store, a permission for all that hangs on them, and an enabled terminal', async () => {
    const { alder, birch, cedar } = server.fleet.stores
    expect((await save(alder, [p1], null, 'north')).body.code).toBe('access.page')
    const pagePermissionTypeId = await insertPermissionType(server.db, 'Equipment', ['3-2'])
    const accountId = server.fleet.accounts.north
    await server.db.insertInto('pagePermission').values({ accountId, pagePermissionTypeId }).execute()
    expect((await read(alder, 'north')).status).toBe(200)
    expect((await read(cedar, 'north')).body.code).toBe('terminal.unknown')
    expect((await save(cedar, [], null, 'north')).body.code).toBe('terminal.unknown')
    expect((await save(alder, [p1], null, 'north')).body.code).toBe('access.equipment')
    const { revision } = (await read(birch)).body
    const enable = (is_enabled: boolean) =>
      server.send('POST', `/api/v2/terminals/${birch.terminalId}/enabled`, {
        as: 'admin',
        body: { is_enabled },
      })
    await enable(false)
    expect((await save(birch, [], revision)).body.code).toBe('terminal.disabled')
    await enable(true)
    expect((await save(birch, [], revision)).body.ports).toEqual([])
  })
})
