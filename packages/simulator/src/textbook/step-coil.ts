import { balance, compressorWatts, starve } from './compression'
import { heaterPerRated, heatToCoil } from './defrost'
import { FUSION_J_PER_KG, SUBLIMATION_J_PER_KG, saturationRatio } from './moist-air'
import { infiltrationKgPerS, infiltrationWPerK, productWPerK } from './step-load'
import { streamKgPerS } from './unit-kinds'
import type { UnitState } from './unit-state'

/** Of the fans' air, when they stand still. */
const FREE_CONVECTION = 0.05
const LAID_OPEN = 3
/** J/K of air, liner and shelves per W of load. */
const AIR_J_PER_K_PER_W = 30
/** Condensers are chosen for 12 K above ambient (ASHRAE Handbook HVAC Systems, Condensers) and take a minute to warm. */
const CONDENSER_K = 12
const CONDENSER_S = 60
const OUTDOOR_PLANT_K = 2
/** Above this outdoor temperature a rack does not hold its suction any more. */
const RACK_DESIGN_C = 38
const RACK_RISE = 0.4
const REJECTED_PER_COOLED = 1.45
/** Valves are chosen a fifth larger than the capacity. */
const LARGEST_VALVE = 1.2
const BASIC_SUPERHEAT_K = 6
/** A difference of air that changes nothing: 1 %. */
const SAME_FLOW = 0.01
const TRANSFER_EXPONENT = -0.4

/** Coil, refrigerant, air and ice go on by a step; heat lost by one is gained by the other. */
export function stepCoil(state: UnitState, dtS: number): void {
  const { kind, coil, effects, defrost, plan, sizing, line } = state
  const isHeating = defrost.phase === 'heat'
  const isOffCycle = isHeating && plan.defrost.kind === 'off_cycle'
  const fansRun = (defrost.phase === 'none' || isOffCycle) && !state.disturbance.isSwitchedOff
  state.openness = (1 - effects.blocked) / (1 + LAID_OPEN * (state.iceKg / coil.blockingIceKg) ** 3)
  const flow = Math.max(FREE_CONVECTION, fansRun ? state.openness * effects.fans : 0)
  const stream = coil.streamWPerK * flow
  if (Math.abs(flow - state.flow) > SAME_FLOW * flow) {
    state.flow = flow
    state.effectiveness = 1 - Math.exp(-coil.transferUnits * flow ** TRANSFER_EXPONENT)
  }
  const conductance = stream * state.effectiveness

  const intake = infiltrationKgPerS(state, dtS)
  const frostW = settleFrost(state, intake, streamKgPerS(conductance), dtS)

  setHeatLine(state)
  const heaterW = isHeating
    ? heaterPerRated(plan.defrost.kind, kind.setpointC) * sizing.ratedW * effects.heater
    : 0
  const toCoilW = heaterW * heatToCoil[plan.defrost.kind]
  const perStep = coil.heatCapacity / dtS
  const sum = perStep + conductance + line.slope
  const before = state.coilC
  let after = (perStep * before + conductance * state.airC + frostW + toCoilW - line.constant) / sum
  if (after > 0 && state.iceKg > 0) {
    // What would warm the metal beyond 0 °C melts ice first.
    const melted = Math.min(state.iceKg, (after * sum * dtS) / FUSION_J_PER_KG)
    state.iceKg -= melted
    after = Math.max(0, after - (melted * FUSION_J_PER_KG) / dtS / sum)
  }
  state.coilC = after
  state.coilHeatW = state.opening > 0 ? Math.max(0, line.constant + line.slope * after) : 0

  const envelope = kind.envelopeWPerK
  const airIn = infiltrationWPerK(intake)
  const product = productWPerK(state)
  const fansW = fansRun ? kind.fansW * effects.fans : 0
  const lightsW = state.isOpen && !state.disturbance.isSwitchedOff ? kind.lightsW : 0
  const innerW = fansW + lightsW + heaterW - toCoilW
  const capacity = (AIR_J_PER_K_PER_W * sizing.loadW) / dtS
  state.loadW = (envelope + airIn) * (state.roomC - state.airC) + frostW + innerW
  state.airC =
    (capacity * state.airC +
      (envelope + airIn) * state.roomC +
      product * state.surfaceC +
      conductance * after +
      innerW) /
    (capacity + envelope + airIn + product + conductance)
  state.supplyC = state.airC - state.effectiveness * (state.airC - after)
  stepPlant(state, fansW + lightsW, heaterW, dtS)
}

/**
 * Of the moisture that comes in the coil takes what it can dry; the rest stays in the air.
 * @returns W that the frost gives the coil
 */
function settleFrost(state: UnitState, intake: number, drying: number, dtS: number): number {
  const wet = saturationRatio(state.coilC)
  if (wet >= state.roomRatio || intake === 0) return 0
  const kgPerS = (intake * drying * (state.roomRatio - wet)) / (intake + drying)
  // Above 0 °C it drains away.
  if (state.coilC < 0) state.iceKg += kgPerS * dtS
  return kgPerS * SUBLIMATION_J_PER_KG
}

/** The refrigerant's side: a straight line of heat over the temperature of the metal. */
function setHeatLine(state: UnitState): void {
  const { line, coil, effects, kind, plan, sizing, opening } = state
  const wetted = coil.refrigerantWPerK
  if (opening <= 0) {
    line.constant = 0
    line.slope = 0
    line.evaporatingC = Math.min(state.coilC, kind.evaporatingC + 15)
    return
  }
  if (!kind.isRemote) {
    const machineW = sizing.ratedW * effects.flow * opening
    balance(line, wetted, machineW, state.coilC, kind.evaporatingC, state.condensingC)
    starve(line, effects.feed * sizing.ratedW, machineW, state.coilC, kind.evaporatingC)
    return
  }
  const floating = state.isOpen ? 0 : plan.floatingSuctionK
  const hot = Math.max(0, state.outdoorC - RACK_DESIGN_C) * RACK_RISE
  line.evaporatingC = kind.evaporatingC + floating + hot
  const most = Math.min(LARGEST_VALVE, effects.feed) * sizing.ratedW * opening
  const difference = Math.max(0, state.coilC - line.evaporatingC)
  // A valve that lets too little through leaves part of the coil dry: superheat, and heat that no longer grows.
  const isStarved = wetted * difference > most
  line.slope = isStarved ? most / difference : wetted
  line.constant = -line.slope * line.evaporatingC
  const dry = isStarved ? 1 - most / (wetted * difference) : 0
  state.superheatK = BASIC_SUPERHEAT_K + dry * Math.max(0, state.airC - line.evaporatingC - BASIC_SUPERHEAT_K)
}

function stepPlant(state: UnitState, insideW: number, heaterW: number, dtS: number): void {
  const { kind, effects, sizing, line, plan } = state
  const ambientC = kind.type === 'walk_in' ? state.outdoorC + OUTDOOR_PLANT_K : state.roomC + OUTDOOR_PLANT_K
  let compressorW = 0
  if (!kind.isRemote) {
    if (state.coilHeatW > 0) {
      compressorW = compressorWatts(state.coilHeatW, line.evaporatingC, state.condensingC, effects.efficiency)
    }
    const perK = (sizing.ratedW * REJECTED_PER_COOLED * effects.condenser) / CONDENSER_K
    const aimC = ambientC + (state.coilHeatW + compressorW) / perK
    state.condensingC += (aimC - state.condensingC) * (dtS / (dtS + CONDENSER_S))
  }
  const electricHeaterW = plan.defrost.kind === 'electric' ? heaterW : 0
  state.powerW = compressorW + insideW + electricHeaterW
  state.energyKwh += (state.powerW * dtS) / 3_600_000
}
