import type { DeviceId, DeviceModelId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import { type SqlBool, sql } from 'kysely'
import type { Trx } from '../db/connect'
import { sameIn } from '../db/same-in'

/** Writes to a device whose terminal has not confirmed that it has them. */
export function selectWaitingTo(
  trx: Trx,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
) {
  return waiting(trx)
    .where('writeLine.storeId', '=', storeId)
    .where('writeLine.deviceId', '=', deviceId)
    .execute()
}

/** The same to every device of a model. */
export function selectWaitingOfModel(trx: Trx, deviceModelId: DeviceModelId) {
  return waiting(trx)
    .innerJoin('device', sameIn('device', 'writeLine', 'storeId', 'deviceId'))
    .where('device.deviceModelId', '=', deviceModelId)
    .execute()
}

/** The same of what goes out over some ports of a terminal. */
export function selectWaitingOver(
  trx: Trx,
  { storeId, terminalId }: { readonly storeId: StoreId; readonly terminalId: TerminalId },
  portIds: readonly string[],
) {
  return waiting(trx)
    .where('command.storeId', '=', storeId)
    .where('command.terminalId', '=', terminalId)
    .where(sql<SqlBool>`command.arg ->> 'portId' = any(${portIds}::text[])`)
    .execute()
}

function waiting(trx: Trx) {
  return trx
    .selectFrom('writeLine')
    .innerJoin('command', sameIn('command', 'writeLine', 'storeId', 'commandId'))
    .select(['command.storeId', 'command.commandId'])
    .where('command.state', 'in', ['queued', 'sent'])
    .orderBy('command.commandId')
}
