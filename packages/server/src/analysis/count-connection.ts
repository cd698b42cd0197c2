import { countSlots, type SlotCounts, sumSlots } from '@coldkeep/domain/analysis/connection-rate'
import type { DeviceId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { AliveMinutes } from '@coldkeep/domain/points/alive-minutes'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Period } from '@coldkeep/domain/time/period'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { type SampleTimes, splitByArrival } from './sample-times'

/** Slots of one device and day as they are kept. */
export interface ConnectionDayRow extends SlotCounts {
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
  readonly before: ConnectionDayRow | null
}

const JUDGED_AFTER_PERIODS = 2
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
  known: ConnectionDayRow | null,
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
): ConnectionDayRow {
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
