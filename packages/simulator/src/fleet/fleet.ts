import type { TerminalId } from '@coldkeep/domain/ids'
import type { DeviceType, TemperatureZone } from '@coldkeep/domain/organisation/device'
import { isCounter, type PointKind, type PointUnit } from '@coldkeep/domain/points/point'
import type { FaultLabel } from '../faults'
import type { CaseSpec } from '../physics/case-spec'
import type { HotCaseSpec } from '../physics/hot-case'
import type { StoreLoadSpec } from '../physics/store-load'
import type { WeatherStationName } from '../physics/weather'

/** A chain of stores as plain values: made from a seed, the same every time, without ids of any database. */
export interface Fleet {
  readonly seed: number
  /** The "now" that the faults in progress and the contracts were laid around. */
  readonly madeAtMs: number
  readonly company: string
  /** Parents come before their children; the first is the company itself. */
  readonly departments: readonly FleetDepartment[]
  readonly vendors: readonly string[]
  readonly stores: readonly FleetStore[]
}

export interface FleetDepartment {
  readonly name: string
  /** Position in the list of departments; `null` for the company. */
  readonly parentIndex: number | null
  /** 0 for the company, 1 to 6 below it. */
  readonly level: number
}

export interface FleetStore {
  readonly index: number
  readonly code: string
  readonly name: string
  readonly country: 'TW' | 'JP'
  /** IANA time zone. */
  readonly zone: string
  readonly address: string
  readonly floorAreaM2: number
  readonly departmentIndex: number
  readonly vendorIndex: number
  /** Minutes after local midnight; equal values mean open all day. */
  readonly opensAtMinute: number
  readonly closesAtMinute: number
  readonly openedAtMs: number
  readonly terminalId: TerminalId
  /**
   * How its readings come: `messages` are made up by the simulator, `modbus` are polled by a terminal program from
   * virtual controllers.
   */
  readonly link: 'messages' | 'modbus'
  /** Poll cycles start this long after the full cycle, so that stores do not all send at once. */
  readonly cycleOffsetMs: number
  /** Share of polls that fail although nothing is broken: long lines, loose clamps. */
  readonly lostPollShare: number
  readonly weather: WeatherStationName
  /** How much warmer than its weather station. */
  readonly warmerK: number
  readonly demand: { readonly contractedKw: number; readonly intervalMinutes: 15 | 30 }
  /** What the main meter shows at `madeAtMs`. */
  readonly counters: { readonly energyKwh: number; readonly reactiveKvarh: number }
  readonly devices: readonly FleetDevice[]
  /** What is, was, and will be wrong here. */
  readonly faults: readonly FaultLabel[]
}

export interface FleetDevice {
  readonly name: string
  readonly type: DeviceType
  readonly zone: TemperatureZone | null
  readonly brand: string
  readonly model: string
  readonly unitId: number
  readonly commissionedAtMs: number
  /** Commands of the device model that are polled, by command code. */
  readonly commandCodes: readonly string[]
  readonly points: readonly FleetPoint[]
  readonly physics: DevicePhysics
}

export interface FleetPoint {
  readonly name: string
  readonly kind: PointKind
  readonly unit: PointUnit
  /** The command of the model that reads it, or `null` for a contact on an input of the terminal itself. */
  readonly commandCode: string | null
  /** Of a counter that starts again some day: at what, in its own unit. */
  readonly counterEndsAt?: number
}

export type DevicePhysics =
  | { readonly kind: 'case'; readonly spec: CaseSpec }
  | { readonly kind: 'hot_case'; readonly spec: HotCaseSpec }
  | { readonly kind: 'meter'; readonly spec: StoreLoadSpec }

/** Points whose values are stored in single width, in the order of the columns. */
export function valuePoints(device: FleetDevice): readonly FleetPoint[] {
  return device.points.filter((point) => !isCounter(point.kind))
}

/** Points that count up, which keep double width; likewise in the order of the columns. */
export function counterPoints(device: FleetDevice): readonly FleetPoint[] {
  return device.points.filter((point) => isCounter(point.kind))
}
