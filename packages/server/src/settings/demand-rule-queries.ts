import type { DemandRule } from '@coldkeep/domain/analysis/demand-watch'
import type { StoreId } from '@coldkeep/domain/ids'
import type { SettingScope } from '@coldkeep/domain/organisation/setting-scope'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { type ScopeKey, scopeOfKey } from './scope-key'

/** A rule that was set for a department or a store. */
export interface WrittenDemandRule extends DemandRule {
  readonly scope: SettingScope
  readonly revision: number
  readonly changedAt: EpochMs
  readonly changedBy: string
}

/** The rules of all departments, and of these stores or of all. */
export async function selectDemandRules(
  db: Db,
  storeIds: readonly StoreId[] | 'all',
): Promise<WrittenDemandRule[]> {
  const rows = await db
    .selectFrom('demandRule')
    .selectAll()
    .$if(storeIds !== 'all', (query) =>
      query.where((is) =>
        is.or([is('scope', '<>', 'store'), sql<boolean>`scope_id = any(${storeIds as StoreId[]}::bigint[])`]),
      ),
    )
    .execute()
  return rows.map(({ scope, scopeId, isEnabled, fromStage, ...written }) => ({
    scope: scopeOfKey({ scope, scopeId }),
    isEnabled,
    fromStage,
    revision: written.revision,
    changedAt: written.changedAt,
    changedBy: written.changedBy,
  }))
}

/** What is written of a rule; `revision` is that of the rule it replaces, `null` where there was none. */
export interface DemandRuleWrite extends DemandRule, ScopeKey {
  readonly revision: number | null
  readonly changedAt: EpochMs
  readonly changedBy: string
}

/** @returns false where the current rule is not the one to be replaced */
export async function writeDemandRule(db: Db, { revision, ...rule }: DemandRuleWrite): Promise<boolean> {
  if (revision === null) {
    const made = await db
      .insertInto('demandRule')
      .values(rule)
      .onConflict((on) => on.doNothing())
      .returning('revision')
      .executeTakeFirst()
    return made !== undefined
  }
  const { scope, scopeId, ...values } = rule
  const changed = await db
    .updateTable('demandRule')
    .set({ ...values, revision: sql`nextval('setting_revision')` })
    .where('scope', '=', scope)
    .where('scopeId', '=', scopeId)
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst()
  return changed !== undefined
}

/** @returns false where the current rule is another one, or there is none */
export async function deleteDemandRule(
  db: Db,
  { scope, scopeId }: ScopeKey,
  revision: number,
): Promise<boolean> {
  const gone = await db
    .deleteFrom('demandRule')
    .where('scope', '=', scope)
    .where('scopeId', '=', scopeId)
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst()
  return gone !== undefined
}
