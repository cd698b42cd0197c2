import type { DeviceType, TemperatureZone } from './device'

export const demandIntervals = [15, 30] as const
type DemandInterval = (typeof demandIntervals)[number]

/** What a device has to provide depends on its type. */
export interface DeviceKind {
  readonly type: DeviceType
  readonly zone: TemperatureZone | null
  /** Kilowatts that the store has agreed with its supplier. */
  readonly contractedKw: number | null
  /** Minutes over which demand is measured. */
  readonly demandIntervalMinutes: DemandInterval | null
}

export type DeviceFault =
  | 'zone_missing'
  | 'zone_superfluous'
  | 'contract_superfluous'
  | 'interval_superfluous'

export function isMeter(type: DeviceType): boolean {
  return type === 'main_meter' || type === 'sub_meter'
}

/**
 * What does not go together: whatever cools or heats has a temperature zone, a meter has none, and only the main meter
 * of a store is measured against a contract.
 */
export function checkDevice({ type, zone, contractedKw, demandIntervalMinutes }: DeviceKind): DeviceFault[] {
  const faults: DeviceFault[] = []
  if (isMeter(type) && zone !== null) faults.push('zone_superfluous')
  if (!isMeter(type) && zone === null) faults.push('zone_missing')
  if (type === 'main_meter') return faults
  if (contractedKw !== null) faults.push('contract_superfluous')
  if (demandIntervalMinutes !== null) faults.push('interval_superfluous')
  return faults
}

/** Where a device is attached: `null` is the only port of its terminal. */
export interface BusPlace {
  readonly portId: string | null
  readonly unitId: number
}

/**
 * True where two devices of one terminal would answer the same requests. A port that is not named may be any, so it is
 * taken for the same as every other.
 */
export function isSamePlace(one: BusPlace, other: BusPlace): boolean {
  if (one.unitId !== other.unitId) return false
  return one.portId === null || other.portId === null || one.portId === other.portId
}
