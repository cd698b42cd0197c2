import { makeEnvironment, type OpeningHours, surround } from '../physics/environment'
import { buildingLoadW, type StoreLoadSpec } from '../physics/store-load'
import { minuteOfDay, outdoorC, type Weather } from '../physics/weather'

const HOUR_MS = 3_600_000

/** A shop as far as its demand can be predicted. */
export interface ExpectedLoad {
  readonly load: StoreLoadSpec
  readonly hours: OpeningHours
  readonly weather: Weather
  readonly warmerK: number
  /** Refrigeration and hot cases at their typical power. */
  readonly devicesKw: number
}

/** The highest demand in kW that a shop was to be expected to have over some days under the weather there was. */
export function expectedPeakKw(expected: ExpectedLoad, days: number, untilMs: number): number {
  const { load, hours, weather, warmerK, devicesKw } = expected
  const around = makeEnvironment()
  let peakW = 0
  for (let hour = 0; hour < days * 24; hour++) {
    const atMs = untilMs - hour * HOUR_MS
    surround(around, outdoorC(weather, atMs) + warmerK, minuteOfDay(weather.station, atMs), hours)
    peakW = Math.max(peakW, buildingLoadW(load, around))
  }
  return peakW / 1000 + devicesKw
}
