import { randomUUID } from 'node:crypto'
import type { TerminalId } from '@coldkeep/domain/ids'
import { grants } from '@coldkeep/domain/intake/grant'
import { writtenMarks } from '@coldkeep/domain/intake/written-marks'
import { type Clock, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import type { Alarms } from '../alarms/alarms'
import type { Database, Session } from '../db/connect'
import type { Appearance } from '../messages/appearance'
import type { IncomingMessage, MessageSource } from '../messages/message-source'
import { knownDays } from '../storage/partitions'
import { stageTables } from '../storage/staging-queries'
import type { Metrics } from '../tasks/metrics'
import { repeating } from '../tasks/repeating'
import { takeLease } from '../tasks/task-queries'
import { selectEnded } from '../terminals/credential-queries'
import { acceptReadings } from './accept-readings'
import { acceptReports, type StoreResults } from './accept-reports'
import { acknowledger } from './acknowledge'
import { defaultQueueLimits, type IncomingQueue, incomingQueue, type QueueLimits } from './incoming-queue'
import { pointsCache } from './points-cache'
import { quarantineGate } from './quarantine-gate'
import type { MarkLateDays } from './store-batch'
import { type TerminalStatus, terminalStatus } from './terminal-status'

export interface IngestParts {
  readonly database: Database
  readonly source: MessageSource
  readonly alarms: Alarms
  readonly markLateDays: MarkLateDays
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics['ingest']
  readonly queueLimits?: QueueLimits
  /** Called each time a terminal reports that it is online, with the revision it runs. */
  readonly appeared?: (terminal: TerminalId, appearance: Appearance) => void
  /** Called each time a terminal requests the time. */
  readonly requestedTime?: (terminal: TerminalId, nonce: string) => void
  /** Keeps results of commands; without it they stay with their terminals. */
  readonly storeResults?: StoreResults
}

export interface Ingest {
  /** True while terminals can reach us. */
  isServing(): boolean
  /** What a minute brings, at once: for tests with their own clock. */
  minute(): Promise<void>
  /** Writes the states that came in and who was heard: for tests. */
  flush(): Promise<void>
  /** Takes no more, stores and acknowledges what came, ends the connections. */
  close(): Promise<void>
}

const FLUSH_STATES_MS = 250
const FLUSH_SEEN_MS = 5_000
const TURN_MS = 1_000
const MINUTE_MS = 60_000
const MINUTE_LEASE = 'terminal minute'
/** Events and results are few; they never take the room of readings. */
const REPORT_LIMITS: QueueLimits = { liveMessages: 0, backlogMessages: 4_000, bytes: 16 * 1024 * 1024 }
/** The embedded database has one shared session, which keeps its own timeouts. */
const POSTGRES_SESSION = [`set statement_timeout = '60s'`, `set lock_timeout = '20s'`]

/** Takes messages of terminals in, stores and acknowledges them, and keeps what is known of each terminal. */
export async function startIngest(parts: IngestParts): Promise<Ingest> {
  const { database, source, clock, log, metrics } = parts
  const settings = database.kind === 'postgresql' ? POSTGRES_SESSION : []
  const session = await database.openSession([...settings, ...stageTables])
  const { queue, given, acks, status, intake, reportQueue, reports } = openIntake(parts, session)
  const holder = randomUUID()
  const minute = async () => {
    const now = clock.now()
    metrics.terminalsConnected.set(source.connected()?.size ?? 0)
    const lease = { name: MINUTE_LEASE, holder, forMs: minutes(2) }
    // an embedded broker has its own connections, and there is one such process
    if (source.connected() || (await takeLease(database.kysely, lease, now))) await status.minute(now)
    if (source.connected()) await source.recheck(await selectEnded(database.kysely, now))
  }
  const flush = async () => {
    await status.flushStates()
    await status.flushSeen()
  }
  let refused = 0
  const timers = [
    repeating(FLUSH_STATES_MS, () => status.flushStates(), log),
    repeating(FLUSH_SEEN_MS, () => status.flushSeen(), log),
    repeating(MINUTE_MS, minute, log),
    repeating(
      TURN_MS,
      async () => {
        for (const terminal of given.turn(clock.now(), intake.busyShare())) acks.call(terminal)
        if (refused > 0) log.warn({ messages: refused }, 'no room for messages; their terminals keep them')
        refused = 0
      },
      log,
    ),
  ]
  let isClosing = false
  const close = async () => {
    isClosing = true
    for (const timer of timers) await timer.stop()
    await Promise.all([intake.close(), reports.close()])
    acks.close()
    await flush().catch((error: unknown) => log.warn({ err: error }, 'last states not stored'))
    await source.close()
    await session.close()
  }
  try {
    await minute()
    await source.start((message) => {
      if (!isClosing && !accept(message, { queue, reportQueue, status, given, clock, metrics })) refused++
    })
  } catch (error) {
    await close()
    throw error
  }
  return { isServing: () => source.isServing(), minute, flush, close }
}

/** The path from the broker to the database. */
function openIntake(parts: IngestParts, session: Session) {
  const { database, source, clock, log, metrics } = parts
  const queue = incomingQueue(parts.queueLimits ?? defaultQueueLimits)
  const given = grants(source.queueLength)
  const acks = acknowledger(source, given, clock, log)
  const admitQuarantine = quarantineGate(clock, log)
  const status = terminalStatus({
    db: database.kysely,
    source,
    grants: given,
    appeared: parts.appeared,
    requestedTime: parts.requestedTime,
    admitQuarantine,
    metrics,
    clock,
    log,
  })
  const intake = acceptReadings({
    session,
    queue,
    points: pointsCache(database.kysely, clock),
    acknowledger: acks,
    status,
    days: knownDays(),
    marks: writtenMarks(),
    alarms: parts.alarms,
    markLateDays: parts.markLateDays,
    admitQuarantine,
    clock,
    log,
    metrics,
  })
  const reportQueue = incomingQueue(REPORT_LIMITS)
  const reports = acceptReports({
    db: database.kysely,
    queue: reportQueue,
    acknowledger: acks,
    status,
    storeResults: parts.storeResults ?? null,
    admitQuarantine,
    clock,
    log,
    metrics,
  })
  return { queue, given, acks, status, intake, reportQueue, reports }
}

interface Takers {
  readonly queue: IncomingQueue
  readonly reportQueue: IncomingQueue
  readonly status: TerminalStatus
  readonly given: ReturnType<typeof grants>
  readonly clock: Clock
  readonly metrics: Metrics['ingest']
}

/** @returns false when there was no room: unacknowledged it stays in the outbox of its terminal */
function accept(message: IncomingMessage, takers: Takers): boolean {
  const { queue, reportQueue, status, given, clock, metrics } = takers
  const { channel, terminal } = message
  metrics.messages.inc({ kind: channel })
  if (channel === 'st') {
    status.accept(message)
    return true
  }
  const receivedAt = clock.now()
  if (channel === 'evt' || channel === 'res') return reportQueue.push({ message, receivedAt })
  if (channel === 'back') given.messageReceived(terminal, receivedAt)
  return queue.push({ message, receivedAt })
}
