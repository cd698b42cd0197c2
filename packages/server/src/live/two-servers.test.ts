import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AlarmId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../start-server'
import { bareSettings } from '../testing/bare-settings'
import { alarmWriter } from '../testing/notice-rig'
import { describeKind, postgresqlAddress } from '../testing/test-database'
import { basic } from '../testing/test-server'
import { insertTinyFleet, PASSWORD, type TinyFleet } from '../testing/tiny-fleet'

const clock = { now: () => epochMs(Date.now()) }

/** Two programs as they are started, on one database: whoever listens at one hears what is done at the other. */
describeKind('two servers on one database', 'postgresql', () => {
  const closers: (() => unknown)[] = []
  let servers: RunningServer[]
  let fleet: TinyFleet
  beforeAll(async () => {
    const databaseUrl = await postgresqlAddress()
    const startOne = async (prepare?: Parameters<typeof startServer>[1]['prepare']) => {
      const folder = mkdtempSync(join(tmpdir(), 'coldkeep-two-servers-'))
      closers.push(() => rmSync(folder, { recursive: true, force: true }))
      const server = await startServer(bareSettings(folder, { databaseUrl }), {
        clock,
        log: pino({ level: 'silent' }),
        report: () => {},
        prepare,
        onBroken: (error) => {
          throw error
        },
      })
      closers.push(() => server.close())
      return server
    }
    const first = await startOne(async (db) => {
      fleet = await insertTinyFleet(db, clock.now())
    })
    servers = [first, await startOne()]
  })
  afterAll(async () => {
    for (const close of closers.reverse()) await close()
  })

  const call = async (
    server: RunningServer,
    method: string,
    path: string,
    headers: object,
    body?: object,
  ) => {
    const answer = await fetch(`${server.address}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBe(200)
    return answer
  }

  /** What a listener hears, from the event that it names on. */
  async function listen(server: RunningServer, headers: object) {
    const leaving = new AbortController()
    closers.push(() => leaving.abort())
    const answer = await fetch(`${server.address}/api/v2/events`, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: leaving.signal,
    })
    expect(answer.status).toBe(200)
    const stream = { text: '', leave: () => leaving.abort() }
    const read = async () => {
      for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) stream.text += part
    }
    read().catch(() => undefined)
    return stream
  }

  const alarmsIn = (text: string): string[] =>
    [...text.matchAll(/^event: alarm\n(?:id: .*\n)?data: (.*)$/gm)].map(([, data]) =>
      String(JSON.parse(data ?? '').id),
    )
  const lastName = (text: string) =>
    text
      .match(/^id: (.*)$/gm)
      ?.at(-1)
      ?.slice(4) ?? ''

  test('each announces what the other did, also to a client that was offline for a moment', async () => {
    const [first, second] = servers as [RunningServer, RunningServer]
    const signedIn = await call(first, 'POST', '/api/v2/auth', basic('admin', PASSWORD), {})
    const headers = { authorization: `Bearer ${((await signedIn.json()) as { token: string }).token}` }
    const alarms = alarmWriter(first.database.kysely, clock)
    const ids: AlarmId[] = []
    for (const store of [fleet.stores.alder, fleet.stores.birch]) ids.push(await alarms.raise(store))
    const [one, other] = ids.map(String)

    const stream = await listen(second, headers)
    await expect.poll(() => stream.text).toContain('event: counts')
    await call(first, 'POST', '/api/v2/alarms/acknowledge', headers, { ids: [one] })
    await expect.poll(() => alarmsIn(stream.text)).toContain(one)
    stream.leave()

    await call(first, 'POST', '/api/v2/alarms/acknowledge', headers, { ids: [other] })
    const again = await listen(second, { ...headers, 'last-event-id': lastName(stream.text) })
    await expect.poll(() => alarmsIn(again.text)).toContain(other)
    again.leave()
  })
})
