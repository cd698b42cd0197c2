import { Problem } from '@coldkeep/contract/problem'
import type { DeviceId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type BusPlace, isSamePlace } from '@coldkeep/domain/organisation/check-device'
import { selectDesiredDocument } from '../bundles/bundle-queries'
import type { Trx } from '../db/connect'
import { lockTerminalOf, selectDevicesOfUnit } from './equipment-queries'

interface Place extends BusPlace {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
}

/**
 * Locks a terminal of the store, so that two devices cannot take one place at once.
 * @throws Problem `terminal.unknown`, the same for one that does not exist and for one of another store
 */
export async function lockTerminal(trx: Trx, place: Pick<Place, 'storeId' | 'terminalId'>): Promise<void> {
  const isThere = await lockTerminalOf(trx, place)
  if (!isThere) throw new Problem('terminal.unknown', {}, { terminal: 'choice' })
}

/** @throws Problem `port.unknown`, and `port.needed` where none is named and the terminal has several */
export async function checkPort(trx: Trx, place: Place): Promise<void> {
  const { portId } = place
  const ports = (await selectDesiredDocument(trx, place.terminalId))?.ports ?? []
  if (portId === null && ports.length > 1) throw new Problem('port.needed', {}, { port: 'missing' })
  if (portId === null || ports.some(({ id }) => id === portId)) return
  throw new Problem('port.unknown', { port: portId }, { port: 'choice' })
}

/**
 * @param self the device itself, where it has an id already
 * @throws Problem `equipment.unit_taken`; by which device is not disclosed, since that may be withheld
 */
export async function checkUnit(trx: Trx, place: Place, self: DeviceId | null): Promise<void> {
  const others = await selectDevicesOfUnit(trx, place)
  const taken = others.find((other) => other.deviceId !== self && isSamePlace(other, place))
  if (taken === undefined) return
  throw new Problem('equipment.unit_taken', { unit: place.unitId }, { unitId: 'choice' })
}
