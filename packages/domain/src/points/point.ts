import type { DeviceId, PointId, StoreId } from '../ids'

/** What a point measures. The kind decides which analysis reads it; the name is what people call it. */
export const pointKinds = [
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
export type PointKind = (typeof pointKinds)[number]

/** Symbols as they are printed; an empty text is a plain number or a state. */
export const pointUnits = [
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
  '°',
  '',
] as const
export type PointUnit = (typeof pointUnits)[number]

/** One measured or commanded quantity of a device. */
export interface Point {
  readonly id: PointId
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly name: string
  readonly kind: PointKind
  readonly unit: PointUnit
}

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
