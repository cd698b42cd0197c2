/** Properties of moist air at 101 325 Pa, after ASHRAE Handbook Fundamentals, chapter Psychrometrics. */

const PRESSURE_PA = 101_325
/** J/(kg K) of air, and of water vapour. */
export const AIR_CP = 1_006
const VAPOUR_CP = 1_860
/** J/kg: water to vapour at 0 °C, ice to water, and so ice to vapour. */
const EVAPORATION_J_PER_KG = 2_501_000
export const FUSION_J_PER_KG = 334_000
export const SUBLIMATION_J_PER_KG = EVAPORATION_J_PER_KG + FUSION_J_PER_KG

/** Pa over water, below 0 °C over ice: the Magnus forms of Alduchov and Eskridge (1996). */
export function saturationPa(temperatureC: number): number {
  return temperatureC >= 0
    ? 610.94 * Math.exp((17.625 * temperatureC) / (temperatureC + 243.04))
    : 611.21 * Math.exp((22.587 * temperatureC) / (temperatureC + 273.86))
}

/** kg of water per kg of dry air when saturated. */
export function saturationRatio(temperatureC: number): number {
  const vapour = saturationPa(temperatureC)
  return (0.622 * vapour) / (PRESSURE_PA - vapour)
}

/** kg of water per kg of dry air at a relative humidity from 0 to 1. */
export function humidityRatio(temperatureC: number, relative: number): number {
  const vapour = relative * saturationPa(temperatureC)
  return (0.622 * vapour) / (PRESSURE_PA - vapour)
}

/** J per kg of dry air, from dry air at 0 °C. */
export function enthalpy(temperatureC: number, ratio: number): number {
  return AIR_CP * temperatureC + ratio * (EVAPORATION_J_PER_KG + VAPOUR_CP * temperatureC)
}

const GRAVITY = 9.81
const COLD_AIR_KG_PER_M3 = 1.27

/**
 * The factor of the flow through an open doorway after Gosney and Olama (1975), in ASHRAE Handbook Refrigeration,
 * chapter Refrigerated-Facility Loads: kg/s = factor × √(ΔT / T outside). The term of the density ratio is 0.95 within
 * 2 % for all rooms here.
 */
export function doorwayFactor(areaM2: number, heightM: number): number {
  return 0.221 * areaM2 * Math.sqrt(GRAVITY * heightM) * 0.95 * COLD_AIR_KG_PER_M3
}

/** kg/s that a doorway with this factor lets in. */
export function doorwayFlow(factor: number, insideC: number, outsideC: number): number {
  return outsideC <= insideC ? 0 : factor * Math.sqrt((outsideC - insideC) / (outsideC + 273.15))
}
