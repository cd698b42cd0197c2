import type { CommandSettings, PortSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { DeviceId, PointId, TerminalId } from '@coldkeep/domain/ids'
import { buildRequest } from '@coldkeep/domain/polling/build-request'
import type { ModelCommand, ModelPoint } from '@coldkeep/domain/polling/device-model'
import { worstCollectionMs } from '@coldkeep/domain/polling/timing'
import type { PlacementFaultCode } from '../bundles/placement-fault'
import type { BundleFault } from '../db/field-tables'
import type { ScriptSource, SourceCommand } from './script-source'
import type { KnownDevice, StoreEquipment } from './store-equipment-queries'

/** A request that is left out at a terminal, since its device is out of use. */
export interface PlacementNote {
  readonly terminalId: TerminalId
  readonly note: BundleFault
}

/** A device that the script asks and the store lacks. */
export interface MissingDevice {
  readonly terminalId: TerminalId
  readonly command: SourceCommand
}

/** A point of a node, or none yet. */
export interface PlacedNode {
  readonly node: ModelPoint
  readonly pointId: PointId | null
}

export interface PlacedCommand {
  readonly source: SourceCommand
  readonly request: ModelCommand
  readonly portId: string
  /** `null`: still to be entered. */
  readonly deviceId: DeviceId | null
  /** As the store calls it. */
  readonly deviceName: string
  readonly nodes: readonly PlacedNode[]
}

/** What one terminal of a store is to ask. */
export interface Placement {
  readonly terminalId: TerminalId
  readonly commands: readonly PlacedCommand[]
}

export interface PlacedScript {
  readonly placements: readonly Placement[]
  readonly missing: readonly MissingDevice[]
  /** Of the slowest line, in milliseconds. */
  readonly worstMs: number
  readonly faults: readonly BundleFault[]
  /** What is left out without anything being wrong. */
  readonly notes: readonly PlacementNote[]
}

interface PlaceOptions {
  /** Devices that a store lacks are entered at its only terminal. */
  readonly addsDevices: boolean
}

/**
 * Finds for each command of a script the device, the port and the points of a store, and all that stands in the way.
 * Faults name the row of the script, from 0: `commands.3.unitId`.
 */
export function placeScript(
  source: ScriptSource,
  equipment: StoreEquipment,
  { addsDevices }: PlaceOptions,
): PlacedScript {
  const faults: BundleFault[] = []
  const notes: PlacementNote[] = []
  const missing: MissingDevice[] = []
  const byTerminal = new Map<TerminalId, PlacedCommand[]>()
  const simulated = new Set<TerminalId>()
  if (!equipment.path.includes(source.departmentId))
    faults.push({ path: '', code: 'script_elsewhere', value: '' })
  if (source.commands.length === 0) faults.push({ path: 'commands', code: 'script_empty', value: '' })
  for (const [row, command] of source.commands.entries()) {
    const fault = (field: string, code: PlacementFaultCode | 'port_unknown', value: string | number = '') =>
      void faults.push({ path: `commands.${row}.${field}`, code, value: String(value) })
    const { published } = command
    if (published === null) {
      fault('commandCode', 'command_unpublished', `${command.model} ${command.commandCode}`)
      continue
    }
    if (published.points.length === 0) {
      fault('commandCode', 'command_without_nodes', command.commandCode)
      continue
    }
    const device = findDevice(command, equipment.devices, equipment)
    const retired = device === null ? findDevice(command, equipment.retired, equipment) : null
    if (retired !== null) {
      const note = { path: `commands.${row}.unitId`, code: 'device_retired', value: retired.name }
      notes.push({ terminalId: retired.terminalId, note })
      continue
    }
    const terminalId = device?.terminalId ?? onlyTerminal(equipment)
    if (device === null && !addsDevices) {
      fault('unitId', 'device_missing', `${command.unitId} ${command.brand} ${command.model}`)
      continue
    }
    if (terminalId === null) {
      fault('unitId', 'terminal_ambiguous', equipment.terminals.size)
      continue
    }
    if (equipment.simulated.has(terminalId)) {
      simulated.add(terminalId)
      continue
    }
    const port = findPort(equipment.terminals.get(terminalId)?.ports ?? [], device?.portId ?? null)
    if (typeof port === 'string') {
      fault('unitId', port, device?.portId ?? '')
      continue
    }
    if (device === null) {
      const other = equipment.devices.find(
        (one) => one.terminalId === terminalId && one.unitId === command.unitId && isOn(one, port.id),
      )
      if (other !== undefined) {
        fault('unitId', 'unit_taken', other.name)
        continue
      }
      missing.push({ terminalId, command })
    }
    const placed = byTerminal.get(terminalId) ?? []
    byTerminal.set(terminalId, placed)
    placed.push({
      source: command,
      request: published,
      portId: port.id,
      deviceId: device?.deviceId ?? null,
      deviceName: device?.name ?? command.deviceName,
      nodes: published.points.map((node) => ({ node, pointId: pointOf(node, device) })),
    })
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
function findDevice<Device extends StoreEquipment['retired'][number]>(
  command: SourceCommand,
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
  ports: readonly PortSettings[],
  portId: string | null,
): PortSettings | 'port_missing' | 'port_ambiguous' | 'port_unknown' {
  if (ports.length === 0) return 'port_missing'
  if (portId !== null) return ports.find(({ id }) => id === portId) ?? 'port_unknown'
  const [only] = ports
  return ports.length === 1 && only !== undefined ? only : 'port_ambiguous'
}

function isOn({ portId }: KnownDevice, port: string): boolean {
  return portId === null || portId === port
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
  source: ScriptSource,
  { terminalId, commands }: Placement,
  { terminals }: StoreEquipment,
): BundleFault[] {
  const others = (terminals.get(terminalId)?.scripts ?? []).filter(({ name }) => name !== source.name)
  const readBy = new Map<number, string>()
  for (const { name, commands: asked } of others)
    for (const { nodes } of asked) for (const { pointId } of nodes) readBy.set(pointId, name)
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
