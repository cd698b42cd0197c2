import { below, between, randomStream } from '../random'

/**
 * What a refrigerated case or room is made of. Watts, joules, kelvins and seconds throughout; the three groups follow
 * a lumped model of air with structure, product, and coil.
 */
export interface CaseSpec {
  readonly setpointC: number
  readonly differentialK: number
  readonly airCapacityJPerK: number
  readonly productCapacityJPerK: number
  readonly coilCapacityJPerK: number
  readonly productUaWPerK: number
  readonly envelopeUaWPerK: number
  readonly evaporatorUaWPerK: number
  readonly refrigerantUaWPerK: number
  readonly ratedCoolingW: number
  readonly ratedEvaporatingC: number
  readonly ratedCondensingC: number
  /** Share of the Carnot performance that the compressor reaches. */
  readonly carnotShare: number
  readonly idleInfiltrationKgPerS: number
  readonly airPerOpeningKg: number
  readonly moistureKgPerKg: number
  readonly openingsPerHourByDay: number
  readonly openingsPerHourByNight: number
  readonly openingSeconds: number
  readonly internalHeatW: number
  readonly fanW: number
  readonly lightW: number
  /** 0: the case defrosts by pausing its cooling with the fan running. */
  readonly heaterW: number
  /** Whole minutes between the starts of two defrosts. */
  readonly defrostEveryMinutes: number
  /** Shifts the defrosts of this unit against those of its neighbours. */
  readonly defrostOffsetMinutes: number
  readonly longestDefrostSeconds: number
  /** How warm the coil is when its heater stops, °C. */
  readonly defrostEndC: number
  /** Ice that halves the air side of the evaporator. */
  readonly halvingIceKg: number
}

/**
 * A doored chilled case. Air exchanged per opening and at rest are measured values for a four-door cabinet, scaled
 * (Månsson et al., International Journal of Refrigeration).
 */
export const dooredChilledCase: CaseSpec = {
  setpointC: 2,
  differentialK: 2,
  airCapacityJPerK: 250e3,
  productCapacityJPerK: 800e3,
  coilCapacityJPerK: 25e3,
  productUaWPerK: 90,
  envelopeUaWPerK: 14,
  evaporatorUaWPerK: 460,
  refrigerantUaWPerK: 560,
  ratedCoolingW: 2800,
  ratedEvaporatingC: -8,
  ratedCondensingC: 40,
  carnotShare: 0.5,
  idleInfiltrationKgPerS: 0.012,
  airPerOpeningKg: 0.94,
  moistureKgPerKg: 7.7e-3,
  openingsPerHourByDay: 60,
  openingsPerHourByNight: 3,
  openingSeconds: 15,
  internalHeatW: 120,
  fanW: 60,
  lightW: 90,
  heaterW: 1200,
  defrostEveryMinutes: 6 * 60,
  defrostOffsetMinutes: 0,
  longestDefrostSeconds: 1800,
  defrostEndC: 8,
  halvingIceKg: 12,
}

export const walkInFreezer: CaseSpec = {
  setpointC: -22,
  differentialK: 2,
  airCapacityJPerK: 400e3,
  productCapacityJPerK: 2850e3,
  coilCapacityJPerK: 40e3,
  productUaWPerK: 200,
  envelopeUaWPerK: 20,
  evaporatorUaWPerK: 370,
  refrigerantUaWPerK: 520,
  ratedCoolingW: 2900,
  ratedEvaporatingC: -30,
  ratedCondensingC: 42,
  carnotShare: 0.45,
  idleInfiltrationKgPerS: 0.002,
  airPerOpeningKg: 3,
  moistureKgPerKg: 11.4e-3,
  openingsPerHourByDay: 4,
  openingsPerHourByNight: 1,
  openingSeconds: 30,
  internalHeatW: 150,
  fanW: 150,
  lightW: 30,
  heaterW: 1800,
  defrostEveryMinutes: 8 * 60,
  defrostOffsetMinutes: 0,
  longestDefrostSeconds: 1800,
  defrostEndC: 8,
  halvingIceKg: 5,
}

export const openRiceCase: CaseSpec = {
  setpointC: 17,
  differentialK: 2,
  airCapacityJPerK: 150e3,
  productCapacityJPerK: 250e3,
  coilCapacityJPerK: 12e3,
  productUaWPerK: 60,
  envelopeUaWPerK: 18,
  evaporatorUaWPerK: 220,
  refrigerantUaWPerK: 260,
  ratedCoolingW: 1300,
  ratedEvaporatingC: 4,
  ratedCondensingC: 42,
  carnotShare: 0.45,
  idleInfiltrationKgPerS: 0.03,
  airPerOpeningKg: 0,
  moistureKgPerKg: 1.5e-3,
  openingsPerHourByDay: 0,
  openingsPerHourByNight: 0,
  openingSeconds: 0,
  internalHeatW: 80,
  fanW: 40,
  lightW: 60,
  heaterW: 0,
  defrostEveryMinutes: 12 * 60,
  defrostOffsetMinutes: 0,
  longestDefrostSeconds: 600,
  defrostEndC: 8,
  halvingIceKg: 6,
}

/** The same case built `size` times as large: every extensive quantity grows alike, so temperatures move alike. */
export function resized(spec: CaseSpec, size: number): CaseSpec {
  return {
    ...spec,
    airCapacityJPerK: spec.airCapacityJPerK * size,
    productCapacityJPerK: spec.productCapacityJPerK * size,
    coilCapacityJPerK: spec.coilCapacityJPerK * size,
    productUaWPerK: spec.productUaWPerK * size,
    envelopeUaWPerK: spec.envelopeUaWPerK * size,
    evaporatorUaWPerK: spec.evaporatorUaWPerK * size,
    refrigerantUaWPerK: spec.refrigerantUaWPerK * size,
    ratedCoolingW: spec.ratedCoolingW * size,
    idleInfiltrationKgPerS: spec.idleInfiltrationKgPerS * size,
    airPerOpeningKg: spec.airPerOpeningKg * size,
    internalHeatW: spec.internalHeatW * size,
    fanW: spec.fanW * size,
    lightW: spec.lightW * size,
    heaterW: spec.heaterW * size,
    halvingIceKg: spec.halvingIceKg * size,
  }
}

const UNIT_SPREAD = 0.08

/** One unit of a series: capacities, conductances and cooling power up to 8 % off, its defrosts at its own hour. */
export function individual(spec: CaseSpec, seed: number, ...path: readonly (string | number)[]): CaseSpec {
  const random = randomStream(seed, 'individual', ...path)
  const spread = (value: number) => value * between(random, 1 - UNIT_SPREAD, 1 + UNIT_SPREAD)
  return {
    ...spec,
    airCapacityJPerK: spread(spec.airCapacityJPerK),
    productCapacityJPerK: spread(spec.productCapacityJPerK),
    coilCapacityJPerK: spread(spec.coilCapacityJPerK),
    productUaWPerK: spread(spec.productUaWPerK),
    envelopeUaWPerK: spread(spec.envelopeUaWPerK),
    evaporatorUaWPerK: spread(spec.evaporatorUaWPerK),
    refrigerantUaWPerK: spread(spec.refrigerantUaWPerK),
    ratedCoolingW: spread(spec.ratedCoolingW),
    defrostOffsetMinutes: below(random, spec.defrostEveryMinutes),
  }
}
