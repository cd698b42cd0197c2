import { MAX_ROWS } from '@coldkeep/contract/mqtt/readings'
import type { ScriptSettings, TerminalSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { deviceKey, type PlanProblem } from './plan'

const MAX_DEVICES_PER_PORT = 64
const MAX_COMMANDS = 512
const MAX_NODES = 4_000

/** The first limit that the settings as a whole exceed, or the first name that is given twice. */
export function findExceededLimit({ ports, scripts }: TerminalSettings): PlanProblem | null {
  const samePort = firstRepeat(ports.map((port) => port.id))
  if (samePort !== null) return { path: `ports.${samePort}.id`, why: 'another port has this id' }
  const sameScript = firstRepeat(scripts.map((script) => script.name))
  if (sameScript !== null) return { path: `scripts.${sameScript}.name`, why: 'another script has this name' }
  const commands = scripts.flatMap((script) => script.commands)
  if (commands.length > MAX_COMMANDS) return { path: 'scripts', why: `more than ${MAX_COMMANDS} commands` }
  const nodeCount = commands.reduce((count, command) => count + command.nodes.length, 0)
  if (nodeCount > MAX_NODES) return { path: 'scripts', why: `more than ${MAX_NODES} nodes` }
  for (const [index, port] of ports.entries()) {
    const units = new Set(commands.filter((one) => one.portId === port.id).map((one) => one.unitId))
    if (units.size > MAX_DEVICES_PER_PORT) {
      return { path: `ports.${index}`, why: `more than ${MAX_DEVICES_PER_PORT} devices` }
    }
  }
  for (const [index, script] of scripts.entries()) {
    const problem = findScriptLimit(script)
    if (problem !== null) return { ...problem, path: `scripts.${index}.${problem.path}` }
  }
  return null
}

function findScriptLimit(script: ScriptSettings): PlanProblem | null {
  const seen = new Set<number>()
  const rows = new Map<string, number>()
  for (const [row, command] of script.commands.entries()) {
    for (const [index, node] of command.nodes.entries()) {
      const path = `commands.${row}.nodes.${index}.pointId`
      if (seen.has(node.pointId)) return { path, why: 'this script reads the point already' }
      seen.add(node.pointId)
    }
    const key = deviceKey(command)
    const count = (rows.get(key) ?? 0) + command.nodes.length
    // A device's cycle travels in one message.
    if (count > MAX_ROWS)
      return { path: `commands.${row}`, why: `more than ${MAX_ROWS} points of one device` }
    rows.set(key, count)
  }
  return null
}

function firstRepeat(names: readonly string[]): number | null {
  const index = names.findIndex((name, place) => names.indexOf(name) < place)
  return index < 0 ? null : index
}
