import type { StoreId } from '../ids'
import type { EpochMs } from '../time/instant'
import type { LocalDate } from '../time/local-date'
import { unrollCounter } from './counter'
import { meanOutdoorC } from './degree-days'
import {
  countDemand,
  type DemandCounts,
  type DemandInterval,
  type DemandMinutes,
  demandIntervals,
  demandMinutesOf,
  usageOf,
} from './demand'
import { type DemandStage, outlooksOf, startStageWatch } from './demand-stage'
import { type EnergyDay, energyDayOf } from './energy-day'
import { powerFactorOf } from './power-factor'
import type { AnalysedDevice, DeviceReadings, StoreDay } from './store-day'

interface DayOfMeter {
  readonly storeId: StoreId
  readonly on: LocalDate
  readonly demandMinutes: DemandMinutes
  readonly contractedKw: number | null
  readonly computedAt: EpochMs
}

/** Consumption of a day, and how often the demand was over the contract. */
interface MeasuredEnergy extends DayOfMeter, Omit<EnergyDay, 'factored'>, DemandCounts {
  /** Energy whose reactive part is known, and that part. */
  readonly factorKwh: number | null
  readonly reactiveKvarh: number | null
}

/** Of each demand interval of a day, in order. */
interface MeasuredDemand extends DayOfMeter {
  readonly demandKw: readonly (number | null)[]
  readonly forecastKw: readonly (number | null)[]
  readonly highestStage: readonly (DemandStage | null)[]
  readonly powerFactor: readonly (number | null)[]
}

export interface MeasuredElectricity {
  readonly energy: MeasuredEnergy
  readonly demand: MeasuredDemand
}

/** What the main meter of a store counted on a day; null for a store that has none. */
export function measureElectricity(storeDay: StoreDay, now: EpochMs): MeasuredElectricity | null {
  const found = mainMeter(storeDay)
  if (found === null) return null
  const { device, readings } = found
  const { store, on, period, until } = storeDay
  const { contractedKw, excluded, periodSeconds } = device
  const demandMinutes = demandMinutesOf(device.demandIntervalMinutes, store.country)
  const soFar = { startAt: period.startAt, endAt: until }
  const totalOf = (kind: 'energy' | 'reactive_energy') =>
    unrollCounter(readings.seriesBeyond(kind), readings.counterEndsAt(kind))
  const meter = {
    energy: totalOf('energy'),
    reactive: readings.has('reactive_energy') ? totalOf('reactive_energy') : null,
    periodSeconds,
  }
  const intervals = demandIntervals(meter, soFar, demandMinutes, excluded)
  const start = startStageWatch(period.startAt)
  const { outlooks } = outlooksOf(meter, soFar, demandMinutes, contractedKw, start)
  const { factored, ...energy } = energyDayOf({
    on,
    day: period,
    until,
    zone: store.zone,
    hours: store,
    meter,
    readings: readings.series('energy'),
    excluded,
    demandMinutes,
    contractedKw,
    intervals,
    outdoorMeanC: outdoorMeanOf(storeDay),
  })
  const of = { storeId: store.storeId, on, demandMinutes, contractedKw, computedAt: now }
  return {
    energy: {
      ...of,
      ...energy,
      factorKwh: factored?.energyKwh ?? null,
      reactiveKvarh: factored?.reactiveKvarh ?? null,
      ...countDemand(intervals, demandMinutes, contractedKw),
    },
    demand: {
      ...of,
      // the interval that is under way has an outlook and nothing else
      demandKw: outlooks.map((_, index) => intervals[index]?.demandKw ?? null),
      forecastKw: outlooks.map(({ forecastKw }) => forecastKw),
      highestStage: outlooks.map(({ highestStage }) => highestStage),
      powerFactor: outlooks.map((_, index) => factorOf(intervals[index])),
    },
  }
}

/** The first main meter that was there on the day and counts energy. */
function mainMeter({ devices, readings, period }: StoreDay): {
  readonly device: AnalysedDevice
  readonly readings: DeviceReadings
} | null {
  for (const device of devices) {
    const isThere =
      device.commissionedAt < period.endAt && (device.removedAt ?? period.endAt) > period.startAt
    const own = readings.get(device.deviceId)
    if (device.type === 'main_meter' && isThere && own?.has('energy')) return { device, readings: own }
  }
  return null
}

function outdoorMeanOf({ devices, readings, period }: StoreDay): number | null {
  for (const { deviceId, periodSeconds } of devices) {
    const own = readings.get(deviceId)
    if (own?.has('outdoor_temperature')) {
      return meanOutdoorC(own.series('outdoor_temperature'), period, periodSeconds)
    }
  }
  return null
}

function factorOf(interval: DemandInterval | undefined): number | null {
  const usage = interval && usageOf(interval)
  return usage ? powerFactorOf(usage) : null
}
