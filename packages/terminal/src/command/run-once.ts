import type { RunRow } from '@coldkeep/contract/mqtt/command-arguments'
import { MAX_WIRE_BYTES, packMessage } from '@coldkeep/contract/mqtt/envelope'
import type { PortSettings } from '@coldkeep/contract/mqtt/port-settings'
import type { ScriptSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { TerminalId } from '@coldkeep/domain/ids'
import { findPlanFaults } from '@coldkeep/domain/polling/check-plan'
import { formatHex } from '@coldkeep/domain/polling/parse-hex'
import type { Bus, BusOutcome } from '../bus/bus'
import { describeFault } from '../polling/describe-fault'
import { type PlannedDevice, type PlanStep, planScripts } from '../polling/plan'
import { readingsOf, runCommand } from '../polling/run-command'
import type { ClockTrust } from '../time/clock-trust'
import type { Timekeeper } from '../time/timekeeper'
import type { Outcome } from './command-runner'

/** Room for the head of the message besides its rows. */
const HEAD_BYTES = 1024

export interface OnceParts {
  readonly terminalId: TerminalId
  readonly ports: readonly PortSettings[]
  readonly buses: ReadonlyMap<string, Bus>
  readonly time: Timekeeper
  readonly clockTrust: Pick<ClockTrust, 'isTrusted'>
}

/**
 * Runs everything of a script once, on the ports of the current configuration, before the polling and without
 * changing it. The rows hold the outcome of each command.
 */
export async function runOnce(script: ScriptSettings, parts: OnceParts): Promise<Outcome> {
  const { terminalId, ports, buses } = parts
  const settings = { terminalId, ports: [...ports], scripts: [script] }
  const [fault] = findPlanFaults(settings)
  if (fault !== undefined) {
    const text = `${fault.path}: ${describeFault(fault)}`.slice(0, 500)
    return { st: 'refused', err: { code: 'E_FORM', text } }
  }
  const planned = planScripts(settings)
  if (!planned.ok) throw new Error(planned.problem.why)
  const names = new Map(
    script.commands.flatMap(({ nodes }) => nodes.map(({ pointId, name }) => [pointId as number, name])),
  )
  const perPort = await Promise.all(
    (planned.value[0]?.ports ?? []).map(async ({ portId, devices }) => {
      const bus = buses.get(portId)
      if (bus === undefined) throw new Error(`no bus for port ${portId}`)
      const rows: RunRow[] = []
      for (const device of devices) {
        for (const step of device.steps) rows.push(await requestOnce(bus, device, step, names, parts))
      }
      return rows
    }),
  )
  const out = { rows: perPort.flat() }
  if (packMessage(out).length > MAX_WIRE_BYTES - HEAD_BYTES) {
    return { st: 'failed', err: { code: 'E_SIZE', text: 'the rows do not fit into one message' } }
  }
  return { st: 'done', out }
}

async function requestOnce(
  bus: Bus,
  device: PlannedDevice,
  step: PlanStep,
  names: ReadonlyMap<number, string>,
  { time, clockTrust }: OnceParts,
): Promise<RunRow> {
  const startMs = time.elapsedMs()
  const outcome = await runCommand(bus, step, 1 + step.retries, 'single')
  const code = codeOf(outcome)
  return {
    commandCode: step.commandCode,
    unitId: step.request.frame[0] ?? 0,
    deviceName: device.name,
    ms: Math.round(time.elapsedMs() - startMs),
    packet: outcome.kind === 'reply' ? formatHex(outcome.bytes) : '',
    ...(code && { code }),
    values: readingsOf(step, outcome, time.now(), clockTrust.isTrusted).map(
      ({ pointId, value, quality }) => ({
        pointId,
        name: names.get(pointId) ?? '',
        value,
        quality,
      }),
    ),
  }
}

function codeOf(outcome: BusOutcome): string | null {
  switch (outcome.kind) {
    case 'reply':
      return null
    case 'exception':
      return `E_EXCEPTION(${outcome.exceptionCode})`
    case 'timeout':
      return 'E_TIMEOUT'
    case 'port':
    case 'unwanted':
    case 'forbidden':
      return 'E_PORT'
    default:
      return 'E_FRAME'
  }
}
