import { type SelectQueryBuilder, sql } from 'kysely'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import type { Tables } from '../db/tables'
import type { ChosenDays } from '../filters/store-name-queries'
import type { AreaAnalysis } from '../organisation/area-day-queries'
import { areaDaysFor, storeDaysFor } from './shown-day-queries'

/** What sums of departments and days of stores have in common. */
type SummedDay<Analysis extends AreaAnalysis> = Omit<
  Tables[`${Analysis}AreaDay`],
  'departmentId' | 'zone' | 'storesOver' | 'highestUse' | 'ranks'
>

/**
 * The rows that figures of a day are added up from, as `day`.
 * @param stores those that count; null for all of the scope, of which departments have sums already
 */
export function summedDays<Analysis extends AreaAnalysis>(
  db: Db,
  analysis: Analysis,
  { scope, first, last }: ChosenDays & { readonly scope: Scope },
  stores: SelectQueryBuilder<Tables, 'store', object> | null,
) {
  const [table, isChosen] =
    stores === null
      ? [
          areaDaysFor(analysis, scope, { first, last }),
          sql`d.department_id = any(${scope.departments}::bigint[])`,
        ]
      : [
          storeDaysFor(analysis, scope, { first, last }),
          sql`d.store_id in (${stores.select('store.storeId')})`,
        ]
  const rows = sql<SummedDay<Analysis>>`(select d.* from ${table} d
    where ${isChosen} and d."on" between ${first}::date and ${last}::date)`
  return db.selectFrom(rows.as<'day'>(sql`day`))
}

/** The sums of whole departments, with their time zones, as `day`. */
export function areaDays<Analysis extends AreaAnalysis>(
  db: Db,
  analysis: Analysis,
  { scope, first, last }: ChosenDays & { readonly scope: Scope },
) {
  const rows = sql<
    Tables[`${Analysis}AreaDay`]
  >`(select d.* from ${areaDaysFor(analysis, scope, { first, last })} d
    where d.department_id = any(${scope.departments}::bigint[]) and d."on" between ${first}::date and ${last}::date)`
  return db.selectFrom(rows.as<'day'>(sql`day`))
}

/** What stores are put in order by, as the sums of departments hold it. */
export function selectRanks(
  db: Db,
  analysis: Exclude<AreaAnalysis, 'health'>,
  filter: ChosenDays & { readonly scope: Scope },
) {
  return areaDays(db, analysis, filter).select('day.ranks').execute()
}
