import { SIMULATOR_PROGRAM } from '@coldkeep/contract/mqtt/state'
import type { ScriptSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { groupBy } from '@coldkeep/domain/group-by'
import type { DeviceId, PointId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { firmwareNodes } from '@coldkeep/domain/parameters/firmware'
import { parametersOf } from '@coldkeep/domain/parameters/parameter'
import { buildReadRequest } from '@coldkeep/domain/polling/build-request'
import type { ModelCommand } from '@coldkeep/domain/polling/device-model'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Actor, SERVER } from '../audit/add-audit'
import { MOST_SCRIPT_BYTES, makeCommand } from '../commands/make-command'
import type { Trx } from '../db/connect'
import type { ReadPlace } from '../db/parameter-tables'
import { timingOf } from '../writes/timing-of'
import { selectWriteTargets, type WriteTarget } from '../writes/write-targets'
import { insertRead } from './read-queries'
import { updateStatuses } from './state-queries'

/** A command that reads parameters. */
export interface RequestedReading {
  readonly terminalId: TerminalId
  readonly commandId: string
  readonly deviceIds: readonly DeviceId[]
}

type Command = ScriptSettings['commands'][number]

/** Nothing is withheld from the service. */
const ALL = { departments: [], hidden: new Set<never>() }
const NAME = 'parameters'
const PERIOD_SECONDS = 86_400
/** Of the longest script that fits into a message; what is around the commands takes the rest. */
const MOST_COMMAND_BYTES = MOST_SCRIPT_BYTES - 1_024

/**
 * Has the terminals of a store read all parameters of some devices, besides what they poll. Devices that nothing can be read
 * from (retired, simulated, without a port, with a model that was never published) are left out.
 */
export async function requestReading(
  trx: Trx,
  {
    storeId,
    deviceIds,
    by,
    now,
  }: {
    readonly storeId: StoreId
    readonly deviceIds: readonly DeviceId[]
    /** `null`: on the cycle of the service. */
    readonly by: Actor | null
    readonly now: EpochMs
  },
): Promise<readonly RequestedReading[]> {
  const targets = await selectWriteTargets(trx, { scope: ALL, storeId, deviceIds })
  const requested: RequestedReading[] = []
  for (const [terminalId, own] of groupBy(targets.filter(isReadable), (target) => target.terminalId)) {
    for (const { commands, places } of readingsOf(own)) {
      const script = { name: NAME, periodSeconds: PERIOD_SECONDS, commands }
      const draft = { terminalId, storeId, op: 'run.once' as const, arg: () => ({ script }) }
      const commandId = await makeCommand(trx, { ...draft, by: by ?? SERVER, isRoutine: by === null }, now)
      await insertRead(trx, {
        storeId,
        commandId,
        terminalId,
        places,
        isRoutine: by === null,
        requestedAt: now,
      })
      requested.push({ terminalId, commandId, deviceIds: [...new Set(places.map(([deviceId]) => deviceId))] })
    }
  }
  await updateStatuses(trx, storeId, deviceIds, { requestedAt: now })
  return requested
}

/** True where its terminal can be asked for what its model describes. */
export function isReadable(target: WriteTarget): boolean {
  const { removedAt, isEnabled, program, port, model } = target
  return removedAt === null && isEnabled && program !== SIMULATOR_PROGRAM && port !== null && model !== null
}

interface Reading {
  readonly commands: Command[]
  readonly places: ReadPlace[]
}

/** The requests for the parameters of devices of one terminal, in as many scripts as messages are needed. */
function readingsOf(targets: readonly WriteTarget[]): readonly Reading[] {
  const readings: Reading[] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const target of targets) {
    for (const { command, codes } of parameterCommands(target)) {
      const first = readings.at(-1)?.places.length ?? 0
      const size = Buffer.byteLength(JSON.stringify(settingsOf(target, command, codes, first)))
      if (bytes + size > MOST_COMMAND_BYTES) {
        readings.push({ commands: [], places: [] })
        bytes = 0
      }
      const reading = readings.at(-1) as Reading
      reading.commands.push(settingsOf(target, command, codes, reading.places.length))
      reading.places.push(...codes.map(({ code }): ReadPlace => [target.deviceId, code]))
      bytes += size
    }
  }
  return readings
}

interface ParameterCommand {
  readonly command: ModelCommand
  readonly codes: readonly { readonly code: string; readonly name: string }[]
}

/** The commands of a model that show parameters or the firmware, with those that each shows. */
function parameterCommands({ model, unitId }: WriteTarget): readonly ParameterCommand[] {
  if (model === null) return []
  const shown = [...parametersOf(model.tables), ...firmwareNodes(model.tables)]
  return model.tables.commands.flatMap((command): ParameterCommand[] => {
    const codes = shown.filter(({ name }) => command.points.some((point) => point.name === name))
    return codes.length === 0 || !buildReadRequest(command, unitId).ok ? [] : [{ command, codes }]
  })
}

/** @param first how many nodes are numbered already */
function settingsOf(
  target: WriteTarget,
  command: ModelCommand,
  codes: ParameterCommand['codes'],
  first: number,
): Command {
  const { requestHex, includesUnitId, appendsCrc, responseLengthBytes, decoderId, commandCode } = command
  const portId = target.port?.id ?? ''
  return {
    ...{ portId, unitId: target.unitId, deviceName: target.name, commandCode },
    ...{ requestHex, includesUnitId, appendsCrc, responseLengthBytes, decoderId },
    ...timingOf(target, portId),
    nodes: codes.map(({ name }, index) => {
      const point = command.points.find((one) => one.name === name) as ModelCommand['points'][number]
      const { source: _, ...node } = point
      return { ...node, pointId: (first + index + 1) as PointId }
    }),
  }
}
