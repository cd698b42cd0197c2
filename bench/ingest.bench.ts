import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packMessage } from '@coldkeep/contract/mqtt/envelope'
import { writeReadings } from '@coldkeep/contract/mqtt/readings'
import { upTopic } from '@coldkeep/contract/mqtt/topics'
import type { PointId, TerminalId } from '@coldkeep/domain/ids'
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
import { sql } from 'kysely'
import type { Report } from './report'

const STORES = 100
const DEVICES = 24
const POINTS = 10
const READINGS_PER_CYCLE = STORES * DEVICES * POINTS
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
  await insertFleet(database)
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

function terminalOf(store: number): TerminalId {
  return `TB-${String(store).padStart(6, '0')}` as TerminalId
}

function cycleOf(store: number, minute: number): Uint8Array {
  const at = epochMs(START + minute * 60_000)
  const readings = Array.from({ length: DEVICES * POINTS }, (_, point) => ({
    pointId: (store * DEVICES * POINTS + point + 1) as PointId,
    at,
    value: Math.round(10 * (-20 + 3 * Math.sin(minute / 20 + point))) / 10,
    quality: 0 as const,
  }))
  return packMessage(writeReadings({ epoch: 'k3f9a1c2', sequence: minute, at, revision: 1, readings }))
}

async function insertFleet({ kysely }: Database): Promise<void> {
  await sql`insert into department (department_id, name, path) values (1, 'Chain', array[1])`.execute(kysely)
  await sql`insert into device_model (device_model_id, brand, model) values (1, 'Carel', 'IR33')`.execute(
    kysely,
  )
  await sql`insert into store (store_id, department_id, code, name, country, zone)
    select n, 1, 'S' || n, 'Store ' || n, 'TW', 'Asia/Taipei' from generate_series(1, ${STORES}::int) n`.execute(
    kysely,
  )
  await sql`insert into terminal (terminal_id, store_id, secret_hash)
    select 'TB-' || lpad((store_id - 1)::text, 6, '0'), store_id, ''::bytea from store`.execute(kysely)
  await sql`insert into device (store_id, device_id, terminal_id, device_model_id, name, type, zone, unit_id, commissioned_at)
    select s.store_id, (s.store_id - 1) * ${DEVICES}::int + d, t.terminal_id, 1, 'Case ' || d, 'open_case', 'FZ', d, '2026-01-01'
    from store s join terminal t using (store_id), generate_series(1, ${DEVICES}::int) d`.execute(kysely)
  // air, which is judged, and a defrost point in every device; some of the air is too warm at any time
  await sql`insert into point (store_id, point_id, device_id, position, name, kind, unit)
    select store_id, (device_id - 1) * ${POINTS}::int + p, device_id, p, 'Point ' || p,
      case p when 1 then 'air_temperature' when 2 then 'defrost' else 'other' end, '°C'
    from device, generate_series(1, ${POINTS}::int) p`.execute(kysely)
  await sql`insert into point_list (store_id, device_id, period_seconds, value_points, counter_points, first_revision)
    select store_id, device_id, 60, array(select (device_id - 1) * ${POINTS}::int + p from generate_series(1, ${POINTS}::int) p),
      array[]::bigint[], 1 from device order by device_id`.execute(kysely)
  await sql`analyze`.execute(kysely)
}
