import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { upTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { openAlarms } from '@coldkeep/server/alarms/alarms'
import { connect, type Database } from '@coldkeep/server/db/connect'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { pointsCache } from '@coldkeep/server/ingest/points-cache'
import { type PreparedMessage, prepareMessage, readIncoming } from '@coldkeep/server/ingest/read-cycle'
import { storeBatch } from '@coldkeep/server/ingest/store-batch'
import { writtenMarks } from '@coldkeep/server/ingest/written-marks'
import { compactStep } from '@coldkeep/server/storage/compact-hours'
import { createScanPartitions, knownDays } from '@coldkeep/server/storage/partitions'
import { readSeries } from '@coldkeep/server/storage/read-series'
import { copyScans, stageTables } from '@coldkeep/server/storage/stage'
import { startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { cycleMessage, insertPolledFleet, READINGS_PER_MESSAGE, STORES, terminalOf } from './polled-fleet'
import type { Report } from './report'

const READINGS_PER_CYCLE = STORES * READINGS_PER_MESSAGE
const MESSAGES_PER_BATCH = 500
const CYCLES_PER_BATCH = MESSAGES_PER_BATCH / STORES
const ROUNDS = 5
const START = Date.UTC(2026, 10, 20)

/** What a server takes in: cycles of 24 devices with 10 values each, as terminals send them, beside a plain COPY. */
export async function run(report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-bench-'))
  try {
    await measure(report, await connect({ folder }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const postgresql = await startPostgresql()
  try {
    await measure(report, await connect({ databaseUrl: postgresql.url }))
  } finally {
    await postgresql.stop()
  }
}

async function measure(report: Report, database: Database): Promise<void> {
  await migrateToLatest(database.kysely)
  await insertPolledFleet(database.kysely)
  await createScanPartitions(database.kysely, [START])
  const session = await database.openSession(stageTables)
  const clock = { now: () => epochMs(START) }
  const points = pointsCache(database.kysely, clock)
  const terminals = Array.from({ length: STORES }, (_, store) => terminalOf(store))
  await points.load(terminals.map((terminal) => ({ terminal, revision: 1 })))
  const parts = {
    session,
    days: knownDays(),
    marks: writtenMarks(),
    alarms: openAlarms(),
    admitQuarantine: () => true,
  }
  let minute = 0

  /** One batch as it comes from the broker. */
  const messages = (): { terminal: TerminalId; bytes: Uint8Array }[] =>
    Array.from({ length: CYCLES_PER_BATCH }, () => minute++).flatMap((at) =>
      terminals.map((terminal, store) => ({ terminal, bytes: cycleOf(store, at) })),
    )
  const prepared = (batch: ReturnType<typeof messages>): PreparedMessage[] =>
    batch.map(({ terminal, bytes }) => {
      const found = points.find({ terminal, revision: 1 })
      if (!found) throw new Error(`${terminal} is unknown`)
      const message = {
        terminal,
        channel: 'live' as const,
        topic: upTopic(terminal, 'live'),
        bytes,
        isKept: false,
      }
      return prepareMessage(message, readIncoming(bytes), found, nowOf(minute))
    })

  const rates = { copy: [] as number[], stored: [] as number[], taken: [] as number[] }
  for (let round = -1; round < ROUNDS; round++) {
    const scans = prepared(messages()).flatMap((message) => message.scans)
    const copy = await perSecond(() =>
      session.kysely.transaction().execute((trx) => copyScans(trx, 'scan', scans)),
    )
    const ready = prepared(messages())
    const stored = await perSecond(() => storeBatch(parts, ready, nowOf(minute)))
    const raw = messages()
    const taken = await perSecond(() => storeBatch(parts, prepared(raw), nowOf(minute)))
    if (round < 0) continue
    rates.copy.push(copy)
    rates.stored.push(stored)
    rates.taken.push(taken)
  }
  report.add(`plain COPY of scans, ${database.kind}`, 'readings/s', 'higher', rates.copy)
  report.add(`batches stored, ${database.kind}`, 'readings/s', 'higher', rates.stored)
  report.add(`messages read and stored, ${database.kind}`, 'readings/s', 'higher', rates.taken)
  await measureKeeping(report, database, minute)
  await session.close()
  await database.close()
}

/** Packing an hour of a few stores, and a day of one point read back. */
async function measureKeeping(report: Report, database: Database, minutes: number): Promise<void> {
  const session = await database.openSession(stageTables)
  const now = epochMs(START + (minutes + 180) * 60_000)
  const packed: number[] = []
  for (;;) {
    const before = performance.now()
    const step = await compactStep(session, now, 8)
    if (!step) break
    packed.push((step.rows * 1000) / (performance.now() - before))
  }
  report.add(`hours of a point packed, ${database.kind}`, 'hours/s', 'higher', packed)
  const { storeId, deviceId, valuePoints } = await database.kysely
    .selectFrom('pointList')
    .select(['storeId', 'deviceId', 'valuePoints'])
    .executeTakeFirstOrThrow()
  const reads: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = performance.now()
    for (let i = 0; i < 10; i++) {
      await readSeries(database.kysely, {
        storeId,
        deviceId,
        pointIds: valuePoints.slice(0, 1),
        from: START,
        to: START + 86_400_000,
      })
    }
    reads.push((performance.now() - before) / 10)
  }
  report.add(`day of a point read, ${database.kind}`, 'ms', 'lower', reads)
  await session.close()
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return (READINGS_PER_CYCLE * CYCLES_PER_BATCH * 1000) / (performance.now() - before)
}

function nowOf(minute: number): EpochMs {
  return epochMs(START + minute * 60_000)
}

function cycleOf(store: number, minute: number): Uint8Array {
  return cycleMessage(store, {
    sequence: minute,
    at: nowOf(minute),
    value: (point) => -20 + 3 * Math.sin(minute / 20 + point),
  })
}
