import type { AccountId, BulletinId, StoreId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { isMissing } from './receipt-queries'

/** Messages with readers who are to be notified still. */
export async function selectUnderWay(db: Db): Promise<readonly BulletinId[]> {
  const rows = await db
    .selectFrom('bulletin')
    .select('bulletinId')
    .where('isUnderWay', '=', true)
    .where('state', '=', 'sent')
    .orderBy('bulletinId')
    .execute()
  return rows.map(({ bulletinId }) => bulletinId)
}

/** The round of a message, which is not withdrawn before the transaction ends; `null`: it is, or there is none. */
export async function holdSent(trx: Trx, id: BulletinId): Promise<number | null> {
  const row = await trx
    .selectFrom('bulletin')
    .select('round')
    .where('bulletinId', '=', id)
    .where('state', '=', 'sent')
    .forShare()
    .executeTakeFirst()
  return row?.round ?? null
}

export interface TakenReader {
  readonly accountId: AccountId
  readonly storeId: StoreId
  /** They were not notified before. */
  readonly isFirst: boolean
  readonly isMissing: boolean
}

/**
 * Readers of an earlier round, who count as notified with the end of the transaction. Of two servers each gets others; one who
 * is confirming at this moment is left for the next time.
 */
export async function takeReaders(
  trx: Trx,
  id: BulletinId,
  round: number,
  limit: number,
): Promise<readonly TakenReader[]> {
  const locked = await trx
    .selectFrom('bulletinReader')
    .select('accountId')
    .where('bulletinId', '=', id)
    .where('round', '<', round)
    .orderBy('accountId')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (locked.length === 0) return []
  // a statement of its own: it sees what was confirmed before the rows were locked
  const { rows } = await sql<TakenReader>`
    with before as materialized (
      select r.account_id, r.round < 0 as is_first, ${isMissing} as is_missing
      from bulletin_reader r join bulletin b on b.bulletin_id = r.bulletin_id
      where r.bulletin_id = ${id} and r.account_id = any(${locked.map(({ accountId }) => accountId)}::bigint[]))
    update bulletin_reader r set round = ${round},
      reminders = r.reminders + case when not before.is_first and before.is_missing then 1 else 0 end
    from before where r.bulletin_id = ${id} and r.account_id = before.account_id
    returning r.account_id, r.store_id, before.is_first, before.is_missing`.execute(trx)
  return rows
}

/** Ends a round of which no reader is left. */
export async function endRound(db: Db, id: BulletinId): Promise<void> {
  await sql`update bulletin b set is_under_way = false
    where b.bulletin_id = ${id} and not exists (
      select from bulletin_reader r where r.bulletin_id = b.bulletin_id and r.round < b.round)`.execute(db)
}
