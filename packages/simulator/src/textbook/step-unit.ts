import { uniform } from '../random'
import { indoorC, indoorRatio } from './climate'
import { setDisturbance } from './confounders'
import { stepCooling, switchOff } from './cooling-control'
import { stepDefrost } from './defrost'
import { stepProbe } from './probe'
import { stepCoil } from './step-coil'
import { stepLoad } from './step-load'
import { setEffects, severityAt } from './unit-faults'
import type { UnitState } from './unit-state'

/** Seconds of one step of the physics. */
export const STEP_S = 20
const SURROUNDINGS_EVERY_S = 300
const DAY_S = 86_400
const PRESSURE_SWITCH_C = 68
const PRESSURE_RESET_C = 48

/** Goes on by {@link STEP_S}. */
export function stepUnit(state: UnitState): void {
  const { plan, control, defrost, effects } = state
  const atMs = plan.fromMs + state.sinceS * 1000
  if (state.sinceS % SURROUNDINGS_EVERY_S === 0) lookAround(state, atMs)
  state.minuteOfDay = Math.floor((state.sinceS % DAY_S) / 60)
  const { disturbance } = state
  if (plan.confounder !== null) {
    setDisturbance(disturbance, plan.confounder, atMs, STEP_S * 1000, plan.setpointC)
  }
  const setbackK = state.isOpen ? 0 : plan.nightSetbackK + disturbance.nightSetbackK
  state.setpointC = plan.setpointC + disturbance.setpointK + setbackK
  const luck = uniform(state.random)
  const startLuck = uniform(state.random)
  const scheduled = (state.minuteOfDay - disturbance.scheduleMinutes + 1_440) % 1_440
  const flow = state.openness * effects.fans
  stepDefrost(defrost, plan.defrost, STEP_S, scheduled, state.coilC, flow, effects.defrostExtraMinutes)
  stepProbe(state.probe, plan.probe, effects, sensedC(state), STEP_S, state.sinceS)
  const mayCool = (defrost.phase === 'none' || defrost.phase === 'fan_delay') && !disturbance.isSwitchedOff
  const { differentialK } = plan
  if (!mayCool) switchOff(control)
  else {
    const fails = () => startLuck < effects.failsToStart
    stepCooling(control, plan.control, state.probe.readC, state.setpointC, differentialK, STEP_S, fails)
  }
  watchPressure(state)
  state.opening = openingOf(state)
  stepLoad(state, luck, STEP_S)
  stepCoil(state, STEP_S)
  state.sinceS += STEP_S
}

function sensedC({ plan, supplyC, airC }: UnitState): number {
  return plan.supplyShare * supplyC + (1 - plan.supplyShare) * airC
}

/** Share of the capacity that runs: a dead compressor stops at once, valves leave what they are stuck at. */
function openingOf({ kind, control, effects, isTripped }: UnitState): number {
  if (isTripped) return 0
  if (!kind.isRemote) return effects.failsToStart >= 1 ? 0 : control.demand
  return Math.min(effects.valveMost, Math.max(effects.valveLeast, control.demand))
}

function watchPressure(state: UnitState): void {
  if (state.kind.isRemote) return
  if (state.condensingC > PRESSURE_SWITCH_C) state.isTripped = true
  else if (state.condensingC < PRESSURE_RESET_C) state.isTripped = false
}

/** Weather, shop and the growth of faults change slowly. */
function lookAround(state: UnitState, atMs: number): void {
  const { plan } = state
  const day = Math.floor(state.sinceS / DAY_S)
  const minute = (state.sinceS % DAY_S) / 60
  const { opensAtMinute, closesAtMinute, closedDays } = plan.shop
  const isInHours = opensAtMinute === closesAtMinute || (minute >= opensAtMinute && minute < closesAtMinute)
  state.isOpen = isInHours && !closedDays.includes(day)
  state.outdoorC = state.climate.outdoorC(atMs)
  state.roomC = indoorC(state.outdoorC, state.isOpen)
  state.roomRatio = indoorRatio(state.climate.outdoorRatio(atMs), state.roomC)
  if (plan.fault !== null) setEffects(state.effects, plan.fault.kind, severityAt(plan.fault, atMs))
}
