import type { EquipmentPermission, GuardedKind } from '@coldkeep/domain/access/equipment'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { departmentsBelow } from './scope-queries'

/** The rights granted to an account, as in its columns. */
export interface RightRow {
  readonly grantedPages: readonly string[] | null
  readonly shownWithPages: readonly (readonly GuardedKind[])[] | null
  readonly equipmentPermissions: readonly EquipmentPermission[] | null
}

/** To be selected by queries of accounts; `rightsOf` reads them. They come with the account in one turn. */
export const rightColumns = [
  sql<RightRow['grantedPages']>`(select array_agg(distinct granted.key)
    from page_permission p join page_permission_type t using (page_permission_type_id),
      unnest(t.page_keys) as granted (key)
    where p.account_id = account.account_id)`.as('grantedPages'),
  sql<RightRow['shownWithPages']>`(select jsonb_agg(to_jsonb(p.given)) from page_permission p
    where p.account_id = account.account_id)`.as('shownWithPages'),
  sql<RightRow['equipmentPermissions']>`(select jsonb_agg(
      jsonb_build_object('sees', t.sees, 'writes', t.writes, 'given', p.given))
    from device_permission p join device_permission_type t using (device_permission_type_id)
    where p.account_id = account.account_id)`.as('equipmentPermissions'),
] as const

/** Accounts that can sign in, of some departments, with their rights. */
export function selectAccountsOf(
  trx: Trx,
  departmentIds: readonly DepartmentId[],
): Promise<(RightRow & { readonly accountId: AccountId; readonly departmentId: DepartmentId })[]> {
  return trx
    .selectFrom('account')
    .select(['account.accountId', 'account.departmentId'])
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.departmentId', 'in', departmentIds)
    .execute()
}

/** An account that is in use, with its rights as they are now; `undefined` where it is not. */
export function selectWriterRow(db: Db, accountId: AccountId) {
  return db
    .selectFrom('account')
    .select(['account.accountId', 'account.name'])
    .select(departmentsBelow('account.departmentId'))
    .select(rightColumns)
    .where('account.isEnabled', '=', true)
    .where('account.accountId', '=', accountId)
    .executeTakeFirst()
}
