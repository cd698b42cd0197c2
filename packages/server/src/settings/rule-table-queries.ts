import type { FigureGroup } from '@coldkeep/domain/analysis/figures'
import type { StoreId } from '@coldkeep/domain/ids'
import type { SettingScope } from '@coldkeep/domain/organisation/setting-scope'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/connect'
import type { SettingTables } from '../db/setting-tables'
import { type ScopeKey, scopeOfKey } from './scope-key'

/** Tables with one rule for each place that has its own. */
type RuleTableName = 'lossRule' | 'demandRule' | 'figureRule' | 'screenRule'

/** What is kept with a rule that was set for a department or a store. */
interface Written {
  readonly scope: SettingScope
  readonly revision: number
  readonly changedAt: EpochMs
  readonly changedBy: string
}

/** What is written of a rule; `revision` is that of the rule it replaces, `null` where there was none. */
type RuleWrite<Rule> = Rule &
  ScopeKey & {
    readonly revision: number | null
    readonly changedAt: EpochMs
    readonly changedBy: string
  }

/**
 * The rules of one table.
 * @param bare what a row says, without where and by whom
 * @param among which rows are meant, of a table that holds several rules of a place
 */
export function ruleTable<Rule extends object>(
  name: RuleTableName,
  bare: (row: Rule) => Rule,
  among: { readonly figureGroup?: FigureGroup } = {},
) {
  // all of them have the same columns beside those of the rule
  const table = name as 'lossRule'
  const isAmong = sql<boolean>`${among.figureGroup === undefined ? sql`true` : sql`figure_group = ${among.figureGroup}`}`
  return {
    bare,

    /** The rules of all departments, and of these stores or of all. */
    async select(db: Db, storeIds: readonly StoreId[] | 'all'): Promise<(Rule & Written)[]> {
      const rows = await db
        .selectFrom(table)
        .selectAll()
        .where(isAmong)
        .$if(storeIds !== 'all', (query) =>
          query.where((is) =>
            is.or([
              is('scope', '<>', 'store'),
              sql<boolean>`scope_id = any(${storeIds as StoreId[]}::bigint[])`,
            ]),
          ),
        )
        .execute()
      return rows.map((row) => ({
        ...bare(row as unknown as Rule),
        scope: scopeOfKey(row),
        revision: row.revision,
        changedAt: row.changedAt,
        changedBy: row.changedBy,
      }))
    },

    /** @returns false where the current rule is not the one to be replaced */
    async write(db: Db, { revision, ...rule }: RuleWrite<Rule>): Promise<boolean> {
      const values = rule as unknown as Insertable<SettingTables['lossRule']>
      if (revision === null) {
        const made = await db
          .insertInto(table)
          .values(values)
          .onConflict((on) => on.doNothing())
          .returning('revision')
          .executeTakeFirst()
        return made !== undefined
      }
      const { scope, scopeId, ...changes } = values
      const changed = await db
        .updateTable(table)
        .set({ ...changes, revision: sql`nextval('setting_revision')` })
        .where('scope', '=', scope)
        .where('scopeId', '=', scopeId)
        .where(isAmong)
        .where('revision', '=', revision)
        .returning('revision')
        .executeTakeFirst()
      return changed !== undefined
    },

    /** @returns false where the current rule is another one, or there is none */
    async remove(db: Db, { scope, scopeId }: ScopeKey, revision: number): Promise<boolean> {
      const gone = await db
        .deleteFrom(table)
        .where('scope', '=', scope)
        .where('scopeId', '=', scopeId)
        .where(isAmong)
        .where('revision', '=', revision)
        .returning('revision')
        .executeTakeFirst()
      return gone !== undefined
    },
  }
}
