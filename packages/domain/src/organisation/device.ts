import type { DeviceId, DeviceModelId, StoreId, TerminalId } from '../ids'

/**
 * Temperature zones: frozen, ice cream, chilled "4 °C", chilled up to 7 °C, fresh rice foods at 18 °C, hot case.
 */
export const temperatureZones = ['FZ', 'IC', 'C4', 'C7', 'F18', 'HOT'] as const
export type TemperatureZone = (typeof temperatureZones)[number]

export const deviceTypes = [
  'doored_case',
  'open_case',
  'walk_in',
  'hot_case',
  'main_meter',
  'sub_meter',
] as const
export type DeviceType = (typeof deviceTypes)[number]

/** A controller or meter on the bus of a store. */
export interface Device {
  readonly id: DeviceId
  readonly storeId: StoreId
  readonly terminalId: TerminalId
  readonly name: string
  readonly type: DeviceType
  /** Meters have none. */
  readonly zone: TemperatureZone | null
  readonly modelId: DeviceModelId
  /** Modbus address 1 to 247. */
  readonly unitId: number
}
