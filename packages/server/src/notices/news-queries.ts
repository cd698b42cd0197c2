import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isShown } from '../access/scope-queries'
import { type NewsKind, type NewsKinds, NO_STORE } from '../outbox/news-kind'

/** True for rows `n` of kinds that are known here; what a newer server wrote waits for it. */
export function isKnown(kinds: NewsKinds): RawBuilder<SqlBool> {
  return sql<SqlBool>`n.subject_kind = any(${Object.keys(kinds)}::text[])`
}

/** Type and zone of each device that row `n` is about; null where it is of none. */
export function equipmentOf(kinds: NewsKinds): RawBuilder<unknown> {
  const found = ({ equipment }: NewsKind) =>
    equipment &&
    sql`(select jsonb_agg(jsonb_build_object('type', d.type, 'zone', d.zone)) from (${equipment}) e
      join device d on d.store_id = e.store_id and d.device_id = e.device_id)`
  return byKind(kinds, found, sql`null::jsonb`)
}

/**
 * True for rows `n` that a scope may see: of its stores or of none, and of no equipment that is withheld from it. `s` is
 * the store of the row. Who is notified is decided by the same in `judgeTellings`.
 */
export function isVisible(kinds: NewsKinds, scope: Scope): RawBuilder<SqlBool> {
  const isAllShown = ({ equipment }: NewsKind) =>
    equipment && sql`coalesce((select bool_and(${isShown(scope, 'e')}) from (${equipment}) e), false)`
  return sql<SqlBool>`(${isKnown(kinds)}
    and (n.store_id = ${NO_STORE} or s.department_id = any(${scope.departments}::bigint[]))
    and ${byKind(kinds, isAllShown, sql`true`)})`
}

/** True for rows `n` that need not be read any more. */
export function isSettled(kinds: NewsKinds, now: EpochMs): RawBuilder<SqlBool> {
  return byKind(kinds, (kind) => kind.isSettled?.(now) ?? null, sql`false`) as RawBuilder<SqlBool>
}

/** A column that each kind computes in its own way; no row is ever judged as one of another kind. */
function byKind(
  kinds: NewsKinds,
  pick: (kind: NewsKind) => RawBuilder<unknown> | null,
  otherwise: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const arms = Object.entries(kinds).flatMap(([name, kind]) => {
    const value = pick(kind)
    return value === null ? [] : [sql`when ${name} then ${value}`]
  })
  return arms.length === 0
    ? otherwise
    : sql`case n.subject_kind ${sql.join(arms, sql` `)} else ${otherwise} end`
}
