import type { DepartmentId } from '@coldkeep/domain/ids'
import type { PriceList } from '@coldkeep/domain/service-points/service'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db, Trx } from '../db/connect'

/** What acts cost in a chain, and whether it may use more points than it has. */
export interface CreditRule {
  readonly prices: PriceList
  readonly mayOwe: boolean
  /** 0: none was written yet. */
  readonly revision: number
  readonly changedAt: EpochMs | null
  readonly changedBy: string | null
}

/** Where nothing was written all acts are free. */
const FREE: CreditRule = { prices: {}, mayOwe: false, revision: 0, changedAt: null, changedBy: null }

export async function selectRule(db: Db, chainId: DepartmentId): Promise<CreditRule> {
  const row = await db
    .selectFrom('creditRule')
    .select(['prices', 'mayOwe', 'revision', 'changedAt', 'changedBy'])
    .where('chainId', '=', chainId)
    .executeTakeFirst()
  return row ?? FREE
}

/** @returns false where it is not the one with this revision */
export async function writeRule(
  trx: Trx,
  chainId: DepartmentId,
  { prices, mayOwe, revision }: Pick<CreditRule, 'prices' | 'mayOwe' | 'revision'>,
  changed: { readonly changedAt: EpochMs; readonly changedBy: string },
): Promise<boolean> {
  const values = { ...changed, prices: JSON.stringify(prices), mayOwe, revision: revision + 1 }
  const row =
    revision === 0
      ? await trx
          .insertInto('creditRule')
          .values({ chainId, ...values })
          .onConflict((on) => on.doNothing())
          .returning('revision')
          .executeTakeFirst()
      : await trx
          .updateTable('creditRule')
          .set(values)
          .where('chainId', '=', chainId)
          .where('revision', '=', revision)
          .returning('revision')
          .executeTakeFirst()
  return row !== undefined
}
