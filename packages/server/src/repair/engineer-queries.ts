import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type RightRow, rightColumns } from '../access/account-right-queries'
import type { Db } from '../db/connect'

/** An account as far as it says whether it can look after a case. */
export interface EngineerRow extends RightRow {
  readonly accountId: AccountId
  readonly name: string
  readonly departmentId: DepartmentId
}

/** Accounts in use of a department and of those above it, by name; without engineers that take no cases. */
export function selectAccountsAbove(db: Db, departmentId: DepartmentId): Promise<EngineerRow[]> {
  return selectAccounts(
    db,
    sql<SqlBool>`(account.takes_cases or not account.is_engineer) and account.department_id = any((select path from department
      where department.department_id = ${departmentId})::bigint[])`,
  )
}

/** Those of some accounts that are in use. */
export async function selectAccountsById(db: Db, accountIds: readonly AccountId[]): Promise<EngineerRow[]> {
  if (accountIds.length === 0) return []
  return selectAccounts(db, sql<SqlBool>`account.account_id = any(${accountIds}::bigint[])`)
}

function selectAccounts(db: Db, which: RawBuilder<SqlBool>): Promise<EngineerRow[]> {
  return db
    .selectFrom('account')
    .select(['account.accountId', 'account.name', 'account.departmentId'])
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where(which)
    .orderBy('account.name')
    .orderBy('account.accountId')
    .execute()
}
