import type { Series, Window } from '../points/series'
import { epochMs, minutes } from '../time/instant'
import { lengthMinutes, mergePeriods, type Period, withoutPeriods } from '../time/period'
import { largestRemainder } from '../units'
import type { ControlBand } from './control-bands'
import { recoveredAt } from './defrost'
import { extend } from './held-periods'
import { forEachJointStretch } from './joint-stretches'
import { countRuns } from './state-runs'

/** What a refrigerated device does in a minute; exactly one of these. */
export const operationStates = [
  'cooling',
  'pulldown',
  'defrost',
  'door',
  'standby',
  'off',
  'offline',
] as const
export type OperationState = (typeof operationStates)[number]
export type StateMinutes = Readonly<Record<OperationState, number>>

/** Operation of one device and day, or of many together: everything in it adds up, but for the longest run. */
export interface Operation {
  readonly minutes: StateMinutes
  /** Starts of the compressor. */
  readonly runs: number
  /** In whatever state. */
  readonly compressorMinutes: number
  readonly longestRunMinutes: number
  readonly defrosts: number
  readonly defrostMinutes: number
  /** Null where there is no door contact. */
  readonly doorOpenings: number | null
}

/** What is derived from sums; null where there is nothing to divide by. */
export interface OperationRates {
  readonly meanRunMinutes: number | null
  readonly startsPerHour: number | null
  readonly meanDefrostMinutes: number | null
  /** Share 0 to 1 of the minutes in which heat is being taken out: cooling and pull-down. */
  readonly coolingShare: number | null
  /** Share 0 to 1 of the minutes of which the state is known. */
  readonly knownShare: number | null
}

export interface OperationDay {
  readonly readings: { readonly air: Series; readonly compressor: Series; readonly door: Series | null }
  readonly band: ControlBand
  /** A hot case: the compressor is its heater, and pull-down is warming up. */
  readonly isHeating: boolean
  /** In order, those of the hours before too. */
  readonly defrosts: readonly Period[]
  /** When the controller reports that it is switched off or being cleaned. */
  readonly switchedOff: readonly Period[]
  readonly window: Window
}

const MINUTE_MS = 60_000
/** A minute counts as the state that fills most of it. */
const HALF_MINUTE_MS = 30_000
/** State points are read as 0 or 1. */
const ON = 0.5
/** Air this far outside the band while the compressor runs is being pulled down, not held. */
const PULLDOWN_K = 2
/** Water runs off the coil for so long before cooling begins again. */
const DRIP_MS = minutes(2)

/** Milliseconds of each minute of the window in which something was the case. */
interface MinuteShares {
  readonly known: Uint16Array
  readonly running: Uint16Array
  readonly pulldown: Uint16Array
  readonly defrost: Uint16Array
  readonly door: Uint16Array
  readonly off: Uint16Array
}

/**
 * Gives every whole minute of the window that is not excluded one state, by the first rule that fits: offline, the
 * compressor is not known · defrost, or two minutes after it for dripping · pull-down, running with the air more
 * than 2 K beyond the band, or from a defrost's end until the air is back in the band · door open · compressor on ·
 * switched off · standby. What holds for half of a minute holds for the minute.
 *
 * Runs and openings are counted where the point goes on; a run over midnight belongs to the day it starts, its minutes
 * to the day in which they lie.
 */
export function operationOf(day: OperationDay): Operation {
  const { readings, defrosts, window } = day
  const compressor = countRuns(readings.compressor, window)
  const startedDefrosts = defrosts.filter(
    ({ startAt }) => startAt >= window.period.startAt && startAt < window.period.endAt,
  )
  return {
    minutes: countStates(minuteShares(day), window),
    runs: compressor.starts,
    compressorMinutes: compressor.onMinutes,
    longestRunMinutes: compressor.longestMinutes,
    defrosts: startedDefrosts.length,
    defrostMinutes: startedDefrosts.reduce((sum, defrost) => sum + lengthMinutes(defrost), 0),
    doorOpenings: readings.door === null ? null : countRuns(readings.door, window).starts,
  }
}

/** Several devices or days together. */
export function sumOperation(all: Iterable<Operation>): Operation {
  const sum = { runs: 0, compressorMinutes: 0, longestRunMinutes: 0, defrosts: 0, defrostMinutes: 0 }
  const stateMinutes = noMinutes()
  let doorOpenings: number | null = null
  for (const one of all) {
    for (const state of operationStates) stateMinutes[state] += one.minutes[state]
    sum.runs += one.runs
    sum.compressorMinutes += one.compressorMinutes
    sum.longestRunMinutes = Math.max(sum.longestRunMinutes, one.longestRunMinutes)
    sum.defrosts += one.defrosts
    sum.defrostMinutes += one.defrostMinutes
    if (one.doorOpenings !== null) doorOpenings = (doorOpenings ?? 0) + one.doorOpenings
  }
  return { ...sum, minutes: stateMinutes, doorOpenings }
}

/** Means and rates of a device and day, or of many after {@link sumOperation}. */
export function operationRates(operation: Operation): OperationRates {
  const { minutes: stateMinutes, runs, compressorMinutes, defrosts, defrostMinutes } = operation
  const all = operationStates.reduce((sum, state) => sum + stateMinutes[state], 0)
  return {
    meanRunMinutes: runs === 0 ? null : compressorMinutes / runs,
    startsPerHour: all === 0 ? null : (60 * runs) / all,
    meanDefrostMinutes: defrosts === 0 ? null : defrostMinutes / defrosts,
    coolingShare: all === 0 ? null : (stateMinutes.cooling + stateMinutes.pulldown) / all,
    knownShare: all === 0 ? null : 1 - stateMinutes.offline / all,
  }
}

/** Percent of the minutes by state, one decimal, which add up to 100.0; null where there are no minutes. */
export function stateShares(stateMinutes: StateMinutes): StateMinutes | null {
  const shares = largestRemainder(
    operationStates.map((state) => stateMinutes[state]),
    1,
  )
  if (shares === null) return null
  return { ...noMinutes(), ...Object.fromEntries(operationStates.map((state, i) => [state, shares[i]])) }
}

function minuteShares(day: OperationDay): MinuteShares {
  const { readings, band, isHeating, window } = day
  const [startMs, endMs] = [window.period.startAt, window.period.endAt]
  const count = Math.floor((endMs - startMs) / MINUTE_MS)
  const column = () => new Uint16Array(count)
  const shares: MinuteShares = {
    known: column(),
    running: column(),
    pulldown: column(),
    defrost: column(),
    door: column(),
    off: column(),
  }
  const warmRuns: Period[] = []
  const points = [readings.air, readings.compressor, readings.door ?? { timesMs: [], values: [] }]
  forEachJointStretch(points, window.periodSeconds, (fromMs, toMs, values) => {
    if (toMs <= startMs || fromMs >= endMs) return
    const airC = values[0] as number
    const compressor = values[1] as number
    const door = values[2] as number
    const from = fromMs - startMs
    const to = toMs - startMs
    if (!Number.isNaN(compressor)) addTo(shares.known, from, to)
    if (compressor >= ON) addTo(shares.running, from, to)
    if (compressor >= ON && beyondBandK(airC, band, isHeating) > PULLDOWN_K)
      extend(warmRuns, epochMs(fromMs), epochMs(toMs))
    if (door >= ON) addTo(shares.door, from, to)
  })
  const recoveries = addDefrosts(shares, day)
  // Warm air after a defrost is both: the time counts once.
  for (const { startAt, endAt } of mergePeriods([...warmRuns, ...recoveries]))
    addTo(shares.pulldown, startAt - startMs, endAt - startMs)
  for (const { startAt, endAt } of day.switchedOff) addTo(shares.off, startAt - startMs, endAt - startMs)
  return shares
}

/** @returns the recoveries from them */
function addDefrosts(shares: MinuteShares, { readings, band, defrosts, window }: OperationDay): Period[] {
  const startMs = window.period.startAt
  return defrosts.map(({ startAt, endAt }, index) => {
    const nextMs = defrosts[index + 1]?.startAt ?? window.period.endAt
    addTo(shares.defrost, startAt - startMs, Math.min(endAt + DRIP_MS, nextMs) - startMs)
    const backMs = recoveredAt(readings.air, endAt, band, Math.max(endAt, nextMs))
    return { startAt: endAt, endAt: backMs }
  })
}

/** Adds a stretch, in milliseconds after the window's start, to the minutes that it touches. */
function addTo(column: Uint16Array, fromMs: number, toMs: number): void {
  const from = Math.max(0, fromMs)
  const to = Math.min(column.length * MINUTE_MS, toMs)
  for (let minute = Math.floor(from / MINUTE_MS); minute * MINUTE_MS < to; minute++) {
    const startMs = minute * MINUTE_MS
    const ms = Math.min(to, startMs + MINUTE_MS) - Math.max(from, startMs)
    column[minute] = Math.min(MINUTE_MS, (column[minute] as number) + ms)
  }
}

function countStates(shares: MinuteShares, window: Window): StateMinutes {
  const counts = noMinutes()
  const startMs = window.period.startAt
  for (const { startAt, endAt } of withoutPeriods(window.period, window.excluded)) {
    const last = Math.floor((endAt - startMs) / MINUTE_MS)
    for (let minute = Math.ceil((startAt - startMs) / MINUTE_MS); minute < last; minute++) {
      counts[stateOf(shares, minute)]++
    }
  }
  return counts
}

function stateOf(shares: MinuteShares, minute: number): OperationState {
  if (!holdsFor(shares.known, minute)) return 'offline'
  if (holdsFor(shares.defrost, minute)) return 'defrost'
  if (holdsFor(shares.pulldown, minute)) return 'pulldown'
  if (holdsFor(shares.door, minute)) return 'door'
  if (holdsFor(shares.running, minute)) return 'cooling'
  return holdsFor(shares.off, minute) ? 'off' : 'standby'
}

function holdsFor(column: Uint16Array, minute: number): boolean {
  return (column[minute] as number) >= HALF_MINUTE_MS
}

/** How far the air is on the wrong side of the band, K; NaN where it is not known. */
function beyondBandK(airC: number, { setpointC, differentialK }: ControlBand, isHeating: boolean): number {
  return isHeating ? setpointC - differentialK - airC : airC - (setpointC + differentialK)
}

function noMinutes(): Record<OperationState, number> {
  return { cooling: 0, pulldown: 0, defrost: 0, door: 0, standby: 0, off: 0, offline: 0 }
}

/** In which state a device was the longest; offline where nothing is known of it. */
export function longestState({ minutes }: Pick<Operation, 'minutes'>): OperationState {
  return operationStates.reduce<OperationState>(
    (longest, state) => (minutes[state] > minutes[longest] ? state : longest),
    'offline',
  )
}
