import type { ScopedWarningRule, WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { SettingScope } from '@coldkeep/domain/organisation/setting-scope'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { upsertRows } from '../db/upsert-rows'
import { scopeKeyOf, scopeOfKey } from './scope-key'

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

/** A rule that was set for everyone, a department or a store. */
export interface WrittenWarningRule extends ScopedWarningRule {
  readonly revision: number
  readonly changedAt: EpochMs
  readonly changedBy: string
}

/** The rules for everyone and for departments, and those of these stores or of all. */
export async function selectWarningRules(
  db: Db,
  storeIds: readonly StoreId[] | 'all',
): Promise<WrittenWarningRule[]> {
  const rows = await db
    .selectFrom('warningRule')
    .selectAll()
    .$if(storeIds !== 'all', (query) =>
      query.where((is) =>
        is.or([is('scope', '<>', 'store'), sql<boolean>`scope_id = any(${storeIds as StoreId[]}::bigint[])`]),
      ),
    )
    .execute()
  return rows.map(({ scope, scopeId, departmentId: _, ...rule }) => ({
    ...rule,
    scope: scopeOfKey({ scope, scopeId }),
  }))
}

/** What is written of a rule; `revision` is that of the rule it replaces, `null` where there was none. */
export interface WarningRuleWrite extends ScopedWarningRule {
  readonly revision: number | null
  readonly changedAt: EpochMs
  readonly changedBy: string
}

/** @returns false where the current rule is not the one to be replaced */
export async function writeWarningRule(
  db: Db,
  { revision, scope, ...rule }: WarningRuleWrite,
): Promise<boolean> {
  if (revision === null) {
    const made = await db
      .insertInto('warningRule')
      .values({ ...scopeKeyOf(scope), ...rule })
      .onConflict((on) => on.doNothing())
      .returning('revision')
      .executeTakeFirst()
    return made !== undefined
  }
  const { kind, ...values } = rule
  const changed = await db
    .updateTable('warningRule')
    .set({ ...values, revision: sql`nextval('setting_revision')` })
    .where(isRule(scope, kind))
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst()
  return changed !== undefined
}

/** @returns false where the current rule is another one, or there is none */
export async function deleteWarningRule(
  db: Db,
  scope: SettingScope,
  kind: WarningKind,
  revision: number,
): Promise<boolean> {
  const gone = await db
    .deleteFrom('warningRule')
    .where(isRule(scope, kind))
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst()
  return gone !== undefined
}

/** Writes many rules over the current ones; no one else writes one until the end of the transaction. */
export async function replaceWarningRules(
  trx: Db,
  rules: readonly ScopedWarningRule[],
  changed: { readonly changedAt: EpochMs; readonly changedBy: string },
): Promise<void> {
  const { rows } = await sql<{ revision: number }>`
    select nextval('setting_revision') as revision from generate_series(1, ${rules.length}::int)`.execute(trx)
  await upsertRows(
    trx,
    'warningRule',
    {
      scope: 'text',
      scopeId: 'int8',
      kind: 'text',
      isEnabled: 'bool',
      x: 'float8',
      minutes: 'int4',
      intensity: 'float8',
      windowHours: 'int4',
      revision: 'int8',
      changedAt: 'timestamptz',
      changedBy: 'text',
    },
    ['scope', 'scopeId', 'kind'],
    rules.map(({ scope, kind, isEnabled, x, minutes, intensity, windowHours }, index) => ({
      ...scopeKeyOf(scope),
      kind,
      isEnabled,
      x,
      minutes,
      intensity,
      windowHours,
      revision: rows[index]?.revision ?? 0,
      ...changed,
    })),
  )
}

/** Keeps others from writing rules until the end of the transaction. */
export async function holdWarningRules(trx: Db): Promise<void> {
  await sql`lock table warning_rule in share row exclusive mode`.execute(trx)
}

function isRule(scope: SettingScope, kind: WarningKind): Expression<SqlBool> {
  const { scope: name, scopeId } = scopeKeyOf(scope)
  return sql<SqlBool>`scope = ${name}::text and scope_id = ${scopeId}::bigint and kind = ${kind}::text`
}
