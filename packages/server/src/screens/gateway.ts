import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  MOST_TUNNEL_MESSAGE_BYTES,
  SCREEN_TUNNEL_PATH,
  TUNNEL_TOKEN_HEADER,
} from '@coldkeep/contract/mqtt/screen-tunnel'
import { type Clock, seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { KnownTerminal } from '../access/known-terminal'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { FileRefused } from '../files/kept-files'
import { repeating } from '../tasks/repeating'
import { chainAfter, sha256Of } from './chain'
import type { TunnelDoor } from './connect-screen'
import { endForsaken, endSession } from './end-session'
import type { ExpectedSession } from './expected-session'
import type { LiveSession } from './live-session'
import { LIVE_PATH, LiveTickets } from './live-tickets'
import { openScreen } from './open-screen'
import { type RecordedSegment, recordSession } from './recorder'
import type { Recordings } from './recordings'
import { insertSegment, selectChainHead } from './segment-queries'
import { updateConnected, updateSeen } from './session-queries'
import { watchSession } from './watch-session'

/** Sessions report to the database so often. */
const SEEN_EVERY_MS = seconds(5)

export interface GatewayParts {
  /** Of this process alone: the names of its sessions begin with it. */
  readonly name: string
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly recordings: Recordings
  /** @throws where it is no terminal */
  authenticate(request: IncomingMessage): Promise<KnownTerminal>
  /** Whether a person may still see the screens of a store. */
  stillMay(user: SignedIn, session: LiveSession): Promise<boolean>
  /** Whether a page of that origin is the console's. */
  isOwnOrigin(request: IncomingMessage): boolean
}

interface Upgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

interface Expected {
  readonly session: ExpectedSession
  resolve(live: LiveSession | null): void
}

/** The sessions on screens that this process holds: terminals dial it, pages look through it. */
export class ScreenGateway implements TunnelDoor {
  readonly name: string
  readonly tickets: LiveTickets
  readonly #parts: GatewayParts
  readonly #expected = new Map<string, Expected>()
  readonly #live = new Map<string, LiveSession>()
  readonly #ending = new Set<Promise<unknown>>()
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MOST_TUNNEL_MESSAGE_BYTES,
    handleProtocols: (offered) => (offered.has('binary') ? 'binary' : false),
  })
  readonly #reporting

  constructor(parts: GatewayParts) {
    this.#parts = parts
    this.name = parts.name
    this.tickets = new LiveTickets(parts.clock)
    this.#reporting = repeating(SEEN_EVERY_MS, () => this.#report(), parts.log)
  }

  /** Takes what this server is asked to upgrade; all else of it is refused. */
  attach(server: Pick<Server, 'on'>): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy())
      this.#upgrade(request, socket, head).catch((error: unknown) => {
        this.#parts.log.warn({ err: error }, 'a connection could not be upgraded')
        refuse(socket, 500)
      })
    })
  }

  expect(session: ExpectedSession): Promise<LiveSession | null> {
    return new Promise((resolve) => this.#expected.set(session.sessionId, { session, resolve }))
  }

  giveUp(sessionId: string): void {
    this.#expected.get(sessionId)?.resolve(null)
    this.#expected.delete(sessionId)
    this.#live.get(sessionId)?.finish('refused')
  }

  end(sessionId: string): boolean {
    const live = this.find(sessionId)
    live?.finish('operator')
    return live !== null
  }

  find(sessionId: string): LiveSession | null {
    return this.#live.get(sessionId) ?? null
  }

  /** Ends all sessions, and waits until their recordings are kept. */
  async close(): Promise<void> {
    for (const [sessionId] of this.#expected) this.giveUp(sessionId)
    for (const live of this.#live.values()) live.finish('server_ends')
    await this.#reporting.stop()
    await Promise.all(this.#ending)
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#sockets.close()
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const path = request.url?.split('?')[0] ?? ''
    if (path.startsWith(LIVE_PATH))
      return this.#watch(path.slice(LIVE_PATH.length), { request, socket, head })
    if (!path.startsWith(SCREEN_TUNNEL_PATH)) return refuse(socket, 404)
    const expected = this.#expected.get(path.slice(SCREEN_TUNNEL_PATH.length))
    if (expected === undefined) return refuse(socket, 404)
    const { session } = expected
    const terminal = await this.#parts.authenticate(request).catch(() => null)
    const isOwn =
      terminal?.terminalId === session.terminalId &&
      isSame(request.headers[TUNNEL_TOKEN_HEADER], session.token)
    // a token is for one dial, whatever comes of it
    if (!isOwn || !this.#expected.delete(session.sessionId)) return refuse(socket, isOwn ? 404 : 401)
    this.#sockets.handleUpgrade(request, socket, head, (tunnel) => {
      this.#open(expected, tunnel).catch((error: unknown) => {
        this.#parts.log.error({ err: error, session: session.sessionId }, 'a screen could not be opened')
        this.giveUp(session.sessionId)
        expected.resolve(null)
      })
    })
  }

  async #open({ session, resolve }: Expected, tunnel: WebSocket): Promise<void> {
    const { clock, log } = this.#parts
    let live: LiveSession
    try {
      live = await openScreen(session, tunnel, clock)
    } catch (error) {
      log.warn({ err: error, session: session.sessionId }, 'a tunnel brings no screen')
      tunnel.terminate()
      return resolve(null)
    }
    this.#live.set(session.sessionId, live)
    const { db } = this.#parts
    const ending = this.#keep(live)
      .catch((error: unknown) =>
        log.error({ err: error, session: session.sessionId }, 'a session could not be ended'),
      )
      .finally(() => {
        this.#live.delete(session.sessionId)
        this.#ending.delete(ending)
      })
    this.#ending.add(ending)
    const { width, height } = live.framebuffer
    await updateConnected(db, session, { connectedAt: live.connectedAt, width, height })
    resolve(live)
  }

  /** Records a session until it has ended, and then says how it was. */
  async #keep(live: LiveSession): Promise<void> {
    const { db, clock, log } = this.#parts
    const { storeId, sessionId, terminalId, mode, user } = live.expected
    const recorder = recordSession(
      live,
      (segment) => this.#keepSegment(live, segment),
      (error) => log.error({ err: error, session: sessionId }, 'a piece of a recording could not be kept'),
    )
    const reason = await live.ended
    await recorder.finish()
    const { clicks, keys, connectedAt } = live
    const named = { accountId: user.accountId, accountName: user.name }
    const session = {
      storeId,
      screenSessionId: sessionId,
      terminalId,
      mode,
      connectedAt,
      clicks,
      keys,
      ...named,
    }
    await endSession(db, session, { reason }, clock.now())
  }

  async #keepSegment(
    live: LiveSession,
    { packed, number, fromMs, toMs, rawBytes }: RecordedSegment,
  ): Promise<void> {
    const { db, clock, log, recordings } = this.#parts
    const { storeId, sessionId } = live.expected
    try {
      await recordings.keep(sessionId, number, packed)
    } catch (error) {
      // its row says that it was there: without it all pieces behind it would not fit into the chain
      if (!(error instanceof FileRefused)) throw error
      log.error({ err: error, session: sessionId, number }, 'there is no room for a piece of a recording')
    }
    const head = await selectChainHead(db, storeId, sessionId)
    const sha256 = sha256Of(packed)
    const chain = chainAfter(sessionId, head?.chain ?? null, { number, fromMs, toMs, sha256 })
    await insertSegment(db, {
      ...{ storeId, screenSessionId: sessionId, number, fromMs, toMs, sha256, chain, rawBytes },
      bytes: packed.length,
      recordedAt: clock.now(),
      removedAt: null,
    })
  }

  #watch(sessionId: string, { request, socket, head }: Upgrade): void {
    const { isOwnOrigin, stillMay, log } = this.#parts
    const given = isOwnOrigin(request) ? this.tickets.take(request.headers['sec-websocket-protocol']) : null
    const ticket = given?.sessionId === sessionId ? given : null
    const live = this.find(sessionId)
    if (ticket === null || live === null || live.end !== null) refuse(socket, ticket === null ? 401 : 404)
    else if (!live.enter(ticket.mode)) refuse(socket, 409)
    else {
      this.#sockets.handleUpgrade(request, socket, head, (page) => {
        watchSession(page, live, { mode: ticket.mode, stillMay: () => stillMay(ticket.user, live), log })
      })
    }
  }

  async #report(): Promise<void> {
    const { db, clock } = this.#parts
    const live = [...this.#live.values()].filter(({ end }) => end === null)
    const seen = live.map(({ expected: { storeId, sessionId }, clicks, keys }) => ({
      storeId,
      sessionId,
      clicks,
      keys,
    }))
    const now = clock.now()
    const over = new Set(await updateSeen(db, seen, now))
    // another process ended them: their people began anew there
    for (const one of live) if (over.has(one.expected.sessionId)) one.finish('operator')
    await endForsaken(db, now)
  }
}

function isSame(given: string | string[] | undefined, token: string): boolean {
  if (typeof given !== 'string' || given.length !== token.length) return false
  return timingSafeEqual(Buffer.from(given), Buffer.from(token))
}

const reasons: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  404: 'Not Found',
  409: 'Conflict',
  500: 'Internal Server Error',
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
