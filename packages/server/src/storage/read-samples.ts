import type { DeviceSamples } from '@coldkeep/domain/firmware/measure-field'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { hourOf } from '@coldkeep/domain/points/alive-minutes'
import { type EpochMs, hours } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import {
  type SamplesRow,
  type StorePeriod,
  type StoresPeriod,
  selectBusPoints,
  selectPackedSamples,
  selectSamples,
} from './sample-queries'
import { packedSamples, readSampleTimes } from './sample-times'

/** Readings younger than this are kept as scans; history that is written packed is older. */
export const ALWAYS_SCANS_MS = hours(36)

/**
 * Samples of all devices of stores in some periods, in whichever form they are kept. When they arrived is known of scans.
 * One statement for each stretch that stores share.
 * @param periods of a store do not overlap
 * @throws where a packed hour is damaged
 */
export async function readSamples(
  db: Db,
  periods: readonly StorePeriod[],
  now: EpochMs,
): Promise<Map<DeviceId, DeviceSamples>> {
  const samples = new Map<DeviceId, DeviceSamples>()
  const add = (deviceId: DeviceId, more: DeviceSamples) =>
    samples.set(deviceId, joined(samples.get(deviceId) ?? NO_SAMPLES, more))
  for (const stretch of stretchesOf(periods))
    for (const row of await selectSamples(db, stretch)) add(row.deviceId, samplesOf(row))
  const old = periods.filter(({ from }) => from < now - ALWAYS_SCANS_MS)
  if (old.length === 0) return samples
  const periodsAt = groupBy(old, ({ storeId }) => storeId)
  const busPoints = await selectBusPoints(db, [...periodsAt.keys()])
  for (const stretch of stretchesOf(old.map(wholeHours))) {
    const rows = await selectPackedSamples(db, stretch)
    const storeOf = new Map(rows.map(({ deviceId, storeId }) => [deviceId, storeId]))
    for (const [deviceId, counts] of packedSamples(rows, busPoints)) {
      const own = periodsAt.get(storeOf.get(deviceId) as StoreId) ?? []
      add(deviceId, unscanned(counts, samples.get(deviceId) ?? NO_SAMPLES, own))
    }
  }
  return samples
}

const NO_SAMPLES: DeviceSamples = { atMs: [], receivedMs: [], rows: [] }

function samplesOf(row: SamplesRow): DeviceSamples {
  const { counts } = row
  const view = new DataView(counts.buffer, counts.byteOffset, counts.byteLength)
  const rows = Array.from({ length: counts.length / 4 }, (_, index) => view.getInt32(4 * index))
  return { ...readSampleTimes(row), rows }
}

function joined(a: DeviceSamples, b: DeviceSamples): DeviceSamples {
  if (a.atMs.length === 0) return b
  return {
    atMs: [...a.atMs, ...b.atMs],
    receivedMs: [...a.receivedMs, ...b.receivedMs],
    rows: [...a.rows, ...b.rows],
  }
}

/** Packed samples of the periods. A scan holds its time of arrival, its packed copy does not. */
function unscanned(
  packed: ReadonlyMap<number, number>,
  known: DeviceSamples,
  periods: readonly StorePeriod[],
): DeviceSamples {
  const scanned = new Set(known.atMs)
  const added = [...packed].filter(
    ([at]) => !scanned.has(at) && periods.some(({ from, to }) => at >= from && at < to),
  )
  return {
    atMs: added.map(([at]) => at),
    receivedMs: added.map(() => Number.NaN),
    rows: added.map(([, count]) => count),
  }
}

function stretchesOf(periods: readonly StorePeriod[]): StoresPeriod[] {
  return [...groupBy(periods, ({ from, to }) => `${from} ${to}`).values()].flatMap((own) => {
    const [first] = own
    return first === undefined ? [] : { ...first, storeIds: own.map(({ storeId }) => storeId) }
  })
}

/** The hours that a period touches. */
export function wholeHours<One extends Pick<StorePeriod, 'from'>>(period: One): One {
  return { ...period, from: hourOf(period.from) }
}
