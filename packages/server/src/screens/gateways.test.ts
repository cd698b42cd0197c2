import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { connect, type Database } from '../db/connect'
import { startGateway } from '../start-gateway'
import { type Running, StartRefused } from '../start-parts'
import { bareSettings } from '../testing/bare-settings'
import { freePort } from '../testing/free-port'
import { findHaproxy, startHaproxy } from '../testing/haproxy'
import { type ScreenRig, screenRig } from '../testing/screen-rig'
import { startScreenRouter } from '../testing/screen-router'
import { putScreen, ScreenTerminal } from '../testing/screen-terminal'
import { describeKind, postgresqlAddress } from '../testing/test-database'
import { basic, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD, type TinyStore } from '../testing/tiny-fleet'

const SIZE = { width: 640, height: 480 }
const haproxy = findHaproxy()

/** A server, two processes' worth of gateways on its database, and a router before all three. */
describeKind('gateways in processes of their own', 'postgresql', () => {
  let databaseUrl: string
  let database: Database
  let server: TestServer
  let rig: ScreenRig
  const closers: (() => unknown)[] = []
  let serverPort = 0
  const gateways = new Map<string, Running>()
  const ports = { east: 0, west: 0 }

  async function startOne(name: 'east' | 'west'): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'coldkeep-gateway-'))
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const settings = bareSettings(folder, { databaseUrl, gatewayName: name, port: ports[name] })
    gateways.set(name, await startGateway({ ...settings, serves: 'screens' }, options()))
  }

  const options = () => ({
    clock: server.clock,
    log: pino({ level: 'silent' }),
    report: () => {},
    onBroken: (error: Error) => {
      throw error
    },
  })

  beforeAll(async () => {
    databaseUrl = (await postgresqlAddress()) as string
    database = await connect({ databaseUrl })
    server = await testServer({ database: database.kysely })
    rig = await screenRig(server)
    serverPort = (server.app.server.address() as AddressInfo).port
    for (const name of ['east', 'west'] as const) {
      ports[name] = await freePort()
      await startOne(name)
    }
  })
  afterEach(() => rig.reset())
  afterAll(async () => {
    for (const gateway of gateways.values()) await gateway.close()
    await server.close()
    await database.close()
    for (const close of closers.reverse()) await close()
  })

  describe.each([
    ['a router of few lines', null, () => startScreenRouter({ server: serverPort, gateways: ports })],
    [
      'HAProxy as docs/screens.md sets it up',
      haproxy === null ? 'HAProxy is not installed (npm run peers)' : null,
      async () => {
        const port = await freePort()
        const child = await startHaproxy(haproxy as string, port, { server: serverPort, ...ports })
        return { port, close: () => void child.kill() }
      },
    ],
  ] as const)('%s', (_, missing, startRouter) => {
    let port = 0
    beforeAll(async () => {
      if (missing !== null) return
      const router = await startRouter()
      port = router.port
      closers.push(() => router.close())
    })

    async function call(method: string, path: string, token: string, body?: object) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      const isJson = answer.headers.get('content-type')?.includes('json')
      // biome-ignore lint/suspicious/noExplicitAny: tests look at the wire as it is
      return { status: answer.status, bytes, body: (isJson ? JSON.parse(bytes.toString()) : null) as any }
    }

    async function signIn(login: string): Promise<string> {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v2/auth`, {
        method: 'POST',
        headers: basic(login, PASSWORD),
      })
      return ((await answer.json()) as { token: string }).token
    }

    /** On the screen of a store, through whatever gateway has its turn. */
    async function begin(token: string, store: TinyStore) {
      const answer = call('GET', `/api/v2/remote/connect?storeid=${store.storeId}`, token)
      const refused = answer.then(({ body }) => {
        if (body.status_code !== 100) throw new Error(body.status ?? body.message)
        return new Promise<never>(() => {})
      })
      const dialled = ScreenTerminal.dial(server, store, { port, size: SIZE })
      const terminal = await Promise.race([dialled, refused])
      const { body } = await answer
      expect(body.status_code).toBe(100)
      return { terminal, uid: body.uid as string, pictureUrl: body.img_url as string }
    }

    test('sessions are shared out, and what concerns one comes to the process that holds it', async ({
      skip,
    }) => {
      skip(missing !== null, missing ?? '')
      const token = await signIn('una')
      const { alder, birch } = server.fleet.stores
      for (const store of [alder, birch]) await putScreen(server, store)
      const begun = [await begin(token, alder), await begin(token, birch)]
      expect(begun.map(({ uid }) => uid.split('-')[0]).sort()).toEqual(['east', 'west'])
      for (const [at, { terminal, uid, pictureUrl }] of begun.entries()) {
        const status = await call('GET', `/api/v2/remote/status?uid=${uid}`, token)
        expect(status.body).toMatchObject({ status_code: 100, width: 640 })
        expect((await call('GET', pictureUrl, '')).status).toBe(200)
        const click = { uid, x: 10 + at, y: 20, click: 1, key: 0 }
        expect((await call('POST', '/api/v2/remote/mouse', token, click)).status).toBe(200)
        const typed = { keyin: 'a', uid }
        expect((await call('POST', '/api/v2/remote/key-input', token, typed)).status).toBe(200)
        await expect.poll(() => terminal.inputs.length).toBe(5)
        expect(terminal.inputs[1]).toEqual({ kind: 'pointer', buttons: 1, x: 10 + at, y: 20 })

        const { body: live } = await call('POST', '/api/v2/remote/live', token, { uid })
        const page = new WebSocket(`ws://127.0.0.1:${port}${live.path}`, ['binary', live.ticket], {
          origin: `http://127.0.0.1:${port}`,
        })
        const [greeting] = await once(page, 'message')
        expect(String(greeting)).toBe('RFB 003.008\n')
        page.close()

        // the other process knows that it goes on elsewhere, and shows nothing of it
        const other = gateways.get(uid.startsWith('east') ? 'west' : 'east') as Running
        const elsewhere = await fetch(`${other.address}${pictureUrl}`)
        expect(elsewhere.status).toBe(410)

        expect((await call('GET', `/api/v2/remote/end?uid=${uid}`, token)).body.status_code).toBe(100)
        await expect.poll(() => terminal.socket.readyState).toBe(WebSocket.CLOSED)
      }
      await expect.poll(rig.openSessions).toEqual([])
      for (const { uid } of begun) {
        const { body } = await call('GET', `/api/v2/remote/sessions/${uid}`, token)
        expect(body).toMatchObject({ is_sound: true, segments: [{ state: 'sound' }] })
        expect((await call('GET', `/api/v2/remote/sessions/${uid}/segments/0`, token)).status).toBe(200)
        expect((await call('GET', body.file_url, '')).bytes.subarray(0, 12).toString()).toBe('FBS 001.000\n')
      }
    })

    test('whoever begins anew at another process leaves no session behind at the first', async ({ skip }) => {
      skip(missing !== null, missing ?? '')
      const token = await signIn('una')
      const { alder } = server.fleet.stores
      await putScreen(server, alder)
      const first = await begin(token, alder)
      const second = await begin(token, alder)
      expect(second.uid.split('-')[0]).not.toBe(first.uid.split('-')[0])
      await expect.poll(() => first.terminal.socket.readyState, { timeout: 20_000 }).toBe(WebSocket.CLOSED)
      expect(await rig.openSessions()).toEqual([second.uid])
      const { body } = await call('GET', `/api/v2/remote/status?uid=${second.uid}`, token)
      expect(body).toMatchObject({ status_code: 100 })
    })

    test('a process that ends takes its sessions with it, and new ones begin at the other', async ({
      skip,
    }) => {
      skip(missing !== null, missing ?? '')
      const token = await signIn('una')
      const { alder, birch } = server.fleet.stores
      for (const store of [alder, birch]) await putScreen(server, store)
      const begun = await begin(token, alder)
      const name = begun.uid.split('-')[0] as 'east' | 'west'
      await gateways.get(name)?.close()
      try {
        expect(begun.terminal.socket.readyState).not.toBe(WebSocket.OPEN)
        for (const store of [alder, birch]) {
          const { uid } = await begin(token, store)
          expect(uid.startsWith(name)).toBe(false)
        }
        const { sessions } = (await rig.get('remote/sessions')).body
        expect(sessions.find(({ uid }: { uid: string }) => uid === begun.uid)).toMatchObject({
          end: 'server_ends',
        })
      } finally {
        await startOne(name)
      }
    })
  })

  test('it answers calls about screens and no others, and says whether it is ready', async () => {
    const { address } = gateways.get('east') as Running
    const headers = { authorization: `Bearer ${await tokenAt(serverPort)}` }
    const status = async (path: string) => (await fetch(`${address}${path}`, { headers })).status
    expect(await status('/api/v2/remote/sessions')).toBe(200)
    expect(await status('/api/v2/alarms')).toBe(404)
    expect(await status('/')).toBe(404)
    const ready = await fetch(`${address}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { database: true }])
  })

  async function tokenAt(port: number): Promise<string> {
    const headers = basic('una', PASSWORD)
    const answer = await fetch(`http://127.0.0.1:${port}/api/v2/auth`, { method: 'POST', headers })
    return ((await answer.json()) as { token: string }).token
  }

  test('a database of an earlier or a later version is refused in one line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coldkeep-gateway-'))
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const settings = bareSettings(folder, { databaseUrl, gatewayName: 'north', serves: 'screens' })
    const refusal = new StartRefused(
      'DATABASE_URL: the database is of another version; start its server first',
    )
    const db = database.kysely
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '')`.execute(db)
    await expect(startGateway(settings, options())).rejects.toThrow(refusal)
    await sql`delete from kysely_migration where name = '9999_later' or name like '0084%'`.execute(db)
    await expect(startGateway(settings, options())).rejects.toThrow(refusal)
  })
})
