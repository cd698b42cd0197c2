import type { DeviceId, PointId, StoreId } from '../ids'

/** What equipment measures. The kind decides which analysis reads it; the name is what people call it. */
export const measuredKinds = [
  'air_temperature',
  'product_temperature',
  'evaporator_temperature',
  'evaporating_temperature',
  'outdoor_temperature',
  'superheat',
  'setpoint',
  'differential',
  'compressor',
  'defrost',
  'fan',
  'door',
  'valve_opening',
  'compressor_speed',
  'controller_alarm',
  'control_state',
  'power',
  'energy',
  'reactive_energy',
  'power_factor',
  'voltage',
  'current',
  'frequency',
  'other',
] as const
export type MeasuredKind = (typeof measuredKinds)[number]

/**
 * What a terminal counts of its requests to a device, per interval: sent (attempts included), answered, not answered
 * in time, answered with a malformed frame, refused by the device, whole cycles left out, and the mean time to an
 * answer or refusal in milliseconds. They say how the line is, not how the equipment is: no analysis reads them.
 */
export const busKinds = [
  'bus_requests',
  'bus_answers',
  'bus_timeouts',
  'bus_bad_frames',
  'bus_exceptions',
  'bus_overruns',
  'bus_response_ms',
] as const
export type BusKind = (typeof busKinds)[number]

export const pointKinds = [...measuredKinds, ...busKinds] as const
export type PointKind = (typeof pointKinds)[number]

/** What is measured in most often, as it is printed; an empty text is a plain number or a state. */
export const commonUnits = [
  '°C',
  'K',
  'min',
  'h',
  '%',
  'W',
  'kW',
  'kvar',
  'kVA',
  'kWh',
  'kvarh',
  'V',
  'A',
  'Hz',
  'ms',
  '°',
  '%RH',
  'bar',
  'kPa',
  'Pa',
  'ppm',
  'lx',
  'l/h',
  'm³',
  '',
] as const
/** Any symbol, as it is printed. */
export type PointUnit = string

/** One measured or commanded quantity of a device. */
export interface Point {
  readonly id: PointId
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly name: string
  readonly kind: PointKind
  readonly unit: PointUnit
}

/** Points of a device that say how warm product or air are. */
export const probeKinds = ['product_temperature', 'air_temperature'] as const satisfies readonly PointKind[]

/** Points that are on or off (1 or 0). */
export function isState(kind: PointKind): boolean {
  return (
    kind === 'compressor' ||
    kind === 'defrost' ||
    kind === 'fan' ||
    kind === 'door' ||
    kind === 'controller_alarm'
  )
}

/** Running totals. They keep double width where they are stored: 24 bits lose hundredths of a kWh at a million. */
export function isCounter(kind: PointKind): boolean {
  return kind === 'energy' || kind === 'reactive_energy'
}
