import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Drift } from '@coldkeep/domain/parameters/drift'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'

const MOST_EVENTS = 50

interface NewEvent extends Drift {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly at: EpochMs
}

/** @returns its id */
export async function insertEvent(trx: Trx, { changes, ...event }: NewEvent): Promise<number> {
  const { parameterEventId } = await trx
    .insertInto('parameterEvent')
    .values({ ...event, changes: JSON.stringify(changes), seenBy: null, seenAt: null })
    .returning('parameterEventId')
    .executeTakeFirstOrThrow()
  return parameterEventId
}

/** The newest changes of a device first. */
export function selectEvents(db: Db, storeId: StoreId, deviceId: DeviceId) {
  return db
    .selectFrom('parameterEvent')
    .select(['parameterEventId as id', 'at', 'cause', 'changes', 'seenBy', 'seenAt'])
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .orderBy('at', 'desc')
    .orderBy('parameterEventId', 'desc')
    .limit(MOST_EVENTS)
    .execute()
}

/** @returns false where there is none, or someone has seen it before */
export async function markSeen(
  trx: Trx,
  { storeId, deviceId, id }: { readonly storeId: StoreId; readonly deviceId: DeviceId; readonly id: number },
  by: string,
  now: EpochMs,
): Promise<boolean> {
  const row = await trx
    .updateTable('parameterEvent')
    .set({
      seenBy: sql<string>`coalesce(seen_by, ${by})`,
      seenAt: sql<EpochMs>`coalesce(seen_at, ${new Date(now).toISOString()}::timestamptz)`,
    })
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('parameterEventId', '=', id)
    .returning('parameterEventId')
    .executeTakeFirst()
  return row !== undefined
}
