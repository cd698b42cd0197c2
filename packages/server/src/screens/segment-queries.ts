import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ExpressionBuilder, Insertable, Selectable } from 'kysely'
import type { Db } from '../db/connect'
import type { ScreenTables } from '../db/screen-tables'
import type { Tables } from '../db/tables'

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

/** The process in whose data folder pieces lie. */
export interface Holder {
  readonly name: string
  /** It also has those of processes whose names were made up, which are eight hexadecimal digits. */
  readonly hasUnnamed: boolean
}

/** Stores with recordings there that began before then. */
export async function selectStoresRecordedBefore(
  db: Db,
  holder: Holder,
  before: EpochMs,
): Promise<StoreId[]> {
  const rows = await db
    .selectFrom('screenSegment')
    .select('storeId')
    .distinct()
    .where(isKeptBefore(holder, before))
    .execute()
  return rows.map(({ storeId }) => storeId)
}

/** Pieces of a store that are over their time. */
export function selectExpired(db: Db, storeId: StoreId, holder: Holder, before: EpochMs) {
  return db
    .selectFrom('screenSegment')
    .select(['screenSessionId as sessionId', 'number'])
    .where('storeId', '=', storeId)
    .where(isKeptBefore(holder, before))
    .execute()
}

/** Marks the same, whose files are gone. */
export async function updateRemoved(
  db: Db,
  storeId: StoreId,
  { holder, before, now }: { readonly holder: Holder; readonly before: EpochMs; readonly now: EpochMs },
): Promise<void> {
  await db
    .updateTable('screenSegment')
    .set({ removedAt: now })
    .where('storeId', '=', storeId)
    .where(isKeptBefore(holder, before))
    .execute()
}

function isKeptBefore({ name, hasUnnamed }: Holder, before: EpochMs) {
  return (is: ExpressionBuilder<Tables, 'screenSegment'>) =>
    is.and([
      is('removedAt', 'is', null),
      is('recordedAt', '<', before),
      is.or([
        is('screenSessionId', 'like', `${name}-%`),
        ...(hasUnnamed ? [is('screenSessionId', '~', '^[0-9a-f]{8}-')] : []),
      ]),
    ])
}
