import type { PortSettings } from '@coldkeep/contract/mqtt/port-settings'
import { characterMs, frameSilenceMs } from '@coldkeep/domain/polling/timing'
import type { Logger } from 'pino'
import { SerialPort } from 'serialport'
import { type Bus, type BusOutcome, type BusRequest, noCounts } from './bus'
import { ReopenPause } from './reopen-pause'
import { ReplyCollector } from './reply-collector'
import { RequestQueue } from './request-queue'

/** Timers cannot keep less. */
const LEAST_FRAME_SILENCE_MS = 2
const SILENCE_MS = 20
const SILENCE_OF_UNKNOWN_LENGTH_MS = 30
const SILENCE_CHARACTERS = 3.5

export type SerialPortSettings = Extract<PortSettings, { kind: 'serial' }>

/** A serial line, usually RS-485. The port stays open; the operating system keeps others away from it. */
export class SerialBus implements Bus {
  readonly id: string
  readonly counts = noCounts()
  readonly #settings: SerialPortSettings
  readonly #log: Logger
  readonly #queue: RequestQueue
  readonly #reopen = new ReopenPause()
  #port: SerialPort | null = null
  #collector: ReplyCollector | null = null
  #lastByteAtMs = 0

  constructor(settings: SerialPortSettings, log: Logger) {
    this.id = settings.id
    this.#settings = settings
    this.#log = log.child({ port: settings.id })
    this.#queue = new RequestQueue({
      exchange: (request) => this.#exchange(request),
      lastByteAtMs: () => this.#lastByteAtMs,
      frameSilenceMs: Math.max(LEAST_FRAME_SILENCE_MS, frameSilenceMs(settings)),
    })
  }

  request(request: BusRequest): Promise<BusOutcome> {
    return this.#queue.push(request)
  }

  async stop(): Promise<void> {
    await this.#queue.stop()
    const port = this.#port
    if (port?.isOpen) await new Promise((resolve) => port.close(resolve))
  }

  async #exchange(request: BusRequest): Promise<BusOutcome> {
    const port = this.#port ?? (await this.#open())
    if (port === null) return { kind: 'port' }
    await new Promise((resolve) => port.flush(resolve))
    if (this.#port !== port) return { kind: 'port' }
    if (request.isStillNeeded?.() === false) return { kind: 'unwanted' }
    return new Promise((answer) => {
      const collector = new ReplyCollector(
        request,
        { silenceMs: this.#silenceMs(request), timesLastByte: false },
        (outcome, extraBytes) => {
          this.#collector = null
          this.counts.extraBytes += extraBytes
          answer(outcome)
        },
      )
      this.#collector = collector
      port.write(request.frame, (error) => {
        if (error) collector.lost()
        // The wait counts from the last byte on the wire, not from handing it over.
        else port.drain((drainError) => (drainError ? collector.lost() : collector.sent()))
      })
    })
  }

  /** Below about 2000 baud 3.5 characters take longer than the usual 20 ms. */
  #silenceMs(request: BusRequest): number {
    const usualMs = request.expectedLengthBytes === 0 ? SILENCE_OF_UNKNOWN_LENGTH_MS : SILENCE_MS
    return Math.max(usualMs, SILENCE_CHARACTERS * characterMs(this.#settings))
  }

  async #open(): Promise<SerialPort | null> {
    if (!this.#reopen.mayTry(performance.now())) return null
    const { path, baud, parity, data, stop } = this.#settings
    const port = new SerialPort({
      path,
      baudRate: baud,
      parity,
      dataBits: data,
      stopBits: stop,
      autoOpen: false,
    })
    const error = await new Promise<Error | null>((resolve) => port.open(resolve))
    if (error) {
      this.#reopen.failed(performance.now())
      this.#log.warn({ code: 'E_PORT', path, reason: error.message }, 'port cannot be opened')
      return null
    }
    this.#reopen.opened()
    this.#port = port
    port.on('data', (chunk: Uint8Array) => this.#receive(chunk))
    port.on('error', (portError) =>
      this.#log.warn({ code: 'E_PORT', path, reason: portError.message }, 'port error'),
    )
    port.on('close', () => this.#closed())
    this.#log.info({ path }, 'port open')
    return port
  }

  #receive(chunk: Uint8Array): void {
    this.#lastByteAtMs = performance.now()
    if (this.#collector) this.#collector.take(chunk)
    else this.counts.strayBytes += chunk.length
  }

  #closed(): void {
    this.#port = null
    this.#collector?.lost()
    this.#log.info('port closed')
  }
}
