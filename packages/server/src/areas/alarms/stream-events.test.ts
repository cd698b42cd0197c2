import { hours, later } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWarning, type WarningKind } from '../../alarms/early-warnings'
import { describeEachDatabase } from '../../testing/test-database'
import { basic, NOON, type TestServer, testServer } from '../../testing/test-server'
import { PASSWORD, type TinyStore } from '../../testing/tiny-fleet'

describeEachDatabase('the stream of events', (openDatabase) => {
  let server: TestServer
  let address: string
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => server.close())

  const warn = async (store: TinyStore, kind: WarningKind) => {
    const warned = { storeId: store.storeId, deviceId: store.freezer.deviceId, kind }
    const figures = { startedAt: later(NOON, -hours(1)), raisedAt: NOON, value: 60, limit: 70 }
    const changed = await server.db.transaction().execute((trx) => openWarning(trx, warned, figures, NOON))
    server.alarms.feed.publish(changed)
  }
  const tokenOf = async (login: string): Promise<string> => {
    const { body } = await server.send('POST', '/api/v2/auth', { headers: basic(login, PASSWORD) })
    return body.token
  }
  /** Reads a stream as a browser does with fetch. */
  const listen = async (login: string, headers: Record<string, string> = {}) => {
    const gone = new AbortController()
    const answer = await fetch(`${address}/api/v2/events`, {
      headers: {
        authorization: `Bearer ${await tokenOf(login)}`,
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

  test('tells a caller of alarms of the own stores only, as they come, with counts', async () => {
    const { alder, cedar } = server.fleet.stores
    const stream = await listen('north')
    expect([stream.status, stream.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ])
    expect(stream.headers.get('content-encoding')).toBeNull()
    expect(JSON.parse((await stream.next('counts')).content).open.medium).toBe(0)
    expect(JSON.parse((await stream.next('home')).content)).toMatchObject({ stores: 2, devices: 4 })
    await warn(cedar, 'falling')
    await warn(alder, 'threshold')
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
    const first = await listen('admin')
    await warn(birch, 'falling')
    const { id } = await first.next('alarm')
    first.leave()
    await warn(birch, 'threshold')
    const second = await listen('admin', { 'last-event-id': id! })
    expect(JSON.parse((await second.next('alarm')).content)).toMatchObject({ kind: 'threshold' })
    second.leave()
    const third = await listen('admin', { 'last-event-id': 'ffffffffffff-3' })
    await third.next('reload')
    third.leave()
  })

  test('ends with the server', async () => {
    const stream = await listen('admin')
    await stream.next('home')
    server.alarms.feed.close()
    await expect(stream.next('never')).rejects.toThrow('the stream ended')
  })
})
