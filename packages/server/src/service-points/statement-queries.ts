import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { Subservice } from '@coldkeep/domain/service-points/service'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import type { DetailFilter } from './detail-queries'

/** What a chain has of a part of a service. */
export interface Balance {
  readonly subservice: Subservice
  readonly free: number
  readonly held: number
  readonly spent: number
  readonly owed: number
}

export function selectBalances(db: Db, chainId: DepartmentId): Promise<Balance[]> {
  return db
    .selectFrom('creditBalance')
    .select(['subservice', 'free', 'held', 'spent', 'owed'])
    .where('chainId', '=', chainId)
    .execute()
}

/** What a store has used so far of each part. */
export async function selectUsedByStore(
  db: Db,
  chainId: DepartmentId,
  storeId: StoreId,
): Promise<ReadonlyMap<Subservice, number>> {
  const { rows } = await sql<{ subservice: Subservice; used: number }>`
    select subservice, sum(used - corrected) as used from credit_month
    where chain_id = ${chainId} and store_id = ${storeId} group by 1`.execute(db)
  return new Map(rows.map(({ subservice, used }) => [subservice, used]))
}

/** The sums of a month and of all before it. */
export interface MonthSums {
  readonly subservice: Subservice
  /** Granted and not used or lapsed, before the month. */
  readonly hadBefore: number
  /** Used and not taken back, before the month. */
  readonly usedBefore: number
  readonly granted: number
  readonly used: number
  readonly corrected: number
  readonly lapsed: number
}

export async function selectMonthSums(
  db: Db,
  { chainId, departments, storeId }: DetailFilter,
  month: LocalDate,
): Promise<MonthSums[]> {
  const isNow = sql`month = ${month}::date`
  const { rows } = await sql<MonthSums>`
    select subservice,
      coalesce(sum(granted - used + corrected - lapsed) filter (where not (${isNow})), 0) as had_before,
      coalesce(sum(used - corrected) filter (where not (${isNow})), 0) as used_before,
      coalesce(sum(granted) filter (where ${isNow}), 0) as granted,
      coalesce(sum(used) filter (where ${isNow}), 0) as used,
      coalesce(sum(corrected) filter (where ${isNow}), 0) as corrected,
      coalesce(sum(lapsed) filter (where ${isNow}), 0) as lapsed
    from credit_month
    where chain_id = ${chainId} and month <= ${month}::date
      ${departments === null ? sql`` : sql`and department_id = any(${departments}::bigint[])`}
      ${storeId === null ? sql`` : sql`and store_id = ${storeId}::bigint`}
    group by subservice`.execute(db)
  return rows
}
