import { setTimeout as delay } from 'node:timers/promises'
import type { StoreId } from '@coldkeep/domain/ids'
import { backlogPortion } from '@coldkeep/domain/intake/backlog-portion'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Alarms } from '../alarms/alarms'
import { isPartitionGone, isPassing, isRefusedValue } from '../db/passing-error'
import { storeApart } from '../db/store-apart'
import type { Metrics } from '../tasks/metrics'
import type { Acknowledger } from './acknowledge'
import { inSlices } from './in-slices'
import type { ArrivedMessage, IncomingQueue } from './incoming-queue'
import type { PointsCache } from './points-cache'
import { type PreparedMessage, prepareMessage, readIncoming, setAside } from './read-cycle'
import { pauseBefore, retryPassing } from './retry-passing'
import { type StoreParts, storeBatch } from './store-batch'
import type { TerminalStatus } from './terminal-status'

/** Takes readings from the queue to the database, and only then acknowledges them to the terminals. */
export interface ReadingIntake {
  /** Share 0 to 1 of the last seconds that went into storing. */
  busyShare(): number
  /** Ends when the queue is empty, or at once where the database does not answer. */
  close(): Promise<void>
}

export interface IntakeParts extends StoreParts {
  readonly alarms: Alarms
  readonly queue: IncomingQueue
  readonly points: PointsCache
  readonly acknowledger: Acknowledger
  readonly status: Pick<TerminalStatus, 'seen'>
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics['ingest']
}

const MAX_MESSAGES = 500
const GATHER_MS = 50
/**
 * This many stores in a row that cannot be stored, and none that could: the database is away, not a part of
 * it.
 */
const ALL_AWAY = 10

export function acceptReadings(parts: IntakeParts): ReadingIntake {
  const { queue, log } = parts
  const busy = busyMeter()
  const backlog = backlogPortion(MAX_MESSAGES)
  const commit = committer(parts, busy, backlog)
  let isClosing = false
  /** After a batch failed twice stores are stored one by one, until all of them pass again. */
  let isOneByOne = false

  async function run(): Promise<void> {
    let storing: Promise<void> = Promise.resolve()
    for (;;) {
      if (!isClosing) await queue.filled()
      if (queue.size() === 0 && isClosing) break
      if (queue.size() < MAX_MESSAGES && !isClosing) await delay(GATHER_MS)
      // the next messages are read while the ones before are stored
      const prepared = await prepare(parts, queue.take(MAX_MESSAGES, backlog.most()), () => isClosing).catch(
        (error: unknown) => {
          log.error({ err: error }, 'messages could not be read')
          return []
        },
      )
      await storing
      storing = store(prepared)
    }
    await storing
  }

  async function store(messages: readonly PreparedMessage[]): Promise<void> {
    if (messages.length === 0) return
    for (let tries = 0; ; tries++) {
      const outcome = isOneByOne || tries >= 2 ? await storeEach(messages) : await storeSome(messages)
      if (outcome === 'settled' || isClosing) return
      await pauseBefore(tries)
    }
  }

  /** One transaction per store. What is away stays unacknowledged and comes again. */
  async function storeEach(messages: readonly PreparedMessage[]): Promise<'settled' | 'away'> {
    let settled = 0
    let away = 0
    for (const own of byStore(messages).values()) {
      if ((await storeSome(own)) === 'settled') settled++
      else away++
      if (settled === 0 && (away >= ALL_AWAY || isClosing)) break
    }
    isOneByOne = away > 0
    return settled === 0 ? 'away' : 'settled'
  }

  /** In one transaction, apart where that is refused. */
  async function storeSome(messages: readonly PreparedMessage[]): Promise<'settled' | 'away'> {
    try {
      for (const { row, error } of await storeApart(messages, commit)) await settleRefused(row, error)
      return 'settled'
    } catch (error) {
      if (!isPassing(error)) throw error
      const [first] = messages
      log.warn(
        { err: error, storeId: first?.points.storeId, messages: messages.length },
        'readings not stored',
      )
      return 'away'
    }
  }

  /** Where it is the values that the database refuses the message is put aside and answered; else it comes again. */
  async function settleRefused(message: PreparedMessage, error: unknown): Promise<void> {
    const { terminal, receipt } = message
    log.error({ err: error, terminalId: terminal, sequence: receipt?.sequence }, 'readings cannot be stored')
    if (isRefusedValue(error)) await storeApart([setAside(message)], commit)
  }

  const running = run()
  return {
    busyShare: () => busy.share(),
    async close() {
      isClosing = true
      queue.wake()
      await running
    },
  }
}

/** Stores and acknowledges all of them, or none. */
function committer(
  parts: IntakeParts,
  busy: ReturnType<typeof busyMeter>,
  backlog: ReturnType<typeof backlogPortion>,
): (messages: readonly PreparedMessage[]) => Promise<void> {
  return async (messages) => {
    const startedMs = performance.now()
    const now = parts.clock.now()
    try {
      const stored = await storeBatch(parts, messages, now)
      const elapsedMs = performance.now() - startedMs
      busy.add(elapsedMs)
      backlog.stored(messages.filter(({ message }) => message.channel === 'back').length, elapsedMs)
      parts.acknowledger.stored(messages)
      parts.alarms.feed.publish(stored.alarms)
      for (const { terminal, points, receivedAt } of messages) {
        parts.status.seen(terminal, points.storeId, receivedAt)
      }
      recordBatch(parts, messages, stored, elapsedMs)
    } catch (error) {
      busy.add(performance.now() - startedMs)
      if (isPartitionGone(error)) parts.days.forget()
      throw error
    }
  }
}

/** Reads messages, and finds their points; those of unknown terminals are left out. */
async function prepare(
  { points: cache, log }: IntakeParts,
  arrived: readonly ArrivedMessage[],
  isClosing: () => boolean,
): Promise<PreparedMessage[]> {
  const unreadable = ({ message }: ArrivedMessage, error: unknown) =>
    log.error({ err: error, terminalId: message.terminal }, 'readings cannot be read')
  const read = await inSlices(
    arrived,
    ({ message, receivedAt }) => {
      const content = readIncoming(message.bytes)
      const revision = content.ok ? content.cycle.revision : 0
      return { message, receivedAt, content, key: { terminal: message.terminal, revision } }
    },
    unreadable,
  )
  const keys = read.map((message) => message.key)
  await retryPassing(() => cache.load(keys), isClosing, log)
  return inSlices(
    read,
    ({ message, receivedAt, content, key }) => {
      const points = cache.find(key)
      if (points) return prepareMessage(message, content, points, receivedAt)
      log.warn({ terminalId: message.terminal }, 'readings of an unknown terminal dropped')
      return null
    },
    unreadable,
  )
}

function recordBatch(
  { log, metrics }: IntakeParts,
  messages: readonly PreparedMessage[],
  stored: Awaited<ReturnType<typeof storeBatch>>,
  elapsedMs: number,
): void {
  metrics.scansStored.inc(stored.scans)
  metrics.scansRepeated.inc(stored.repeats)
  metrics.commitSeconds.observe(elapsedMs / 1000)
  for (const { problem } of messages) if (problem) metrics.quarantined.inc({ reason: problem })
  const { alarms, ...counts } = stored
  const ms = Math.round(elapsedMs)
  log.debug({ messages: messages.length, ...counts, alarms: alarms.length, ms }, 'readings stored')
}

function byStore(messages: readonly PreparedMessage[]): Map<StoreId, PreparedMessage[]> {
  const stores = new Map<StoreId, PreparedMessage[]>()
  for (const message of messages) {
    const own = stores.get(message.points.storeId)
    if (own) own.push(message)
    else stores.set(message.points.storeId, [message])
  }
  return stores
}

/** Share of time spent, smoothed over some seconds: a controller must see what its last step did. */
function busyMeter() {
  const SMOOTH_MS = 4_000
  let share = 0
  let pendingMs = 0
  let atMs = performance.now()
  return {
    add(ms: number) {
      pendingMs += ms
    },
    share(): number {
      const nowMs = performance.now()
      const elapsedMs = nowMs - atMs
      if (elapsedMs < 200) return share
      const weight = 1 - Math.exp(-elapsedMs / SMOOTH_MS)
      share += weight * (Math.min(1, pendingMs / elapsedMs) - share)
      pendingMs = 0
      atMs = nowMs
      return share
    },
  }
}
