import type { RandomState } from '../random'
import { lognormal, normal, poisson, randomStream } from '../random'
import type { CaseSpec } from './case-spec'
import { advanceDefrost, type DefrostState, startDueDefrost } from './defrost'
import type { FaultEffects } from './effects'
import type { Environment } from './environment'
import { compressorW, condensingC, coolingW } from './refrigeration'

/** Everything that a case remembers. A saved copy goes on exactly where it was saved. */
export interface CabinetState extends DefrostState {
  readonly random: RandomState
  airC: number
  productC: number
  coilC: number
  iceKg: number
  /** What the air probe shows. */
  measuredAirC: number
  evaporatingC: number
  isCompressorRequested: boolean
  isCompressorOn: boolean
  /** Since the thermostat last switched. */
  holdSeconds: number
  /** How long the door will stay open. */
  doorSeconds: number
  /** Electric power over the last step: compressor apart from the rest, since its power factor is another. */
  compressorPowerW: number
  heaterPowerW: number
  otherPowerW: number
  /** Running totals since the state was made. */
  energyJ: number
  runSeconds: number
  defrostSeconds: number
  doorOpenSeconds: number
  starts: number
  openings: number
}

const STEP_SECONDS = 20
const STEPS_PER_MINUTE = 3

const PROBE_NOISE_K = 0.05
const LEAST_OFF_SECONDS = 180
const LEAST_ON_SECONDS = 120
const STILL_AIR_SHARE = 0.05
const AIR_J_PER_KG_K = 1006
const MELTING_J_PER_KG = 334e3
const FREEZING_VAPOUR_J_PER_KG = 2.83e6
const CONDENSING_VAPOUR_J_PER_KG = 2.5e6
const HEATER_TO_COIL = 0.85
const HEATER_TO_AIR = 0.15
const HEAT_TO_MELTING = 0.9
/** Spread of the air exchanged in one opening; the mean of lognormal(−σ²/2, σ) is 1. */
const OPENING_MU = -0.08
const OPENING_SIGMA = 0.4

/** A case that has settled at its set point. */
export function newCabinet(
  spec: CaseSpec,
  seed: number,
  ...path: readonly (string | number)[]
): CabinetState {
  const middleC = spec.setpointC + spec.differentialK / 2
  return {
    random: randomStream(seed, ...path),
    airC: middleC,
    productC: middleC,
    coilC: spec.setpointC - 4.5,
    iceKg: 0.001,
    measuredAirC: middleC,
    evaporatingC: spec.setpointC - 8.5,
    isCompressorRequested: false,
    isCompressorOn: false,
    holdSeconds: 0,
    defrostPhase: 'none',
    phaseSeconds: 0,
    doorSeconds: 0,
    compressorPowerW: 0.5,
    heaterPowerW: 0.5,
    otherPowerW: 0.5,
    energyJ: 0.5,
    runSeconds: 0,
    defrostSeconds: 0,
    doorOpenSeconds: 0,
    starts: 0,
    defrosts: 0,
    openings: 0,
  }
}

/**
 * One minute of a case, in explicit Euler steps of 20 s (the fastest part, the coil, has a time constant above 35 s).
 * @param minute whole minutes since the epoch: a small integer, whose remainders are cheap.
 */
export function advanceCabinet(
  state: CabinetState,
  spec: CaseSpec,
  effects: FaultEffects,
  around: Environment,
  minute: number,
): void {
  startDueDefrost(state, spec, minute)
  const openingsPerHour =
    spec.openingsPerHourByDay * around.trade + spec.openingsPerHourByNight * around.nightWork
  const noOpening = Math.exp((-openingsPerHour * STEP_SECONDS) / 3600)
  const condensingAtC = condensingC(around.outdoorC, effects.condenser)
  const lightW = around.isOpen ? spec.lightW : 0
  for (let step = 0; step < STEPS_PER_MINUTE; step++) {
    const openingAirKg = openingsPerHour > 0 ? openDoor(state, spec, noOpening) : 0
    switchCompressor(state, spec, effects)
    const infiltrationKgPerS =
      spec.idleInfiltrationKgPerS * effects.infiltration + openingAirKg / STEP_SECONDS
    exchangeHeat(state, spec, effects, around.indoorC, condensingAtC, infiltrationKgPerS)
    tally(state, lightW)
    if (state.defrostPhase !== 'none') advanceDefrost(state, spec, STEP_SECONDS)
  }
}

/** Lets customers open the door; returns the room air that came in, in kg. */
function openDoor(state: CabinetState, spec: CaseSpec, noOpening: number): number {
  state.doorSeconds = Math.max(0, state.doorSeconds - STEP_SECONDS)
  let airKg = 0
  for (let left = poisson(state.random, noOpening); left > 0; left--) {
    airKg += spec.airPerOpeningKg * lognormal(state.random, OPENING_MU, OPENING_SIGMA)
    state.doorSeconds += spec.openingSeconds
    state.openings++
  }
  return airKg
}

/** The thermostat sees the measured air; a stuck contactor does not listen to it. */
function switchCompressor(state: CabinetState, spec: CaseSpec, effects: FaultEffects): void {
  state.measuredAirC = state.airC + effects.probeDriftK + PROBE_NOISE_K * normal(state.random)
  state.holdSeconds += STEP_SECONDS
  const isHeldOff = state.defrostPhase === 'defrosting' || state.defrostPhase === 'dripping'
  if (state.isCompressorRequested) {
    const isCold = state.measuredAirC <= spec.setpointC && state.holdSeconds >= LEAST_ON_SECONDS
    if (isHeldOff || isCold) {
      state.isCompressorRequested = false
      state.holdSeconds = 0
    }
  } else if (
    !isHeldOff &&
    state.measuredAirC >= spec.setpointC + spec.differentialK &&
    state.holdSeconds >= LEAST_OFF_SECONDS
  ) {
    state.isCompressorRequested = true
    state.holdSeconds = 0
  }
  const wasOn = state.isCompressorOn
  state.isCompressorOn =
    effects.contactor === 'free' ? state.isCompressorRequested : effects.contactor === 'stuck_on'
  if (state.isCompressorOn && !wasOn) state.starts++
}

function exchangeHeat(
  state: CabinetState,
  spec: CaseSpec,
  effects: FaultEffects,
  roomC: number,
  condensingAtC: number,
  infiltrationKgPerS: number,
): void {
  const { airC, productC, coilC, iceKg } = state
  const isHeating = state.defrostPhase === 'defrosting' && spec.heaterW > 0
  const isFanOn = spec.heaterW === 0 || state.defrostPhase === 'none'
  const iceRatio = iceKg / spec.halvingIceKg
  const airSide =
    (effects.fan * effects.airSide * (isFanOn ? 1 : STILL_AIR_SHARE)) / (1 + iceRatio * iceRatio)
  const airToCoilW = spec.evaporatorUaWPerK * airSide * (airC - coilC)
  const heaterW = isHeating ? spec.heaterW * effects.defrostHeat : 0

  let refrigerationW = 0
  state.compressorPowerW = 0
  if (state.isCompressorOn) {
    refrigerationW = coolingW(spec, effects.charge, effects.refrigerantUa, coilC, condensingAtC)
    state.evaporatingC = coilC - refrigerationW / (spec.refrigerantUaWPerK * effects.refrigerantUa)
    state.compressorPowerW = compressorW(refrigerationW, state.evaporatingC, condensingAtC, spec.carnotShare)
  } else {
    state.evaporatingC = coilC
  }
  state.heaterPowerW = heaterW
  state.otherPowerW = isFanOn ? spec.fanW : 0

  const moistureKgPerS = infiltrationKgPerS * spec.moistureKgPerKg
  let latentW = moistureKgPerS * CONDENSING_VAPOUR_J_PER_KG
  let meltingKg = 0
  if (coilC < 0) {
    latentW = moistureKgPerS * FREEZING_VAPOUR_J_PER_KG
    state.iceKg = iceKg + moistureKgPerS * STEP_SECONDS
  } else if (coilC > 0 && iceKg > 0) {
    const heatW = Math.max(HEATER_TO_COIL * heaterW + airToCoilW, 0)
    meltingKg = Math.min(iceKg, ((HEAT_TO_MELTING * heatW) / MELTING_J_PER_KG) * STEP_SECONDS)
    state.iceKg = iceKg - meltingKg
  }

  const productToAirW = spec.productUaWPerK * (productC - airC)
  const sensibleW = infiltrationKgPerS * AIR_J_PER_KG_K * (roomC - airC)
  const airW =
    productToAirW +
    spec.envelopeUaWPerK * (roomC - airC) +
    spec.internalHeatW +
    sensibleW -
    airToCoilW +
    HEATER_TO_AIR * heaterW
  const coilW = airToCoilW + latentW + HEATER_TO_COIL * heaterW - refrigerationW
  state.airC = airC + (airW * STEP_SECONDS) / spec.airCapacityJPerK
  state.productC = productC - (productToAirW * STEP_SECONDS) / spec.productCapacityJPerK
  state.coilC = coilC + (coilW * STEP_SECONDS - MELTING_J_PER_KG * meltingKg) / spec.coilCapacityJPerK
}

function tally(state: CabinetState, lightW: number): void {
  state.otherPowerW += lightW
  state.energyJ += (state.compressorPowerW + state.heaterPowerW + state.otherPowerW) * STEP_SECONDS
  if (state.isCompressorOn) state.runSeconds += STEP_SECONDS
  if (state.defrostPhase === 'defrosting') state.defrostSeconds += STEP_SECONDS
  if (state.doorSeconds > 0) state.doorOpenSeconds += Math.min(state.doorSeconds, STEP_SECONDS)
}
