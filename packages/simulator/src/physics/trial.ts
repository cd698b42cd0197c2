import { advanceCabinet, type CabinetState, newCabinet } from './cabinet'
import type { CaseSpec } from './case-spec'
import { type FaultEffects, noEffects } from './effects'
import { makeEnvironment, surround } from './environment'

/** What one case did over some days at a steady outdoor climate. */
export interface TrialResult {
  readonly state: CabinetState
  /** Compressor minutes over minutes without defrost. */
  readonly runRatio: number
  readonly startsPerHour: number
  readonly energyKwhPerDay: number
  readonly openingsPerDay: number
  /** Air outside defrosts and the half hour after them, sorted. */
  readonly steadyAirC: readonly number[]
  readonly measuredAirC: readonly number[]
  /** Mean of the warmest air of each day. */
  readonly warmestAirC: number
}

const MINUTES_PER_DAY = 1440
const SETTLING_DAYS = 2
const RECOVERY_MINUTES = 30

/** Runs one case through days of a climate with the given daily mean, ±2 K over the day, shop open 07 to 23. */
export function runTrial(
  spec: CaseSpec,
  outdoorMeanC: number,
  days: number,
  options: { seed?: number; effects?: Partial<FaultEffects> } = {},
): TrialResult {
  const state = newCabinet(spec, options.seed ?? 1, 'trial')
  const effects = { ...noEffects(), ...options.effects }
  const around = makeEnvironment()
  const steadyAirC: number[] = []
  const measuredAirC: number[] = []
  let warmestSum = 0
  let warmest = Number.NEGATIVE_INFINITY
  let sinceDefrost = 0
  let before = { ...state }
  for (let minute = 0; minute < (SETTLING_DAYS + days) * MINUTES_PER_DAY; minute++) {
    const minuteOfDay = minute % MINUTES_PER_DAY
    const outdoorC = outdoorMeanC + 2 * Math.cos((2 * Math.PI * (minuteOfDay / 60 - 14)) / 24)
    surround(around, outdoorC, minuteOfDay, { opensAtMinute: 420, closesAtMinute: 1380 })
    if (minute === SETTLING_DAYS * MINUTES_PER_DAY) before = { ...state }
    advanceCabinet(state, spec, effects, around, minute)
    sinceDefrost = state.defrostPhase === 'none' ? sinceDefrost + 1 : 0
    if (minute < SETTLING_DAYS * MINUTES_PER_DAY) continue
    if (sinceDefrost > RECOVERY_MINUTES) steadyAirC.push(state.airC)
    measuredAirC.push(state.measuredAirC)
    warmest = Math.max(warmest, state.airC)
    if (minuteOfDay === MINUTES_PER_DAY - 1) {
      warmestSum += warmest
      warmest = Number.NEGATIVE_INFINITY
    }
  }
  const seconds = days * 86_400
  return {
    state,
    runRatio:
      (state.runSeconds - before.runSeconds) / (seconds - (state.defrostSeconds - before.defrostSeconds)),
    startsPerHour: (state.starts - before.starts) / (days * 24),
    energyKwhPerDay: (state.energyJ - before.energyJ) / 3.6e6 / days,
    openingsPerDay: (state.openings - before.openings) / days,
    steadyAirC: steadyAirC.sort((a, b) => a - b),
    measuredAirC: measuredAirC.sort((a, b) => a - b),
    warmestAirC: warmestSum / days,
  }
}

/** Value below which `share` of the sorted values lie. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

/** A climate and a case are worth nothing alone: figures are read as the mean over units of a series. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
