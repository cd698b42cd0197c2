import type { DeviceId, PointId, PointListId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { AliveMinutes } from '@coldkeep/domain/points/alive-minutes'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { Session, Trx } from '../../db/connect'
import { type PointReadings, unpackDevice } from '../../storage/device-block'
import { readableSingle } from '../../storage/exact-decimal'
import { selectPackedHours, upsertStagedHours } from '../../storage/hour-queries'
import { upsertLife } from '../../storage/life-queries'
import { type HourRow, hourRow } from '../../storage/pack-hours'
import { createHourPartitions, createScanPartitions } from '../../storage/partitions'
import { upsertDueHours, upsertStagedLatest } from '../../storage/staged-queries'
import { type StagedScan, stageHours, stageScans } from '../../storage/staging-queries'
import { insertStagedScansUncounted } from './staged-scans'

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
/** Small enough that readings that arrive in between wait for no more than a moment. */
const ROWS_PER_COMMIT = 5_000
const HOURS_PER_COMMIT = 1_000

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
 * analyses look for younger readings among the scans alone. An hour of a point that is there is replaced.
 */
export async function writeHours(session: Session, blocks: readonly HistoryBlock[]): Promise<number> {
  await createHourPartitions(session.kysely, edges(blocks, 28 * 86_400_000))
  let written = 0
  for (const part of chunks(hoursOfDevices(blocks), HOURS_PER_COMMIT)) {
    await session.kysely.transaction().execute(async (trx) => {
      await stageHours(trx, await withOtherPoints(trx, part))
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
    reported: 0n,
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

interface DeviceHour {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly hourMs: number
  points: PointReadings[]
}

/** Each hour of each device once, also where several lists read it. */
function* hoursOfDevices(blocks: readonly HistoryBlock[]): Generator<DeviceHour> {
  const devices = new Map<DeviceId, HistoryBlock[]>()
  for (const block of blocks) devices.set(block.deviceId, [...(devices.get(block.deviceId) ?? []), block])
  for (const [deviceId, own] of devices) {
    const hours = new Map<number, DeviceHour>()
    for (const block of own) {
      for (const { hourMs, points } of hoursOfBlock(block)) {
        const known = hours.get(hourMs)
        if (known) known.points = replaced(known.points, points)
        else hours.set(hourMs, { storeId: block.storeId, deviceId, hourMs, points })
      }
    }
    yield* hours.values()
  }
}

function* hoursOfBlock(block: HistoryBlock): Generator<{ hourMs: number; points: PointReadings[] }> {
  const { at, valuePoints, counterPoints, values, counters, quality } = block
  for (let start = 0; start < at.length; ) {
    const hourMs = Math.floor((at[start] ?? 0) / HOUR_MS) * HOUR_MS
    let end = start
    while (end < at.length && (at[end] ?? 0) < hourMs + HOUR_MS) end++
    const timesMs = Array.from(at.subarray(start, end))
    const codes = (place: number) => quality?.[place]?.slice(start, end) ?? null
    const singles = valuePoints.map((pointId, place): PointReadings => {
      const stored = values[place]?.subarray(start, end) ?? []
      const readable = Array.from(stored, readableSingle)
      return { pointId, width: 'single', timesMs, values: readable, quality: codes(place) }
    })
    const doubles = counterPoints.map((pointId, place): PointReadings => {
      const stored = Array.from(counters[place]?.subarray(start, end) ?? [])
      return { pointId, width: 'double', timesMs, values: stored, quality: codes(values.length + place) }
    })
    yield { hourMs, points: [...singles, ...doubles] }
    start = end
  }
}

/** Points of these devices that are not written now stay as they are packed. */
async function withOtherPoints(trx: Trx, hours: readonly DeviceHour[]): Promise<HourRow[]> {
  const times = hours.map(({ hourMs }) => hourMs)
  const packed = await selectPackedHours(trx, {
    storeIds: [...new Set(hours.map(({ storeId }) => storeId))],
    deviceIds: hours.map(({ deviceId }) => deviceId),
    from: times.reduce((a, b) => Math.min(a, b)),
    to: times.reduce((a, b) => Math.max(a, b)) + 1,
  })
  const known = new Map(packed.map((row) => [`${row.deviceId}/${row.hour}`, row]))
  return hours.map((hour) => {
    const row = known.get(`${hour.deviceId}/${hour.hourMs}`)
    const before = row ? unpackDevice(row.readings, row.hour) : []
    return hourRow(hour, replaced(before, hour.points))
  })
}

function replaced(before: readonly PointReadings[], points: readonly PointReadings[]): PointReadings[] {
  const written = new Set(points.map((point) => point.pointId))
  return [...before.filter((point) => !written.has(point.pointId)), ...points]
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
