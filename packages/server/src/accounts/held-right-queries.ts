import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import { type RawBuilder, sql } from 'kysely'
import { rightColumns } from '../access/account-right-queries'
import { type AccountRights, rightsOf } from '../access/account-rights'
import type { Db, Trx } from '../db/connect'

/** Any number; it only has to be the same in every server. */
const RIGHTS_LOCK = 4_207_313

/** An account with what it may do and where. */
export interface Held extends AccountRights {
  readonly accountId: AccountId
  readonly login: string
  readonly departmentId: DepartmentId
  /** From the top down to its own department. */
  readonly path: readonly DepartmentId[]
}

/** One change of rights at a time, until the end of the transaction. */
export async function lockRights(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(RIGHTS_LOCK)})`.execute(trx)
}

export function selectHeld(db: Db, accountIds: readonly AccountId[]): Promise<Held[]> {
  return selectHeldWhere(db, sql<boolean>`account.account_id = any(${accountIds}::bigint[])`)
}

/** Of enabled accounts at the top of the organisation. */
export function selectHeldAtTop(db: Db): Promise<Held[]> {
  return selectHeldWhere(db, sql<boolean>`account.is_enabled and department.parent_id is null`)
}

async function selectHeldWhere(db: Db, condition: RawBuilder<boolean>): Promise<Held[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('department', 'department.departmentId', 'account.departmentId')
    .select(['account.accountId', 'account.login', 'account.departmentId', 'department.path'])
    .select(rightColumns)
    .where(condition)
    .execute()
  return rows.map(({ grantedPages, shownWithPages, equipmentPermissions, ...row }) => ({
    ...row,
    ...rightsOf({ grantedPages, shownWithPages, equipmentPermissions }),
  }))
}
