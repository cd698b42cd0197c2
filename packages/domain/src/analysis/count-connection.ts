import type { DeviceId, StoreId, TerminalId } from '../ids'
import type { AliveMinutes } from '../points/alive-minutes'
import { type EpochMs, epochMs, minutes } from '../time/instant'
import type { LocalDate } from '../time/local-date'
import type { Period } from '../time/period'
import { dayPeriod } from '../time/store-calendar'
import { arrivalOf, countSlots, JUDGED_AFTER_PERIODS, type SlotCounts, sumSlots } from './connection-rate'

export interface CountedDevice {
  readonly storeId: StoreId
  readonly zone: string
  readonly deviceId: DeviceId
  readonly terminalId: TerminalId
  readonly commissionedAt: EpochMs
  readonly removedAt: EpochMs | null
  /** Shortest period of the scripts that poll it now. */
  readonly periodSeconds: number
}

/** Samples of a device: when they were taken and when they arrived, in any order. */
export interface SampleTimes {
  readonly atMs: readonly number[]
  readonly receivedMs: readonly number[]
}

/** Slots of one device and day as they are kept. */
export interface ConnectionDayCounts extends SlotCounts {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly on: LocalDate
  readonly periodSeconds: number
  /** Slots that end later are not counted yet; null: count from the start of the day. */
  readonly through: EpochMs | null
}

/** The slots of a device and day that can be counted now and are not. */
export interface SlotWindow {
  readonly device: CountedDevice
  readonly on: LocalDate
  readonly periodSeconds: number
  /** From the first slot not counted to the end of what can be counted, within the day. */
  readonly period: Period
  readonly through: EpochMs
  /** What is counted so far; null: nothing. */
  readonly before: ConnectionDayCounts | null
}

/** Counting goes no further than this behind the clock: readings of the last minute are on their way. */
export const COUNTING_LAG_MS = minutes(1)
const FOREVER = epochMs(Number.MAX_SAFE_INTEGER)

/**
 * What is left to count of a day. The period of the day is the longest that was in force: a device that is polled
 * faster from noon on has all its slots filled, and one that is polled slower loses none.
 * @param isFresh count from the start of the day, whatever is there
 * @returns null when there is nothing to count
 */
export function slotWindow(
  device: CountedDevice,
  on: LocalDate,
  known: ConnectionDayCounts | null,
  now: EpochMs,
  isFresh: boolean,
): SlotWindow | null {
  const day = dayPeriod(device.zone, on)
  if (device.commissionedAt >= day.endAt) return null
  if (device.removedAt !== null && device.removedAt <= day.startAt) return null
  const periodSeconds = Math.max(known?.periodSeconds ?? 0, device.periodSeconds)
  const periodMs = 1000 * periodSeconds
  const before = isFresh || known?.through === null || known?.periodSeconds !== periodSeconds ? null : known
  const startAt = before?.through ?? day.startAt
  const judged = Math.floor((now - JUDGED_AFTER_PERIODS * periodMs) / periodMs) * periodMs
  const dayEnd = Math.ceil(day.endAt / periodMs) * periodMs
  const through = epochMs(Math.min(judged, dayEnd))
  if (through <= startAt) return null
  const period = { startAt, endAt: epochMs(Math.min(through, day.endAt)) }
  return { device, on, periodSeconds, period, through, before }
}

/** Counts a window on top of what is counted. */
export function countWindow(
  window: SlotWindow,
  samples: readonly SampleTimes[],
  alive: AliveMinutes,
): ConnectionDayCounts {
  const { device, on, periodSeconds, period, through, before } = window
  const counts = countSlots({
    periodSeconds,
    day: period,
    // the window ends where slots can be judged, so no slot in it is too young
    now: FOREVER,
    ...splitByArrival(samples, periodSeconds),
    alive,
    excluded: excludedOf(device),
  })
  const sum = before ? sumSlots([before, counts]) : counts
  return { ...sum, storeId: device.storeId, deviceId: device.deviceId, on, periodSeconds, through }
}

function excludedOf(device: CountedDevice): Period[] {
  const excluded: Period[] = [{ startAt: epochMs(0), endAt: device.commissionedAt }]
  if (device.removedAt !== null) excluded.push({ startAt: device.removedAt, endAt: FOREVER })
  return excluded
}

/** Sorted instants of samples in time and of late ones that still count. */
function splitByArrival(
  all: readonly SampleTimes[],
  periodSeconds: number,
): { sampleTimes: Float64Array; lateSampleTimes: Float64Array } {
  const inTime: number[] = []
  const late: number[] = []
  for (const { atMs, receivedMs } of all) {
    for (let i = 0; i < atMs.length; i++) {
      const at = atMs[i] ?? 0
      const arrival = arrivalOf(epochMs(at), epochMs(receivedMs[i] ?? at), periodSeconds)
      if (arrival === 'live') inTime.push(at)
      else if (arrival === 'late') late.push(at)
    }
  }
  return { sampleTimes: Float64Array.from(inTime).sort(), lateSampleTimes: Float64Array.from(late).sort() }
}
