import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Db, Trx } from '../db/connect'
import { isPassing, isRefusedValue } from '../db/passing-error'
import { storeApart } from '../db/store-apart'
import { type ArrivedResult, type PreparedReport, prepareReport, setAside } from '../messages/read-report'
import type { Metrics } from '../tasks/metrics'
import type { Acknowledger } from './acknowledge'
import { inSlices } from './in-slices'
import type { ArrivedMessage, IncomingQueue } from './incoming-queue'
import { insertQuarantine, selectStoresOf } from './intake-queries'
import type { QuarantineGate } from './quarantine-gate'
import { insertEvents } from './report-queries'
import { pauseBefore, retryPassing } from './retry-passing'
import type { TerminalStatus } from './terminal-status'

/** Writes results of commands; called inside the transaction that stores the messages. */
export type StoreResults = (trx: Trx, results: readonly ArrivedResult[]) => Promise<void>

/**
 * Takes events and results of commands from the queue to the database, and only then acknowledges them to the
 * terminals.
 */
export interface ReportIntake {
  /** Ends when the queue is empty, or at once where the database does not answer. */
  close(): Promise<void>
}

export interface ReportParts {
  readonly db: Db
  readonly queue: IncomingQueue
  readonly acknowledger: Pick<Acknowledger, 'stored'>
  readonly status: Pick<TerminalStatus, 'seen'>
  /** `null`: results are not kept here, so they stay with their terminals. */
  readonly storeResults: StoreResults | null
  /** At most so many damaged messages of one terminal are kept per hour. */
  readonly admitQuarantine: QuarantineGate
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
        await store(await prepare(parts, arrived, () => isClosing))
      } catch (error) {
        log.error({ err: error, messages: arrived.length }, 'events and results could not be read')
      }
    }
  }

  /**
   * All in one transaction; apart where that cannot be. What the database refuses by its values is put aside and answered;
   * what fails otherwise stays unacknowledged and comes again.
   */
  async function store(messages: readonly PreparedReport[]): Promise<void> {
    const settled = new Set<PreparedReport>()
    const writeSome = async (some: readonly PreparedReport[]) => {
      await write(some)
      for (const one of some) settled.add(one)
    }
    for (let tries = 0; ; tries++) {
      try {
        const waiting = messages.filter((message) => !settled.has(message))
        for (const { row, error } of await storeApart(waiting, writeSome)) await settleRefused(row, error)
        return
      } catch (error) {
        if (!isPassing(error)) throw error
        log.warn({ err: error, messages: messages.length }, 'events and results not stored')
        if (isClosing) return
        await pauseBefore(tries)
      }
    }
  }

  async function settleRefused(report: PreparedReport, error: unknown): Promise<void> {
    const { terminal, receipt } = report
    log.error({ err: error, terminalId: terminal, sequence: receipt?.sequence }, 'report cannot be stored')
    if (isRefusedValue(error)) await storeApart([setAside(report)], write)
  }

  /** All of them and what they are answered, or none. */
  async function write(messages: readonly PreparedReport[]): Promise<void> {
    await writeRows(messages)
    parts.acknowledger.stored(messages)
    for (const { terminal, points, receivedAt, problem } of messages) {
      parts.status.seen(terminal, points.storeId, receivedAt)
      if (problem) parts.metrics.quarantined.inc({ reason: problem })
    }
  }

  async function writeRows(messages: readonly PreparedReport[]): Promise<void> {
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

/** Reads messages, and finds their stores; results that are not kept here are left out. */
async function prepare(
  { db, storeResults, log }: ReportParts,
  arrived: readonly ArrivedMessage[],
  isClosing: () => boolean,
): Promise<PreparedReport[]> {
  let stores: Awaited<ReturnType<typeof selectStoresOf>> = new Map()
  const terminals = [...new Set(arrived.map(({ message }) => message.terminal))]
  await retryPassing(
    async () => {
      stores = await selectStoresOf(db, terminals)
    },
    isClosing,
    log,
  )
  return inSlices(
    arrived,
    ({ message, receivedAt }) => {
      const storeId = stores.get(message.terminal)
      if (storeId === undefined) {
        log.warn({ terminalId: message.terminal }, 'message of an unknown terminal dropped')
        return null
      }
      const prepared = prepareReport(message, storeId, receivedAt)
      return prepared.result !== null && storeResults === null ? null : prepared
    },
    ({ message }, error) => log.error({ err: error, terminalId: message.terminal }, 'report cannot be read'),
  )
}
