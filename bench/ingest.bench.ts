import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { upTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import { writtenMarks } from '@coldkeep/domain/intake/written-marks'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { openAlarms } from '@coldkeep/server/alarms/alarms'
import { upsertLateDays } from '@coldkeep/server/analysis/due-day-queries'
import { connect, type Database } from '@coldkeep/server/db/connect'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { acceptReadings, type IntakeParts } from '@coldkeep/server/ingest/accept-readings'
import { defaultQueueLimits, incomingQueue } from '@coldkeep/server/ingest/incoming-queue'
import { pointsCache } from '@coldkeep/server/ingest/points-cache'
import { type PreparedMessage, prepareMessage, readIncoming } from '@coldkeep/server/ingest/read-cycle'
import { type StoreParts, storeBatch } from '@coldkeep/server/ingest/store-batch'
import { compactStep } from '@coldkeep/server/storage/compact-hours'
import { createScanPartitions, knownDays } from '@coldkeep/server/storage/partitions'
import { insertStagedScans, upsertStagedLatest } from '@coldkeep/server/storage/staged-queries'
import { copyScans, stageScans, stageTables } from '@coldkeep/server/storage/staging-queries'
import { createMetrics } from '@coldkeep/server/tasks/metrics'
import { startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { throwing } from '@coldkeep/server/testing/throwing'
import { sql } from 'kysely'
import { pino } from 'pino'
import { startInflux } from './influx'
import {
  cycleMessage,
  DEVICES,
  insertPolledFleet,
  POINTS,
  READINGS_PER_MESSAGE,
  STORES,
  terminalOf,
} from './polled-fleet'
import type { Report } from './report'

const READINGS_PER_CYCLE = STORES * READINGS_PER_MESSAGE
const MESSAGES_PER_BATCH = 500
const CYCLES_PER_BATCH = MESSAGES_PER_BATCH / STORES
const ROUNDS = 5
const BATCHES_IN_A_ROW = 4
const START = Date.UTC(2026, 10, 20)

/** What a server takes in: cycles of 24 devices with 10 values each, as terminals send them, compared with a plain COPY. */
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
  await measureInflux(report)
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
    markLateDays: upsertLateDays,
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

  const taking = takeIn({ ...parts, points, clock: { now: () => nowOf(minute) } })
  const rates = { copy: [] as number[], chain: [] as number[], stored: [] as number[], taken: [] as number[] }
  const cpu: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const scans = prepared(messages()).flatMap((message) => message.scans)
    const copy = await perSecond(1, () =>
      session.kysely.transaction().execute((trx) => copyScans(trx, 'scan', scans)),
    )
    const staged = prepared(messages()).flatMap((message) => message.scans)
    const chain = await perSecond(1, () =>
      session.kysely.transaction().execute(async (trx) => {
        await stageScans(trx, staged)
        await insertStagedScans(trx)
        await upsertStagedLatest(trx)
      }),
    )
    const ready = prepared(messages())
    const stored = await perSecond(1, () => storeBatch(parts, ready, nowOf(minute)))
    const raw = Array.from({ length: BATCHES_IN_A_ROW }, messages).flat()
    const before = process.cpuUsage()
    const taken = await perSecond(BATCHES_IN_A_ROW, () => taking.take(raw))
    const { user, system } = process.cpuUsage(before)
    if (round < 0) continue
    cpu.push((user + system) / (READINGS_PER_CYCLE * CYCLES_PER_BATCH * BATCHES_IN_A_ROW))
    rates.copy.push(copy)
    rates.chain.push(chain)
    rates.stored.push(stored)
    rates.taken.push(taken)
  }
  await taking.close()
  const { kind } = database
  report.add(`COPY straight into scan, ${kind}`, 'readings/s', 'higher', rates.copy)
  report.add(`bare chain: staged COPY, merged, ${kind}`, 'readings/s', 'higher', rates.chain)
  report.add(`batches stored, ${kind}`, 'readings/s', 'higher', rates.stored)
  report.add(`messages read, judged, stored, ${kind}`, 'readings/s', 'higher', rates.taken)
  const shares = rates.taken.map((taken, round) => taken / (rates.chain[round] ?? Number.NaN))
  report.add(`messages in shares of the bare chain, ${kind}`, '', 'higher', shares)
  // the embedded database works in this process, PostgreSQL does not
  report.add(`processor time of this process, ${kind}`, 's per million readings', 'lower', cpu)
  await measureKeeping(report, database, minute)
  await session.close()
  await database.close()
}

/** The intake as the server runs it: the next messages are read while those before are stored. */
function takeIn(parts: StoreParts & Pick<IntakeParts, 'points' | 'clock' | 'alarms'>) {
  const queue = incomingQueue({ ...defaultQueueLimits, bytes: 1 << 30 })
  let waiting = 0
  let settle = () => {}
  const intake = acceptReadings({
    ...parts,
    queue,
    acknowledger: {
      stored(messages) {
        waiting -= messages.length
        if (waiting === 0) settle()
      },
      flush: () => {},
      call: () => {},
      close: () => {},
    },
    status: { seen: () => {} },
    log: pino({ level: 'error' }),
    metrics: createMetrics(false).ingest,
  })
  return {
    async take(messages: readonly { readonly terminal: TerminalId; readonly bytes: Uint8Array }[]) {
      const done = new Promise<void>((resolve) => {
        settle = resolve
      })
      waiting = messages.length
      for (const { terminal, bytes } of messages) {
        const message = {
          terminal,
          channel: 'live' as const,
          topic: upTopic(terminal, 'live'),
          bytes,
          isKept: false,
        }
        queue.push({ message, receivedAt: parts.clock.now() })
      }
      await done
    },
    close: () => intake.close(),
  }
}

/** What a reading takes on disk as received and as packed, and how fast hours are packed. */
async function measureKeeping(report: Report, database: Database, minutes: number): Promise<void> {
  const { kind, kysely } = database
  const session = await database.openSession(stageTables)
  const { rows } = await sql<{ scans: number }>`select count(*)::int as scans from scan`.execute(kysely)
  const readings = (rows[0]?.scans ?? 0) * POINTS
  const share = (name: string, bytes: number) =>
    report.add(`${name}, ${kind}`, 'bytes', 'lower', exactly(bytes / readings))
  share('disk per reading as a scan', (await bytesOf(database, 'scan')).all)
  const now = epochMs(START + (minutes + 180) * 60_000)
  const packed: number[] = []
  for (;;) {
    const before = performance.now()
    const step = await compactStep(session, throwing, now, 8)
    if (!step) break
    packed.push((step.rows * POINTS * 1000) / (performance.now() - before))
  }
  report.add(`hours of a point packed, ${kind}`, 'hours/s', 'higher', packed)
  const { all, index } = await bytesOf(database, 'device_hour')
  const kept = await sql<{ bytes: number }>`
    select sum(octet_length(readings))::float8 as bytes from device_hour`.execute(kysely)
  const series = kept.rows[0]?.bytes ?? Number.NaN
  share('disk per reading packed', all)
  share('of it readings', series)
  share('of it index', index)
  share('of it heads and keys of rows', all - series - index)
  await session.close()
}

/** A size has no noise. */
function exactly(value: number): number[] {
  return [value, value, value]
}

/** Size on disk of all partitions of a table, and the share of the indexes. */
async function bytesOf(database: Database, table: string): Promise<{ all: number; index: number }> {
  await sql`vacuum (full, analyze) ${sql.table(table)}`.execute(database.kysely)
  const { rows } = await sql<{ all: number; index: number }>`
    select sum(pg_total_relation_size(inhrelid))::float8 as all, sum(pg_indexes_size(inhrelid))::float8 as index
    from pg_inherits where inhparent = ${table}::regclass`.execute(database.kysely)
  return rows[0] ?? { all: Number.NaN, index: Number.NaN }
}

/** The same readings in InfluxDB, where it is installed: each batch in one write, synced before it is answered. */
async function measureInflux(report: Report): Promise<void> {
  const influx = await startInflux()
  if (influx === null) {
    console.log('  InfluxDB is not installed, not run')
    return
  }
  try {
    const rates: number[] = []
    let minute = 0
    for (let round = -1; round < ROUNDS; round++) {
      const first = minute
      minute += CYCLES_PER_BATCH
      const lines = Array.from({ length: CYCLES_PER_BATCH }, (_, index) => linesOf(first + index)).join('')
      const rate = await perSecond(1, () => influx.write(lines))
      if (round >= 0) rates.push(rate)
    }
    report.add('reference: the same readings written to InfluxDB', 'readings/s', 'higher', rates)
  } finally {
    await influx.close()
  }
}

/** One point per device and cycle, with a field for each of its values. */
function linesOf(minute: number): string {
  const lines: string[] = []
  for (let device = 0; device < STORES * DEVICES; device++) {
    const fields = Array.from({ length: POINTS }, (_, point) => `p${point}=${valueAt(device, minute, point)}`)
    lines.push(
      `r,store=${Math.floor(device / DEVICES)},device=${device} ${fields.join(',')} ${nowOf(minute)}\n`,
    )
  }
  return lines.join('')
}

async function perSecond(batches: number, work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return (batches * READINGS_PER_CYCLE * CYCLES_PER_BATCH * 1000) / (performance.now() - before)
}

function nowOf(minute: number): EpochMs {
  return epochMs(START + minute * 60_000)
}

function cycleOf(store: number, minute: number): Uint8Array {
  return cycleMessage(store, {
    sequence: minute,
    at: nowOf(minute),
    value: (point) => valueAt(store, minute, point),
  })
}

/**
 * A temperature with one decimal as a controller reports it: slow swings, and noise of two tenths. About one in twenty
 * cases is warmer than the -18 that the rules allow, many times what a chain has.
 */
function valueAt(place: number, minute: number, point: number): number {
  return (
    Math.round(10 * (-20.95 + 3 * Math.sin(minute / 20 + point) + 0.2 * noise(place, minute, point))) / 10
  )
}

/** Roughly normal with a deviation of 1, and the same for the same numbers. */
function noise(...seed: readonly number[]): number {
  let state = 0x9e3779b9
  for (const number of seed) state = Math.imul(state ^ number, 0x85ebca6b) ^ (state >>> 13)
  let sum = 0
  for (let i = 0; i < 3; i++) {
    state = Math.imul(state ^ (state >>> 16), 0xc2b2ae35)
    sum += (state >>> 0) / 2 ** 31 - 1
  }
  return sum
}
