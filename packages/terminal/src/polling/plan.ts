import type {
  CommandSettings,
  PortSettings,
  TerminalSettings,
} from '@coldkeep/contract/mqtt/terminal-settings'
import type { PointId } from '@coldkeep/domain/ids'
import { buildRequest, type RequestProblem } from '@coldkeep/domain/polling/build-request'
import { type DecoderId, decoderIds, type PointLayout } from '@coldkeep/domain/polling/poll-command'
import { strictnessOf } from '@coldkeep/domain/polling/reply-payload'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { hasValidCrc } from '@coldkeep/modbus/crc'
import { isTextFormat, isValueFormat } from '@coldkeep/modbus/register-value'
import type { BusRequest } from '../bus/bus'
import { type Grid, gridOf } from './grid'

export interface PlannedPoint extends PointLayout {
  readonly pointId: PointId
}

/** One command to one unit, ready to be sent. */
export interface PlanStep {
  readonly commandCode: string
  readonly request: Omit<BusRequest, 'priority'>
  readonly retries: number
  readonly decoderId: DecoderId
  readonly points: readonly PlannedPoint[]
}

/** What a script asks of one unit; its readings travel together. */
export interface PlannedDevice {
  /** Port and unit: the same device in every script. */
  readonly key: string
  readonly name: string
  readonly steps: readonly PlanStep[]
}

export interface PlannedScript {
  readonly name: string
  readonly grid: Grid
  /** Ports work side by side, the devices of a port one after the other. */
  readonly ports: readonly { readonly portId: string; readonly devices: readonly PlannedDevice[] }[]
}

/** A fault in the settings that their shape alone does not show. */
export interface PlanProblem {
  /** Of the field, as in `scripts.0.commands.3.requestHex`. */
  readonly path: string
  readonly why: string
}

const requestFaults: Record<RequestProblem, { readonly field: keyof CommandSettings; readonly why: string }> =
  {
    hex_malformed: { field: 'requestHex', why: 'E_HEX: no whole bytes in hexadecimal' },
    too_long: { field: 'requestHex', why: 'E_LONG: more than 256 bytes with unit id and CRC' },
    unit_id_range: { field: 'unitId', why: 'E_ID: not 1 to 247' },
    unit_id_mismatch: { field: 'requestHex', why: 'E_ID: begins with another unit id than the one asked' },
  }

/**
 * The scripts of the settings as frames and points, grouped by port and device in the order of the script.
 * Points that are texts are left out: a reading is a number.
 */
export function planScripts(settings: TerminalSettings): Result<readonly PlannedScript[], PlanProblem> {
  const ports = new Map(settings.ports.map((port) => [port.id, port]))
  const scripts: PlannedScript[] = []
  for (const [index, script] of settings.scripts.entries()) {
    const byPort = new Map<string, Map<string, { name: string; steps: PlanStep[] }>>()
    for (const [row, command] of script.commands.entries()) {
      const step = planStep(command, ports.get(command.portId))
      if (!step.ok) return fail(below(`scripts.${index}.commands.${row}`, step.problem))
      const devices = entryOf(byPort, command.portId, () => new Map())
      const key = deviceKey(command)
      entryOf(devices, key, () => ({ name: command.deviceName, steps: [] })).steps.push(step.value)
    }
    scripts.push({
      name: script.name,
      grid: gridOf(settings.terminalId, script.periodSeconds),
      ports: [...byPort].map(([portId, devices]) => ({
        portId,
        devices: [...devices].map(([key, device]) => ({ key, ...device })),
      })),
    })
  }
  return ok(scripts)
}

export function deviceKey(command: Pick<CommandSettings, 'portId' | 'unitId'>): string {
  return `${command.portId}/${command.unitId}`
}

function planStep(command: CommandSettings, port: PortSettings | undefined): Result<PlanStep, PlanProblem> {
  if (port === undefined) return fail({ path: 'portId', why: `no port is called ${command.portId}` })
  const frame = buildRequest(command, command.unitId)
  if (!frame.ok) {
    const { field, why } = requestFaults[frame.problem]
    return fail({ path: field, why })
  }
  if (port.kind === 'mbtcp' && !hasValidCrc(frame.value)) {
    return fail({ path: 'appendsCrc', why: 'E_CRC_NEEDED: a request over Modbus TCP needs a valid CRC' })
  }
  const decoderId = decoderIds.find((id) => id === command.decoderId)
  if (decoderId === undefined) return fail({ path: 'decoderId', why: 'not 1 to 4' })
  const points = planPoints(command)
  if (!points.ok) return points
  return ok({
    commandCode: command.commandCode,
    request: {
      frame: frame.value,
      expectedLengthBytes: command.responseLengthBytes,
      strictness: strictnessOf(decoderId),
      timeoutMs: command.timeoutMs,
      intervalMs: command.intervalMs,
    },
    retries: command.retries,
    decoderId,
    points: points.value,
  })
}

function planPoints(command: CommandSettings): Result<readonly PlannedPoint[], PlanProblem> {
  const points: PlannedPoint[] = []
  const inOrder = [...command.nodes.entries()].sort(([, a], [, b]) => a.position - b.position)
  for (const [index, node] of inOrder) {
    const { numericFormat } = node
    if (!isValueFormat(numericFormat)) {
      return fail({ path: `nodes.${index}.numericFormat`, why: `no value format is called ${numericFormat}` })
    }
    if (!isTextFormat(numericFormat)) points.push({ ...node, numericFormat })
  }
  return ok(points)
}

function below(path: string, problem: PlanProblem): PlanProblem {
  return { ...problem, path: `${path}.${problem.path}` }
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const present = map.get(key)
  if (present !== undefined) return present
  const made = make()
  map.set(key, made)
  return made
}
