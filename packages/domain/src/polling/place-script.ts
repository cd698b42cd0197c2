import type { DepartmentId, DeviceId, DeviceModelId, PointId, TerminalId } from '../ids'
import type { MeasuredKind } from '../points/point'
import { buildRequest } from './build-request'
import type { ModelCommand, ModelPoint } from './device-model'
import type { PlacementFault } from './placement-fault'
import type { RequestText, ScriptStep } from './poll-command'
import type { PointLimits, ScriptCommand } from './poll-script'
import type { KnownDevice, RetiredDevice, StoreEquipment, TerminalPort } from './store-equipment'
import { worstCollectionMs } from './timing'

/** A command of a script with its published definition; `null` where it has none. */
export interface UnplacedCommand extends Omit<ScriptCommand, 'id'> {
  readonly deviceModelId: DeviceModelId
  readonly published: ModelCommand | null
  readonly limits: readonly PointLimits[]
}

/** A script before it is known which terminals have its devices. */
export interface UnplacedScript {
  /** To which it belongs: it is sent to stores there and below. */
  readonly departmentId: DepartmentId
  /** The name by which its terminal refers to it. */
  readonly name: string
  readonly periodSeconds: number
  readonly commands: readonly UnplacedCommand[]
}

/** A request that is left out at a terminal, since its device is out of use. */
export interface PlacementNote {
  readonly terminalId: TerminalId
  readonly note: PlacementFault
}

/** A device that the script polls and the store lacks. */
export interface MissingDevice {
  readonly terminalId: TerminalId
  readonly command: UnplacedCommand
}

/** A point of a node, or none yet. */
export interface PlacedNode {
  readonly node: ModelPoint
  readonly pointId: PointId | null
}

export interface PlacedCommand {
  readonly source: UnplacedCommand
  readonly request: ModelCommand
  readonly portId: string
  /** `null`: still to be entered. */
  readonly deviceId: DeviceId | null
  /** As the store calls it. */
  readonly deviceName: string
  readonly nodes: readonly PlacedNode[]
}

/** What one terminal of a store is to ask. */
interface Placement {
  readonly terminalId: TerminalId
  readonly commands: readonly PlacedCommand[]
}

export interface PlacedScript {
  readonly placements: readonly Placement[]
  readonly missing: readonly MissingDevice[]
  /** Of the slowest line, in milliseconds. */
  readonly worstMs: number
  readonly faults: readonly PlacementFault[]
  /** What is left out without anything being wrong. */
  readonly notes: readonly PlacementNote[]
}

interface PlaceOptions {
  /** Devices that a store lacks are entered at its only terminal. */
  readonly addsDevices: boolean
}

/** What becomes of one command of a script. */
type CommandOutcome =
  | { readonly kind: 'placed'; readonly terminalId: TerminalId; readonly command: PlacedCommand }
  | { readonly kind: 'retired'; readonly device: RetiredDevice }
  | { readonly kind: 'simulated'; readonly terminalId: TerminalId }
  | {
      readonly kind: 'faulty'
      readonly field: 'commandCode' | 'unitId'
      readonly code: PlacementFault['code']
      readonly value: string
    }

/**
 * Finds for each command of a script the device, the port and the points of a store, and everything that
 * stands in the way. Faults name the row of the script, from 0: `commands.3.unitId`.
 */
export function placeScript(
  source: UnplacedScript,
  equipment: StoreEquipment,
  options: PlaceOptions,
): PlacedScript {
  const faults: PlacementFault[] = []
  const notes: PlacementNote[] = []
  const missing: MissingDevice[] = []
  const byTerminal = new Map<TerminalId, PlacedCommand[]>()
  const simulated = new Set<TerminalId>()
  if (!equipment.path.includes(source.departmentId))
    faults.push({ path: '', code: 'script_elsewhere', value: '' })
  if (source.commands.length === 0) faults.push({ path: 'commands', code: 'script_empty', value: '' })
  for (const [row, unplaced] of source.commands.entries()) {
    const outcome = placeCommand(unplaced, equipment, options)
    if (outcome.kind === 'faulty') {
      const { field, code, value } = outcome
      faults.push({ path: `commands.${row}.${field}`, code, value })
    } else if (outcome.kind === 'retired') {
      const { terminalId, name } = outcome.device
      const note = { path: `commands.${row}.unitId`, code: 'device_retired', value: name } as const
      notes.push({ terminalId, note })
    } else if (outcome.kind === 'simulated') {
      simulated.add(outcome.terminalId)
    } else {
      const { terminalId, command } = outcome
      if (command.deviceId === null) missing.push({ terminalId, command: unplaced })
      byTerminal.set(terminalId, [...(byTerminal.get(terminalId) ?? []), command])
    }
  }
  for (const id of simulated) faults.push({ path: '', code: 'terminal_simulated', value: id })
  const placements = [...byTerminal].map(([terminalId, commands]) => ({ terminalId, commands }))
  const worstMs = Math.max(0, ...placements.flatMap((placement) => worstOfPorts(placement, equipment)))
  if (worstMs > source.periodSeconds * 1_000) {
    faults.push({ path: 'periodSeconds', code: 'too_slow', value: String(Math.ceil(worstMs / 1_000)) })
  }
  for (const placement of placements) faults.push(...findOverlaps(source, placement, equipment))
  return { placements, missing: distinctDevices(missing), worstMs, faults, notes }
}

function placeCommand(
  command: UnplacedCommand,
  equipment: StoreEquipment,
  { addsDevices }: PlaceOptions,
): CommandOutcome {
  const { published, unitId, brand, model, commandCode } = command
  if (published === null) return faulty('commandCode', 'command_unpublished', `${model} ${commandCode}`)
  if (published.points.length === 0) return faulty('commandCode', 'command_without_nodes', commandCode)
  const device = findDevice(command, equipment.devices, equipment)
  const retired = device === null ? findDevice(command, equipment.retired, equipment) : null
  if (retired !== null) return { kind: 'retired', device: retired }
  if (device === null && !addsDevices)
    return faulty('unitId', 'device_missing', `${unitId} ${brand} ${model}`)
  const terminalId = device?.terminalId ?? onlyTerminal(equipment)
  if (terminalId === null) return faulty('unitId', 'terminal_ambiguous', String(equipment.terminals.size))
  if (equipment.simulated.has(terminalId)) return { kind: 'simulated', terminalId }
  const port = findPort(equipment.terminals.get(terminalId)?.ports ?? [], device?.portId ?? null)
  if (typeof port === 'string') return faulty('unitId', port, device?.portId ?? '')
  const other = device === null ? deviceAt(terminalId, port, unitId, equipment) : undefined
  if (other !== undefined) return faulty('unitId', 'unit_taken', other.name)
  const placed = {
    source: command,
    request: published,
    portId: port.id,
    deviceId: device?.deviceId ?? null,
    deviceName: device?.name ?? command.deviceName,
    nodes: published.points.map((node) => ({ node, pointId: pointOf(node, device) })),
  }
  return { kind: 'placed', terminalId, command: placed }
}

function faulty(
  field: 'commandCode' | 'unitId',
  code: PlacementFault['code'],
  value: string,
): CommandOutcome {
  return { kind: 'faulty', field, code, value }
}

/** One node of a request, as a terminal reads it from the reply. */
interface NodeSettings extends Omit<ModelPoint, 'source' | 'kind'> {
  readonly pointId: PointId
  readonly kind: MeasuredKind
}

/** One request of a terminal, with how to wait for and read its reply. */
interface CommandSettings extends RequestText, ScriptStep {
  readonly portId: string
  readonly deviceName: string
  readonly commandCode: string
  readonly responseLengthBytes: number
  readonly decoderId: number
  readonly nodes: NodeSettings[]
}

/** As the terminal takes it; nodes without a point get ids of their own, which nothing is stored under. */
export function settingsOf(
  { source, request, portId, deviceName, nodes }: PlacedCommand,
  idOf: (node: PlacedNode) => PointId,
): CommandSettings {
  const { commandCode, requestHex, responseLengthBytes, includesUnitId, appendsCrc, decoderId } = request
  const { unitId, retries, intervalMs, timeoutMs } = source
  return {
    portId,
    unitId,
    deviceName,
    commandCode,
    requestHex,
    responseLengthBytes,
    includesUnitId,
    appendsCrc,
    decoderId,
    retries,
    intervalMs,
    timeoutMs,
    nodes: nodes.map((placed) => {
      const { name, kind, unit, position, numericFormat } = placed.node
      const { skipLeadingBytes, skipTrailingBytes, divisor, multiplier } = placed.node
      const layout = { skipLeadingBytes, skipTrailingBytes, divisor, multiplier }
      return { pointId: idOf(placed), name, kind, unit, position, numericFormat, ...layout }
    }),
  }
}

/** By model and unit; among several the one that is called as the script calls it. */
function findDevice<Device extends RetiredDevice>(
  command: UnplacedCommand,
  devices: readonly Device[],
  { terminals }: StoreEquipment,
): Device | null {
  const found = devices.filter(
    ({ deviceModelId, unitId, terminalId }) =>
      deviceModelId === command.deviceModelId && unitId === command.unitId && terminals.has(terminalId),
  )
  return found.find(({ name }) => name === command.deviceName) ?? found[0] ?? null
}

function onlyTerminal({ terminals }: StoreEquipment): TerminalId | null {
  const [first] = terminals.keys()
  return terminals.size === 1 && first !== undefined ? first : null
}

function findPort(
  ports: readonly TerminalPort[],
  portId: string | null,
): TerminalPort | 'port_missing' | 'port_ambiguous' | 'port_unknown' {
  if (ports.length === 0) return 'port_missing'
  if (portId !== null) return ports.find(({ id }) => id === portId) ?? 'port_unknown'
  const [only] = ports
  return ports.length === 1 && only !== undefined ? only : 'port_ambiguous'
}

/** The device that answers to a unit id on a port. */
function deviceAt(
  terminalId: TerminalId,
  port: TerminalPort,
  unitId: number,
  { devices }: StoreEquipment,
): KnownDevice | undefined {
  return devices.find(
    (one) =>
      one.terminalId === terminalId &&
      one.unitId === unitId &&
      (one.portId === null || one.portId === port.id),
  )
}

function pointOf({ name, kind }: ModelPoint, device: KnownDevice | null): PointId | null {
  return device?.points.find((point) => point.name === name && point.kind === kind)?.pointId ?? null
}

function worstOfPorts({ terminalId, commands }: Placement, { terminals }: StoreEquipment): number[] {
  const ports = terminals.get(terminalId)?.ports ?? []
  return ports.map((port) => {
    const line = port.kind === 'serial' ? port : null
    const steps = commands
      .filter(({ portId }) => portId === port.id)
      .map(({ source, request }) => {
        const frame = buildRequest(request, source.unitId)
        return { ...source, requestBytes: frame.ok ? frame.value.length : 0 }
      })
    return worstCollectionMs(steps, line)
  })
}

/** A point that two scripts read would be stored twice. */
function findOverlaps(
  source: UnplacedScript,
  { terminalId, commands }: Placement,
  { terminals }: StoreEquipment,
): PlacementFault[] {
  const others = (terminals.get(terminalId)?.scripts ?? []).filter(({ name }) => name !== source.name)
  const readBy = new Map<number, string>()
  for (const { name, commands: polledCommands } of others)
    for (const { nodes } of polledCommands) for (const { pointId } of nodes) readBy.set(pointId, name)
  return commands.flatMap((command) => {
    const name = command.nodes
      .map(({ pointId }) => (pointId === null ? undefined : readBy.get(pointId)))
      .find(Boolean)
    if (name === undefined) return []
    const row = source.commands.indexOf(command.source)
    return [{ path: `commands.${row}.commandCode`, code: 'asked_elsewhere', value: name }]
  })
}

function distinctDevices(missing: readonly MissingDevice[]): MissingDevice[] {
  const seen = new Set<string>()
  return missing.filter(({ terminalId, command }) => {
    const key = `${terminalId}/${command.deviceModelId}/${command.unitId}`
    return !seen.has(key) && seen.add(key)
  })
}
