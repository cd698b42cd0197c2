import { priorityOfRank } from '@coldkeep/domain/alarms/priority'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'

/** What is in one department; its stores are listed singly only where they are requested. */
export interface Place {
  readonly departmentId: DepartmentId
  readonly storeId: StoreId | null
}

/** @param apart the department whose stores are counted one by one */
export async function selectStoreCounts(
  db: Db,
  scope: Scope,
  apart: DepartmentId,
): Promise<(Place & { readonly stores: number; readonly hostsLost: number })[]> {
  return db
    .selectFrom('store')
    .leftJoin('terminalState', 'terminalState.storeId', 'store.storeId')
    .select([
      'store.departmentId',
      storeApart(apart).as('storeId'),
      sql<number>`count(distinct store.store_id)::int`.as('stores'),
      sql<number>`count(terminal_state.host_lost_since)::int`.as('hostsLost'),
    ])
    .where(isInScope(scope))
    .groupBy(['store.departmentId', storeApart(apart)])
    .execute()
}

/** Open alarms that are not hidden under that of their terminal. @param apart as of {@link selectStoreCounts} */
export async function selectAlarmCounts(db: Db, scope: Scope, apart: DepartmentId) {
  const rows = await db
    .selectFrom('alarm')
    .innerJoin('store', 'store.storeId', 'alarm.storeId')
    .select([
      'store.departmentId',
      storeApart(apart).as('storeId'),
      'alarm.priority',
      sql<number>`count(*)::int`.as('alarms'),
    ])
    .where(isInScope(scope))
    .where(isShown(scope, 'alarm'))
    .where('alarm.clearedAt', 'is', null)
    .where('alarm.state', '!=', 'suppressed')
    .groupBy(['store.departmentId', storeApart(apart), 'alarm.priority'])
    .execute()
  return rows.map(({ priority, ...row }) => ({ ...row, priority: priorityOfRank(priority) }))
}

function storeApart(apart: DepartmentId) {
  return sql<StoreId | null>`case when store.department_id = ${sql.lit(apart)}::bigint then store.store_id end`
}
