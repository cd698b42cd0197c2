import type { Acknowledgement } from '@coldkeep/contract/mqtt/acknowledgement'
import type { Notice } from '@coldkeep/contract/mqtt/notice'
import { epochMs, seconds } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Outbox } from '../outbox/outbox'
import { type OutboxRow, rowKey, type SequenceRange } from '../outbox/outbox-row'
import type { ClockTrust } from '../time/clock-trust'
import type { Timekeeper } from '../time/timekeeper'
import type { MessageChannel } from './mqtt-link'

const LIVE_WINDOW = 4
const FIRST_RESEND_MS = seconds(20)
const LONGEST_RESEND_MS = seconds(300)
/** The server drops connections above 20 messages a second; live messages must fit in as well. */
const STORED_EVERY_MS = 67

/** A place among the live messages stays free of events and results of before. */
const STORED_REPORTS_WINDOW = LIVE_WINDOW - 1

/** Where a message that has just been made goes. */
const newestChannels = { readings: 'live', event: 'evt', result: 'res' } as const

interface Flight {
  readonly row: OutboxRow
  readonly channel: MessageChannel
  tries: number
  dueMs: number
}

export interface ForwardParts {
  readonly outbox: Outbox
  readonly time: Timekeeper
  readonly log: Logger
  readonly clockTrust: ClockTrust
  publish(channel: MessageChannel, body: Uint8Array): void
}

/**
 * Sends what the outbox holds until the server confirms it. New messages go at once while few are on their way;
 * older readings only when the server grants it, so that terminals coming back do not flood it. Events and results
 * are few and need no grant.
 */
export class Forward {
  readonly #parts: ForwardParts
  readonly #flights = new Map<string, Flight>()
  #isConnected = false
  #isHeld = false
  #grant = { messages: 0, untilMs: 0 }
  #backlogFromMs = 0
  #reportsFromMs = 0
  #cancelResend = () => {}
  #cancelBacklog = () => {}
  #cancelReports = () => {}

  constructor(parts: ForwardParts) {
    this.#parts = parts
  }

  connected(): void {
    this.#isConnected = true
    this.#sendReports()
  }

  /** What was on its way may be lost; it lies in the outbox still and goes as backlog. */
  disconnected(): void {
    this.#isConnected = false
    this.#grant = { messages: 0, untilMs: 0 }
    this.#flights.clear()
    this.#cancelResend()
    this.#cancelBacklog()
    this.#cancelReports()
  }

  /** A message that has just been put into the outbox. */
  offer(row: OutboxRow): void {
    if (!this.#isConnected || this.#flights.has(rowKey(row))) return
    if (this.#liveInFlight() < LIVE_WINDOW)
      this.#send({ row, channel: newestChannels[row.kind], tries: 0, dueMs: 0 })
    else if (row.kind !== 'readings') this.#sendReports()
  }

  noticed(message: Notice): void {
    this.#isHeld = message.hold === 1
    this.#sendBacklog()
  }

  async acknowledged(message: Acknowledgement): Promise<void> {
    const { outbox, time, log, clockTrust } = this.#parts
    const bad = message.bad ?? []
    for (const [sequence, code] of bad) {
      log.warn({ epoch: message.e, sequence, code }, 'message can never be stored, dropped')
    }
    const ranges: SequenceRange[] = [...message.s, ...bad.map(([sequence]) => [sequence, sequence] as const)]
    for (const [key, { row }] of this.#flights) {
      if (row.epoch === message.e && isWithin(ranges, row.sequence)) this.#flights.delete(key)
    }
    clockTrust.compareWithServer(epochMs(message.now))
    this.#grant = { messages: message.g, untilMs: time.elapsedMs() + seconds(message.gx) }
    const confirmed = outbox.confirm(message.e, ranges)
    this.#sendReports()
    this.#sendBacklog()
    await confirmed
  }

  /** Events and results that could not go when they were made, one after the other. */
  #sendReports(): void {
    const { outbox, time } = this.#parts
    this.#cancelReports()
    if (!this.#isConnected || this.#liveInFlight() >= STORED_REPORTS_WINDOW) return
    const waitMs = this.#reportsFromMs - time.elapsedMs()
    if (waitMs <= 0) {
      const [row] = outbox.oldestReports(1, (candidate) => !this.#flights.has(rowKey(candidate)))
      if (row === undefined) return
      this.#reportsFromMs = time.elapsedMs() + STORED_EVERY_MS
      this.#send({ row, channel: newestChannels[row.kind], tries: 0, dueMs: 0 })
    }
    this.#cancelReports = time.after(Math.max(1, this.#reportsFromMs - time.elapsedMs()), () =>
      this.#sendReports(),
    )
  }

  #sendBacklog(): void {
    const { outbox, time } = this.#parts
    this.#cancelBacklog()
    if (!this.#mayBacklog()) return
    const waitMs = this.#backlogFromMs - time.elapsedMs()
    if (waitMs <= 0) {
      const [row] = outbox.oldest(1, (candidate) => !this.#flights.has(rowKey(candidate)))
      if (row === undefined) return
      this.#backlogFromMs = time.elapsedMs() + STORED_EVERY_MS
      this.#send({ row, channel: 'back', tries: 0, dueMs: 0 })
    }
    this.#cancelBacklog = time.after(Math.max(1, this.#backlogFromMs - time.elapsedMs()), () =>
      this.#sendBacklog(),
    )
  }

  #mayBacklog(): boolean {
    const { messages, untilMs } = this.#grant
    const isGranted =
      this.#parts.time.elapsedMs() < untilMs && this.#flights.size - this.#liveInFlight() < messages
    return this.#isConnected && !this.#isHeld && isGranted
  }

  #send(flight: Flight): void {
    const { time, publish } = this.#parts
    this.#flights.set(rowKey(flight.row), flight)
    flight.dueMs = time.elapsedMs() + Math.min(LONGEST_RESEND_MS, FIRST_RESEND_MS * 2 ** flight.tries)
    flight.tries++
    publish(flight.channel, flight.row.body)
    this.#armResend()
  }

  #armResend(): void {
    const { time } = this.#parts
    this.#cancelResend()
    if (this.#flights.size === 0) return
    const earliestMs = Math.min(...[...this.#flights.values()].map(({ dueMs }) => dueMs))
    this.#cancelResend = time.after(Math.max(0, earliestMs - time.elapsedMs()), () => this.#resend())
  }

  #resend(): void {
    const nowMs = this.#parts.time.elapsedMs()
    const due = [...this.#flights.values()].filter((flight) => flight.dueMs <= nowMs)
    for (const flight of due) {
      this.#flights.delete(rowKey(flight.row))
      // Without a grant it goes back to the others that wait for one.
      if (flight.channel === 'back' && !this.#mayBacklog()) continue
      const { epoch, sequence } = flight.row
      this.#parts.log.info({ epoch, sequence, tries: flight.tries }, 'not confirmed, sent again')
      this.#send(flight)
    }
    this.#armResend()
  }

  /** Readings, events and results that went out when they were made, or as soon as they could. */
  #liveInFlight(): number {
    let count = 0
    for (const flight of this.#flights.values()) if (flight.channel !== 'back') count++
    return count
  }
}

function isWithin(ranges: readonly SequenceRange[], sequence: number): boolean {
  return ranges.some(([first, last]) => sequence >= first && sequence <= last)
}
