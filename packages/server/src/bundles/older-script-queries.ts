import type { DeviceModelId, StoreId, TerminalId } from '@coldkeep/domain/ids'
import type { Db, Trx } from '../db/connect'
import { OLDER } from './bundle-scripts'

interface PolledDevice {
  readonly deviceModelId: DeviceModelId
  readonly unitId: number
}

/** The ids of the script files that ask such a device: a query of one column. */
export function filesPolling(db: Db, { deviceModelId, unitId }: PolledDevice) {
  return db
    .selectFrom('scriptCommand')
    .select('pollScriptId')
    .where('deviceModelId', '=', deviceModelId)
    .where('unitId', '=', unitId)
}

/** Script files of a bundle that ask such a device count as older: they are to be sent again. */
export async function updateOlderScripts(
  trx: Trx,
  { storeId, terminalId }: { readonly storeId: StoreId; readonly terminalId: TerminalId },
  revision: number,
  device: PolledDevice,
): Promise<void> {
  await trx
    .updateTable('bundleScript')
    .set({ fingerprint: OLDER })
    .where('storeId', '=', storeId)
    .where('terminalId', '=', terminalId)
    .where('revision', '=', revision)
    .where('pollScriptId', 'in', filesPolling(trx, device))
    .execute()
}
