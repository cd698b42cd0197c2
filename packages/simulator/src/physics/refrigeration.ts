import type { CaseSpec } from './case-spec'

/** Change of cooling power per kelvin of evaporating and of condensing temperature, as shares of the rated power. */
const PER_EVAPORATING_K = 0.033
const PER_CONDENSING_K = 0.01
/** Air-cooled condensers run this far above the air; head-pressure control keeps a floor in winter. */
const CONDENSER_APPROACH_K = 12
const CONDENSING_FLOOR_C = 28
const LEAST_LIFT_K = 8
const KELVIN = 273.15

/** @param condenser share of the condenser's surface that still works. */
export function condensingC(outdoorC: number, condenser: number): number {
  return Math.max(outdoorC + CONDENSER_APPROACH_K / condenser, CONDENSING_FLOOR_C)
}

/**
 * Cooling power in W of a running compressor at coil temperature `coilC`: the compressor's line of power over
 * evaporating temperature, met with the conductance between coil and refrigerant (solved, not iterated).
 */
export function coolingW(
  spec: CaseSpec,
  charge: number,
  refrigerantUa: number,
  coilC: number,
  condensingAtC: number,
): number {
  const rated = spec.ratedCoolingW * charge
  const share =
    1 -
    PER_EVAPORATING_K * spec.ratedEvaporatingC -
    PER_CONDENSING_K * (condensingAtC - spec.ratedCondensingC) +
    PER_EVAPORATING_K * coilC
  const drop = 1 + (PER_EVAPORATING_K * rated) / (spec.refrigerantUaWPerK * refrigerantUa)
  return Math.max(0, (rated * share) / drop)
}

/** Electric power in W: cooling power over a fixed share of the Carnot performance between the two temperatures. */
export function compressorW(
  coolingPowerW: number,
  evaporatingC: number,
  condensingAtC: number,
  carnotShare: number,
): number {
  const lift = Math.max(condensingAtC - evaporatingC, LEAST_LIFT_K)
  return (coolingPowerW * lift) / (carnotShare * (evaporatingC + KELVIN))
}
