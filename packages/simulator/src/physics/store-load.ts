import { normal, type RandomState, randomStream } from '../random'
import type { Environment } from './environment'

/** What a shop draws besides its refrigeration, and how its loads shift current against voltage. */
export interface StoreLoadSpec {
  readonly lightsW: number
  readonly baseW: number
  readonly airConditioningWPerK: number
  readonly cookersW: number
  /** Lower than 0.8 where the capacitors of the compressors have aged. */
  readonly compressorPowerFactor: number
  /** Between two lines of the three-phase supply. */
  readonly lineVoltageV: number
  readonly mainsHz: number
}

export const storeLoad: StoreLoadSpec = {
  lightsW: 3500,
  baseW: 2000,
  airConditioningWPerK: 1200,
  cookersW: 3000,
  compressorPowerFactor: 0.8,
  lineVoltageV: 220,
  mainsHz: 60,
}

/** The main meter of a shop. Counters run on from what they showed when the state was made. */
export interface StoreLoadState {
  readonly random: RandomState
  powerW: number
  reactiveVar: number
  energyKwh: number
  reactiveKvarh: number
  voltageV: number
  frequencyHz: number
  /** At a probe in the shade outside. */
  outdoorC: number
}

/** Momentary power of the devices of a shop, summed by kind of load. */
export interface DeviceLoads {
  compressorsW: number
  heatersW: number
  fansAndLightsW: number
}

const COOLS_ABOVE_C = 21
const NOISE = 0.03
const VOLTAGE_NOISE = 0.006
const FREQUENCY_NOISE_HZ = 0.02
const AIR_CONDITIONING_VAR_PER_W = varPerW(0.85)
const LIGHTS_VAR_PER_W = varPerW(0.95)
const J_PER_KWH = 3.6e6

/** Reactive power that comes with 1 W at a power factor: tan(arccos pf). */
export function varPerW(powerFactor: number): number {
  return Math.sqrt(1 - powerFactor * powerFactor) / powerFactor
}

export function newStoreLoad(
  spec: StoreLoadSpec,
  counters: { energyKwh: number; reactiveKvarh: number },
  seed: number,
  ...path: readonly (string | number)[]
): StoreLoadState {
  return {
    random: randomStream(seed, ...path),
    powerW: 0.5,
    reactiveVar: 0.5,
    energyKwh: counters.energyKwh,
    reactiveKvarh: counters.reactiveKvarh,
    voltageV: spec.lineVoltageV + 0.01,
    frequencyHz: spec.mainsHz + 0.001,
    outdoorC: 20.5,
  }
}

/** One minute of the main meter; the power of a minute is held over the whole of it. */
export function advanceStoreLoad(
  state: StoreLoadState,
  spec: StoreLoadSpec,
  devices: DeviceLoads,
  around: Environment,
): void {
  const airConditioning = airConditioningW(spec, around)
  const lights = lightsW(spec, around) + devices.fansAndLightsW
  const resistive = devices.heatersW + cookersW(spec, around)
  const noise = Math.max(0.5, 1 + NOISE * normal(state.random))
  state.powerW = (devices.compressorsW + airConditioning + lights + resistive) * noise
  state.reactiveVar =
    (devices.compressorsW * varPerW(spec.compressorPowerFactor) +
      airConditioning * AIR_CONDITIONING_VAR_PER_W +
      lights * LIGHTS_VAR_PER_W) *
    noise
  state.energyKwh += (state.powerW * 60) / J_PER_KWH
  state.reactiveKvarh += (state.reactiveVar * 60) / J_PER_KWH
  state.voltageV = spec.lineVoltageV * (1 + VOLTAGE_NOISE * normal(state.random))
  state.outdoorC = around.outdoorC
  state.frequencyHz = spec.mainsHz + FREQUENCY_NOISE_HZ * normal(state.random)
}

/** What the shop draws at this moment apart from its refrigeration. */
export function buildingLoadW(spec: StoreLoadSpec, around: Environment): number {
  return airConditioningW(spec, around) + lightsW(spec, around) + cookersW(spec, around)
}

function airConditioningW(spec: StoreLoadSpec, around: Environment): number {
  return spec.airConditioningWPerK * Math.max(0, around.outdoorC - COOLS_ABOVE_C)
}

function lightsW(spec: StoreLoadSpec, around: Environment): number {
  return (around.isOpen ? spec.lightsW : 0) + spec.baseW
}

function cookersW(spec: StoreLoadSpec, around: Environment): number {
  return spec.cookersW * around.cooking
}

/** cos φ of the moment. */
export function powerFactorOf(state: StoreLoadState): number {
  return state.powerW / Math.hypot(state.powerW, state.reactiveVar)
}

/** Current of each line of a balanced three-phase supply. */
export function lineCurrentA(state: StoreLoadState): number {
  return Math.hypot(state.powerW, state.reactiveVar) / (Math.sqrt(3) * state.voltageV)
}
