import { Problem } from '@coldkeep/contract/problem'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect'
import { isBelow } from '../../http/scope'

/** Accounts of a department and below, by name. @param id only this one; null: all */
export function selectAccounts(db: Db, top: DepartmentId, id: AccountId | null = null) {
  return db
    .selectFrom('account')
    .innerJoin('department', 'department.departmentId', 'account.departmentId')
    .where(isBelow(top))
    .$if(id !== null, (query) => query.where('account.accountId', '=', id as AccountId))
    .select([
      'account.accountId',
      'account.login',
      'account.name',
      'account.email',
      'account.departmentId',
      'department.name as departmentName',
      'account.isEnabled',
      'account.mustChangePassword',
      'account.revision',
    ])
    .select([
      sql<string[]>`array(select t.title from page_permission p
          join page_permission_type t using (page_permission_type_id)
        where p.account_id = account.account_id order by t.title)`.as('pages'),
      sql<string[]>`array(select t.title from device_permission p
          join device_permission_type t using (device_permission_type_id)
        where p.account_id = account.account_id order by t.title)`.as('equipment'),
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('secondFactor')
          .select('secondFactor.accountId')
          .whereRef('secondFactor.accountId', '=', 'account.accountId')
          .where('secondFactor.confirmedAt', 'is not', null),
      )
        .$castTo<boolean>()
        .as('hasSecondFactor'),
    )
    .select(({ selectFrom }) =>
      selectFrom('signIn')
        .select(({ fn }) => fn.max('signIn.createdAt').as('at'))
        .whereRef('signIn.accountId', '=', 'account.accountId')
        .as('lastSignInAt'),
    )
    .orderBy('account.name')
    .orderBy('account.login')
    .execute()
}

export type AccountRow = Awaited<ReturnType<typeof selectAccounts>>[number]

/** @throws Problem `account.unknown`, the same for one that is not there and for one of another department */
export async function accountBelow(db: Db, top: DepartmentId, id: AccountId): Promise<AccountRow> {
  const [row] = await selectAccounts(db, top, id)
  if (row === undefined) throw new Problem('account.unknown')
  return row
}
