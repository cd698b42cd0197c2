import type { StoreId } from '@coldkeep/domain/ids'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { localDate } from '@coldkeep/domain/time/local-date'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isShown } from '../access/scope-queries'
import type { Db, Trx } from '../db/connect'
import type { DaySheetTables } from '../db/day-sheet-tables'

export type HandCheckRow = Selectable<DaySheetTables['handCheck']>

/** What was entered at a store on some days, in the order in which it was measured, without what is withheld. */
export async function selectHandChecks(
  db: Db,
  scope: Scope,
  storeId: StoreId,
  first: LocalDate,
  last: LocalDate,
): Promise<HandCheckRow[]> {
  const rows = await db
    .selectFrom('handCheck')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('on', '>=', first)
    .where('on', '<=', last)
    .where(isShown(scope, 'handCheck'))
    .orderBy('takenAt')
    .orderBy('handCheckId')
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

export async function selectHandCheck(
  db: Db,
  storeId: StoreId,
  id: string,
): Promise<HandCheckRow | undefined> {
  return db
    .selectFrom('handCheck')
    .selectAll()
    .where('storeId', '=', storeId)
    .where('handCheckId', '=', id)
    .executeTakeFirst()
}

export async function countHandChecks(db: Db, storeId: StoreId, on: LocalDate): Promise<number> {
  const { count } = await db
    .selectFrom('handCheck')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('storeId', '=', storeId)
    .where('on', '=', on)
    .executeTakeFirstOrThrow()
  return count
}

/** @returns what is kept under the id: this one, or the one that came first */
export async function insertHandCheck(
  trx: Trx,
  row: Insertable<DaySheetTables['handCheck']>,
): Promise<{ readonly kept: HandCheckRow; readonly isNew: boolean }> {
  const made = await trx
    .insertInto('handCheck')
    .values(row)
    .onConflict((on) => on.columns(['storeId', 'handCheckId']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (made !== undefined) return { kept: made, isNew: true }
  const kept = await selectHandCheck(trx, row.storeId, row.handCheckId)
  if (kept === undefined) throw new Error('an entry that was there is gone')
  return { kept, isNew: false }
}

/** Entries of a store on a day: how many rounds, values and values out of limits. */
export interface CheckedDay {
  readonly storeId: StoreId
  readonly on: LocalDate
  readonly rounds: number
  readonly checks: number
  readonly outOfLimits: number
}

export async function selectCheckedDays(
  db: Db,
  scope: Scope,
  storeIds: readonly StoreId[],
  first: LocalDate,
  last: LocalDate,
): Promise<CheckedDay[]> {
  const rows = await db
    .selectFrom('handCheck')
    .select(['storeId', 'on'])
    .select([
      sql<number>`count(distinct round_id)::int`.as('rounds'),
      sql<number>`count(*)::int`.as('checks'),
      sql<number>`(count(*) filter (where value_c < low_c or value_c > high_c))::int`.as('outOfLimits'),
    ])
    .where(sql<boolean>`store_id = any(${storeIds}::int[])`)
    .where('on', '>=', first)
    .where('on', '<=', last)
    .where(isShown(scope, 'handCheck'))
    .groupBy(['storeId', 'on'])
    .execute()
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}
