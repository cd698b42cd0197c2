import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import { rightColumns } from '../access/account-right-queries'
import { selectPath } from '../access/department-path-queries'
import type { Db, Trx } from '../db/connect'

/** The rights of accounts that see a store, other than that one. */
export async function selectAccountsOver(trx: Trx, storeId: StoreId, accountId: AccountId | null) {
  return trx
    .selectFrom('account')
    .select('account.accountId')
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.departmentId', 'in', await selectPath(trx, storeId))
    .$if(accountId !== null, (query) => query.where('account.accountId', '!=', accountId as AccountId))
    .execute()
}

/** Codes and names of stores. */
export async function selectStoreNames(db: Db, storeIds: readonly StoreId[]) {
  const rows = await db
    .selectFrom('store')
    .select(['storeId', 'code', 'name'])
    .where('storeId', 'in', storeIds)
    .execute()
  return new Map(rows.map((row) => [row.storeId, row]))
}
