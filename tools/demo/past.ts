import {
  type AliveMinutes,
  type MutableAliveMinutes,
  markAlive,
  mergeAlive,
} from '@coldkeep/domain/points/alive-minutes'
import { isCounter } from '@coldkeep/domain/points/point'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { datesFrom } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { upsertConnectionDays } from '@coldkeep/server/analysis/connection-day-queries'
import { countDays } from '@coldkeep/server/analysis/run-connection-rate'
import type { Database, Session } from '@coldkeep/server/db/connect'
import { stageTables } from '@coldkeep/server/storage/staging-queries'
import {
  type HistoryBlock as WrittenBlock,
  writeAliveMinutes,
  writeHours,
  writeScans,
} from '@coldkeep/server/testing/plant/write-history'
import type { Fleet, FleetDevice } from '@coldkeep/simulator/fleet/fleet'
import type { DeviceBlock, HistoryBlock, StoreCounters } from '@coldkeep/simulator/history'
import type { SavedStore } from '@coldkeep/simulator/store-run'
import { recordPastSilence } from './past-silence'
import type { PlantedDevice, PlantedFleet } from './planted'
import { demo, pollingPace } from './settings'
import type { Simulation } from './simulation'

export interface PastParts {
  readonly database: Database
  readonly simulation: Simulation
  readonly fleet: Fleet
  readonly planted: PlantedFleet
  readonly now: EpochMs
}

export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
  readonly storeIndexes: readonly number[]
  readonly endCounters?: ReadonlyMap<number, StoreCounters>
  /** Single readings, or hours as the compaction leaves them. */
  readonly as: 'scans' | 'hours'
  readonly onBlock?: (block: HistoryBlock) => void
}

export interface MadePast {
  readonly saved: Map<number, SavedStore>
  readonly startCounters: Map<number, StoreCounters>
}

/** Makes a stretch of the past of some stores, writes it in bulk and counts its days. */
export async function makePast(parts: PastParts, stretch: Stretch): Promise<MadePast> {
  const { database, simulation, fleet } = parts
  const session = await database.openSession(stageTables)
  const saved = new Map<number, SavedStore>()
  const startCounters = new Map<number, StoreCounters>()
  // Blocks come store by store, so this is the life of the store under way.
  let alive: AliveMinutes = new Map()
  try {
    for (const [cycleSeconds, storeIndexes] of byCycle(fleet, stretch.storeIndexes)) {
      const { fromMs, toMs, endCounters } = stretch
      const request = { fromMs, toMs, cycleSeconds, storeIndexes, ...(endCounters && { endCounters }) }
      for await (const part of simulation.history(request)) {
        if (part.kind === 'block') {
          alive = mergeAlive(alive, aliveOf(part.block))
          await writeBlock(parts, session, part.block, stretch.as)
          stretch.onBlock?.(part.block)
        } else if (part.kind === 'store') {
          saved.set(part.storeIndex, part.saved)
          startCounters.set(part.storeIndex, part.startCounters)
          await countStoreDays(parts, part.storeIndex, stretch)
          if (stretch.as === 'scans') await recordSilence(parts, part.storeIndex, alive, stretch)
          alive = new Map()
        }
      }
    }
  } finally {
    await session.close()
  }
  return { saved, startCounters }
}

/** Stores with a terminal of their own are polled more often than the simulated ones. */
function byCycle(fleet: Fleet, indexes: readonly number[]): [number, readonly number[]][] {
  const isPolled = (index: number) => fleet.stores[index]?.link === 'modbus'
  const groups: [number, readonly number[]][] = [
    [demo.cycleSeconds, indexes.filter((index) => !isPolled(index))],
    [pollingPace.periodSeconds, indexes.filter(isPolled)],
  ]
  return groups.filter(([, group]) => group.length > 0)
}

async function writeBlock(
  { fleet, planted }: PastParts,
  session: Session,
  block: HistoryBlock,
  as: Stretch['as'],
): Promise<void> {
  const { store, known } = storeAt(fleet, planted, block.storeIndex)
  const blocks = block.devices.map((rows) => {
    const device = store.devices[rows.deviceIndex]
    const plantedDevice = known.devices[rows.deviceIndex]
    if (!device || !plantedDevice) throw new Error(`No device ${rows.deviceIndex} in ${store.code}`)
    const periodSeconds = store.link === 'modbus' ? pollingPace.periodSeconds : demo.cycleSeconds
    return writtenBlock(rows, device, plantedDevice, { storeId: known.storeId, periodSeconds })
  })
  if (as === 'scans') await writeScans(session, blocks, epochMs(block.toMs))
  else await writeHours(session, blocks)
  await writeAliveMinutes(session, { storeId: known.storeId, terminalId: store.terminalId }, aliveOf(block))
}

function writtenBlock(
  rows: DeviceBlock,
  device: FleetDevice,
  { deviceId, pointListId, pointIds }: PlantedDevice,
  place: Pick<WrittenBlock, 'storeId' | 'periodSeconds'>,
): WrittenBlock {
  const idsOf = (areCounters: boolean) =>
    pointIds.filter((_, index) => isCounter(device.points[index]?.kind ?? 'other') === areCounters)
  const valuePoints = idsOf(false)
  const counterPoints = idsOf(true)
  const count = rows.at.length
  const column = <Kind extends Float32Array | Float64Array | Uint8Array>(
    cells: Kind,
    into: (length: number) => Kind,
    columns: number,
    index: number,
  ): Kind => {
    const values = into(count)
    for (let row = 0; row < count; row++) values[row] = cells[row * columns + index] ?? Number.NaN
    return values
  }
  const isGood = rows.isGood.every((flag) => flag === 1)
  const qualities = valuePoints.length + counterPoints.length
  return {
    ...place,
    deviceId,
    pointListId,
    valuePoints,
    counterPoints,
    at: rows.at,
    values: valuePoints.map((_, index) =>
      column(rows.values, (length) => new Float32Array(length), valuePoints.length, index),
    ),
    counters: counterPoints.map((_, index) =>
      column(rows.counters, (length) => new Float64Array(length), counterPoints.length, index),
    ),
    quality: isGood
      ? null
      : Array.from({ length: qualities }, (_, index) =>
          column(rows.quality, (length) => new Uint8Array(length), qualities, index),
        ),
  }
}

function aliveOf({ lifeFromMs, alive }: HistoryBlock): MutableAliveMinutes {
  const minutes: MutableAliveMinutes = new Map()
  for (const [index, isAlive] of alive.entries()) {
    if (isAlive === 1) markAlive(minutes, epochMs(lifeFromMs + index * 60_000))
  }
  return minutes
}

/**
 * Counts the days of the stretch. The day in which the recent days begin belongs to the older ones: half of it is not
 * made yet, and would count as lost.
 */
async function countStoreDays(
  { database, fleet, planted, now }: PastParts,
  storeIndex: number,
  { fromMs, toMs, as }: Stretch,
): Promise<void> {
  const { store, known } = storeAt(fleet, planted, storeIndex)
  const days = datesFrom(localDateOf(store.zone, epochMs(fromMs)), localDateOf(store.zone, epochMs(toMs - 1)))
  if (as === 'scans') days.shift()
  const rows = await countDays(database.kysely, known.storeId, days, now)
  await database.kysely.transaction().execute((trx) => upsertConnectionDays(trx, rows, now))
}

async function recordSilence(
  { database, fleet, planted }: PastParts,
  storeIndex: number,
  alive: AliveMinutes,
  { fromMs, toMs }: Stretch,
): Promise<void> {
  const { store, known } = storeAt(fleet, planted, storeIndex)
  const { terminalId } = store
  await recordPastSilence(database.kysely, { storeId: known.storeId, terminalId, alive, fromMs, toMs })
}

function storeAt(fleet: Fleet, planted: PlantedFleet, index: number) {
  const store = fleet.stores[index]
  const known = planted.stores[index]
  if (!store || !known) throw new Error(`The fleet has no store ${index}`)
  return { store, known }
}
