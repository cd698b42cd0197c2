import type { AccountId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isInScope, isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'

/** How many cases of a scope are open, and how many of them an account looks after. */
export function countOpenCases(
  db: Db,
  scope: Scope,
  accountId: AccountId,
): Promise<{ open: number; mine: number }> {
  return db
    .selectFrom('repairCase')
    .innerJoin('store', 'store.storeId', 'repairCase.storeId')
    .where('repairCase.closedAt', 'is', null)
    .where(isInScope(scope))
    .where(isShown(scope, 'repairCase'))
    .select([
      sql<number>`count(*)::int`.as('open'),
      sql<number>`count(*) filter (where repair_case.assignee_id = ${accountId})::int`.as('mine'),
    ])
    .executeTakeFirstOrThrow()
}
