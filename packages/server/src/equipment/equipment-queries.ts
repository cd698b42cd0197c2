import type { DepartmentId, DeviceId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Insertable, Updateable } from 'kysely'
import type { Trx } from '../db/connect'
import type { Tables } from '../db/tables'

interface Keys {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

interface OfTerminal {
  readonly storeId: StoreId
  readonly terminalId: TerminalId
}

/** Locks a terminal of a store. @returns false where the store has none of that id */
export async function lockTerminalOf(trx: Trx, { storeId, terminalId }: OfTerminal): Promise<boolean> {
  const row = await trx
    .selectFrom('terminal')
    .select('terminalId')
    .where('terminalId', '=', terminalId)
    .where('storeId', '=', storeId)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps others from changing the record of a device; readings of it are taken in the meantime. */
export async function lockDeviceRow(trx: Trx, { storeId, deviceId }: Keys): Promise<void> {
  await trx
    .selectFrom('device')
    .select('revision')
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .forNoKeyUpdate()
    .execute()
}

/** Devices in use that a terminal polls at one unit, over whatever port. */
export function selectDevicesOfUnit(
  trx: Trx,
  { storeId, terminalId, unitId }: OfTerminal & { readonly unitId: number },
) {
  return trx
    .selectFrom('device')
    .select(['deviceId', 'name', 'portId', 'unitId'])
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('unitId', '=', unitId)
    .where('removedAt', 'is', null)
    .execute()
}

export async function insertDevice(trx: Trx, device: Insertable<Tables['device']>): Promise<DeviceId> {
  const { deviceId } = await trx
    .insertInto('device')
    .values(device)
    .returning('deviceId')
    .executeTakeFirstOrThrow()
  return deviceId
}

export async function updateDeviceRow(
  trx: Trx,
  { storeId, deviceId }: Keys,
  change: Updateable<Tables['device']>,
): Promise<void> {
  await trx
    .updateTable('device')
    .set(change)
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .execute()
}

/** Forgets what a device was before a day, in the store's calendar. */
export async function updateBaseline(
  trx: Trx,
  { storeId, deviceId }: Keys,
  baselineFrom: LocalDate,
): Promise<void> {
  await trx
    .updateTable('deviceHealth')
    .set({ baselineFrom, baseline: null, frozenOn: null })
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .execute()
}

/** The department of a store that is known to exist. */
export async function selectDepartmentOf(trx: Trx, storeId: StoreId): Promise<DepartmentId> {
  const { departmentId } = await trx
    .selectFrom('store')
    .select('departmentId')
    .where('storeId', '=', storeId)
    .executeTakeFirstOrThrow()
  return departmentId
}
