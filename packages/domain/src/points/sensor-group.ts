import { busKinds, type PointKind, pointKinds } from './point'

/** What people choose before they choose sensors. */
export const sensorGroups = ['temperature', 'operation', 'electricity', 'line', 'other'] as const
export type SensorGroup = (typeof sensorGroups)[number]

const temperature: readonly PointKind[] = [
  'air_temperature',
  'product_temperature',
  'evaporator_temperature',
  'evaporating_temperature',
  'outdoor_temperature',
  'superheat',
  'setpoint',
  'differential',
]
const operation: readonly PointKind[] = [
  'compressor',
  'defrost',
  'fan',
  'door',
  'valve_opening',
  'compressor_speed',
  'controller_alarm',
  'control_state',
]
const electricity: readonly PointKind[] = [
  'power',
  'energy',
  'reactive_energy',
  'power_factor',
  'voltage',
  'current',
  'frequency',
]

/** Every kind is in one group; `line`: how requests to the device go. */
export const kindsOfGroup: Readonly<Record<SensorGroup, readonly PointKind[]>> = {
  temperature,
  operation,
  electricity,
  line: busKinds,
  other: ['other'],
}

/** The kinds of a group; of all for `null`. */
export function kindsIn(group: SensorGroup | null): readonly PointKind[] {
  return group === null ? pointKinds : kindsOfGroup[group]
}
