import { type BreachDay, breachOfDay } from '../corrections/breach-facts'
import type { DeviceId } from '../ids'
import type { TemperatureZone } from '../organisation/device'
import { windowOfDay } from './device-signals'
import { type InsuredDays, isInsuredOn } from './insured-coverage'
import { exceedsPromise } from './protection-verdict'
import { type AnalysedDevice, limitsOnDay, type StoreDay } from './store-day'
import { assureDay, productTemperature, type TemperatureAssurance } from './temperature-assurance'

/** The insured days of a device, and the zone that it is insured for. */
interface DeviceCoverage extends InsuredDays {
  readonly deviceId: DeviceId
  readonly zone: TemperatureZone
}

export interface AssuredDevice extends TemperatureAssurance {
  readonly deviceId: DeviceId
  readonly zone: TemperatureZone
  readonly isInsured: boolean
  /** Of an insured device: what its readings break of what was promised for the day. */
  readonly breach: BreachDay | null
}

/**
 * How the product of each device of a store was kept on a day, by the zone that it is insured for if it is. Meters,
 * devices without a probe and those that were not there are left out.
 */
export function assuredDevices(day: StoreDay, coverages: readonly DeviceCoverage[]): AssuredDevice[] {
  return day.devices.flatMap((device) => {
    const coverage = coverages.find((one) => one.deviceId === device.deviceId && isInsuredOn(one, day.on))
    return assureDevice(day, device, coverage ?? null) ?? []
  })
}

function assureDevice(
  day: StoreDay,
  device: AnalysedDevice,
  coverage: DeviceCoverage | null,
): AssuredDevice | null {
  const readings = day.readings.get(device.deviceId)
  const zone = coverage?.zone ?? device.zone
  if (zone === null || readings === undefined) return null
  const hasProbe = readings.has('product_temperature')
  if (!hasProbe && !readings.has('air_temperature')) return null
  const temperatures = {
    air: readings.series('air_temperature'),
    product: hasProbe ? readings.series('product_temperature') : null,
  }
  const [limits, window] = [limitsOnDay(day, zone), windowOfDay(day, device)]
  const assured = assureDay(temperatures, limits, window)
  if (assured.expectedMinutes === 0) return null
  const isInsured = coverage !== null
  const breach =
    isInsured && exceedsPromise(assured, limits)
      ? breachOfDay(productTemperature(temperatures, limits), limits, window)
      : null
  return { deviceId: device.deviceId, zone, isInsured, ...assured, breach }
}
