import { acknowledgement } from '@coldkeep/contract/mqtt/acknowledgement'
import { packMessage, readMessage } from '@coldkeep/contract/mqtt/envelope'
import { notice } from '@coldkeep/contract/mqtt/notice'
import { type Cycle, writeReadings } from '@coldkeep/contract/mqtt/readings'
import { SIMULATOR_PROGRAM } from '@coldkeep/contract/mqtt/state'
import { downTopic, NOTICE_TOPIC } from '@coldkeep/contract/mqtt/topics'
import type { PointId, TerminalId } from '@coldkeep/domain/ids'
import type { Reading } from '@coldkeep/domain/points/reading'
import { epochMs } from '@coldkeep/domain/time/instant'
import { isTerminalOffline } from '../faults'
import { firstCycleMs } from '../history'
import { between, type RandomState, randomStream } from '../random'
import { type DeviceSampler, makeSamplers, readDevice } from '../sampling'
import { advanceStore, type StoreRun } from '../store-run'
import { Connection } from './connection'
import {
  append,
  appendResult,
  backlogOf,
  confirm,
  forgetFlights,
  type LiveOutbox,
  makeOutbox,
  takeNext,
} from './outbox'
import { orderIn, refusalOf } from './refusal'

/** What a store needs to report besides its physics. */
export interface LiveStore {
  readonly run: StoreRun
  readonly secret: string
  /** Ids of the points of each device, in the order of the fleet. */
  readonly pointIds: readonly (readonly PointId[])[]
  /** Revision of the script that its readings name. */
  readonly revision: number
}

export interface LiveSettings {
  readonly brokerUrl: string
  readonly cycleMs: number
  /** Connections of a fresh start spread over this time. */
  readonly spreadMs: number
  readonly onProblem: (terminalId: TerminalId, reason: Error) => void
}

const MINUTE_MS = 60_000
const STATE_EVERY_MS = 300_000
const LONGEST_RETRY_MS = 120_000
/** Older cycles than these belong to the history, not to a terminal that comes back. */
const LONGEST_CATCH_UP_MS = 24 * 3_600_000
/** Devices are polled one after the other. */
const BETWEEN_DEVICES_MS = 120

/** The terminal of one simulated store: samples its devices each cycle and sends until the server has stored it. */
export class LiveTerminal {
  readonly #store: LiveStore
  readonly #settings: LiveSettings
  readonly #id: TerminalId
  readonly #random: RandomState
  readonly #samplers: readonly DeviceSampler[]
  readonly #outbox: LiveOutbox
  readonly #startedMs: number
  #connection: Connection | null = null
  #isConnected = false
  #isHeld = false
  #spreadMs: number
  #retries = 0
  #connectAtMs: number
  #stateAtMs = 0
  #lastTickMs: number
  #nextCycleMs: number
  #minute: number
  #minuteHasLife = true
  /** Commands that were answered; the broker may say one again. */
  readonly #refused = new Set<string>()

  constructor(store: LiveStore, settings: LiveSettings, nowMs: number) {
    const { run } = store
    this.#store = store
    this.#settings = settings
    this.#id = run.store.terminalId
    this.#random = randomStream(run.seed, 'link', run.store.index, nowMs)
    this.#samplers = makeSamplers(run)
    this.#outbox = makeOutbox(this.#id, nowMs)
    this.#startedMs = nowMs
    this.#lastTickMs = nowMs
    this.#spreadMs = settings.spreadMs
    this.#connectAtMs = nowMs + between(this.#random, 0, settings.spreadMs)
    const resumeMs = Math.max(run.atMs + 1, nowMs - LONGEST_CATCH_UP_MS)
    this.#nextCycleMs = firstCycleMs(run.store, settings.cycleMs, resumeMs)
    this.#minute = Math.floor(nowMs / MINUTE_MS)
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  /** Messages not yet confirmed by the server. */
  get waiting(): number {
    return this.#outbox.messages.length
  }

  /** Does what is due. Called often; what was slept through is caught up. */
  tick(nowMs: number): void {
    this.#lastTickMs = nowMs
    const isOff = isTerminalOffline(this.#store.run.store.faults, nowMs)
    if (!isOff) this.#beat(nowMs)
    for (; this.#nextCycleMs <= nowMs; this.#nextCycleMs += this.#settings.cycleMs) {
      this.#runCycle(this.#nextCycleMs)
    }
    if (isOff) this.#losePower(nowMs)
    else if (!this.#connection && nowMs >= this.#connectAtMs) this.#connect()
    if (this.#isConnected && nowMs >= this.#stateAtMs) this.#reportState(nowMs)
    this.#sendNext(nowMs)
  }

  async stop(): Promise<void> {
    const connection = this.#connection
    this.#connection = null
    this.#isConnected = false
    await connection?.close()
  }

  #runCycle(atMs: number): void {
    const { run, pointIds, revision } = this.#store
    advanceStore(run, atMs)
    if (isTerminalOffline(run.store.faults, atMs)) return
    const readings: Reading[] = []
    for (const [index, sampler] of this.#samplers.entries()) {
      const at = epochMs(atMs + index * BETWEEN_DEVICES_MS)
      const ids = pointIds[index] ?? []
      for (const [point, outcome] of readDevice(sampler, run.store.lostPollShare, atMs).entries()) {
        const pointId = ids[point]
        if (pointId !== undefined) readings.push({ pointId, at, ...outcome })
      }
    }
    const { epoch, nextSequence } = this.#outbox
    const cycle: Cycle = { epoch, sequence: nextSequence, at: epochMs(atMs), revision, readings }
    append(this.#outbox, atMs, this.#isConnected, packMessage(writeReadings(cycle)))
    if (Math.floor(atMs / MINUTE_MS) === this.#minute) this.#minuteHasLife = true
  }

  /** A minute without connection and without a cycle leaves an empty message, as proof that the box was alive. */
  #beat(nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS)
    if (minute !== this.#minute) {
      if (!this.#minuteHasLife) {
        const { epoch, nextSequence } = this.#outbox
        const at = epochMs(this.#minute * MINUTE_MS)
        const cycle: Cycle = {
          epoch,
          sequence: nextSequence,
          at,
          revision: this.#store.revision,
          readings: [],
        }
        append(this.#outbox, at, false, packMessage(writeReadings(cycle)))
      }
      this.#minute = minute
      this.#minuteHasLife = false
    }
    if (this.#isConnected) this.#minuteHasLife = true
  }

  #losePower(nowMs: number): void {
    this.#connection?.drop()
    this.#connection = null
    this.#isConnected = false
    forgetFlights(this.#outbox)
    this.#connectAtMs = nowMs
    this.#minute = Math.floor(nowMs / MINUTE_MS)
    this.#minuteHasLife = true
  }

  #connect(): void {
    const { brokerUrl, onProblem } = this.#settings
    const connection: Connection = new Connection(brokerUrl, this.#id, this.#store.secret, {
      onOpen: () => {
        if (this.#connection !== connection) return
        this.#isConnected = true
        this.#retries = 0
        this.#stateAtMs = 0
      },
      onMessage: (topic, bytes) => this.#receive(topic, bytes),
      onClose: (reason) => {
        if (this.#connection !== connection) return
        if (reason) onProblem(this.#id, reason)
        this.#connection = null
        forgetFlights(this.#outbox)
        this.#retryLater()
      },
    })
    this.#connection = connection
  }

  /** Full jitter: all terminals of a broker that went away must not come back in the same second. */
  #retryLater(): void {
    const wasConnected = this.#isConnected
    this.#isConnected = false
    const longestMs = wasConnected
      ? this.#spreadMs
      : Math.min(LONGEST_RETRY_MS, 1000 * 2 ** Math.min(10, this.#retries))
    this.#retries++
    this.#connectAtMs = this.#lastTickMs + between(this.#random, 0, longestMs)
  }

  #receive(topic: string, bytes: Uint8Array): void {
    if (topic === NOTICE_TOPIC) {
      const read = readMessage(notice, bytes)
      if (!read.ok) return
      this.#isHeld = read.value.hold === 1
      this.#spreadMs = read.value.spread * 1000
    }
    if (topic === downTopic(this.#id, 'cmd') || topic === downTopic(this.#id, 'cfg')) this.#refuse(bytes)
    if (topic !== downTopic(this.#id, 'ack')) return
    const read = readMessage(acknowledgement, bytes)
    if (!read.ok || read.value.e !== this.#outbox.epoch) return
    const { s, bad = [], g, gx } = read.value
    confirm(this.#outbox, [...s, ...bad.map(([sequence]): [number, number] => [sequence, sequence])])
    this.#outbox.grantedMessages = g
    this.#outbox.grantedUntilMs = this.#lastTickMs + gx * 1000
  }

  /** Answers that nothing is carried out, instead of leaving the operator waiting. */
  #refuse(bytes: Uint8Array): void {
    const id = orderIn(bytes)
    if (id === null || this.#refused.has(id)) return
    this.#refused.add(id)
    const { epoch, nextSequence } = this.#outbox
    const at = this.#lastTickMs
    appendResult(this.#outbox, at, packMessage(refusalOf(id, { epoch, sequence: nextSequence, at })))
  }

  #reportState(nowMs: number): void {
    const { count, oldestMs } = backlogOf(this.#outbox)
    this.#stateAtMs = nowMs + STATE_EVERY_MS
    this.#connection?.sendState({
      at: nowMs,
      prog: SIMULATOR_PROGRAM,
      cfg: this.#store.revision,
      q: { n: count, old: oldestMs },
      up: Math.max(0, Math.round((nowMs - this.#startedMs) / 1000)),
    })
  }

  #sendNext(nowMs: number): void {
    if (!this.#isConnected) return
    const next = takeNext(this.#outbox, nowMs, this.#isHeld)
    if (next) this.#connection?.send(next.channel, next.bytes)
  }
}
