import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db, Trx } from '../db/connect'
import type { Metrics } from '../http/metrics'
import type { Acknowledger } from './acknowledge'
import type { ArrivedMessage, IncomingQueue } from './incoming-queue'
import { isPassing } from './passing-error'
import { patiently, pauseBefore } from './patience'
import { insertQuarantine, type SetAside } from './queries'
import { type ArrivedResult, type PreparedReport, prepareReport } from './read-report'
import { insertEvents } from './report-queries'
import { selectStoresOf } from './terminal-state-queries'
import type { TerminalStatus } from './terminal-status'

/** Writes results of commands; called inside the transaction that stores the messages. */
export type StoreResults = (trx: Trx, results: readonly ArrivedResult[]) => Promise<void>

/** Takes events and results of commands from the queue to the database, and only then tells the terminals. */
export interface ReportIntake {
  /** Ends when the queue is empty, or at once where the database does not answer. */
  close(): Promise<void>
}

export interface ReportParts {
  readonly db: Db
  readonly queue: IncomingQueue
  readonly acknowledger: Pick<Acknowledger, 'stored'>
  readonly status: Pick<TerminalStatus, 'heard'>
  /** `null`: nobody here keeps results, so they stay with their terminals. */
  readonly storeResults: StoreResults | null
  /** At most so many damaged messages of one terminal are kept per hour. */
  readonly admitQuarantine: (message: SetAside) => boolean
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics['ingest'], 'quarantined'>
}

const MAX_MESSAGES = 200
const GATHER_MS = 50

export function acceptReports(parts: ReportParts): ReportIntake {
  const { queue, db, log } = parts
  let isClosing = false

  async function run(): Promise<void> {
    for (;;) {
      if (!isClosing) await queue.filled()
      if (queue.size() === 0 && isClosing) break
      if (queue.size() < MAX_MESSAGES && !isClosing) await delay(GATHER_MS)
      const arrived = queue.take(MAX_MESSAGES)
      try {
        await store(await prepare(arrived))
      } catch (error) {
        log.error({ err: error, messages: arrived.length }, 'events and results could not be read')
      }
    }
  }

  async function prepare(arrived: readonly ArrivedMessage[]): Promise<PreparedReport[]> {
    let stores: Awaited<ReturnType<typeof selectStoresOf>> = new Map()
    const terminals = [...new Set(arrived.map(({ message }) => message.terminal))]
    await patiently(
      async () => {
        stores = await selectStoresOf(db, terminals)
      },
      () => isClosing,
      log,
    )
    return arrived.flatMap(({ message, receivedAt }) => {
      const storeId = stores.get(message.terminal)
      if (storeId === undefined) {
        log.warn({ terminalId: message.terminal }, 'message of an unknown terminal dropped')
        return []
      }
      const prepared = prepareReport(message, storeId, receivedAt)
      return prepared.result !== null && parts.storeResults === null ? [] : [prepared]
    })
  }

  /** All in one transaction; one by one where that cannot be. What fails stays unacknowledged and comes again. */
  async function store(messages: readonly PreparedReport[]): Promise<void> {
    if (messages.length === 0) return
    for (let tries = 0; ; tries++) {
      const error = await attempt(messages)
      if (error === null) return
      log.warn({ err: error, messages: messages.length }, 'events and results not stored')
      if (!isPassing(error)) break
      if (isClosing) return
      await pauseBefore(tries)
    }
    for (const message of messages) {
      const error = await attempt([message])
      if (error === null) continue
      const { terminal, receipt } = message
      log.error({ err: error, terminalId: terminal, sequence: receipt?.sequence }, 'report cannot be stored')
    }
  }

  /** @returns why it failed, or null when it is stored and acknowledged */
  async function attempt(messages: readonly PreparedReport[]): Promise<unknown> {
    try {
      await write(messages)
      parts.acknowledger.stored(messages)
    } catch (error) {
      return error
    }
    for (const { terminal, points, receivedAt, problem } of messages) {
      parts.status.heard(terminal, points.storeId, receivedAt)
      if (problem) parts.metrics.quarantined.inc({ reason: problem })
    }
    return null
  }

  async function write(messages: readonly PreparedReport[]): Promise<void> {
    const events = messages.flatMap(({ event }) => event ?? [])
    const results = messages.flatMap(({ result }) => result ?? [])
    const damaged = messages.flatMap((message) => {
      const { problem } = message
      return problem === null ? [] : [{ ...message, problem }]
    })
    const kept = damaged.filter(parts.admitQuarantine)
    await db.transaction().execute(async (trx) => {
      await insertEvents(trx, events)
      await insertQuarantine(trx, kept)
      if (results.length > 0) await parts.storeResults?.(trx, results)
    })
  }

  const running = run()
  return {
    async close() {
      isClosing = true
      queue.wake()
      await running
    },
  }
}
