import type { DepartmentId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { Trx } from '../db/connect'
import type { DeviceKeys } from '../devices/device-row-queries'

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
export async function lockDeviceRow(trx: Trx, { storeId, deviceId }: DeviceKeys): Promise<void> {
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

/** The department of a store that is known to exist. */
export async function selectDepartmentOf(trx: Trx, storeId: StoreId): Promise<DepartmentId> {
  const { departmentId } = await trx
    .selectFrom('store')
    .select('departmentId')
    .where('storeId', '=', storeId)
    .executeTakeFirstOrThrow()
  return departmentId
}
