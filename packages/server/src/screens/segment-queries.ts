import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../db/connect'
import type { ScreenTables } from '../db/screen-tables'

export type SegmentRow = Selectable<ScreenTables['screenSegment']>

export async function insertSegment(
  db: Db,
  segment: Insertable<ScreenTables['screenSegment']>,
): Promise<void> {
  await db.insertInto('screenSegment').values(segment).execute()
}

/** In their order, those included whose files are over their time. */
export function selectSegments(db: Db, storeId: StoreId, sessionId: string): Promise<SegmentRow[]> {
  return db
    .selectFrom('screenSegment')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('screenSessionId', '=', sessionId)
    .orderBy('number')
    .execute()
}

/** The last piece of a recording, whose chain holds all before it; `null`: nothing was recorded. */
export async function selectChainHead(db: Db, storeId: StoreId, sessionId: string) {
  const head = await db
    .selectFrom('screenSegment')
    .select(['number', 'chain'])
    .where('storeId', '=', storeId)
    .where('screenSessionId', '=', sessionId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? null
}

/** Stores with recordings that began before then. */
export async function selectStoresRecordedBefore(db: Db, before: EpochMs): Promise<StoreId[]> {
  const rows = await db
    .selectFrom('screenSegment')
    .select('storeId')
    .distinct()
    .where('removedAt', 'is', null)
    .where('recordedAt', '<', before)
    .execute()
  return rows.map(({ storeId }) => storeId)
}

/** Pieces of a store that are over their time. */
export function selectExpired(db: Db, storeId: StoreId, before: EpochMs) {
  return db
    .selectFrom('screenSegment')
    .select(['screenSessionId as sessionId', 'number'])
    .where('storeId', '=', storeId)
    .where('removedAt', 'is', null)
    .where('recordedAt', '<', before)
    .execute()
}

/** Marks the same, whose files are gone. */
export async function updateRemoved(db: Db, storeId: StoreId, before: EpochMs, now: EpochMs): Promise<void> {
  await db
    .updateTable('screenSegment')
    .set({ removedAt: now })
    .where('storeId', '=', storeId)
    .where('removedAt', 'is', null)
    .where('recordedAt', '<', before)
    .execute()
}
