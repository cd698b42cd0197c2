import type { ScriptSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import { Problem } from '@coldkeep/contract/problem'
import { type EquipmentKind, kindsOfDevice, mayWrite } from '@coldkeep/domain/access/equipment'
import type { Db } from '../../db/connect'
import type { SignedIn } from '../../http/context'
import type { TerminalRow } from './queries'

/** Answered by every device of a bus. */
const BROADCAST = 0

/**
 * For what tells of all equipment of a terminal at once, such as its configuration.
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
  { storeId, terminalId }: TerminalRow,
  units: readonly number[] | null,
): Promise<void> {
  const devices = await db
    .selectFrom('device')
    .select(['type', 'zone', 'unitId'])
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('removedAt', 'is', null)
    .execute()
  const isMeant = (unitId: number) => units === null || units.includes(BROADCAST) || units.includes(unitId)
  const meant = devices.filter(({ unitId }) => isMeant(unitId))
  const known = new Set(devices.map(({ unitId }) => unitId))
  // what nobody has entered as a device may be anything; the least it takes is a permission to write at all
  const unknown: EquipmentKind[] = units?.every((unit) => known.has(unit)) ? [] : ['other']
  const kinds = [...meant.flatMap(kindsOfDevice), ...unknown]
  if (!mayWrite(user.equipment, kinds)) throw new Problem('access.equipment')
}

/** The address that a request goes to: its first byte, where that travels with the text. */
function unitOf(unitId: number, requestHex: string, includesUnitId: boolean): number {
  const first = Number.parseInt(requestHex.replace(/\s/g, '').slice(0, 2), 16)
  return includesUnitId && !Number.isNaN(first) ? first : unitId
}

export function unitsOfScript({ commands }: ScriptSettings): number[] {
  return commands.map(({ unitId, requestHex, includesUnitId }) => unitOf(unitId, requestHex, includesUnitId))
}
