import { makeEnvironment, type OpeningHours, surround } from '../physics/environment'
import type { StoreLoadSpec } from '../physics/store-load'
import { minuteOfDay, outdoorC, type Weather } from '../physics/weather'

const HOUR_MS = 3_600_000
const DAYS_LOOKED_AT = 35
const COOLS_ABOVE_C = 21

/**
 * The highest demand in kW that a shop was to be expected to have over the weeks before `untilMs`: its loads of each
 * hour under the weather there was, refrigeration at its typical power.
 */
export function expectedPeakKw(
  load: StoreLoadSpec,
  devicesKw: number,
  hours: OpeningHours,
  weather: Weather,
  warmerK: number,
  untilMs: number,
): number {
  const around = makeEnvironment()
  let peakW = 0
  for (let hour = 0; hour < DAYS_LOOKED_AT * 24; hour++) {
    const atMs = untilMs - hour * HOUR_MS
    surround(around, outdoorC(weather, atMs) + warmerK, minuteOfDay(weather.station, atMs), hours)
    const airConditioningW = load.airConditioningWPerK * Math.max(0, around.outdoorC - COOLS_ABOVE_C)
    const lightsW = (around.isOpen ? load.lightsW : 0) + load.baseW
    peakW = Math.max(peakW, airConditioningW + lightsW + load.cookersW * around.cooking)
  }
  return peakW / 1000 + devicesKw
}
