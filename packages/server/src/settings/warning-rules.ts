import {
  DEFAULT_WARNING_RULES,
  type ScopedWarningRule,
  type WarningRules,
  warningRulesFor,
} from '@coldkeep/domain/alarms/early-warning-rules'
import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { scopeOfKey, selectStorePlaces } from './setting-places'

/** A rule that somebody wrote, for everybody, a department or a store. */
export interface WrittenWarningRule extends ScopedWarningRule {
  readonly revision: number
  readonly changedAt: EpochMs
  readonly changedBy: string
}

/** The rules for everybody and for departments, and those of these stores or of all. */
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

/** The rules that hold in each of these stores. */
export async function warningRulesOfStores(
  db: Db,
  storeIds: readonly StoreId[],
): Promise<ReadonlyMap<StoreId, WarningRules>> {
  const written = await selectWarningRules(db, storeIds)
  if (written.length === 0) return new Map(storeIds.map((storeId) => [storeId, DEFAULT_WARNING_RULES]))
  const places = await selectStorePlaces(db, storeIds)
  return new Map(places.map((place) => [place.storeId, warningRulesFor(written, place)]))
}
