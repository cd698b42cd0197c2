import { isValueFormat } from '@coldkeep/modbus/register-value'
import { buildReadRequest, type ReadRequestProblem } from './build-request'
import { decoderIds, type RequestText } from './poll-command'

/** What a terminal can do at most: its memory, its lines, and the rows of one message. */
const planLimits = {
  devicesPerPort: 64,
  commands: 512,
  nodes: 4_000,
  /** A device's cycle travels in one message. */
  pointsPerDevice: 2_000,
} as const

/** Ports and scripts of a terminal as far as their sense can be judged. */
export interface PollingPlan {
  readonly ports: readonly { readonly id: string; readonly kind: 'serial' | 'rtu-tcp' | 'mbtcp' }[]
  readonly scripts: readonly PollingScript[]
}
interface PollingScript {
  readonly name: string
  readonly commands: readonly PollingCommand[]
}
interface PollingCommand extends RequestText {
  readonly portId: string
  readonly unitId: number
  readonly decoderId: number
  readonly nodes: readonly { readonly pointId: number; readonly numericFormat: string }[]
}

/** A fault that the shape of a plan alone does not show. */
export type PlanFaultCode =
  | ReadRequestProblem
  | 'port_repeated'
  | 'script_repeated'
  | 'too_many_commands'
  | 'too_many_nodes'
  | 'too_many_devices'
  | 'too_many_points'
  | 'point_repeated'
  | 'port_unknown'
  | 'format_unknown'
  | 'decoder_unknown'

export interface PlanFault {
  /** Of the field, as in `scripts.0.commands.3.requestHex`. */
  readonly path: string
  readonly code: PlanFaultCode
  /** The offending value, or the limit. */
  readonly value: string
}

/**
 * Everything that is wrong with a plan, in the order in which it is read. No fault: every request can be built and
 * sent, and every reply read. Server and terminal both look with this, so that what the one lets pass the other takes.
 */
export function findPlanFaults({ ports, scripts }: PollingPlan): PlanFault[] {
  const faults: PlanFault[] = []
  const add = (path: string, code: PlanFaultCode, value: string | number) =>
    void faults.push({ path, code, value: String(value) })
  eachRepeat(
    ports,
    ({ id }) => id,
    (index, id) => add(`ports.${index}.id`, 'port_repeated', id),
  )
  eachRepeat(
    scripts,
    ({ name }) => name,
    (index, name) => add(`scripts.${index}.name`, 'script_repeated', name),
  )
  const commands = scripts.flatMap((script) => script.commands)
  if (commands.length > planLimits.commands) add('scripts', 'too_many_commands', planLimits.commands)
  const nodeCount = commands.reduce((count, command) => count + command.nodes.length, 0)
  if (nodeCount > planLimits.nodes) add('scripts', 'too_many_nodes', planLimits.nodes)
  for (const [index, { id }] of ports.entries()) {
    const units = new Set(commands.filter((one) => one.portId === id).map((one) => one.unitId))
    if (units.size > planLimits.devicesPerPort) {
      add(`ports.${index}`, 'too_many_devices', planLimits.devicesPerPort)
    }
  }
  const portIds = new Set(ports.map(({ id }) => id))
  for (const [index, script] of scripts.entries()) checkScript(script, `scripts.${index}`, portIds, add)
  return faults
}

type AddFault = (path: string, code: PlanFaultCode, value: string | number) => void

function checkScript(
  { commands }: PollingScript,
  at: string,
  ports: ReadonlySet<string>,
  add: AddFault,
): void {
  const seen = new Set<number>()
  const pointsOf = new Map<string, number>()
  for (const [row, command] of commands.entries()) {
    const path = `${at}.commands.${row}`
    if (!ports.has(command.portId)) add(`${path}.portId`, 'port_unknown', command.portId)
    checkRequest(command, path, add)
    if (!decoderIds.some((id) => id === command.decoderId)) {
      add(`${path}.decoderId`, 'decoder_unknown', command.decoderId)
    }
    for (const [index, { pointId, numericFormat }] of command.nodes.entries()) {
      if (seen.has(pointId)) add(`${path}.nodes.${index}.pointId`, 'point_repeated', pointId)
      seen.add(pointId)
      if (!isValueFormat(numericFormat)) {
        add(`${path}.nodes.${index}.numericFormat`, 'format_unknown', numericFormat)
      }
    }
    const device = deviceKey(command)
    const count = (pointsOf.get(device) ?? 0) + command.nodes.length
    if (count > planLimits.pointsPerDevice) add(path, 'too_many_points', planLimits.pointsPerDevice)
    pointsOf.set(device, count)
  }
}

const fieldOf: Record<ReadRequestProblem, 'requestHex' | 'unitId' | 'appendsCrc'> = {
  hex_malformed: 'requestHex',
  too_long: 'requestHex',
  unit_id_range: 'unitId',
  unit_id_mismatch: 'requestHex',
  crc_needed: 'appendsCrc',
  not_a_read: 'requestHex',
}

function checkRequest(command: PollingCommand, path: string, add: AddFault): void {
  const frame = buildReadRequest(command, command.unitId)
  if (frame.ok) return
  const field = fieldOf[frame.problem]
  add(`${path}.${field}`, frame.problem, String(command[field]).slice(0, 40))
}

/**
 * True where a fault concerns one request which must not go out. A terminal that runs what was valid once
 * leaves such a request out and goes on with the others.
 */
export function isOfOneRequest({ code }: PlanFault): boolean {
  return code === 'not_a_read' || code === 'crc_needed'
}

/** Port and unit: the same device in every script. */
export function deviceKey(command: Pick<PollingCommand, 'portId' | 'unitId'>): string {
  return `${command.portId}/${command.unitId}`
}

function eachRepeat<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  report: (index: number, name: string) => void,
): void {
  const seen = new Set<string>()
  for (const [index, row] of rows.entries()) {
    const name = nameOf(row)
    if (seen.has(name)) report(index, name)
    seen.add(name)
  }
}
