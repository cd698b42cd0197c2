import type { WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import { hours, later } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWarning } from '../alarms/early-warnings'
import type { Db } from '../db/connect'
import { describeEachDatabase, describeKind, testDatabase } from '../testing/test-database'
import { basic, NOON, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD, type TinyStore } from '../testing/tiny-fleet'

const warningOf = (store: TinyStore, kind: WarningKind) => ({
  storeId: store.storeId,
  deviceId: store.freezer.deviceId,
  kind,
})
const FIGURES = { startedAt: later(NOON, -hours(1)), raisedAt: NOON, value: 60, limit: 70 }

async function warn({ db, alarms }: TestServer, store: TinyStore, ...kinds: WarningKind[]): Promise<void> {
  const changed = await db.transaction().execute(async (trx) => {
    const opened = []
    for (const kind of kinds) opened.push(...(await openWarning(trx, warningOf(store, kind), FIGURES, NOON)))
    return opened
  })
  alarms.feed.publish(changed)
}

/** Reads a stream as a browser does with fetch. */
async function listen(server: TestServer, login: string, headers: Record<string, string> = {}) {
  const { body } = await server.send('POST', '/api/v2/auth', { headers: basic(login, PASSWORD) })
  const gone = new AbortController()
  const answer = await fetch(`${server.app.listeningOrigin}/api/v2/events`, {
    headers: {
      authorization: `Bearer ${body.token}`,
      accept: 'text/event-stream',
      'accept-encoding': 'br, gzip',
      ...headers,
    },
    signal: gone.signal,
  })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (event: string): Promise<{ id: string | undefined; content: string }> => {
    for (;;) {
      const blocks = text.split('\n\n')
      const index = blocks.slice(0, -1).findIndex((block) => block.includes(`event: ${event}`))
      if (index >= 0) {
        const block = blocks[index]!
        text = blocks.slice(index + 1).join('\n\n')
        return { id: /^id: (.*)$/m.exec(block)?.[1], content: /^data: (.*)$/m.exec(block)![1]! }
      }
      const { value, done } = await reader.read()
      if (done) throw new Error(`the stream ended before ${event}`)
      text += value
    }
  }
  return { status: answer.status, headers: answer.headers, next, leave: () => gone.abort() }
}

async function listeningServer(database: Db): Promise<TestServer> {
  const server = await testServer({ database })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return server
}

describeEachDatabase('the stream of events', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await listeningServer(await openDatabase())
  })
  afterAll(() => server.close())

  const publish = (title: string) =>
    server.notices.feed.publish([
      {
        accountId: server.fleet.accounts.admin,
        key: title,
        isUrgent: false,
        words: () => ({ title, body: '' }),
      },
    ])

  test('sends a caller alarms of the own stores only, as they come, with counts', async () => {
    const { alder, cedar } = server.fleet.stores
    const stream = await listen(server, 'north')
    expect([stream.status, stream.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
    expect(stream.headers.get('content-encoding')).toBeNull()
    expect(JSON.parse((await stream.next('counts')).content).open.medium).toBe(0)
    expect(JSON.parse((await stream.next('home')).content)).toMatchObject({ stores: 2, devices: 4 })
    await warn(server, cedar, 'falling')
    await warn(server, alder, 'threshold')
    const { content } = await stream.next('alarm')
    expect(JSON.parse(content)).toMatchObject({
      kind: 'threshold',
      priority: 'medium',
      store: { name: 'Alder Street' },
      raised_at: '2026-11-20T04:00:00.000Z',
    })
    expect(JSON.parse((await stream.next('counts')).content).open.medium).toBe(1)
    stream.leave()
  })

  test('goes on where the caller left off, or says that all must be read again', async () => {
    const { birch } = server.fleet.stores
    const first = await listen(server, 'admin')
    await warn(server, birch, 'falling')
    const { id } = await first.next('alarm')
    first.leave()
    await warn(server, birch, 'threshold')
    const second = await listen(server, 'admin', { 'last-event-id': id! })
    expect(JSON.parse((await second.next('alarm')).content)).toMatchObject({ kind: 'threshold' })
    second.leave()
    const third = await listen(server, 'admin', { 'last-event-id': 'ffffffffffff-3' })
    await third.next('reload')
    third.leave()
  })

  test('sends a message that came while the line was broken, once', async () => {
    const first = await listen(server, 'admin')
    publish('one')
    const { id } = await first.next('notice')
    first.leave()
    publish('two')
    const second = await listen(server, 'admin', { 'last-event-id': id! })
    publish('three')
    const titles = [await second.next('notice'), await second.next('notice')]
    expect(titles.map(({ content }) => JSON.parse(content).title)).toEqual(['two', 'three'])
    second.leave()
  })

  test('has an opening name, after which all is sent that came later', async () => {
    const first = await listen(server, 'admin')
    const { id } = await first.next('counts')
    first.leave()
    publish('four')
    const second = await listen(server, 'admin', { 'last-event-id': id! })
    expect(JSON.parse((await second.next('notice')).content).title).toBe('four')
    second.leave()
  })

  test('what changed at once has one name, with the last of it: who is cut off between hears all again', async () => {
    const stream = await listen(server, 'admin')
    await warn(server, server.fleet.stores.cedar, 'oscillation', 'threshold')
    const [one, other] = [await stream.next('alarm'), await stream.next('alarm')]
    expect([one.id, typeof other.id]).toEqual([undefined, 'string'])
    stream.leave()
  })

  test('a client that comes back after more than is remembered, or than can be sent, reads all again', async () => {
    const first = await listen(server, 'admin')
    const { id } = await first.next('counts')
    first.leave()
    for (let count = 0; count <= 1_000; count++) publish(`${count}`)
    const second = await listen(server, 'admin', { 'last-event-id': id! })
    const { id: later } = await second.next('reload')
    server.notices.feed.lose()
    await expect(second.next('never')).rejects.toThrow('the stream ended')
    const third = await listen(server, 'admin', { 'last-event-id': later! })
    await third.next('reload')
    third.leave()
  })

  test('ends with the server', async () => {
    const stream = await listen(server, 'admin')
    await stream.next('home')
    server.alarms.feed.close()
    await expect(stream.next('never')).rejects.toThrow('the stream ended')
  })
})

describeKind('the stream of events while it opens', 'postgresql', () => {
  test('sends what came after it had read the current state', async () => {
    const database = await testDatabase('postgresql')
    const server = await listeningServer(database.kysely)
    const { db, fleet } = server
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks where not granted and relation = 'latest'::regclass`.execute(
        db,
      )
      return rows[0]?.count
    }
    // the alarms are counted before the newest reading is looked for, which has to wait
    const { opening } = await db.transaction().execute(async (trx) => {
      await sql`lock table latest in access exclusive mode`.execute(trx)
      const stream = listen(server, 'admin')
      await expect.poll(waiting).toBe(1)
      await warn(server, fleet.stores.birch, 'falling')
      return { opening: stream }
    })
    const stream = await opening
    expect(JSON.parse((await stream.next('counts')).content).open.medium).toBe(0)
    expect(JSON.parse((await stream.next('alarm')).content)).toMatchObject({ kind: 'falling' })
    stream.leave()
    await server.close()
    await database.close()
  })
})
