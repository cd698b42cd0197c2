import type { DepartmentId, DeviceId, DeviceModelId, PointId, TerminalId } from '../ids'
import type { PointKind } from '../points/point'
import type { SerialLine } from './timing'

interface KnownPoint {
  readonly pointId: PointId
  readonly name: string
  readonly kind: PointKind
}

export interface KnownDevice {
  readonly deviceId: DeviceId
  readonly terminalId: TerminalId
  readonly deviceModelId: DeviceModelId
  readonly name: string
  readonly unitId: number
  /** `null`: the only port of its terminal. */
  readonly portId: string | null
  readonly points: readonly KnownPoint[]
}

/** What a device that is out of use is recognised by. */
export type RetiredDevice = Pick<KnownDevice, 'terminalId' | 'deviceModelId' | 'unitId' | 'name'>

/** A bus of a terminal, with what the time of sending follows from. */
export type TerminalPort = { readonly id: string } & (
  | ({ readonly kind: 'serial' } & SerialLine)
  | { readonly kind: 'rtu-tcp' | 'mbtcp' }
)

/** What a terminal is to run, as far as placing a script goes. */
interface TerminalDocument {
  readonly ports: readonly TerminalPort[]
  readonly scripts: readonly {
    readonly name: string
    readonly commands: readonly { readonly nodes: readonly { readonly pointId: PointId }[] }[]
  }[]
}

/** What of a store a script is placed on: its terminals that are enabled, and its devices in use. */
export interface StoreEquipment<Document extends TerminalDocument = TerminalDocument> {
  /** The departments above it, from the top down. */
  readonly path: readonly DepartmentId[]
  /** With what each is to run; `null` where it was never given anything. */
  readonly terminals: ReadonlyMap<TerminalId, Document | null>
  /** Those of them that report and carry out nothing. */
  readonly simulated: ReadonlySet<TerminalId>
  readonly devices: readonly KnownDevice[]
  /** Out of use. */
  readonly retired: readonly RetiredDevice[]
}
