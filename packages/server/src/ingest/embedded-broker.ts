import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { MAX_WIRE_BYTES } from '@coldkeep/contract/mqtt/envelope'
import { mayPublish, maySubscribe, parseUpTopic, upTopic } from '@coldkeep/contract/mqtt/topics'
import { isTerminalId, type TerminalId } from '@coldkeep/domain/ids'
import {
  defaultLimits,
  type Limits,
  type TerminalLimits,
  terminalLimits,
} from '@coldkeep/domain/intake/terminal-limits'
import type { Clock } from '@coldkeep/domain/time/instant'
import { Aedes, type Client, type PublishPacket } from 'aedes'
import type { Logger } from 'pino'
import type { ServerCertificate } from '../http/server-certificate'
import type { IncomingMessage, MessageSource } from '../messages/message-source'
import type { Credential } from '../terminals/credential-queries'
import { hashSecret, holds } from '../terminals/terminal-credential'

export interface EmbeddedBrokerOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** `null`: without TLS. */
  readonly certificate?: ServerCertificate | null
  /** The credential of a terminal, or `null` when there is no such terminal. */
  readonly findCredential: (terminal: TerminalId) => Promise<Credential | null>
  readonly clock: Clock
  readonly log: Logger
  readonly limits?: Limits
}

export interface EmbeddedBroker extends MessageSource {
  /** Port that it listens on, known after `start`. */
  port(): number
  connected(): ReadonlySet<TerminalId>
}

/** A connection that has not signed in yet may send so much. */
const UNKNOWN_BYTES = 16 * 1024
const MAX_STATE_BYTES = 1024
/** Answers a terminal may leave unread before it is cut off. */
const MAX_UNREAD_BYTES = 1024 * 1024
const UNAVAILABLE = 3
const WRONG_CREDENTIAL = 4

/** MQTT 3.1.1 broker inside this process: terminals sign in, publish below their own topic and hear their answers. */
export function embeddedBroker(options: EmbeddedBrokerOptions): EmbeddedBroker {
  const { clock, log } = options
  const limits = terminalLimits(options.limits ?? defaultLimits, clock)
  const connected = new Set<TerminalId>()
  let onMessage: ((message: IncomingMessage) => void) | null = null
  const broker = guardedBroker(options, limits)
  broker.on('publish', (packet, client) => {
    if (!client || !onMessage) return
    const topic = parseUpTopic(packet.topic)
    if (topic) onMessage({ ...topic, topic: packet.topic, bytes: bytesOf(packet.payload), isKept: false })
  })
  broker.on('client', (client) => {
    if (isTerminalId(client.id)) connected.add(client.id)
  })
  broker.on('clientDisconnect', (client) => {
    if (isTerminalId(client.id)) connected.delete(client.id)
  })
  broker.on('clientError', (client, error) => {
    log.info({ terminalId: client.id, reason: error.message }, 'connection of a terminal ended')
  })

  const server = listener(options.certificate ?? null, (socket) => {
    countBytes(socket, limits, log)
    broker.handle(socket)
  })

  return {
    queueLength: 2_000,
    async start(handler) {
      await broker.listen()
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(options.port, options.host, resolve)
      })
      onMessage = handler
    },
    port() {
      const address = server.address()
      return address !== null && typeof address === 'object' ? address.port : 0
    },
    publish(topic, bytes, { retain = false, qos = 0 } = {}) {
      return new Promise((resolve, reject) => {
        const packet = {
          cmd: 'publish',
          topic,
          payload: Buffer.from(bytes),
          qos,
          retain,
          dup: false,
        } as const
        broker.publish(packet, (error) => (error ? reject(error) : resolve()))
      })
    },
    connected: () => connected,
    async recheck(terminals) {
      for (const terminal of terminals) {
        const client = clientsOf(broker)[terminal]
        const sign = client && signs.get(client.conn)
        if (!client || !sign) continue
        const credential = await options.findCredential(terminal)
        if (credential?.isEnabled && holds(credential, sign.secretHash, clock.now())) continue
        log.warn({ terminalId: terminal }, 'credential no longer holds, connection dropped')
        client.conn.destroy()
      }
    },
    isServing: () => server.listening,
    async close() {
      // Wills of the connections that end now would report that the stores are offline; it is the server that
      // is.
      onMessage = null
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()))
      await new Promise<void>((resolve) => broker.close(resolve))
      await stopped
    },
  }
}

/** Lets terminals in by their credentials, and each of them to its own topics. */
function guardedBroker(options: EmbeddedBrokerOptions, limits: TerminalLimits): Aedes {
  const { log } = options
  return new Aedes({
    connectTimeout: 10_000,
    drainTimeout: 30_000,
    heartbeatInterval: 60_000,
    maxTopicLevels: 8,
    // a session that outlived its connection would keep a queue in memory; the outbox of the terminal is that queue
    preConnect(_, packet, done) {
      packet.clean = true
      const will = packet.will
      const own = isTerminalId(packet.clientId) ? upTopic(packet.clientId, 'st') : null
      const isRightWill =
        !will || (will.topic === own && will.payload.length <= MAX_STATE_BYTES && will.qos !== 2)
      done(isRightWill ? null : new Error('foreign will'), isRightWill)
    },
    authenticate(client, user, password, done) {
      signIn(client, user, password, options, limits)
        .then((refusal) => {
          if (refusal === null) return done(null, true)
          const address = addressOf(client)
          const summary = limits.countRefusal(address)
          const terminalId = isTerminalId(client.id) ? client.id : null
          if (summary !== null) log.warn({ terminalId, address, refusal, ...summary }, 'terminal refused')
          done(Object.assign(new Error(refusal), { returnCode: returnCodeOf(refusal) }), false)
        })
        .catch((error: unknown) => {
          log.error({ err: error, terminalId: client.id }, 'sign-in of a terminal could not be checked')
          done(Object.assign(new Error('server unavailable'), { returnCode: UNAVAILABLE }), false)
        })
    },
    authorizePublish(client, packet, done) {
      const refusal = client ? refusalOf(client, packet, limits) : 'no terminal'
      if (refusal === null) return done(null)
      log.warn({ terminalId: client?.id, refusal }, 'publication refused, connection dropped')
      done(new Error(refusal))
    },
    authorizeSubscribe(client, subscription, done) {
      if (isTerminalId(client.id) && maySubscribe(client.id, subscription.topic)) {
        return done(null, subscription)
      }
      log.warn({ terminalId: client.id }, 'subscription refused')
      done(null, null)
    },
  })
}

function listener(certificate: ServerCertificate | null, take: (socket: Socket) => void): Server {
  if (certificate === null) return createServer({ noDelay: true }, take)
  const server = createTlsServer({ ...certificate.options(), noDelay: true, handshakeTimeout: 10_000 }, take)
  certificate.follow(server)
  return server
}

/**
 * Right secrets are always heard: a secret has 256 random bits, so guessing needs no limit, and a limit of an address
 * would shut out all terminals behind one proxy.
 */
async function signIn(
  client: Client,
  user: string | undefined,
  password: Buffer | undefined,
  options: EmbeddedBrokerOptions,
  limits: TerminalLimits,
): Promise<string | null> {
  const terminal = isTerminalId(client.id) && user === client.id ? client.id : null
  const credential = terminal ? await options.findCredential(terminal) : null
  const given = hashSecret(password ?? '')
  const isRight = holds(credential, given, options.clock.now())
  if (!terminal || !credential || !isRight) return 'wrong credential'
  if (!credential.isEnabled) return 'disabled'
  if (!limits.admitConnect(terminal)) return 'too many connects'
  signs.set(client.conn, { terminal, secretHash: given })
  return null
}

function returnCodeOf(refusal: string): number {
  return refusal === 'wrong credential' || refusal === 'disabled' ? WRONG_CREDENTIAL : UNAVAILABLE
}

function refusalOf(client: Client, packet: PublishPacket, limits: TerminalLimits): string | null {
  const terminal = isTerminalId(client.id) ? client.id : null
  if (!terminal || !mayPublish(terminal, packet.topic)) return 'foreign topic'
  const isState = parseUpTopic(packet.topic)?.channel === 'st'
  if (packet.retain && !isState) return 'only the state may be retained'
  if (packet.qos > 1) return 'delivery exactly once is not offered'
  if (packet.payload.length > (isState ? MAX_STATE_BYTES : MAX_WIRE_BYTES)) return 'message too large'
  if (!limits.admitMessage(terminal)) return 'too many messages'
  return null
}

/** Whose a socket is, and with what, once it has signed in: its bytes count against the terminal. */
const signs = new WeakMap<object, { readonly terminal: TerminalId; readonly secretHash: Uint8Array }>()

/**
 * Drops a connection that sends faster than its limit. Bytes are counted as they leave the socket, before the
 * parser collects them to a packet, so that no announced length can fill memory.
 */
function countBytes(socket: Socket, limits: TerminalLimits, log: Logger): void {
  let counted = 0
  socket.on('readable', () => {
    const fresh = socket.bytesRead - counted
    const terminal = signs.get(socket)?.terminal
    const isWithin = terminal ? limits.admitBytes(terminal, fresh) : socket.bytesRead <= UNKNOWN_BYTES
    counted = socket.bytesRead
    if (isWithin && socket.writableLength <= MAX_UNREAD_BYTES) return
    log.warn({ terminalId: terminal }, 'connection over its limit dropped')
    socket.destroy()
  })
}

function addressOf(client: Client): string {
  return 'remoteAddress' in client.conn ? (client.conn.remoteAddress ?? '') : ''
}

/** Connected clients by id: kept by the broker, missing in its types. */
function clientsOf(broker: Aedes): Readonly<Record<string, Client | undefined>> {
  return (broker as unknown as { clients: Record<string, Client | undefined> }).clients
}

function bytesOf(payload: string | Buffer): Uint8Array {
  return typeof payload === 'string' ? Buffer.from(payload) : payload
}
