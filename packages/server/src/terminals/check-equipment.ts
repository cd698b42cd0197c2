import type { CommandArguments } from '@coldkeep/contract/mqtt/command-arguments'
import type { ScriptSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { Problem } from '@coldkeep/contract/problem'
import { type EquipmentKind, kindsOfDevice, mayWrite } from '@coldkeep/domain/access/equipment'
import type { SignedIn } from '../access/signed-in'
import type { CommandRow } from '../commands/command-queries'
import type { Db } from '../db/connect'
import { selectLine } from '../writes/write-line-queries'
import { hasDevices, selectDevicesInUse } from './terminal-device-queries'
import type { TerminalRow } from './terminal-queries'

/** Answered by every device of a bus. */
const BROADCAST = 0

/**
 * For what reveals all equipment of a terminal at once, such as its configuration.
 * @throws Problem `access.equipment` where some of it is withheld from the caller
 */
export function checkSeesAll({ equipment }: SignedIn): void {
  if (equipment.hidden.size > 0) throw new Problem('access.equipment')
}

/**
 * @param units addresses on the buses of the terminal; null: all of them
 * @throws Problem `access.equipment` unless permissions of the caller name everything there for writing
 */
export async function checkWrites(
  db: Db,
  user: SignedIn,
  terminal: Pick<TerminalRow, 'storeId' | 'terminalId'>,
  units: readonly number[] | null,
): Promise<void> {
  const devices = await selectDevicesInUse(db, terminal)
  const isConcerned = (unitId: number) =>
    units === null || units.includes(BROADCAST) || units.includes(unitId)
  const concerned = devices.filter(({ unitId }) => isConcerned(unitId))
  const known = new Set(devices.map(({ unitId }) => unitId))
  // a unit that is not entered as a device may be anything; the least it takes is a permission to write at
  // all
  const unknown: EquipmentKind[] = units?.every((unit) => known.has(unit)) ? [] : ['other']
  const kinds = [...concerned.flatMap(kindsOfDevice), ...unknown]
  if (!mayWrite(user.equipment, kinds)) throw new Problem('access.equipment')
}

/**
 * The holder of a place's code becomes its box: it is given the configuration, and reports what the devices
 * measure. Of a place without box and devices nothing can be revealed.
 * @throws Problem `access.equipment` unless permissions of the caller name everything there for writing
 */
export async function checkTakesOver(db: Db, user: SignedIn, terminal: TerminalRow): Promise<void> {
  const hasBox = terminal.claimedAt !== null || terminal.lastMessageAt !== null
  if (hasBox || (await hasDevices(db, terminal))) await checkWrites(db, user, terminal, null)
}

/**
 * What is to be taken back from a terminal takes what giving it takes.
 * @throws Problem `access.equipment` unless permissions of the caller name for writing what the command would reach
 */
export async function checkTakesBack(
  db: Db,
  user: SignedIn,
  terminal: TerminalRow,
  { commandId, op, arg }: Pick<CommandRow, 'commandId' | 'op' | 'arg'>,
): Promise<void> {
  if (op === 'run.once') {
    await checkWrites(db, user, terminal, unitsOfScript((arg as CommandArguments<'run.once'>).script))
  }
  if (op !== 'write') return
  const line = await selectLine(db, terminal.storeId, commandId)
  if (line === null || !mayWrite(user.equipment, kindsOfDevice(line))) throw new Problem('access.equipment')
}

/** The address that a request goes to: its first byte, where that travels with the text. */
function unitOf(unitId: number, requestHex: string, includesUnitId: boolean): number {
  const first = Number.parseInt(requestHex.replace(/\s/g, '').slice(0, 2), 16)
  return includesUnitId && !Number.isNaN(first) ? first : unitId
}

export function unitsOfScript({ commands }: ScriptSettings): number[] {
  return commands.map(({ unitId, requestHex, includesUnitId }) => unitOf(unitId, requestHex, includesUnitId))
}
