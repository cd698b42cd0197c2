import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { scopeOfKey } from './setting-places'
import type { WrittenWarningRule } from './warning-rules'

export interface NamedWarningRule extends WrittenWarningRule {
  readonly name: string
}

export interface RulesBelow {
  readonly rules: readonly NamedWarningRule[]
  readonly total: number
}

/** Own rules of the departments of a scope and of their stores: departments first, by name. */
export async function selectRulesBelow(
  db: Db,
  scope: Scope,
  without: DepartmentId | null,
  limit: number | null,
): Promise<RulesBelow> {
  const { rows } = await sql<Omit<NamedWarningRule, 'scope'> & Below>`
    select r.scope, r.scope_id, r.kind, r.is_enabled, r.x, r.minutes, r.intensity, r.window_hours, r.revision,
      r.changed_at, r.changed_by, coalesce(d.name, s.code || ' ' || s.name) as name, count(*) over () as total
    from warning_rule r
      left join department d on r.scope = 'department' and d.department_id = r.scope_id
      left join store s on r.scope = 'store' and s.store_id = r.scope_id
    where coalesce(d.department_id, s.department_id) = any(${scope.departments}::bigint[])
      and (${without}::bigint is null or d.department_id is distinct from ${without}::bigint)
    order by r.scope, name, r.scope_id, r.kind desc
    limit ${limit}::bigint`.execute(db)
  return {
    rules: rows.map(({ scope: kind, scopeId, total: _, ...rule }) => ({
      ...rule,
      scope: scopeOfKey({ scope: kind, scopeId }),
    })),
    total: rows[0]?.total ?? 0,
  }
}

interface Below {
  readonly scope: 'department' | 'store'
  readonly scopeId: number
  readonly total: number
}

/** Names of those of the stores that are in the scope. */
export async function selectStoreNames(
  db: Db,
  scope: Scope,
  storeIds: readonly StoreId[],
): Promise<ReadonlyMap<StoreId, string>> {
  const { rows } = await sql<{ storeId: StoreId; name: string }>`
    select store_id, code || ' ' || name as name from store
    where store_id = any(${storeIds}::int[]) and department_id = any(${scope.departments}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ storeId, name }) => [storeId, name]))
}
