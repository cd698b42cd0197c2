import { randomBytes } from 'node:crypto'
import { acknowledgement } from '@coldkeep/contract/mqtt/acknowledgement'
import type { CommandResult } from '@coldkeep/contract/mqtt/command'
import { PROTOCOL_VERSION, packMessage, readMessage } from '@coldkeep/contract/mqtt/envelope'
import { notice } from '@coldkeep/contract/mqtt/notice'
import { type Cycle, writeReadings } from '@coldkeep/contract/mqtt/readings'
import { SIMULATOR_PROGRAM } from '@coldkeep/contract/mqtt/state'
import { downTopic, NOTICE_TOPIC } from '@coldkeep/contract/mqtt/topics'
import type { PointId, TerminalId } from '@coldkeep/domain/ids'
import type { Reading } from '@coldkeep/domain/points/reading'
import { epochMs } from '@coldkeep/domain/time/instant'
import { StoreCameras } from '../camera/store-cameras'
import { sceneOf } from '../camera/store-scene'
import { isTerminalOffline } from '../faults'
import { firstCycleMs } from '../history'
import { between, type RandomState, randomStream } from '../random'
import { type DeviceSampler, makeSamplers, readDevice } from '../sampling'
import { screenContent } from '../screen/screen-content'
import { StoreScreen } from '../screen/store-screen'
import { advanceStore, type StoreRun } from '../store-run'
import type { UpdateSettings } from './check-order'
import { Connection } from './connection'
import { Installer } from './installer'
import { orderIn, SIMULATED } from './order'
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
import { SIMULATED_TYPE } from './simulated-image'

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
  /** `null`: nothing is installed. */
  readonly updates: UpdateSettings | null
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
  readonly #installer: Installer
  readonly #screen: StoreScreen
  readonly #cameras: StoreCameras
  /** Of the last cycle. */
  #readings: readonly Reading[] = []
  #startedMs: number
  /** Of this start of the program. */
  #boot = newBoot()
  #connection: Connection | null = null
  #isConnected = false
  #isHeld = false
  #isCut = false
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
  /** What waits for a time by the clock of the terminal, and what for its connection. */
  #pauses: { readonly untilMs: number; readonly wake: () => void }[] = []
  #onOpen: (() => void) | null = null

  constructor(store: LiveStore, settings: LiveSettings, nowMs: number) {
    const { run } = store
    this.#store = store
    this.#settings = settings
    this.#id = run.store.terminalId
    this.#random = randomStream(run.seed, 'link', run.store.index, nowMs)
    this.#samplers = makeSamplers(run)
    this.#outbox = makeOutbox(this.#id, nowMs)
    this.#installer = new Installer({
      terminalId: this.#id,
      secret: store.secret,
      updates: settings.updates,
      run,
      now: () => epochMs(this.#lastTickMs),
      pause: (ms) => this.#pause(ms),
      isCut: () => this.#isCut,
      restart: (ms) => this.#restart(ms),
      report: (id, result) => this.#report(id, result),
    })
    this.#screen = new StoreScreen({
      terminalId: this.#id,
      secret: store.secret,
      serverUrl: settings.updates?.serverUrl ?? null,
      index: run.store.index,
      title: `STORE ${run.store.code}`,
      content: () => screenContent(run.store, store.pointIds, this.#readings, epochMs(this.#lastTickMs)),
      pause: (ms) => this.#pause(ms),
      report: (id, result) => this.#report(id, result),
    })
    this.#cameras = new StoreCameras({
      terminalId: this.#id,
      secret: store.secret,
      serverUrl: settings.updates?.serverUrl ?? null,
      index: run.store.index,
      now: () => epochMs(this.#lastTickMs),
      scene: () => sceneOf(run, epochMs(this.#lastTickMs)),
      report: (id, result) => this.#report(id, result),
    })
    this.#startedMs = nowMs
    this.#lastTickMs = nowMs
    this.#spreadMs = settings.spreadMs
    this.#connectAtMs = nowMs + between(this.#random, 0, settings.spreadMs)
    const resumeMs = Math.max(run.atMs + 1, nowMs - LONGEST_CATCH_UP_MS)
    this.#nextCycleMs = firstCycleMs(run.store, settings.cycleMs, resumeMs)
    this.#minute = Math.floor(nowMs / MINUTE_MS)
  }

  get id(): TerminalId {
    return this.#id
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
    if (!isOff) {
      this.#beat(nowMs)
      this.#wakeDue(nowMs)
    }
    for (; this.#nextCycleMs <= nowMs; this.#nextCycleMs += this.#settings.cycleMs) {
      this.#runCycle(this.#nextCycleMs)
    }
    if (isOff) this.#losePower(nowMs)
    else if (!(this.#connection || this.#isCut) && nowMs >= this.#connectAtMs) this.#connect()
    if (this.#isConnected && nowMs >= this.#stateAtMs) this.#reportState(nowMs)
    this.#sendNext(nowMs)
  }

  /**
   * Has nothing get through to the server and back, or all again. The program goes on meanwhile. Unlike on a real line the
   * broker sees at once that the connection has ended.
   */
  setLine(isCut: boolean): void {
    if (isCut === this.#isCut) return
    this.#isCut = isCut
    if (!isCut) {
      this.#connectAtMs = this.#lastTickMs + between(this.#random, 0, this.#spreadMs)
      return
    }
    this.#connection?.drop()
    this.#connection = null
    this.#isConnected = false
    forgetFlights(this.#outbox)
  }

  async stop(): Promise<void> {
    this.#interrupt()
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
      for (const [point, outcome] of readDevice(sampler, this.#lostShareOf(index), atMs).entries()) {
        const pointId = ids[point]
        if (pointId !== undefined) readings.push({ pointId, at, ...outcome })
      }
    }
    this.#readings = readings
    this.#screen.changed()
    const { epoch, nextSequence } = this.#outbox
    const cycle: Cycle = { epoch, sequence: nextSequence, at: epochMs(atMs), revision, readings }
    append(this.#outbox, atMs, this.#isConnected, packMessage(writeReadings(cycle)))
    if (Math.floor(atMs / MINUTE_MS) === this.#minute) this.#minuteHasLife = true
  }

  /** Of the polls of a device: what the line loses, and what a fault of the program does. */
  #lostShareOf(deviceIndex: number): number {
    const { store } = this.#store.run
    const { losesPolls } = this.#installer.runs
    const device = store.devices[deviceIndex]
    const isMet = device !== undefined && losesPolls?.model === `${device.brand} ${device.model}`
    return store.lostPollShare + (isMet ? losesPolls.share : 0)
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
    this.#interrupt()
    this.#startAgain(nowMs)
    this.#minute = Math.floor(nowMs / MINUTE_MS)
    this.#minuteHasLife = true
  }

  #startAgain(atMs: number): void {
    this.#connection?.drop()
    this.#connection = null
    this.#isConnected = false
    forgetFlights(this.#outbox)
    this.#connectAtMs = atMs
    this.#startedMs = atMs
    this.#boot = newBoot()
  }

  #pause(ms: number): Promise<void> {
    return new Promise((wake) => this.#pauses.push({ untilMs: this.#lastTickMs + ms, wake }))
  }

  #wakeDue(nowMs: number): void {
    const due = this.#pauses.filter(({ untilMs }) => untilMs <= nowMs)
    if (due.length === 0) return
    this.#pauses = this.#pauses.filter((pause) => !due.includes(pause))
    for (const { wake } of due) wake()
  }

  async #restart(ms: number): Promise<{ readonly boot: string }> {
    this.#startAgain(this.#lastTickMs + ms)
    await new Promise<void>((resolve) => {
      this.#onOpen = resolve
    })
    return { boot: this.#boot }
  }

  #interrupt(): void {
    this.#installer.interrupt()
    this.#screen.close()
    this.#pauses = []
    this.#onOpen = null
  }

  #connect(): void {
    const { brokerUrl, onProblem } = this.#settings
    const connection: Connection = new Connection(brokerUrl, this.#id, this.#store.secret, {
      onOpen: () => {
        if (this.#connection !== connection) return
        this.#isConnected = true
        this.#retries = 0
        this.#stateAtMs = 0
        this.#onOpen?.()
        this.#onOpen = null
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
    if (topic === downTopic(this.#id, 'cmd') || topic === downTopic(this.#id, 'cfg')) this.#take(bytes)
    if (topic !== downTopic(this.#id, 'ack')) return
    const read = readMessage(acknowledgement, bytes)
    if (!read.ok || read.value.e !== this.#outbox.epoch) return
    const { s, bad = [], g, gx } = read.value
    confirm(this.#outbox, [...s, ...bad.map(([sequence]): [number, number] => [sequence, sequence])])
    this.#outbox.grantedMessages = g
    this.#outbox.grantedUntilMs = this.#lastTickMs + gx * 1000
  }

  /** Installs releases, shows the screen, and brings pictures. Of all else it answers that nothing is carried out, instead of leaving the operator waiting. */
  #take(bytes: Uint8Array): void {
    const order = orderIn(bytes)
    if (order === null) return
    const { id, op } = order
    if (op === 'fw.install') {
      this.#installer.take(order)
      return
    }
    if (this.#refused.has(id)) return
    this.#refused.add(id)
    if (op === 'screen.open' && this.#screen.consent !== null) void this.#screen.take(id, order.arg)
    else if (op === 'camera.snapshot' && this.#cameras.names.length > 0)
      void this.#cameras.take(id, order.arg)
    else this.#report(id, SIMULATED)
  }

  #report(id: string, result: Pick<CommandResult, 'st' | 'pc' | 'out' | 'err'>): void {
    const { epoch: e, nextSequence: s } = this.#outbox
    const at = this.#lastTickMs
    const message: CommandResult = { v: PROTOCOL_VERSION, e, s, id, at, ...result }
    appendResult(this.#outbox, at, packMessage(message))
  }

  #reportState(nowMs: number): void {
    const { count, oldestMs } = backlogOf(this.#outbox)
    this.#stateAtMs = nowMs + STATE_EVERY_MS
    this.#connection?.sendState({
      at: nowMs,
      prog: SIMULATOR_PROGRAM,
      img: this.#installer.runs.version,
      type: SIMULATED_TYPE,
      boot: this.#boot,
      cfg: this.#store.revision,
      q: { n: count, old: oldestMs },
      up: Math.max(0, Math.round((nowMs - this.#startedMs) / 1000)),
      ...(this.#screen.consent !== null && { scr: this.#screen.consent }),
      ...(this.#cameras.names.length > 0 && { cams: this.#cameras.names }),
    })
  }

  #sendNext(nowMs: number): void {
    if (!this.#isConnected) return
    const next = takeNext(this.#outbox, nowMs, this.#isHeld)
    if (next) this.#connection?.send(next.channel, next.bytes)
  }
}

function newBoot(): string {
  return randomBytes(8).toString('hex')
}
