import type { DeviceSamples } from '@coldkeep/domain/firmware/measure-field'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { hourOf } from '@coldkeep/domain/points/alive-minutes'
import { type EpochMs, epochMs, hours } from '@coldkeep/domain/time/instant'
import { mergePeriods } from '@coldkeep/domain/time/period'
import type { Db } from '../db/connect'
import {
  type SamplesRow,
  type StorePeriod,
  selectBusPoints,
  selectPackedSamples,
  selectSamples,
} from './sample-queries'
import { packedSamples, readSampleTimes } from './sample-times'

/** Readings younger than this are kept as scans; history that is written packed is older. */
export const ALWAYS_SCANS_MS = hours(36)

/**
 * Samples of all devices of stores in some periods, in whichever form they are kept. When they arrived is known of scans.
 * @param periods of a store do not overlap
 * @throws where a packed hour is damaged
 */
export async function readSamples(
  db: Db,
  periods: readonly StorePeriod[],
  now: EpochMs,
): Promise<Map<DeviceId, DeviceSamples>> {
  if (periods.length === 0) return new Map()
  const samples = new Map((await selectSamples(db, periods)).map((row) => [row.deviceId, samplesOf(row)]))
  const old = periods.filter(({ from }) => from < now - ALWAYS_SCANS_MS)
  if (old.length === 0) return samples
  const storeIds = [...new Set(old.map(({ storeId }) => storeId))]
  const busPoints = await selectBusPoints(db, storeIds)
  const rows = await selectPackedSamples(db, wholeHours(old))
  const storeOf = new Map(rows.map(({ deviceId, storeId }) => [deviceId, storeId]))
  for (const [deviceId, counts] of packedSamples(rows, busPoints)) {
    const known = samples.get(deviceId)
    const added = withPacked(known, counts, periodsOf(old, storeOf.get(deviceId)))
    samples.set(deviceId, added)
  }
  return samples
}

function samplesOf(row: SamplesRow): DeviceSamples {
  const { counts } = row
  const view = new DataView(counts.buffer, counts.byteOffset, counts.byteLength)
  const rows = Array.from({ length: counts.length / 4 }, (_, index) => view.getInt32(4 * index))
  return { ...readSampleTimes(row), rows }
}

/** A scan holds its time of arrival, its packed copy does not. */
function withPacked(
  scanned: DeviceSamples = { atMs: [], receivedMs: [], rows: [] },
  packed: ReadonlyMap<number, number>,
  periods: readonly StorePeriod[],
): DeviceSamples {
  const known = new Set(scanned.atMs)
  const added = [...packed].filter(
    ([at]) => !known.has(at) && periods.some(({ from, to }) => at >= from && at < to),
  )
  return {
    atMs: [...scanned.atMs, ...added.map(([at]) => at)],
    receivedMs: [...scanned.receivedMs, ...added.map(() => Number.NaN)],
    rows: [...scanned.rows, ...added.map(([, count]) => count)],
  }
}

function periodsOf(periods: readonly StorePeriod[], storeId: StoreId | undefined): readonly StorePeriod[] {
  return periods.filter((period) => period.storeId === storeId)
}

/** The hours that the periods touch, each once. */
export function wholeHours(periods: readonly StorePeriod[]): StorePeriod[] {
  return [...groupBy(periods, ({ storeId }) => storeId)].flatMap(([storeId, own]) =>
    mergePeriods(own.map(({ from, to }) => ({ startAt: epochMs(hourOf(from)), endAt: epochMs(to) }))).map(
      ({ startAt, endAt }) => ({ storeId, from: startAt, to: endAt }),
    ),
  )
}
