import type { FigureGroup, FigureValues } from '@coldkeep/domain/analysis/figures'
import type { StoreId } from '@coldkeep/domain/ids'
import type { SettingScope } from '@coldkeep/domain/organisation/setting-scope'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { scopeKeyOf, scopeOfKey } from './scope-key'

/** What somebody chose for a place, and since when. */
export interface FigureChoice {
  readonly figureChoiceId: number
  readonly scope: SettingScope
  readonly figureGroup: FigureGroup
  /** `null`: from here on the place has no choice of its own. */
  readonly figures: FigureValues | null
  readonly changedAt: EpochMs
}

export async function insertFigureChoice(
  trx: Db,
  { scope, ...choice }: Omit<FigureChoice, 'figureChoiceId'>,
): Promise<void> {
  await trx
    .insertInto('figureChoice')
    .values({ ...scopeKeyOf(scope), ...choice })
    .execute()
}

/** All choices of departments, and of these stores, the oldest first. */
export async function selectFigureChoices(db: Db, storeIds: readonly StoreId[]): Promise<FigureChoice[]> {
  const rows = await db
    .selectFrom('figureChoice')
    .selectAll()
    .where((is) =>
      is.or([is('scope', '<>', 'store'), sql<boolean>`scope_id = any(${storeIds as StoreId[]}::bigint[])`]),
    )
    .orderBy('changedAt')
    .orderBy('figureChoiceId')
    .execute()
  return rows.map(({ scope, scopeId, ...row }) => ({ ...row, scope: scopeOfKey({ scope, scopeId }) }))
}
