import type { ControlName } from './unit-plan'

/** How much cooling is requested: `demand` from 0 (off) to 1; proportional ones keep an integral. */
export interface CoolingControl {
  demand: number
  integral: number
  /** Seconds since it was switched: machines rest before they start again. */
  sinceS: number
  hasFailed: boolean
}

export function startCoolingControl(): CoolingControl {
  return { demand: 0, integral: 0.5, sinceS: 600, hasFailed: false }
}

const REST_S: Readonly<Record<ControlName, number>> = {
  on_off: 180,
  inverter: 180,
  solenoid: 30,
  modulating_valve: 0,
}
/** Lowest speed of an inverter, and opening of a valve. */
const LEAST: Readonly<Record<ControlName, number>> = {
  on_off: 1,
  inverter: 0.35,
  solenoid: 1,
  modulating_valve: 0.1,
}
const GAIN_PER_K = 0.25
const INTEGRAL_S = 900
/** An overload switch lets a motor try again after five minutes. */
const TRY_AGAIN_S = 300

/**
 * Hysteresis for what is on or off: on at set point + differential, off at the set point. Proportional and integral for
 * inverters and valves about the middle of that band; they switch off at its lower end less half a differential.
 * @param failsToStart whether this start, should there be one, fails
 */
export function stepCooling(
  state: CoolingControl,
  control: ControlName,
  readC: number,
  setpointC: number,
  differentialK: number,
  dtS: number,
  failsToStart: () => boolean,
): void {
  state.sinceS += dtS
  const isProportional = control === 'inverter' || control === 'modulating_valve'
  const offC = isProportional ? setpointC - differentialK / 2 : setpointC
  if (state.demand === 0) {
    const isCoolingNeeded = readC >= setpointC + differentialK
    if (!isCoolingNeeded || state.sinceS < (state.hasFailed ? TRY_AGAIN_S : REST_S[control])) return
    state.sinceS = 0
    state.hasFailed = failsToStart()
    if (!state.hasFailed) state.demand = isProportional ? Math.max(LEAST[control], state.integral) : 1
    return
  }
  if (readC <= offC) {
    state.demand = 0
    state.sinceS = 0
    return
  }
  if (!isProportional) return
  const error = readC - (setpointC + differentialK / 2)
  state.integral = Math.max(0, Math.min(1, state.integral + (GAIN_PER_K * error * dtS) / INTEGRAL_S))
  state.demand = Math.max(LEAST[control], Math.min(1, state.integral + GAIN_PER_K * error))
}

export function switchOff(state: CoolingControl): void {
  if (state.demand === 0) return
  state.demand = 0
  state.sinceS = 0
}
