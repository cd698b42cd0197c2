import type { TemperatureZone } from '../organisation/device'
import type { Series, Window } from '../points/series'
import { epochMs } from '../time/instant'
import type { Period } from '../time/period'
import type { ControlBand } from './control-bands'
import { defrostPeriods } from './defrost'
import { inferDefrosts } from './infer-defrosts'
import type { AnalysedDevice, DeviceReadings, StoreDay } from './store-day'
import { usualBand } from './zone-limits'

/** The day of a device as far as it is judged. */
export function windowOfDay(day: StoreDay, device: AnalysedDevice): Window {
  const { periodSeconds, excluded } = device
  return { period: { startAt: day.period.startAt, endAt: day.until }, periodSeconds, excluded }
}

/**
 * The band that a controller regulates by, as it last reported; where it reports none, the usual one of the
 * zone.
 */
export function controlBandOf(readings: DeviceReadings, zone: TemperatureZone): ControlBand {
  const usual = usualBand(zone)
  return {
    setpointC: lastValue(readings.series('setpoint')) ?? usual.setpointC,
    differentialK: lastValue(readings.series('differential')) ?? usual.differentialK,
  }
}

/**
 * Defrosts of a device, those of the hours before the window too; reported by its defrost point, or inferred
 * where it has none but an evaporator probe and a compressor.
 */
export function defrostsOf(readings: DeviceReadings, zone: TemperatureZone, window: Window): Period[] {
  const { period, periodSeconds } = window
  // Nothing is left out here: what is excluded of the window is left out of what is made of it.
  const reach = { period: { ...period, startAt: epochMs(0) }, periodSeconds, excluded: [] }
  if (readings.has('defrost')) return defrostPeriods(readings.series('defrost'), reach)
  if (!readings.has('evaporator_temperature') || !readings.has('compressor')) return []
  const parts = {
    air: readings.series('air_temperature'),
    evaporator: readings.series('evaporator_temperature'),
    compressor: readings.series('compressor'),
  }
  return inferDefrosts(parts, zone, reach)
}

function lastValue({ values }: Series): number | null {
  for (let index = values.length - 1; index >= 0; index--) {
    const value = values[index] as number
    if (!Number.isNaN(value)) return value
  }
  return null
}
