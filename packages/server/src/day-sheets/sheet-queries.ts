import type { AccountId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'
import type { DaySheetTables } from '../db/day-sheet-tables'

export type SignedRow = Selectable<DaySheetTables['daySheet']>

export async function selectSigned(db: Db, storeId: StoreId, on: LocalDate): Promise<SignedRow | undefined> {
  return db
    .selectFrom('daySheet')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('on', '=', on)
    .executeTakeFirst()
}

/** What was signed of some days of a store. */
export async function selectSignedOf(
  db: Db,
  storeId: StoreId,
  first: LocalDate,
  last: LocalDate,
): Promise<SignedRow[]> {
  const rows = await db
    .selectFrom('daySheet')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('on', '>=', first)
    .where('on', '<=', last)
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

/** @returns false where the day was signed before */
export async function insertSigned(trx: Trx, row: Insertable<DaySheetTables['daySheet']>): Promise<boolean> {
  const made = await trx
    .insertInto('daySheet')
    .values(row)
    .onConflict((on) => on.columns(['storeId', 'on']).doNothing())
    .returning('storeId')
    .executeTakeFirst()
  return made !== undefined
}

/** Only where nobody has reviewed it yet. */
export async function updateReview(
  trx: Trx,
  { storeId, on }: { readonly storeId: StoreId; readonly on: LocalDate },
  review: {
    readonly reviewedAt: EpochMs
    readonly reviewerId: AccountId
    readonly reviewerName: string
    readonly reviewNote: string
  },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('daySheet')
    .set(review)
    .where('storeId', '=', storeId)
    .where('on', '=', on)
    .where('reviewedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** All devices of a store that the caller may see, those included that were removed, by name. */
export function selectSheetDevices(
  db: Db,
  scope: Scope,
  storeId: StoreId,
): Promise<{ readonly deviceId: DeviceId; readonly name: string }[]> {
  return db
    .selectFrom('device')
    .select(['deviceId', 'name'])
    .where('storeId', '=', storeId)
    .where(isShown(scope, 'device'))
    .orderBy('name')
    .orderBy('deviceId')
    .execute()
}

/** What was judged of devices on days whose readings may be gone by now. */
export async function selectKeptFigures(db: Db, storeId: StoreId, first: LocalDate, last: LocalDate) {
  const rows = await db
    .selectFrom('temperatureDay')
    .select(['deviceId', 'on', 'coveredMinutes', 'excursionMinutes', 'lowestC', 'highestC'])
    .where('storeId', '=', storeId)
    .where('on', '>=', first)
    .where('on', '<=', last)
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

/** Whether a store has or had equipment that is withheld from the caller. */
export async function isPartlyWithheld(db: Db, scope: Scope, storeId: StoreId): Promise<boolean> {
  if (scope.hidden.size === 0) return false
  const withheld = await db
    .selectFrom('device')
    .select('deviceId')
    .where('storeId', '=', storeId)
    .where((is) => is.not(isShown(scope, 'device')))
    .limit(1)
    .executeTakeFirst()
  return withheld !== undefined
}

/** A page of stores by their numbers, with how many places each has. */
export async function selectListedStores(
  db: Db,
  scope: Scope,
  storeId: StoreId | null,
  page: { readonly offset: number; readonly limit: number },
) {
  return db
    .selectFrom('store')
    .select(['storeId', 'code', 'name', 'zone'])
    .select(
      sql<number>`(select count(*)::int from check_place p where p.store_id = store.store_id
        and p.removed_at is null and ${isShown(scope, 'p')})`.as('places'),
    )
    .where(isInScope(scope))
    .$if(storeId !== null, (query) => query.where('storeId', '=', storeId as StoreId))
    .orderBy('code')
    .orderBy('storeId')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
}

export async function countListedStores(db: Db, scope: Scope, storeId: StoreId | null): Promise<number> {
  const { count } = await db
    .selectFrom('store')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isInScope(scope))
    .$if(storeId !== null, (query) => query.where('storeId', '=', storeId as StoreId))
    .executeTakeFirstOrThrow()
  return count
}

export async function selectSignedDays(
  db: Db,
  storeIds: readonly StoreId[],
  first: LocalDate,
  last: LocalDate,
) {
  const rows = await db
    .selectFrom('daySheet')
    .select(['storeId', 'on', 'accountName', 'reviewerName'])
    .where(sql<boolean>`store_id = any(${storeIds}::int[])`)
    .where('on', '>=', first)
    .where('on', '<=', last)
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}
