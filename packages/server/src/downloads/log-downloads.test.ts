import { gzipSync } from 'node:zlib'
import type { TerminalId } from '@coldkeep/domain/ids'
import { days, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { endOverdue } from '../commands/command-queries'
import { storeResults } from '../dispatch/store-results'
import { describeEachDatabase } from '../testing/test-database'
import { basic, NOON, type TestServer, testServer } from '../testing/test-server'
import { textsOf } from '../testing/unzip'

describeEachDatabase('logs of terminals', (openDatabase) => {
  let server: TestServer
  beforeEach(async () => {
    await server?.close()
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  const as = 'admin'
  const order = (body: object, who = as) => server.send('POST', '/api/v2/dl-log/dl', { as: who, body })
  const records = async () => (await server.send('GET', '/api/v2/dl-log/records', { as })).body.records
  const alder = () => server.fleet.stores.alder
  const requestedLogs = async () => {
    const path = `/api/v2/terminals/${alder().terminalId}/commands`
    return (await server.send('GET', path, { as })).body.commands
  }
  const upload = (id: string, text: string) =>
    server.app.inject({
      method: 'POST',
      url: `/field/v1/logs/${id}`,
      headers: {
        ...basic(alder().terminalId, alder().terminalId.slice(3)),
        'content-type': 'application/gzip',
      },
      payload: gzipSync(text),
    })
  const reportResult = (id: string, st: 'done' | 'refused', more: object = {}) =>
    server.db.transaction().execute((trx) => {
      const at = server.clock.now()
      const { storeId, terminalId: terminal } = alder()
      const result = { v: 1 as const, e: 'k3f9a1c2', s: 1, id, st, at, ...more }
      return storeResults(trx, [{ storeId, terminal, receivedAt: at, at, result }])
    })
  const wait = (ms: number) => server.clock.set(later(server.clock.now(), ms))

  test('a store is asked for the lines of today; the file is there when its terminal has handed them over', async () => {
    const { status, body } = await order({ store_id: String(alder().storeId) })
    expect([status, typeof body.id]).toEqual([200, 'string'])
    const [command] = await requestedLogs()
    // Taipei is eight hours ahead, so that its day of 2026-11-20 begins at 16:00 UTC of the day before
    expect(command).toMatchObject({ op: 'log.fetch', state: 'queued', arg: { paths: [] } })
    expect([command.arg.from, command.arg.to]).toEqual([
      Date.UTC(2026, 10, 19, 16),
      Date.UTC(2026, 10, 20, 16) - 1,
    ])
    await server.makeDownloads()
    expect(await records()).toMatchObject([
      {
        id: body.id,
        state: 'waiting',
        terminals: [{ id: alder().terminalId, state: 'queued', error: null }],
      },
    ])
    expect((await upload(command.id, '==> main.log <==\nポンプ started\n')).statusCode).toBe(201)
    await reportResult(command.id, 'done', { out: { files: 1 } })
    wait(minutes(1))
    await server.makeDownloads()
    const [status_] = (await server.send('GET', '/api/v2/dl-log/status', { as })).body.jobs
    expect(status_).toMatchObject({ id: body.id, state: 'done', percent: 100 })
    expect(status_.size).toBeGreaterThan(100)
    const link = await server.send('POST', `/api/v2/downloads/${body.id}/link`, { as })
    const file = await server.app.inject({ url: link.body.url })
    expect(await textsOf(file.rawPayload)).toEqual({
      [`${alder().terminalId}.log`]: '==> main.log <==\nポンプ started\n',
    })
  })

  test('a path outside the log folder is refused by the terminal, whose reason is shown', async () => {
    const files = ['../../etc/shadow']
    const { body } = await order({ store_id: String(alder().storeId), files })
    const [command] = await requestedLogs()
    // without days whatever the time of its lines
    expect(command.arg).toEqual({ from: 0, to: NOON, paths: files })
    await reportResult(command.id, 'refused', {
      err: { code: 'E_PATH', text: '../../etc/shadow is not in the log folder' },
    })
    await server.makeDownloads()
    const [record] = await records()
    expect([record.id, record.state, record.fault.code]).toEqual([body.id, 'failed', 'log.none_came'])
    expect(record.terminals).toMatchObject([{ state: 'refused' }])
    expect(record.terminals[0].error).toContain('../../etc/shadow')
  })

  test('a terminal that never comes is waited for a day, and requested again on demand', async () => {
    const { body } = await order({
      store_id: String(alder().storeId),
      logs: { start: '2026-11-01T00:00:00', end: '2026-11-02T23:59:59' },
    })
    wait(days(1) + minutes(1))
    await endOverdue(server.db, server.clock.now())
    await server.makeDownloads()
    expect(await records()).toMatchObject([{ state: 'failed', terminals: [{ state: 'expired' }] }])
    const again = await server.send('POST', `/api/v2/downloads/${body.id}/again`, { as })
    expect(again.status).toBe(200)
    const [newest, oldest] = await requestedLogs()
    // the first and second of November in Taipei
    expect([oldest.arg.from, oldest.arg.to]).toEqual([
      Date.UTC(2026, 9, 31, 16),
      Date.UTC(2026, 10, 2, 16) - 1,
    ])
    expect([newest.state, oldest.state]).toEqual(['queued', 'expired'])
    expect(newest.arg).toEqual(oldest.arg)
    const stop = await server.send('POST', `/api/v2/downloads/${again.body.id}/cancel`, { as })
    expect(stop.status).toBe(200)
    expect((await requestedLogs())[0].state).toBe('cancelled')
  })

  test('without a store the terminals of every store that the account sees are requested', async () => {
    const { body } = await order({})
    const [record] = await records()
    expect([record.id, record.title]).toEqual([body.id, 'All stores'])
    const expected = await server.db
      .selectFrom('terminal')
      .select('terminalId')
      .orderBy('terminalId')
      .execute()
    const named = record.terminals.map(({ id }: { id: string }) => id).toSorted()
    expect(named).toEqual(expected.map(({ terminalId }) => terminalId))
    const [command] = await requestedLogs()
    // of the day of each store, from where it began first to where it ends last: Tokyo and Taipei
    expect([command.arg.from, command.arg.to]).toEqual([
      Date.UTC(2026, 10, 19, 15),
      Date.UTC(2026, 10, 20, 16) - 1,
    ])
  })

  test('of more than fifty terminals none is requested', async () => {
    const { storeId } = alder()
    const { length: present } = await server.db.selectFrom('terminal').select('terminalId').execute()
    const more = Array.from({ length: 51 - present }, (_, index) => ({
      terminalId: `TB-MORE${index}` as TerminalId,
      storeId,
      secretHash: new Uint8Array(32),
    }))
    await server.db.insertInto('terminal').values(more).execute()
    const { status, body } = await order({})
    expect([status, body.code]).toEqual([409, 'log.too_many'])
    expect(body.message).toContain('50')
    expect(await requestedLogs()).toEqual([])
    const { terminalId: last } = more[0]!
    await server.db.updateTable('terminal').set({ isEnabled: false }).where('terminalId', '=', last).execute()
    expect((await order({})).status).toBe(200)
  })

  test('what cannot be requested is refused', async () => {
    const store_id = String(alder().storeId)
    const reversed = await order({ store_id, logs: { start: '2026-11-02', end: '2026-11-01' } })
    expect([reversed.status, reversed.body.code]).toEqual([400, 'period.reversed'])
    expect((await order({ store_id, logs: { start: '2026-02-30', end: '2026-03-01' } })).status).toBe(400)
    expect((await order({ store_id, files: [''] })).status).toBe(400)
    expect((await order({ store_id: '999999' })).body.code).toBe('store.unknown')
    expect(await requestedLogs()).toEqual([])
    await server.db
      .updateTable('terminal')
      .set({ isEnabled: false })
      .where('storeId', '=', alder().storeId)
      .execute()
    expect((await order({ store_id })).body.code).toBe('log.no_terminal')
  })
})
