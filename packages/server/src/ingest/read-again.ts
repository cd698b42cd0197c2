import type { IngestProblem } from '@coldkeep/contract/mqtt/ingest-problem'
import { parseUpTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import { writtenMarks } from '@coldkeep/domain/intake/written-marks'
import type { Clock, EpochMs } from '@coldkeep/domain/time/instant'
import type { Alarms } from '../alarms/alarms'
import type { Db } from '../db/connect'
import { prepareReport } from '../messages/read-report'
import { knownDays } from '../storage/partitions'
import { createStageTables } from '../storage/staging-queries'
import { selectStoresOf } from './intake-queries'
import { pointsCache } from './points-cache'
import { type PreparedMessage, prepareMessage, readIncoming } from './read-cycle'
import { insertEvents } from './report-queries'
import { type MarkLateDays, storeBatch } from './store-batch'

/** A message as it was put aside. */
export interface KeptMessage {
  readonly terminal: TerminalId
  readonly topic: string
  readonly receivedAt: EpochMs
  readonly bytes: Uint8Array
}

export interface ReadAgain {
  /** Cycles of devices, or events, that are stored now. */
  readonly stored: number
  /** Why it, or a part of it, still cannot be stored. */
  readonly problem: IngestProblem | null
}

interface AgainParts {
  readonly db: Db
  readonly alarms: Alarms
  readonly markLateDays: MarkLateDays
  readonly clock: Clock
}

/**
 * Reads a message again on the way that all messages go, and stores what can be stored. Its age is waived;
 * one that is still from the future is not, since it would come before everything that follows.
 */
export async function readAgain(parts: AgainParts, kept: KeptMessage): Promise<ReadAgain> {
  const channel = parseUpTopic(kept.topic)?.channel
  if (channel === 'live' || channel === 'back') return readReadingsAgain(parts, kept)
  return channel === 'evt' ? readEventAgain(parts, kept) : { stored: 0, problem: 'E_FORM' }
}

async function readReadingsAgain(parts: AgainParts, kept: KeptMessage): Promise<ReadAgain> {
  const { db, clock } = parts
  const { terminal, topic, bytes, receivedAt } = kept
  const content = readIncoming(bytes)
  const pointsKey = { terminal, revision: content.ok ? content.cycle.revision : 0 }
  const cache = pointsCache(db, clock)
  await cache.load([pointsKey])
  const points = cache.find(pointsKey)
  if (points === null) return { stored: 0, problem: 'E_POINT' }
  const message = { terminal, topic, bytes, channel: 'back', isKept: false } as const
  const now = clock.now()
  const prepared = prepareMessage(message, content, points, receivedAt, { believedAt: now })
  if (prepared.scans.length > 0 || prepared.life.length > 0) await store(parts, prepared, now)
  return { stored: prepared.scans.length, problem: prepared.problem }
}

async function store(
  { db, alarms, markLateDays }: AgainParts,
  prepared: PreparedMessage,
  now: EpochMs,
): Promise<void> {
  const stored = await db.connection().execute(async (kysely) => {
    await createStageTables(kysely)
    const session = { kysely, close: async () => {} }
    const parts = {
      session,
      alarms,
      markLateDays,
      days: knownDays(),
      marks: writtenMarks(),
      admitQuarantine: () => false,
    }
    return storeBatch(parts, [prepared], now)
  })
  alarms.feed.publish(stored.alarms)
}

async function readEventAgain({ db }: AgainParts, kept: KeptMessage): Promise<ReadAgain> {
  const { terminal, topic, bytes, receivedAt } = kept
  const storeId = (await selectStoresOf(db, [terminal])).get(terminal)
  if (storeId === undefined) return { stored: 0, problem: 'E_POINT' }
  const message = { terminal, topic, bytes, channel: 'evt', isKept: false } as const
  const { event, problem } = prepareReport(message, storeId, receivedAt)
  if (event === null) return { stored: 0, problem }
  await db.transaction().execute((trx) => insertEvents(trx, [event]))
  return { stored: 1, problem: null }
}
