import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeResults } from '../dispatch/store-results'
import { documentOf } from '../testing/documents'
import { describeEachDatabase } from '../testing/test-database'
import { basic, NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

describeEachDatabase('configurations and commands', (openDatabase) => {
  let server: TestServer
  let alder: TinyStore
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    alder = server.fleet.stores.alder
  })
  afterAll(() => server.close())

  const as = 'admin'
  const put = (store: TinyStore, document: unknown, is_check = false, headers = {}) =>
    server.send('POST', `/api/v2/terminals/${store.terminalId}/configurations`, {
      as,
      headers,
      body: { document, is_check },
    })
  const configurations = async () =>
    (await server.send('GET', `/api/v2/terminals/${alder.terminalId}/configurations`, { as })).body
  const order = (body: object, store = alder) =>
    server.send('POST', `/api/v2/terminals/${store.terminalId}/commands`, { as, body })
  const commands = async () =>
    (await server.send('GET', `/api/v2/terminals/${alder.terminalId}/commands`, { as })).body.commands
  const command = async (id: string) => (await commands()).find((one: { id: string }) => one.id === id)
  const result = (id: string, st: 'done' | 'refused' | 'failed', more: object) =>
    server.db.transaction().execute((trx) =>
      storeResults(trx, [
        {
          storeId: alder.storeId,
          terminal: alder.terminalId,
          receivedAt: server.clock.now(),
          at: server.clock.now(),
          result: { v: 1, e: 'k3f9a1c2', s: 1, id, st, at: server.clock.now(), ...more },
        },
      ]),
    )
  const asTerminal = (store: TinyStore, secret = store.terminalId.slice(3)) => ({
    headers: basic(store.terminalId, secret),
  })

  test('a document is looked at, put, listed, fetched by its terminal alone, and gone back to', async () => {
    const document = documentOf(alder)
    expect((await put(alder, document, true)).body).toEqual({ revision: null, faults: [] })
    expect((await configurations()).revisions).toEqual([])
    expect((await put(alder, document)).body).toEqual({ revision: 2, faults: [] })
    const { revisions } = await configurations()
    expect(revisions).toMatchObject([{ revision: 2, state: 'queued', created_by: 'Ada', faults: [] }])
    const path = `/field/v1/bundles/${revisions[0].sha256}`
    const body = await server.send('GET', path, asTerminal(alder))
    expect(createHash('sha256').update(body.text).digest('hex')).toBe(revisions[0].sha256)
    expect(Buffer.byteLength(body.text)).toBe(revisions[0].size)
    const { birch } = server.fleet.stores
    expect((await server.send('GET', path, asTerminal(birch))).status).toBe(404)
    expect((await server.send('GET', path, asTerminal(alder, 'guessed'))).status).toBe(403)
    expect((await server.send('GET', path)).status).toBe(403)
    expect((await server.send('GET', `/field/v1/bundles/..%2fetc`, asTerminal(alder))).status).toBe(404)
    await put(alder, { ...document, scripts: [] })
    const again = await server.send('POST', `/api/v2/terminals/${alder.terminalId}/configurations/2/again`, {
      as,
    })
    expect(again.body).toEqual({ revision: 4, faults: [], left_out: [] })
    const shown = await server.send('GET', `/api/v2/terminals/${alder.terminalId}/configurations/4`, { as })
    expect(shown.body.document).toEqual(JSON.parse(JSON.stringify(document)))
    const none = await server.send('GET', `/api/v2/terminals/${alder.terminalId}/configurations/9`, { as })
    expect([none.status, none.body.code]).toEqual([404, 'configuration.unknown'])
  })

  test('a document as large as a terminal may have is judged; beyond that nothing is read', async () => {
    const { ports, scripts } = documentOf(alder)
    const [command] = scripts[0]!.commands
    const requestHex = command!.requestHex.padEnd(2_048)
    const large = (repeat: number) => ({
      ports,
      scripts: Array.from({ length: 512 * repeat }, (_, number) => ({
        name: `script ${number}`,
        periodSeconds: 300,
        commands: [{ ...command!, requestHex }],
      })),
    })
    expect(JSON.stringify(large(1)).length).toBeGreaterThan(1_200_000)
    expect((await put(alder, large(1), true)).body).toEqual({ revision: null, faults: [] })
    const { body } = await put(alder, large(2), true)
    expect(body.faults.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['scripts', 'too_many_commands'],
      ['', 'too_large'],
    ])
    const refused = await put(alder, large(4), true)
    expect(refused).toMatchObject({ status: 413, body: { code: 'request.too_large' } })
    expect(refused.body.message).toContain('4 MB')
  })

  test('every fault is reported in the language of the caller, with its place', async () => {
    const wrong = documentOf(alder, { ports: [] })
    const { body } = await put(alder, wrong, true, { language: 'ja' })
    expect(body.faults).toContainEqual({
      path: 'scripts.0.commands.0.portId',
      code: 'port_unknown',
      message: 'ポート p1 がありません。',
    })
    const refused = (await configurations()).revisions.length
    expect((await put(alder, { scripts: 1 })).body.faults.map(({ path }: { path: string }) => path)).toEqual([
      'ports',
      'scripts',
    ])
    expect((await configurations()).revisions).toHaveLength(refused)
  })

  test('a request that does more than read is refused whatever reads its reply, in a check and in earnest', async () => {
    const { ports, scripts } = documentOf(alder)
    const [script, ...others] = scripts
    const write = { requestHex: '06 00 63 00 4D', responseLengthBytes: 8, decoderId: 4 }
    const [command, ...rest] = script!.commands
    const wrong = {
      ports,
      scripts: [{ ...script!, commands: [{ ...command!, ...write }, ...rest] }, ...others],
    }
    const { revisions } = await configurations()
    for (const isCheck of [true, false]) {
      expect((await put(alder, wrong, isCheck)).body.faults).toEqual([
        {
          path: 'scripts.0.commands.0.requestHex',
          code: 'not_a_read',
          message: '06 00 63 00 4D does more than read: only requests that change nothing are polled.',
        },
      ])
    }
    expect((await configurations()).revisions).toEqual(revisions)
  })

  test('a command is given, reported with its outcome, and taken back while it waits', async () => {
    const { body: restart } = await order({ op: 'restart', what: 'program' })
    expect(restart).toMatchObject({ op: 'restart', state: 'queued', arg: { what: 'program' }, error: null })
    await result(restart.id, 'failed', { err: { code: 'E_RESTART', text: 'x' } })
    expect(await command(restart.id)).toMatchObject({
      state: 'failed',
      error: {
        code: 'E_RESTART',
        message: 'The terminal program stopped while carrying it out. It was not repeated.',
      },
    })
    const path = `/api/v2/terminals/${alder.terminalId}/commands/`
    const ended = await server.send(
      'DELETE',
      `/api/v2/terminals/${alder.terminalId}/commands/${restart.id}`,
      { as },
    )
    expect([ended.status, ended.body.code]).toEqual([409, 'command.sent'])
    const { body: waiting } = await order({ op: 'cred.rotate' })
    expect(waiting.arg).toEqual({})
    expect((await server.send('DELETE', path + waiting.id, { as })).status).toBe(200)
    expect(await command(waiting.id)).toMatchObject({ state: 'cancelled' })
    const apply = (await commands()).find((one: { op: string; state: string }) => one.op === 'cfg.apply')
    expect((await server.send('DELETE', path + apply.id, { as })).status).toBe(409)
    const unknown = await server.send('DELETE', `${path}01ARZ3NDEKTSV4RRFFQ69G5FAV`, { as })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'command.unknown'])
  })

  test('a script of the active configuration runs once; without one there is none', async () => {
    const none = await order({ op: 'run.once', script: 'cases' })
    expect([none.status, none.body.code]).toEqual([404, 'command.no_script'])
    const apply = (await commands()).find(
      ({ op, state }: { op: string; state: string }) => op === 'cfg.apply' && state === 'queued',
    )
    await result(apply.id, 'done', { out: { rev: 4 } })
    const { body } = await order({ op: 'run.once', script: 'cases' })
    expect(body).toMatchObject({ state: 'queued', arg: { script: 'cases' } })
    const stored = await server.db
      .selectFrom('command')
      .select('arg')
      .where('commandId', '=', body.id)
      .executeTakeFirstOrThrow()
    expect(stored.arg.script).toEqual(documentOf(alder).scripts[0])
  })

  test('logs are taken once, from the terminal that was requested, and handed to the caller that requested them', async () => {
    const body = { op: 'log.fetch', from: new Date(NOON).toISOString(), to: new Date(NOON).toISOString() }
    const { body: requested } = await order(body)
    const upload = (store: TinyStore, content: Buffer, secret?: string) =>
      server.send('POST', `/field/v1/logs/${requested.id}`, {
        headers: { ...asTerminal(store, secret).headers, 'content-type': 'application/gzip' },
        body: content,
      })
    const packed = gzipSync('==> terminal.log <==\nhello\n')
    expect((await upload(server.fleet.stores.birch, packed)).status).toBe(404)
    expect((await upload(alder, packed, 'guessed')).status).toBe(403)
    expect((await upload(alder, Buffer.alloc(16 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await upload(alder, packed)).status).toBe(201)
    expect((await upload(alder, packed)).status).toBe(404)
    expect((await command(requested.id)).log_size).toBe(packed.length)
    const log = await server.app.inject({
      method: 'GET',
      url: `/api/v2/terminals/${alder.terminalId}/commands/${requested.id}/log`,
      headers: { authorization: `Bearer ${await tokenOf()}` },
    })
    expect(gunzipSync(log.rawPayload).toString()).toBe('==> terminal.log <==\nhello\n')
    const restart = (await order({ op: 'restart', what: 'box' })).body
    const none = await server.send(
      'GET',
      `/api/v2/terminals/${alder.terminalId}/commands/${restart.id}/log`,
      { as },
    )
    expect(none.status).toBe(404)
  })

  test('without the page no one writes, and no one reaches the terminals of other stores', async () => {
    const { cedar } = server.fleet.stores
    const address = `/api/v2/terminals/${cedar.terminalId}/commands`
    const body = { op: 'restart', what: 'program' }
    expect((await server.send('POST', address, { as: '南', body })).body.code).toBe('access.page')
    expect((await server.send('GET', address, { as: 'north' })).body.code).toBe('terminal.unknown')
    const configuration = { document: {}, is_check: true }
    const put = `/api/v2/terminals/${alder.terminalId}/configurations`
    expect((await server.send('POST', put, { as: 'north', body: configuration })).body.code).toBe(
      'access.page',
    )
  })

  test('a terminal that is disabled is sent nothing, and is refused its configuration', async () => {
    const { dogwood } = server.fleet.stores
    await put(dogwood, documentOf(dogwood))
    await server.db
      .updateTable('terminal')
      .set({ isEnabled: false })
      .where('terminalId', '=', dogwood.terminalId)
      .execute()
    expect((await order({ op: 'restart', what: 'program' }, dogwood)).body.code).toBe('terminal.disabled')
    expect((await put(dogwood, documentOf(dogwood))).body.code).toBe('terminal.disabled')
    const { sha256 } = await server.db
      .selectFrom('bundle')
      .select('sha256')
      .where('terminalId', '=', dogwood.terminalId)
      .executeTakeFirstOrThrow()
    expect((await server.send('GET', `/field/v1/bundles/${sha256}`, asTerminal(dogwood))).status).toBe(403)
  })

  test('what was done is in the audit log, without secrets', async () => {
    server.clock.advance(minutes(1))
    const rows = await server.db.selectFrom('audit').select(['kind', 'accountName', 'detail']).execute()
    const kinds = new Set(rows.map(({ kind }) => kind))
    for (const kind of ['command.cfg.apply', 'command.restart', 'command.cancel', 'command.log.fetch'])
      expect(kinds).toContain(kind)
    expect(JSON.stringify(rows)).not.toContain('token')
  })

  async function tokenOf(): Promise<string> {
    return (await server.send('POST', '/api/v2/auth', { headers: basic(as, 'cold as it gets') })).body.token
  }
})
