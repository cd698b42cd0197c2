import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import { filesPolling } from '../bundles/older-script-queries'
import type { Db } from '../db/connect'
import { scriptTitle } from '../instructions/polled-command-queries'
import type { EquipmentRow } from './list-queries'

interface Keys {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
}

/** Script files that the terminal of a device was ever given and that ask such a device, as `folder / file`. */
export async function selectFilesPolling(db: Db, device: EquipmentRow): Promise<string[]> {
  const { storeId, terminalId } = device
  const rows = await db
    .selectFrom('pollScript')
    .innerJoin('scriptFolder', 'scriptFolder.scriptFolderId', 'pollScript.scriptFolderId')
    .select(['scriptFolder.name as folder', 'pollScript.name as script'])
    .where('pollScriptId', 'in', filesPolling(db, device))
    .where('pollScriptId', 'in', (given) =>
      given
        .selectFrom('bundleScript')
        .select('pollScriptId')
        .where('storeId', '=', storeId)
        .where('terminalId', '=', terminalId),
    )
    .orderBy('folder')
    .orderBy('script')
    .execute()
  return rows.map(({ folder, script }) => scriptTitle(folder, script))
}

export async function selectPointIds(db: Db, { storeId, deviceId }: Keys): Promise<PointId[]> {
  const points = await db
    .selectFrom('point')
    .select('pointId')
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .execute()
  return points.map(({ pointId }) => pointId)
}

/** Alarms of a device that have not ended. */
export async function countOpenAlarms(db: Db, { storeId, deviceId }: Keys): Promise<number> {
  const { open } = await db
    .selectFrom('alarm')
    .select(sql<number>`count(*)::int`.as('open'))
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('clearedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return open
}
