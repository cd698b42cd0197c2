import type { DeviceId, PointId } from '../ids'
import { buildReadRequest } from './build-request'
import type { RequestText } from './poll-command'

/** A request of a running script, as far as it can be carried on. */
export interface CarriedCommand extends RequestText {
  readonly portId: string
  readonly unitId: number
  readonly deviceName: string
  readonly commandCode: string
  readonly nodes: readonly { readonly pointId: PointId }[]
}

/** A script that a terminal runs. */
export interface CarriedScript {
  readonly name: string
  readonly commands: readonly CarriedCommand[]
}

/** By point: the device that it belongs to. */
type PointOwners = ReadonlyMap<PointId, { readonly deviceId: DeviceId }>

/** Where a device is polled from now on; `null`: its commands no longer fit it. */
export type NewPlace = { readonly portId: string | null; readonly unitId: number } | null

/** A request that goes no further, as people call it. */
export interface LeftOut {
  readonly script: string
  readonly deviceName: string
  readonly commandCode: string
}

export interface CarriedOn<Script extends CarriedScript> {
  readonly scripts: Script[]
  /** Scripts that have changed or are gone. */
  readonly changed: readonly string[]
  readonly leftOut: readonly LeftOut[]
}

/**
 * What a terminal goes on asking: nothing of points that are none of its devices in use, nothing that does more than
 * read, and moved devices where they are now.
 * @param points those of the terminal's devices in use
 */
export function carryOn<Script extends CarriedScript>(
  scripts: readonly Script[],
  points: PointOwners,
  places: ReadonlyMap<DeviceId, NewPlace> = new Map(),
): CarriedOn<Script> {
  const leftOut: LeftOut[] = []
  const carried = scripts.map((script) => {
    const commands = script.commands.flatMap((command) => {
      const kept = carryCommand(command, points, places)
      if (kept === null) {
        const { deviceName, commandCode } = command
        leftOut.push({ script: script.name, deviceName, commandCode })
        return []
      }
      return [kept]
    })
    const isSame = commands.length === script.commands.length && commands.every(isOf(script.commands))
    return isSame ? script : { ...script, commands }
  })
  const changed = scripts.filter((script) => !carried.includes(script)).map(({ name }) => name)
  return { scripts: carried.filter(({ commands }) => commands.length > 0), changed, leftOut }
}

function isOf(commands: readonly CarriedCommand[]) {
  return (command: CarriedCommand, index: number) => command === commands[index]
}

/** @returns `null` where none of it is left */
function carryCommand<Command extends CarriedCommand>(
  command: Command,
  points: PointOwners,
  places: ReadonlyMap<DeviceId, NewPlace>,
): Command | null {
  if (!buildReadRequest(command, command.unitId).ok) return null
  const deviceOf = ({ pointId }: CarriedCommand['nodes'][number]) => points.get(pointId)?.deviceId
  const nodes = command.nodes.filter((node) => {
    const device = deviceOf(node)
    return device !== undefined && places.get(device) !== null
  })
  if (nodes.length === 0) return null
  const trimmed = nodes.length === command.nodes.length ? command : { ...command, nodes }
  const [first, ...others] = new Set(nodes.map(deviceOf))
  const place = first === undefined ? undefined : places.get(first)
  // a reply that reports on several devices comes from none of them
  if (place === undefined || place === null || others.length > 0) return trimmed
  const portId = place.portId ?? command.portId
  const { unitId } = place
  if (portId === command.portId && unitId === command.unitId) return trimmed
  // the text of the request names the unit itself
  if (command.includesUnitId && unitId !== command.unitId) return null
  return { ...trimmed, portId, unitId }
}
