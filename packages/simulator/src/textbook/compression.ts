/**
 * A vapour compression cycle around its rated point. Slopes are those of published tables of compressors for R404A and
 * R290 (EN 12900 rating): about 3.6 % of capacity per kelvin of evaporating and 0.9 % per kelvin of condensing
 * temperature. Power is Carnot's with half of its efficiency, the usual figure for small hermetic machines (Gosney,
 * Principles of Refrigeration).
 */
const PER_EVAPORATING_K = 0.036
const PER_CONDENSING_K = 0.009
const CARNOT_SHARE = 0.5
const LEAST_LIFT_K = 12

export const RATED_CONDENSING_C = 42

/** Capacity over the capacity at the rated point. */
export function relativeCapacity(
  evaporatingC: number,
  ratedEvaporatingC: number,
  condensingC: number,
): number {
  const byCondensing = 1 - PER_CONDENSING_K * (condensingC - RATED_CONDENSING_C)
  return Math.exp(PER_EVAPORATING_K * (evaporatingC - ratedEvaporatingC)) * Math.max(0.05, byCondensing)
}

/** W that the compressor takes to move this many W of heat. */
export function compressorWatts(
  capacityW: number,
  evaporatingC: number,
  condensingC: number,
  efficiency = 1,
): number {
  const lift = Math.max(LEAST_LIFT_K, condensingC - evaporatingC)
  return (capacityW * lift) / (CARNOT_SHARE * efficiency * (evaporatingC + 273.15))
}

/** Heat that the coil gives up, as a straight line over its temperature: W = constant + slope × °C. */
export interface HeatLine {
  constant: number
  slope: number
  /** °C at which the refrigerant evaporates. */
  evaporatingC: number
}

/** A low-pressure switch holds the suction above this. */
const LOWEST_BELOW_RATED_K = 25

/**
 * Limits the heat to what liquid there is. The compressor takes as much vapour as before, so it draws the suction down
 * to where that vapour is no more than the liquid gives.
 * @param feedW heat that the liquid can take up
 * @param machineW what compressor and coil would balance at the rated evaporating temperature
 */
export function starve(
  line: HeatLine,
  feedW: number,
  machineW: number,
  coilC: number,
  ratedEvaporatingC: number,
): void {
  if (line.constant + line.slope * coilC <= feedW) return
  line.constant = feedW
  line.slope = 0
  const belowK = -Math.log(feedW / machineW) / PER_EVAPORATING_K
  line.evaporatingC = ratedEvaporatingC - Math.max(0, Math.min(LOWEST_BELOW_RATED_K, belowK))
}

/**
 * Where coil and compressor balance: conductance × (coil − evaporating) = capacity(evaporating). The capacity is taken
 * as a tangent at the last evaporating temperature, which the next step corrects.
 * @param conductance W/K from the coil's metal to the refrigerant
 * @param ratedW capacity at the rated point, with all that reduces it
 */
export function balance(
  line: HeatLine,
  conductance: number,
  ratedW: number,
  coilC: number,
  ratedEvaporatingC: number,
  condensingC: number,
): void {
  const at = line.evaporatingC
  const capacity = ratedW * relativeCapacity(at, ratedEvaporatingC, condensingC)
  const slope = PER_EVAPORATING_K * capacity
  const constant = capacity - slope * at
  const sum = conductance + slope
  line.constant = (constant * conductance) / sum
  line.slope = (slope * conductance) / sum
  line.evaporatingC = (conductance * coilC - constant) / sum
}
