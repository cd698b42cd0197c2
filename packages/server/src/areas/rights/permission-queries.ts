import type { DevicePermission, PagePermission } from '@coldkeep/contract/areas/rights'
import type { EquipmentKind, GuardedKind } from '@coldkeep/domain/access/equipment'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Db } from '../../db/connect'
import { isBelow } from '../../http/scope'

/** A permission with the account that has it and what its category offers. */
export interface PermissionRow extends PagePermission {
  readonly accountId: AccountId
  readonly departmentId: DepartmentId
  readonly pageKeys: readonly string[]
}
export interface EquipmentRow extends DevicePermission {
  readonly accountId: AccountId
  readonly departmentId: DepartmentId
  readonly sees: readonly GuardedKind[]
  readonly writes: readonly EquipmentKind[]
  readonly given: readonly GuardedKind[]
}

const ofAccount = [
  'account.accountId',
  'account.departmentId',
  'account.login as account',
  'account.name as accountName',
  'account.isEnabled',
] as const

/** Of the accounts of a department and below, by name. @param ids only these; null: all */
export function selectPagePermissions(
  db: Db,
  top: DepartmentId,
  ids: readonly number[] | null = null,
): Promise<PermissionRow[]> {
  return accountsBelow(db, top)
    .innerJoin('pagePermission as p', 'p.accountId', 'account.accountId')
    .innerJoin('pagePermissionType as t', 't.pagePermissionTypeId', 'p.pagePermissionTypeId')
    .select(ofAccount)
    .select([
      'p.pagePermissionId as id',
      't.pagePermissionTypeId as type',
      't.title as typeTitle',
      't.pageKeys',
      'p.revision',
    ])
    .$if(ids !== null, (query) => query.where(sql<boolean>`p.page_permission_id = any(${ids}::bigint[])`))
    .orderBy('account.login')
    .orderBy('t.title')
    .orderBy('p.pagePermissionId')
    .execute()
}

export async function selectDevicePermissions(
  db: Db,
  top: DepartmentId,
  ids: readonly number[] | null = null,
): Promise<EquipmentRow[]> {
  const rows = await accountsBelow(db, top)
    .innerJoin('devicePermission as p', 'p.accountId', 'account.accountId')
    .innerJoin('devicePermissionType as t', 't.devicePermissionTypeId', 'p.devicePermissionTypeId')
    .select(ofAccount)
    .select([
      'p.devicePermissionId as id',
      't.devicePermissionTypeId as type',
      't.title as typeTitle',
      't.sees',
      't.writes',
      'p.given',
      'p.revision',
    ])
    .$if(ids !== null, (query) => query.where(sql<boolean>`p.device_permission_id = any(${ids}::bigint[])`))
    .orderBy('account.login')
    .orderBy('t.title')
    .orderBy('p.devicePermissionId')
    .execute()
  return rows.map((row) => ({
    ...row,
    walkIn: row.given.includes('walk_in'),
    c4: row.given.includes('c4'),
  }))
}

/** Ids of accounts by what they sign in with, of those below a department. */
export async function selectAccountIds(
  db: Db,
  top: DepartmentId,
  logins: readonly string[],
): Promise<ReadonlyMap<string, AccountId>> {
  const rows = await accountsBelow(db, top)
    .select(['account.login', 'account.accountId'])
    .where(sql<boolean>`account.login = any(${logins}::text[])`)
    .execute()
  return new Map(rows.map(({ login, accountId }) => [login, accountId]))
}

function accountsBelow(db: Db, top: DepartmentId) {
  return db
    .selectFrom('account')
    .innerJoin('department', 'department.departmentId', 'account.departmentId')
    .where(isBelow(top))
}
