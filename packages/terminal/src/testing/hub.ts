import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { type Acknowledgement, toRanges } from '@coldkeep/contract/mqtt/acknowledgement'
import { type CommandResult, commandResult } from '@coldkeep/contract/mqtt/command'
import { packMessage, readMessage } from '@coldkeep/contract/mqtt/envelope'
import { type TerminalEvent, terminalEvent } from '@coldkeep/contract/mqtt/event'
import { type ReadingsMessage, readingsMessage } from '@coldkeep/contract/mqtt/readings'
import { type StateMessage, stateMessage } from '@coldkeep/contract/mqtt/state'
import { downTopic, NOTICE_TOPIC, parseUpTopic, type UpChannel } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import { Aedes } from 'aedes'

export const TERMINAL = 'TB-004217' as TerminalId
export const SECRET = 'the-secret-of-this-box'

export interface Arrival {
  readonly channel: UpChannel
  readonly message: ReadingsMessage
}

/** An event or the result of a command. */
export type Report =
  | { readonly channel: 'evt'; readonly message: TerminalEvent }
  | { readonly channel: 'res'; readonly message: CommandResult }

export interface HubOptions {
  readonly port?: number
  readonly tls?: TlsOptions
  /** What the server does with readings; nothing when left out. */
  readonly onReadings?: (arrival: Arrival, hub: Hub) => void
  /** What the server does with events and results; nothing when left out. */
  readonly onReport?: (report: Report, hub: Hub) => void
  /** What the server does with states; nothing when left out. */
  readonly onState?: (state: StateMessage, hub: Hub) => void
  readonly allowsSubscription?: boolean
}

/** A real broker (aedes, MQTT 3.1.1) with as much of a server behind it as a test sets up. */
export class Hub implements AsyncDisposable {
  readonly arrivals: Arrival[] = []
  readonly reports: Report[] = []
  readonly states: StateMessage[] = []
  /** Protocol version of every attempt to connect. */
  readonly attempts: number[] = []
  readonly #options: HubOptions
  readonly #sockets = new Set<Socket>()
  readonly #server: Server
  #broker: Aedes | null = null

  private constructor(options: HubOptions) {
    this.#options = options
    const accept = (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
      this.#broker?.handle(socket)
    }
    this.#server = options.tls ? createTlsServer(options.tls, accept) : createServer(accept)
  }

  static async start(options: HubOptions = {}): Promise<Hub> {
    const hub = new Hub(options)
    hub.#broker = await Aedes.createBroker({
      preConnect: (_client, packet, done) => {
        hub.attempts.push(packet.protocolVersion ?? 0)
        done(null, true)
      },
      authenticate: (client, user, password, done) => {
        const isRight = client.id === TERMINAL && user === TERMINAL && password?.toString() === SECRET
        if (isRight) done(null, true)
        else done(Object.assign(new Error('wrong credential'), { returnCode: 4 }), false)
      },
      authorizeSubscribe: (_client, subscription, done) =>
        done(null, options.allowsSubscription === false ? null : subscription),
    })
    // A publication without a client is the broker's own, as a will is.
    hub.#broker.on('publish', (packet) => hub.#receive(packet.topic, packet.payload))
    await new Promise<void>((resolve) => hub.#server.listen(options.port ?? 0, '127.0.0.1', resolve))
    return hub
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get url(): string {
    return `${this.#options.tls ? 'mqtts' : 'mqtt'}://127.0.0.1:${this.port}`
  }

  /** Sequences per channel in the order of arrival, repeats included. */
  sequences(channel: UpChannel): number[] {
    return this.arrivals.filter((one) => one.channel === channel).map((one) => one.message.s)
  }

  acknowledge(epoch: string, sequences: readonly number[], changes: Partial<Acknowledgement> = {}): void {
    const message: Acknowledgement = {
      v: 1,
      e: epoch,
      s: toRanges(sequences),
      now: Date.now(),
      g: 0,
      gx: 60,
      ...changes,
    }
    this.send(downTopic(TERMINAL, 'ack'), packMessage(message))
  }

  notify(spread: number, hold: 0 | 1): void {
    this.send(NOTICE_TOPIC, packMessage({ v: 1, spread, hold }), true)
  }

  send(topic: string, bytes: Uint8Array, retain = false): void {
    const packet = { cmd: 'publish', topic, payload: Buffer.from(bytes), qos: 0, dup: false, retain } as const
    this.#broker?.publish(packet, () => {})
  }

  /** Cuts every connection without a word. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    await new Promise<void>((resolve) => this.#broker?.close(resolve))
    this.cut()
    await closed
  }

  #receive(topic: string, payload: string | Buffer): void {
    const parsed = parseUpTopic(topic)
    if (parsed === null) return
    const bytes = Buffer.from(payload)
    if (parsed.channel === 'st') {
      const state = readMessage(stateMessage, bytes)
      if (!state.ok) throw new Error(`state: ${state.problem}`)
      this.states.push(state.value)
      this.#options.onState?.(state.value, this)
      return
    }
    if (parsed.channel === 'evt' || parsed.channel === 'res') {
      const report = readReport(parsed.channel, bytes)
      this.reports.push(report)
      this.#options.onReport?.(report, this)
      return
    }
    const message = readMessage(readingsMessage, bytes)
    if (!message.ok) throw new Error(`readings: ${message.problem}`)
    const arrival = { channel: parsed.channel, message: message.value }
    this.arrivals.push(arrival)
    this.#options.onReadings?.(arrival, this)
  }
}

function readReport(channel: Report['channel'], bytes: Uint8Array): Report {
  if (channel === 'evt') {
    const event = readMessage(terminalEvent, bytes)
    if (!event.ok) throw new Error(`event: ${event.problem}`)
    return { channel, message: event.value }
  }
  const result = readMessage(commandResult, bytes)
  if (!result.ok) throw new Error(`result: ${result.problem}`)
  return { channel, message: result.value }
}
