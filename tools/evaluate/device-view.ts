import type { HealthObservation } from '@coldkeep/domain/analysis/health-indicators'
import { type HealthSeries, observeHealth } from '@coldkeep/domain/analysis/health-observation'
import { openPeriods } from '@coldkeep/domain/analysis/opening-hours'
import { quietPeriods } from '@coldkeep/domain/analysis/quiet-hours'
import { assureDay } from '@coldkeep/domain/analysis/temperature-assurance'
import { zoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { PointKind } from '@coldkeep/domain/points/point'
import type { Series } from '@coldkeep/domain/points/series'
import type { Period } from '@coldkeep/domain/time/period'
import type { SimulatedDevice, SimulatedStore } from './simulate-store'

/** What the server knows of one device at any moment of the trial. */
export interface DeviceView {
  readonly zone: TemperatureZone
  observe(period: Period): HealthObservation
  /** The verdict on the product from the start of the day up to now. */
  isBreach(soFar: Period, excluded?: readonly Period[]): boolean
}

const HOUR_MS = 3_600_000
/** Readings before a window: for defrosts that reach into it, and for the product estimate to settle. */
const BEFORE_WINDOW_MS = 4 * HOUR_MS
const BEFORE_DAY_MS = 12 * HOUR_MS

export function viewOf(store: SimulatedStore, device: SimulatedDevice): DeviceView {
  const zone = device.trial.kind.zone as TemperatureZone
  const band = { setpointC: device.setpointC, differentialK: device.differentialK }
  const limits = zoneLimits(zone, store.zone === 'Asia/Tokyo' ? 'JP' : 'TW')
  const point = (kind: PointKind, fromMs: number, toMs: number) => {
    const series = device.points.get(kind)
    return series === undefined ? null : between(series, fromMs, toMs)
  }
  const air = (fromMs: number, toMs: number) => point('air_temperature', fromMs, toMs) as Series
  return {
    zone,
    observe(period) {
      const [from, to] = [period.startAt - BEFORE_WINDOW_MS, period.endAt]
      const series: HealthSeries = {
        air: air(from, to),
        compressor: point('compressor', from, to),
        capacity: point('valve_opening', from, to) ?? point('compressor_speed', from, to),
        evaporator: point('evaporator_temperature', from, to),
        superheat: point('superheat', from, to),
        food: point('product_temperature', from, to),
        door: point('door', from, to),
        defrost: point('defrost', from, to),
        energy: null,
        power: point('power', from, to),
        setpoint: point('setpoint', from, to),
        differential: point('differential', from, to),
        controlState: point('control_state', from, to),
      }
      const window = { period, periodSeconds: device.pollSeconds, excluded: [] }
      const openHours = openPeriods(store.zone, store.openingHours, period)
      const quietHours = quietPeriods(store.zone, store.openingHours, period)
      return observeHealth({ zone, band, window, openHours, quietHours }, series)
    },
    isBreach(soFar, excluded = []) {
      if (soFar.endAt <= soFar.startAt) return false
      const from = soFar.startAt - BEFORE_DAY_MS
      const readings = {
        air: air(from, soFar.endAt),
        product: point('product_temperature', from, soFar.endAt),
      }
      const window = { period: soFar, periodSeconds: device.pollSeconds, excluded }
      return assureDay(readings, limits, window).verdict === 'breach'
    },
  }
}

function between(series: Series, fromMs: number, toMs: number): Series {
  const timesMs = series.timesMs as Float64Array
  const values = series.values as Float64Array
  const from = firstFrom(timesMs, fromMs)
  const to = firstFrom(timesMs, toMs)
  return { timesMs: timesMs.subarray(from, to), values: values.subarray(from, to) }
}

function firstFrom(timesMs: Float64Array, atMs: number): number {
  let low = 0
  let high = timesMs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((timesMs[middle] as number) < atMs) low = middle + 1
    else high = middle
  }
  return low
}
