import type { DeviceId, StoreId } from '../ids'
import type { EpochMs } from '../time/instant'
import type { LocalDate } from '../time/local-date'
import { unrollCounter } from './counter'
import { countedEnergy } from './energy-day'
import type { StoreDay } from './store-day'

/** What a sub-meter counted on a day. */
export interface SubMeterDay {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly on: LocalDate
  /** How many days the energy covers: 1 for a whole day of whatever length. */
  readonly days: number
  readonly energyKwh: number | null
  readonly computedAt: EpochMs
}

/** Energy behind the main meter. */
export interface MeterShares {
  /** Of what the main meter counted, 0 to 1, in the order of the sub-meters. */
  readonly shares: readonly number[]
  /**
   * What no sub-meter counted; `null` where they counted more than the main meter: some are behind others, or not behind
   * it.
   */
  readonly otherKwh: number | null
}

/** Meters are off by a percent or two, so that much more than the main meter is no contradiction. */
const METER_ERROR = 0.02

/** The sub-meters that were there on a day and count energy. */
export function measureSubMeters(
  { store, on, period, until, devices, readings }: StoreDay,
  now: EpochMs,
): SubMeterDay[] {
  return devices.flatMap(({ deviceId, type, periodSeconds, excluded, commissionedAt, removedAt }) => {
    const isThere = commissionedAt < period.endAt && (removedAt ?? period.endAt) > period.startAt
    const own = readings.get(deviceId)
    if (type !== 'sub_meter' || !isThere || !own?.has('energy')) return []
    const energy = unrollCounter(own.seriesBeyond('energy'), own.counterEndsAt('energy'))
    const counted = countedEnergy({ day: period, until, excluded }, { energy, periodSeconds })
    return [{ storeId: store.storeId, deviceId, on, ...counted, computedAt: now }]
  })
}

/**
 * How the energy of a store is divided among its sub-meters.
 * @param mainKwh of the same time, above 0
 */
export function meterShares(mainKwh: number, subKwh: readonly number[]): MeterShares {
  const counted = subKwh.reduce((sum, kwh) => sum + kwh, 0)
  const isBehind = counted <= mainKwh * (1 + METER_ERROR)
  return {
    shares: subKwh.map((kwh) => kwh / mainKwh),
    otherKwh: isBehind ? Math.max(0, mainKwh - counted) : null,
  }
}
