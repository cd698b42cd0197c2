import type { DeviceId, StoreId } from '../ids'
import type { DeviceType, TemperatureZone } from '../organisation/device'
import type { MeasuredKind } from '../points/point'
import type { Series } from '../points/series'
import { type EpochMs, hours } from '../time/instant'
import type { LocalDate } from '../time/local-date'
import type { Period } from '../time/period'
import type { ChosenFigures } from './figures'
import { type ZoneLimits, zoneLimits } from './zone-limits'

/** Readings before the day that its analyses reach back to: a score covers 24 hours. */
export const LEAD_MS = hours(24)

export interface AnalysedStore {
  readonly storeId: StoreId
  readonly country: string
  /** IANA time zone. */
  readonly zone: string
  readonly opensAtMinute: number
  readonly closesAtMinute: number
}

export interface AnalysedDevice {
  readonly deviceId: DeviceId
  readonly type: DeviceType
  readonly zone: TemperatureZone | null
  /** Shortest period of the scripts that poll it now. */
  readonly periodSeconds: number
  readonly commissionedAt: EpochMs
  readonly removedAt: EpochMs | null
  /** Of a main meter. */
  readonly contractedKw: number | null
  readonly demandIntervalMinutes: number | null
  /** Time that does not count: before commissioning and after removal. */
  readonly excluded: readonly Period[]
}

/** What the analyses of a day read; a kind that is not in this list is not fetched for them. */
export const analysedKinds = [
  'air_temperature',
  'product_temperature',
  'evaporator_temperature',
  'superheat',
  'outdoor_temperature',
  'setpoint',
  'differential',
  'compressor',
  'valve_opening',
  'compressor_speed',
  'defrost',
  'door',
  'control_state',
  'power',
  'energy',
  'reactive_energy',
] as const satisfies readonly MeasuredKind[]
export type AnalysedKind = (typeof analysedKinds)[number]

/** Good readings of a device by what they measure. */
export interface DeviceReadings {
  /** Of the first point of that kind; empty where the device has none or nothing was heard. */
  series(kind: AnalysedKind): Series
  /** The same and what has come in of the hour after the day: a counter at midnight lies between two readings. */
  seriesBeyond(kind: AnalysedKind): Series
  has(kind: AnalysedKind): boolean
  /**
   * The value at which the counter of that kind wraps, in its own unit; null where it never does or that is
   * unknown.
   */
  counterEndsAt(kind: AnalysedKind): number | null
}

/** One day of one store with everything that the analyses of the day are made of. */
export interface StoreDay {
  readonly store: AnalysedStore
  readonly on: LocalDate
  /** The whole day by the clock of the store. */
  readonly period: Period
  /** Judged so far: the end of the day, or the last instant whose readings have come in. */
  readonly until: EpochMs
  /** What was chosen when the day began. */
  readonly figures: ChosenFigures
  readonly devices: readonly AnalysedDevice[]
  /** From {@link LEAD_MS} before the day to `until`. */
  readonly readings: ReadonlyMap<DeviceId, DeviceReadings>
}

/** What the product in a zone is held against on a day. */
export function limitsOnDay({ store, figures }: StoreDay, zone: TemperatureZone): ZoneLimits {
  return zoneLimits(zone, store.country, figures[zone])
}
