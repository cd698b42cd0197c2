import { type AliveMinutes, isAliveWithin } from '../points/alive-minutes'
import { type EpochMs, epochMs } from '../time/instant'
import { mergePeriods, type Period } from '../time/period'
import { percentOf } from '../units'
import { completeFigures, type FigureValues } from './figures'

/**
 * What became of one poll of a device.
 * `excluded` not judged (before commissioning, after removal, maintenance) · `ok` at least one good or uncertain
 * sample · `host_lost` the terminal gave no sign of life · `device_lost` the terminal was alive, the device silent.
 */
export type SlotState = 'excluded' | 'ok' | 'host_lost' | 'device_lost'

/** Slots of one device, one store or one department; counts add up, rates do not. */
export interface SlotCounts {
  /** With a sample, back-filled ones included. */
  readonly ok: number
  /** With a sample that arrived in time. */
  readonly okLive: number
  readonly deviceLost: number
  readonly hostLost: number
  readonly excluded: number
}

/** Rates 0 to 1, null where nothing was expected. */
export interface ConnectionRates {
  readonly expected: number
  readonly received: number
  readonly connectionRate: number | null
  /** Without the slots in which the terminal itself was silent. */
  readonly deviceRate: number | null
  readonly terminalAvailability: number | null
  /** What had arrived in time, of all that was expected. */
  readonly liveRate: number | null
}

export interface ConnectionDay {
  /** Poll period; slot k is [k·P, (k+1)·P) since 1970. */
  readonly periodSeconds: number
  readonly day: Period
  readonly now: EpochMs
  /** Instants of good or uncertain samples that arrived in time, sorted; repeats do no harm. */
  readonly sampleTimes: ArrayLike<number>
  /** Of those that arrived later, but still count (see {@link arrivalOf}), sorted. */
  readonly lateSampleTimes: ArrayLike<number>
  readonly alive: AliveMinutes
  readonly excluded: readonly Period[]
}

export const NO_SLOTS: SlotCounts = { ok: 0, okLive: 0, deviceLost: 0, hostLost: 0, excluded: 0 }

/** Slots younger than this many poll periods are not judged yet, and samples older than it are late. */
export const JUDGED_AFTER_PERIODS = 2
const COUNTED_WITHIN_MS = 24 * 3_600_000

/**
 * Whether a sample counts as it comes, only in the final rate, or not at all: on time until two poll periods after
 * the end of its slot, late until 24 hours after it.
 */
export function arrivalOf(
  sampleAt: EpochMs,
  receivedAt: EpochMs,
  periodSeconds: number,
): 'live' | 'late' | 'lost' {
  const periodMs = 1000 * periodSeconds
  const slotEndAt = (Math.floor(sampleAt / periodMs) + 1) * periodMs
  if (receivedAt <= slotEndAt + JUDGED_AFTER_PERIODS * periodMs) return 'live'
  return receivedAt <= slotEndAt + COUNTED_WITHIN_MS ? 'late' : 'lost'
}

/**
 * States of the slots that start in the day, in order, each decided by the first rule that fits: excluded, ok, host
 * lost, device lost. Slots that ended less than two poll periods ago are left out: their samples may be under way.
 */
export function slotStates(input: ConnectionDay): SlotState[] {
  const states: SlotState[] = []
  forEachSlot(input, (state) => states.push(state))
  return states
}

/** The same slots, counted. */
export function countSlots(input: ConnectionDay): SlotCounts {
  const counts = { ...NO_SLOTS }
  forEachSlot(input, (state, isLive) => {
    if (state === 'ok') counts.ok++
    else if (state === 'device_lost') counts.deviceLost++
    else if (state === 'host_lost') counts.hostLost++
    else counts.excluded++
    if (isLive) counts.okLive++
  })
  return counts
}

/** Counts of several devices or days together. */
export function sumSlots(all: Iterable<SlotCounts>): SlotCounts {
  const sum = { ...NO_SLOTS }
  for (const counts of all) {
    sum.ok += counts.ok
    sum.okLive += counts.okLive
    sum.deviceLost += counts.deviceLost
    sum.hostLost += counts.hostLost
    sum.excluded += counts.excluded
  }
  return sum
}

/** The rates of a device, or of many after {@link sumSlots}: the ratio of the sums, never the mean of ratios. */
export function ratesOf(counts: SlotCounts): ConnectionRates {
  const { ok, okLive, deviceLost, hostLost } = counts
  const expected = ok + deviceLost + hostLost
  return {
    expected,
    received: ok,
    connectionRate: share(ok, expected),
    deviceRate: share(ok, ok + deviceLost),
    terminalAvailability: share(ok + deviceLost, expected),
    liveRate: share(okLive, expected),
  }
}

/** Minutes lost by cause: slots times the poll period. Devices with unlike periods are added after this step. */
export function lostMinutesOf(
  counts: SlotCounts,
  periodSeconds: number,
): { readonly deviceLostMinutes: number; readonly hostLostMinutes: number } {
  return {
    deviceLostMinutes: (counts.deviceLost * periodSeconds) / 60,
    hostLostMinutes: (counts.hostLost * periodSeconds) / 60,
  }
}

export type ConnectionGrade = 'good' | 'fair' | 'poor'

/**
 * Classes of the gauge, judged on the percent as it is shown, so that figure and class never disagree.
 * @param chosen from where on rates are good and fair; left out, as usual
 */
export function gradeOf(rate: number | null, chosen: FigureValues = {}): ConnectionGrade | null {
  const percent = percentOf(rate)
  const { good, fair } = completeFigures('connection', chosen)
  if (percent === null) return null
  if (percent >= (good as number)) return 'good'
  return percent >= (fair as number) ? 'fair' : 'poor'
}

function forEachSlot(input: ConnectionDay, visit: (state: SlotState, isLive: boolean) => void): void {
  const periodMs = 1000 * input.periodSeconds
  const excluded = mergePeriods(input.excluded)
  const judgedUntil = input.now - JUDGED_AFTER_PERIODS * periodMs
  let onTime = 0
  let late = 0
  let hole = 0
  for (
    let startAt = Math.ceil(input.day.startAt / periodMs) * periodMs;
    startAt < input.day.endAt && startAt + periodMs <= judgedUntil;
    startAt += periodMs
  ) {
    const endAt = startAt + periodMs
    onTime = firstFrom(input.sampleTimes, onTime, startAt)
    late = firstFrom(input.lateSampleTimes, late, startAt)
    while (hole < excluded.length && (excluded[hole] as Period).endAt <= startAt) hole++
    const isExcluded = hole < excluded.length && (excluded[hole] as Period).startAt < endAt
    const isLive = (input.sampleTimes[onTime] ?? Number.POSITIVE_INFINITY) < endAt
    const isOk = isLive || (input.lateSampleTimes[late] ?? Number.POSITIVE_INFINITY) < endAt
    if (isExcluded) visit('excluded', false)
    else if (isOk) visit('ok', isLive)
    else visit(wasAlive(input.alive, startAt, endAt) ? 'device_lost' : 'host_lost', false)
  }
}

function wasAlive(alive: AliveMinutes, startAt: number, endAt: number): boolean {
  return isAliveWithin(alive, { startAt: epochMs(startAt), endAt: epochMs(endAt) })
}

function firstFrom(times: ArrayLike<number>, index: number, startAt: number): number {
  let found = index
  while (found < times.length && (times[found] as number) < startAt) found++
  return found
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
