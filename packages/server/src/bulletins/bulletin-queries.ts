import type { BulletinId, DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { heirOf } from '../access/owned-queries'
import type { BulletinTables } from '../db/bulletin-tables'
import type { Db, Trx } from '../db/connect'

export type BulletinRow = Selectable<BulletinTables['bulletin']>

/** @returns `null` where there is one with this key already */
export async function insertBulletin(
  trx: Trx,
  bulletin: Insertable<BulletinTables['bulletin']>,
): Promise<BulletinId | null> {
  const row = await trx
    .insertInto('bulletin')
    .values(bulletin)
    .onConflict((known) => known.column('key').doNothing())
    .returning('bulletinId')
    .executeTakeFirst()
  return row?.bulletinId ?? null
}

export function selectBulletinByKey(db: Db, key: string) {
  return db
    .selectFrom('bulletin')
    .select(['bulletinId', 'accountId', 'state'])
    .where('key', '=', key)
    .executeTakeFirst()
}

/** A message of some departments, kept from others until the transaction ends. */
export async function lockBulletin(
  trx: Trx,
  id: BulletinId,
  departments: readonly DepartmentId[],
): Promise<BulletinRow | null> {
  const row = await trx
    .selectFrom('bulletin')
    .selectAll()
    .where('bulletinId', '=', id)
    .where('departmentId', 'in', departments)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Messages whose time has come; of two servers each gets others. */
export function lockScheduled(trx: Trx, now: EpochMs, limit: number): Promise<BulletinRow[]> {
  return trx
    .selectFrom('bulletin')
    .selectAll()
    .where('state', '=', 'scheduled')
    .where('sendAt', '<=', now)
    .orderBy('sendAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Messages whose missing are to be reminded; of two servers each gets others. */
export function lockReminding(trx: Trx, now: EpochMs, limit: number): Promise<BulletinRow[]> {
  return trx
    .selectFrom('bulletin')
    .selectAll()
    .where('nextReminderAt', '<=', now)
    .where('state', '=', 'sent')
    .orderBy('nextReminderAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

export async function updateBulletin(
  trx: Trx,
  id: BulletinId,
  changes: Updateable<BulletinTables['bulletin']>,
): Promise<void> {
  await trx.updateTable('bulletin').set(changes).where('bulletinId', '=', id).execute()
}

/** Messages by their numbers. */
export async function selectBulletins(
  db: Db,
  ids: readonly BulletinId[],
): Promise<ReadonlyMap<number, BulletinRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('bulletin').selectAll().where('bulletinId', 'in', ids).execute()
  return new Map(rows.map((row) => [row.bulletinId, row]))
}

export async function deleteOldBulletins(db: Db, before: EpochMs): Promise<void> {
  await db.deleteFrom('bulletin').where('createdAt', '<', before).where('state', '<>', 'scheduled').execute()
}

/** Messages and categories of departments that are about to be removed stay with one above. */
export async function passOnBulletins(trx: Db, removed: readonly DepartmentId[]): Promise<readonly string[]> {
  if (removed.length === 0) return []
  await sql`update bulletin set department_id = ${heirOf(removed, 'bulletin')}
    where department_id = any(${removed}::bigint[])`.execute(trx)
  // one of the same name is there already perhaps
  await sql`update bulletin_category set department_id = ${heirOf(removed, 'bulletinCategory')},
      retired_at = coalesce(retired_at, now())
    where department_id = any(${removed}::bigint[])`.execute(trx)
  return []
}

/** The clocks of stores. */
export async function selectZones(db: Db, ids: readonly StoreId[]): Promise<ReadonlyMap<StoreId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('store').select(['storeId', 'zone']).where('storeId', 'in', ids).execute()
  return new Map(rows.map(({ storeId, zone }) => [storeId, zone]))
}
