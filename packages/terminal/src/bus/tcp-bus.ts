import { connect, type Socket } from 'node:net'
import type { PortSettings } from '@coldkeep/contract/mqtt/port-settings'
import { encodeTcp, feedTcp, NO_BYTES, rtuFromTcp, tcpFromRtu } from '@coldkeep/modbus/tcp-frame'
import type { Logger } from 'pino'
import type { ResolveTarget } from './allowed-networks'
import { type Bus, type BusOutcome, type BusRequest, noCounts } from './bus'
import { ReopenPause } from './reopen-pause'
import { type CollectRules, ReplyCollector } from './reply-collector'
import { RequestQueue } from './request-queue'

const CONNECT_TIMEOUT_MS = 5_000
/** The converter behind the socket needs the line's silence too; its speed is not known here. */
const FRAME_SILENCE_MS = 2
/** Ends a reply whose length is not known. */
const SILENCE_MS = 30
/** A connection whose other end vanished silently looks like silent devices; a new one distinguishes them. */
const TIMEOUTS_BEFORE_RECONNECT = 3

export type TcpPort = Exclude<PortSettings, { kind: 'serial' }>

/** A converter that passes serial frames through, or a Modbus TCP device. The socket stays open between requests. */
export class TcpBus implements Bus {
  readonly id: string
  readonly counts = noCounts()
  readonly #port: TcpPort
  readonly #resolve: ResolveTarget
  readonly #log: Logger
  readonly #queue: RequestQueue
  readonly #reopen = new ReopenPause()
  #socket: Socket | null = null
  #collector: ReplyCollector | null = null
  #transactionId = 0
  #pending: Uint8Array = NO_BYTES
  #lastByteAtMs = 0
  #timeoutsInSilence = 0

  constructor(port: TcpPort, resolve: ResolveTarget, log: Logger) {
    this.id = port.id
    this.#port = port
    this.#resolve = resolve
    this.#log = log.child({ port: port.id })
    this.#queue = new RequestQueue({
      exchange: (request) => this.#exchange(request),
      lastByteAtMs: () => this.#lastByteAtMs,
      frameSilenceMs: FRAME_SILENCE_MS,
    })
  }

  request(request: BusRequest): Promise<BusOutcome> {
    return this.#queue.push(request)
  }

  async stop(): Promise<void> {
    await this.#queue.stop()
    this.#socket?.destroy()
  }

  async #exchange(request: BusRequest): Promise<BusOutcome> {
    const socket = await this.#openSocket()
    if (socket === null) return { kind: 'port' }
    if (request.isStillNeeded?.() === false) return { kind: 'unwanted' }
    const bytes = this.#dress(request.frame)
    return new Promise((answer) => {
      const collector = new ReplyCollector(request, this.#rules(request), (outcome, extraBytes) => {
        this.#collector = null
        this.counts.extraBytes += extraBytes
        if (outcome.kind === 'timeout') this.#timedOut(socket)
        answer(outcome)
      })
      this.#collector = collector
      socket.write(bytes, (error) => (error ? collector.lost() : collector.sent()))
    })
  }

  /** The open socket; one that the other end closed since the last exchange is replaced. */
  async #openSocket(): Promise<Socket | null> {
    if (this.#socket !== null) await readWhatWaits()
    return this.#socket ?? (await this.#open())
  }

  #rules(request: BusRequest): CollectRules {
    const isEndedBySilence = this.#port.kind === 'rtu-tcp' && request.expectedLengthBytes === 0
    return { silenceMs: isEndedBySilence ? SILENCE_MS : null, timesLastByte: true }
  }

  #dress(frame: Uint8Array): Uint8Array {
    if (this.#port.kind === 'rtu-tcp') return frame
    this.#transactionId = (this.#transactionId + 1) & 0xffff
    const message = tcpFromRtu(frame, this.#transactionId)
    if (message === null) throw new Error('a frame for Modbus TCP carries no valid CRC')
    return encodeTcp(message)
  }

  #receive(chunk: Uint8Array, socket: Socket): void {
    this.#lastByteAtMs = performance.now()
    this.#timeoutsInSilence = 0
    if (this.#port.kind === 'mbtcp') this.#receiveMessages(chunk, socket)
    else if (this.#collector) this.#collector.take(chunk)
    else this.counts.strayBytes += chunk.length
  }

  #receiveMessages(chunk: Uint8Array, socket: Socket): void {
    const feed = feedTcp(this.#pending, chunk)
    this.#pending = feed.pending
    for (const frame of feed.frames) {
      if (this.#collector && frame.transactionId === this.#transactionId) {
        this.#collector.takeWhole(rtuFromTcp(frame))
      } else this.counts.staleReplies++
    }
    if (feed.problem === null) return
    this.#log.warn({ code: 'E_FRAME', problem: feed.problem }, 'not Modbus TCP, socket closed')
    this.#drop(socket)
    this.#collector?.malformed()
  }

  async #open(): Promise<Socket | null> {
    if (!this.#reopen.mayTry(performance.now())) return null
    const { host, port } = this.#port
    const address = await this.#resolve(host)
    if (!address.ok) return this.#openFailed({ host, refused: address.problem })
    const socket = connect({ host: address.value, port, noDelay: true, keepAlive: true })
    const problem = await connected(socket)
    if (problem !== null) {
      socket.destroy()
      return this.#openFailed({ host, address: address.value, reason: problem })
    }
    this.#reopen.opened()
    this.#pending = NO_BYTES
    this.#socket = socket
    socket.on('data', (chunk) => this.#receive(chunk, socket))
    socket.on('close', () => this.#closed(socket))
    this.#log.info({ host, address: address.value }, 'port open')
    return socket
  }

  #timedOut(socket: Socket): void {
    this.#timeoutsInSilence++
    if (this.#timeoutsInSilence < TIMEOUTS_BEFORE_RECONNECT) return
    this.#timeoutsInSilence = 0
    this.#drop(socket)
  }

  /** The next exchange opens another one, whenever this one's end is reported. */
  #drop(socket: Socket): void {
    if (this.#socket === socket) this.#socket = null
    socket.destroy()
  }

  #closed(socket: Socket): void {
    this.#log.info('port closed')
    if (this.#socket !== socket) return
    this.#socket = null
    this.#collector?.lost()
  }

  #openFailed(why: object): null {
    this.#reopen.failed(performance.now())
    this.#log.warn({ code: 'E_PORT', ...why }, 'port cannot be opened')
    return null
  }
}

/**
 * Between two turns of the event loop all sockets are read once, so what has come since the last exchange is
 * drained.
 */
async function readWhatWaits(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits for the connection; the text of what went wrong, or null. */
function connected(socket: Socket): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('no answer'), CONNECT_TIMEOUT_MS)
    // The listener stays: an error without one would end the process.
    socket.on('error', (error) => {
      clearTimeout(timer)
      resolve(error.message)
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve(null)
    })
  })
}
