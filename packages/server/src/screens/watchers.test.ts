import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { clientInitHandshake, clientSecurityHandshake } from '@coldkeep/rfb/client-handshake'
import { encodePointerEvent, encodeUpdateRequest } from '@coldkeep/rfb/client-messages'
import { Framebuffer } from '@coldkeep/rfb/framebuffer'
import { ServerMessages } from '@coldkeep/rfb/server-messages'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type ScreenRig, screenRig } from '../testing/screen-rig'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

const WHOLE = { x: 0, y: 0, width: 640, height: 480 }

describeEachDatabase('pages that show a screen live', (openDatabase) => {
  let server: TestServer
  let rig: ScreenRig
  const pages: WebSocket[] = []
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    rig = await screenRig(server)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    for (const page of pages.splice(0)) page.terminate()
    await rig.reset()
  })

  const address = () => `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  async function ticketFor(uid: string, as: string): Promise<{ ticket: string; mode: string; path: string }> {
    const answer = await server.send('POST', '/api/v2/remote/live', { as, body: { uid } })
    return answer.body
  }

  /** Connects with a ticket. @returns the page, or the status with which it is refused */
  async function open(
    { path, ticket }: { readonly path: string; readonly ticket: string },
    origin = `http://${address()}`,
  ): Promise<WebSocket | number> {
    const page = new WebSocket(`ws://${address()}${path}`, ['binary', ticket], { origin })
    pages.push(page)
    page.on('error', () => {})
    return Promise.race([
      once(page, 'open').then(() => page),
      once(page, 'unexpected-response').then(([, answer]) => answer.statusCode as number),
    ])
  }

  /** A page that follows the screen, as noVNC does. */
  async function look(uid: string, as: string) {
    const given = await ticketFor(uid, as)
    const { mode } = given
    const opened = open(given)
    const page = pages.at(-1) as WebSocket
    const security = clientSecurityHandshake(null)
    const init = clientInitHandshake()
    let seen: Framebuffer | null = null
    let messages: ServerMessages | null = null
    page.on('message', (data) => {
      let rest = data as Buffer
      if (security.outcome === null) {
        page.send(security.push(rest))
        if (security.outcome === null) return
        page.send(init.start())
        rest = security.takeRest()
      }
      if (init.outcome === null) {
        init.push(rest)
        if (init.outcome === null) return
        seen = new Framebuffer(init.outcome as { width: number; height: number })
        messages = new ServerMessages(seen)
        page.send(encodeUpdateRequest(false, WHOLE))
        rest = init.takeRest()
      }
      for (const { kind } of messages?.push(rest) ?? []) {
        if (kind === 'updated') page.send(encodeUpdateRequest(true, WHOLE))
      }
    })
    expect(await opened).toBe(page)
    return { page, mode, screen: () => seen }
  }

  const colourAt = (screen: Framebuffer | null, x: number, y: number) =>
    screen === null ? [] : [...screen.readRectangle({ x, y, width: 1, height: 1 }).subarray(0, 3)]

  test('see what the store shows; who began the session works it, others do not, and both are in the record', async () => {
    const { terminal, uid } = await rig.begin()
    const own = await look(uid, 'una')
    const other = await look(uid, 'admin')
    expect([own.mode, other.mode]).toEqual(['control', 'view'])
    terminal.fill({ x: 100, y: 50, width: 40, height: 30 }, [250, 120, 5])
    for (const { screen } of [own, other]) {
      await expect.poll(() => colourAt(screen(), 139, 79)).toEqual([250, 120, 5])
      expect(colourAt(screen(), 140, 79)).toEqual([0, 0, 0])
    }
    other.page.send(encodePointerEvent(1, 7, 7))
    own.page.send(encodePointerEvent(1, 320, 240))
    await expect.poll(() => terminal.inputs).toEqual([{ kind: 'pointer', buttons: 1, x: 320, y: 240 }])
    expect((await rig.get(`remote/status?uid=${uid}`)).body.watchers).toBe(1)
    expect((await rig.get('remote/sessions')).body.sessions[0].watchers).toEqual(['Ada'])
  })

  test('a ticket opens one page, soon, from the own site, for a session that goes on', async () => {
    const { uid } = await rig.begin()
    const given = await ticketFor(uid, 'una')
    expect(await open(given, 'http://evil.example')).toBe(401)
    expect(await open(given)).toBeInstanceOf(WebSocket)
    expect(await open(given)).toBe(401)
    expect(await open({ ...given, ticket: `ticket.${'0'.repeat(48)}` })).toBe(401)
    // it is for its own session
    const own = await ticketFor(uid, 'una')
    expect(await open({ ...own, path: own.path.replace(/.$/, (last) => (last === '0' ? '1' : '0')) })).toBe(
      401,
    )
    const late = await ticketFor(uid, 'una')
    server.clock.advance(31_000)
    expect(await open(late)).toBe(401)
    // two look on at most
    for (const as of ['admin', 'vic']) expect(await open(await ticketFor(uid, as))).toBeInstanceOf(WebSocket)
    expect(await open(await ticketFor(uid, 'admin'))).toBe(409)
    const gone = await ticketFor(uid, 'una')
    await rig.get(`remote/end?uid=${uid}`)
    await expect.poll(rig.openSessions).toEqual([])
    expect(await open(gone)).toBe(404)
    expect((await server.send('POST', '/api/v2/remote/live', { as: 'una', body: { uid } })).status).toBe(410)
    expect((await server.send('POST', '/api/v2/remote/live', { as: 'wes', body: { uid } })).status).toBe(403)
    expect((await server.send('POST', '/api/v2/remote/live', { as: 'xia', body: { uid } })).status).toBe(404)
  })

  test('100,000 made-up messages of pages that look on bring nothing to the store', async () => {
    const { terminal, uid } = await rig.begin()
    const made = fc.sample(fc.uint8Array({ minLength: 1, maxLength: 40 }), { numRuns: 2_000, seed: 7 })
    // what begins like keys, pointer and cut text, which a blind choice seldom makes
    const shaped = made.map((bytes, index) =>
      Buffer.from([[4, 5, 6, 0, 2, 3, 255][index % 7] as number, ...bytes]),
    )
    let sent = 0
    while (sent < 100_000) {
      const { page } = await look(uid, 'admin')
      const closed = once(page, 'close')
      for (let turn = 0; turn < 25; turn++)
        for (const bytes of shaped.slice(0, 200)) {
          page.send(bytes)
          sent += 1
        }
      page.close()
      await closed
      shaped.push(...shaped.splice(0, 200))
      await expect.poll(async () => (await rig.get(`remote/status?uid=${uid}`)).body.watchers).toBe(0)
    }
    expect(terminal.inputs).toEqual([])
    expect((await rig.get(`remote/status?uid=${uid}`)).body).toMatchObject({ status_code: 100 })
  })
})
