import type { DeviceId, PointId, PointListId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { AliveMinutes } from '@coldkeep/domain/points/alive-minutes'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Session } from '../db/connect'
import { upsertDueHours, upsertLife, upsertStagedLatest } from '../ingest/queries'
import { readableSingle, type Width } from './exact-decimal'
import { type HourRow, hourRow } from './hour-row'
import { createHourPartitions, createScanPartitions } from './partitions'
import { insertStagedScansUncounted, upsertStagedHours } from './queries'
import { type StagedScan, stageHours, stageScans } from './stage'

/**
 * Scans of one point list in columns, in time order. A missing value is NaN. `quality` has a column for each value
 * and then for each counter, or is null when all is good.
 */
export interface HistoryBlock {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointListId: PointListId
  readonly periodSeconds: number
  readonly valuePoints: readonly PointId[]
  readonly counterPoints: readonly PointId[]
  /** Epoch milliseconds. */
  readonly at: Float64Array
  readonly values: readonly Float32Array[]
  readonly counters: readonly Float64Array[]
  readonly quality: readonly Uint8Array[] | null
}

const HOUR_MS = 3_600_000
/** Small enough that readings which come in meanwhile wait for no more than a moment. */
const ROWS_PER_COMMIT = 5_000

/**
 * Writes history as scans: repeats are left as they are, hours are marked for packing. Not the way of readings that
 * come in, which are acknowledged and judged; this is for readings made or imported in bulk.
 * @param session with the stage tables
 */
export async function writeScans(
  session: Session,
  blocks: readonly HistoryBlock[],
  now: EpochMs,
): Promise<number> {
  await createScanPartitions(session.kysely, edges(blocks, 86_400_000))
  let written = 0
  for (const part of chunks(scansOf(blocks), ROWS_PER_COMMIT)) {
    await session.kysely.transaction().execute(async (trx) => {
      await stageScans(trx, part)
      await insertStagedScansUncounted(trx)
      await upsertStagedLatest(trx)
      await upsertDueHours(trx, hoursOf(part), now)
    })
    written += part.length
  }
  return written
}

/**
 * Writes history packed, as compaction would have left it, for whole hours that are older than a day and a half: the
 * analyses look for younger readings among the scans alone. An hour that is there is replaced.
 */
export async function writeHours(session: Session, blocks: readonly HistoryBlock[]): Promise<number> {
  await createHourPartitions(session.kysely, edges(blocks, 28 * 86_400_000))
  let written = 0
  for (const part of chunks(hourRowsOf(blocks), ROWS_PER_COMMIT)) {
    await session.kysely.transaction().execute(async (trx) => {
      await stageHours(trx, part)
      await upsertStagedHours(trx)
    })
    written += part.length
  }
  return written
}

/** Notes in which minutes a terminal was alive. */
export async function writeAliveMinutes(
  session: Session,
  terminal: { readonly storeId: StoreId; readonly terminalId: TerminalId },
  alive: AliveMinutes,
): Promise<void> {
  const rows = Array.from(alive, ([hourMs, live]) => ({
    storeId: terminal.storeId,
    terminal: terminal.terminalId,
    hourMs,
    live,
    told: 0n,
  }))
  await upsertLife(session.kysely, rows)
}

function* scansOf(blocks: readonly HistoryBlock[]): Generator<StagedScan> {
  for (const { storeId, deviceId, pointListId, at, values, counters, quality } of blocks) {
    for (let row = 0; row < at.length; row++) {
      const codes = quality?.map((column) => column[row] ?? 0) ?? []
      yield {
        storeId,
        deviceId,
        pointListId,
        at: epochMs(at[row] ?? 0),
        values: values.map((column) => column[row] ?? Number.NaN),
        counters: counters.map((column) => column[row] ?? Number.NaN),
        quality: codes.some((code) => code !== 0) ? Uint8Array.from(codes) : null,
        receivedAt: epochMs(at[row] ?? 0),
      }
    }
  }
}

function* hourRowsOf(blocks: readonly HistoryBlock[]): Generator<HourRow> {
  for (const block of blocks) {
    const { valuePoints, counterPoints, values, counters, quality } = block
    for (const [place, pointId] of valuePoints.entries()) {
      yield* hoursOfPoint(block, pointId, 'single', values[place] ?? new Float32Array(), quality?.[place])
    }
    for (const [place, pointId] of counterPoints.entries()) {
      const codes = quality?.[values.length + place]
      yield* hoursOfPoint(block, pointId, 'double', counters[place] ?? new Float64Array(), codes)
    }
  }
}

function* hoursOfPoint(
  { storeId, periodSeconds, at }: HistoryBlock,
  pointId: PointId,
  width: Width,
  values: Float32Array | Float64Array,
  codes: Uint8Array | undefined,
): Generator<HourRow> {
  const read = width === 'single' ? readableSingle : (value: number) => value
  let before: { atMs: number; value: number } | null = null
  for (let start = 0; start < at.length; ) {
    const hourMs = Math.floor((at[start] ?? 0) / HOUR_MS) * HOUR_MS
    let end = start
    while (end < at.length && (at[end] ?? 0) < hourMs + HOUR_MS) end++
    const readings = {
      timesMs: Array.from(at.subarray(start, end)),
      values: Array.from(values.subarray(start, end), read),
      quality: codes?.slice(start, end) ?? new Uint8Array(end - start),
    }
    yield hourRow({ storeId, pointId, hourMs, periodSeconds, width, readings, before })
    for (let i = end - 1; i >= start; i--) {
      const value = values[i] ?? Number.NaN
      if (Number.isNaN(value) || (codes?.[i] ?? 0) !== 0) continue
      before = { atMs: at[i] ?? 0, value: read(value) }
      break
    }
    start = end
  }
}

function hoursOf(scans: readonly StagedScan[]): { storeId: StoreId; hourMs: number }[] {
  const hours = new Map<string, { storeId: StoreId; hourMs: number }>()
  for (const { storeId, at } of scans) {
    const hourMs = Math.floor(at / HOUR_MS) * HOUR_MS
    hours.set(`${storeId}/${hourMs}`, { storeId, hourMs })
  }
  return [...hours.values()].sort((a, b) => a.storeId - b.storeId || a.hourMs - b.hourMs)
}

/** Instants at least one in each partition that the blocks touch. */
function* edges(blocks: readonly HistoryBlock[], stepMs: number): Generator<number> {
  for (const { at } of blocks) {
    const last = at.at(-1)
    if (last === undefined) continue
    for (let instant = at[0] ?? last; instant < last; instant += stepMs) yield instant
    yield last
  }
}

function* chunks<Value>(all: Iterable<Value>, size: number): Generator<Value[]> {
  let chunk: Value[] = []
  for (const value of all) {
    chunk.push(value)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
