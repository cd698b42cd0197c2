import { isCounter } from '@coldkeep/domain/points/point'
import { type Quality, quality } from '@coldkeep/domain/points/reading'
import type { DeviceRun } from './devices/device-run'
import { type Reader, readerOf } from './devices/quantities'
import { replyFault } from './faults'
import type { FleetPoint } from './fleet/fleet'
import { uniform } from './random'
import type { StoreRun } from './store-run'

/** How one device is read: its points in the order of the columns, values apart from counters. */
export interface DeviceSampler {
  readonly run: DeviceRun
  readonly values: readonly Reader[]
  readonly counters: readonly Reader[]
  /** All of them in the order of the points. */
  readonly inOrder: readonly Reader[]
}

/** Rows that samples are put into: `quality` holds the values' codes and then the counters' for each row. */
export interface SampleRows {
  readonly values: Float32Array
  readonly counters: Float64Array
  readonly quality: Uint8Array
}

const MALFORMED_SHARE_OF_LOST = 0.2

export function makeSamplers(run: StoreRun): DeviceSampler[] {
  return run.devices.map((device, index) => {
    const points = run.store.devices[index]?.points ?? []
    const inOrder = points.map((point) => readerOf(device, point))
    const readers = (isCounterRequested: boolean) =>
      inOrder.filter((_, at) => isCounter((points[at] as FleetPoint).kind) === isCounterRequested)
    return { run: device, values: readers(false), counters: readers(true), inOrder }
  })
}

/**
 * Polls one device once. A lost poll leaves not-a-number in all its columns, with the reason as quality.
 * @returns true when every column is good.
 */
export function sampleDevice(
  sampler: DeviceSampler,
  lostPollShare: number,
  atMs: number,
  rows: SampleRows,
  row: number,
): boolean {
  const { values, counters } = sampler
  const firstQuality = row * (values.length + counters.length)
  const lost = lostPoll(sampler.run, lostPollShare, atMs)
  let isGood = true
  for (let column = 0; column < values.length; column++) {
    const value = lost === null ? (values[column] as Reader)() : null
    rows.values[row * values.length + column] = value ?? Number.NaN
    rows.quality[firstQuality + column] = value === null ? (lost ?? quality.format) : quality.good
    if (value === null) isGood = false
  }
  for (let column = 0; column < counters.length; column++) {
    const value = lost === null ? (counters[column] as Reader)() : null
    rows.counters[row * counters.length + column] = value ?? Number.NaN
    rows.quality[firstQuality + values.length + column] =
      value === null ? (lost ?? quality.format) : quality.good
    if (value === null) isGood = false
  }
  return isGood
}

/**
 * Polls one device once, for a message: a value and quality for each point, in the order of the points. Same luck and
 * same numbers as {@link sampleDevice}.
 */
export function readDevice(
  sampler: DeviceSampler,
  lostPollShare: number,
  atMs: number,
): { readonly value: number | null; readonly quality: Quality }[] {
  const lost = lostPoll(sampler.run, lostPollShare, atMs)
  return sampler.inOrder.map((read) => {
    const value = lost === null ? read() : null
    return { value, quality: value === null ? (lost ?? quality.format) : quality.good }
  })
}

/** Always two draws, so that one lost poll does not change the luck of the next. */
function lostPoll(run: DeviceRun, lostPollShare: number, atMs: number): Quality | null {
  const first = uniform(run.luck)
  const second = uniform(run.luck)
  const fault = run.labels.length > 0 ? replyFault(run.labels, atMs) : null
  if (fault && first < fault.share) return fault.kind === 'silent' ? quality.timeout : quality.malformed
  if (second >= lostPollShare) return null
  return second < lostPollShare * MALFORMED_SHARE_OF_LOST ? quality.malformed : quality.timeout
}
