import type {
  CommandSettings,
  ScriptSettings,
  TerminalSettings,
} from '@coldkeep/contract/mqtt/terminal-settings'
import type { PointId, TerminalId } from '@coldkeep/domain/ids'
import { buildReadRequest } from '@coldkeep/domain/polling/build-request'
import { deviceKey, findPlanFaults, isOfOneRequest } from '@coldkeep/domain/polling/check-plan'
import { type DecoderId, decoderIds, type PointLayout } from '@coldkeep/domain/polling/poll-command'
import { strictnessOf } from '@coldkeep/domain/polling/reply-payload'
import { fail, ok, type Result } from '@coldkeep/domain/result'
import { isTextFormat, isValueFormat } from '@coldkeep/modbus/register-value'
import type { BusRequest } from '../bus/bus'
import { describeFault } from './describe-fault'
import { type Grid, gridOf } from './grid'

interface PlannedPoint extends PointLayout {
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

/** What a script polls from one unit; its readings travel together. */
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

/** What is polled and where; the rest of the settings does not matter here. */
export type Polled = Pick<TerminalSettings, 'terminalId' | 'ports' | 'scripts'>

/**
 * The scripts of the settings as frames and points, grouped by port and device in the order of the script.
 * Points that are texts are left out: a reading is a number. Requests that do more than read are left out as well, see
 * {@link isOfOneRequest}.
 * @returns the first fault of the settings as a whole
 */
export function planScripts(settings: Polled): Result<readonly PlannedScript[], PlanProblem> {
  const fault = findPlanFaults(settings).find((one) => !isOfOneRequest(one))
  if (fault !== undefined) return fail({ path: fault.path, why: describeFault(fault) })
  return ok(settings.scripts.map((script) => planScript(script, settings.terminalId)))
}

function planScript(
  { name, periodSeconds, commands }: ScriptSettings,
  terminalId: TerminalId,
): PlannedScript {
  const byPort = new Map<string, Map<string, { name: string; steps: PlanStep[] }>>()
  for (const command of commands) {
    const frame = buildReadRequest(command, command.unitId)
    if (!frame.ok) continue
    const devices = entryOf(byPort, command.portId, () => new Map())
    const device = entryOf(devices, deviceKey(command), () => ({ name: command.deviceName, steps: [] }))
    device.steps.push(planStep(command, frame.value))
  }
  return {
    name,
    grid: gridOf(terminalId, periodSeconds),
    ports: [...byPort].map(([portId, devices]) => ({
      portId,
      devices: [...devices].map(([key, device]) => ({ key, ...device })),
    })),
  }
}

/** @throws for a command with a fault, which {@link findPlanFaults} has looked for */
function planStep(command: CommandSettings, frame: Uint8Array): PlanStep {
  const decoderId = decoderIds.find((id) => id === command.decoderId)
  if (decoderId === undefined) throw new Error('a plan is checked before it is made')
  return {
    commandCode: command.commandCode,
    request: {
      frame,
      expectedLengthBytes: command.responseLengthBytes,
      strictness: strictnessOf(decoderId),
      timeoutMs: command.timeoutMs,
      intervalMs: command.intervalMs,
    },
    retries: command.retries,
    decoderId,
    points: planPoints(command),
  }
}

function planPoints(command: CommandSettings): readonly PlannedPoint[] {
  const inOrder = [...command.nodes].sort((a, b) => a.position - b.position)
  return inOrder.flatMap((node) => {
    const { numericFormat } = node
    const isNumber = isValueFormat(numericFormat) && !isTextFormat(numericFormat)
    return isNumber ? [{ ...node, numericFormat }] : []
  })
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const present = map.get(key)
  if (present !== undefined) return present
  const made = make()
  map.set(key, made)
  return made
}
