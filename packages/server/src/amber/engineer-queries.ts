import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'

const MOST_ENGINEERS = 200

export interface EngineerRow {
  readonly accountId: AccountId
  readonly name: string
  readonly phone: string
  readonly department: string
  readonly title: string
  readonly login: string
  readonly email: string
  readonly hasAlertService: boolean
  readonly takesCases: boolean
  readonly alertServiceEndsOn: LocalDate | null
  readonly alertLowestRank: number
  /** Their department is the caller's, or below it. */
  readonly isBelow: boolean
  readonly today: LocalDate
  readonly revision: number
}

/** Engineers in use, of the department of a store and of those above it, by name. */
export async function selectEngineersOfStore(
  db: Db,
  storeId: StoreId,
  scope: Scope,
  now: EpochMs,
): Promise<EngineerRow[]> {
  const { rows } = await sql<EngineerRow>`
    select a.account_id, a.name, case when a.mobile = '' then a.phone else a.mobile end as phone,
      own.name as department, a.title, a.login, a.email, a.has_alert_service, a.takes_cases, a.alert_service_ends_on,
      a.alert_lowest_rank, a.department_id = any(${scope.departments}::bigint[]) as is_below,
      (${sqlInstant(now)} at time zone s.zone)::date as today, a.revision
    from store s join department d on d.department_id = s.department_id
      join account a on a.department_id = any(d.path) and a.is_engineer and a.is_enabled
      join department own on own.department_id = a.department_id
    where s.store_id = ${storeId}::bigint
    order by a.name, a.account_id limit ${MOST_ENGINEERS}`.execute(db)
  return rows
}

export interface StoreRow {
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly department: string
  readonly engineers: number
  readonly running: number
  readonly over: number
}

const isOf = (scope: Scope) => sql<SqlBool>`s.department_id = any(${scope.departments}::bigint[])`

/** The stores of a scope by number, each with its engineers counted. */
export async function selectAmberStores(
  db: Db,
  scope: Scope,
  now: EpochMs,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<StoreRow[]> {
  const runs = sql`a.has_alert_service and a.alert_service_ends_on`
  const today = sql`(${sqlInstant(now)} at time zone p.zone)::date`
  const { rows } = await sql<StoreRow>`
    with p as (
      select s.store_id, s.code, s.name, s.zone, d.name as department, d.path
      from store s join department d on d.department_id = s.department_id
      where ${isOf(scope)} order by s.code, s.store_id offset ${offset} limit ${limit})
    select p.store_id, p.code, p.name, p.department, count(a.account_id)::int as engineers,
      count(*) filter (where ${runs} >= ${today})::int as running,
      count(*) filter (where ${runs} < ${today})::int as over
    from p left join account a on a.department_id = any(p.path) and a.is_engineer and a.is_enabled
    group by p.store_id, p.code, p.name, p.department order by p.code, p.store_id`.execute(db)
  return rows
}

export async function countStores(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from store s where ${isOf(scope)}`.execute(db)
  return rows[0]?.count ?? 0
}
