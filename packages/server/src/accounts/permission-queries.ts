import type { DevicePermission, PagePermission, permissionOrders } from '@coldkeep/contract/areas/rights'
import type { EquipmentKind, GuardedKind } from '@coldkeep/domain/access/equipment'
import type {
  AccountId,
  DepartmentId,
  DevicePermissionId,
  DevicePermissionTypeId,
  PagePermissionId,
  PagePermissionTypeId,
} from '@coldkeep/domain/ids'
import { type Expression, type SqlBool, sql } from 'kysely'
import { isBelow } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { containing } from '../db/containing'
import { orderOf } from '../db/order-of'

/** A permission with the account that has it and what its category offers. */
export interface PermissionRow extends PagePermission {
  readonly accountId: AccountId
  readonly departmentId: DepartmentId
  readonly pageKeys: readonly string[]
  readonly given: readonly GuardedKind[]
}
export interface EquipmentRow extends DevicePermission {
  readonly accountId: AccountId
  readonly departmentId: DepartmentId
  readonly sees: readonly GuardedKind[]
  readonly writes: readonly EquipmentKind[]
  readonly given: readonly GuardedKind[]
}

type Order = (typeof permissionOrders)[number]

/** Which permissions of a table. */
export interface PermissionPage {
  /** Part of the account or its name; empty: all. */
  readonly text: string
  readonly typeId: number | null
  /** A column, descending after a `-`. */
  readonly sort: Order | `-${Order}`
  readonly offset: number
  readonly limit: number
}

const columns = { account: sql`account.login`, name: sql`account.name`, type: sql`t.title` }

const ofAccount = [
  'account.accountId',
  'account.departmentId',
  'account.login as account',
  'account.name as accountName',
  'account.isEnabled',
] as const

/** Of the accounts of a department and below, by account. @param which ids, or a page; null: all */
export async function selectPagePermissions(
  db: Db,
  top: DepartmentId,
  which: readonly number[] | PermissionPage | null = null,
): Promise<PermissionRow[]> {
  const page = pageOf(which)
  const rows = await pagePermissionsBelow(db, top)
    .select(ofAccount)
    .select([
      'p.pagePermissionId as id',
      't.pagePermissionTypeId as type',
      't.title as typeTitle',
      't.pageKeys',
      'p.given',
      'p.revision',
    ])
    .where(matches(which, 'page_permission'))
    .$if(page !== null, (query) =>
      query
        .orderBy(orderOf(columns, page?.sort ?? 'account'))
        .offset(page?.offset ?? 0)
        .limit(page?.limit ?? 0),
    )
    .orderBy('account.login')
    .orderBy('t.title')
    .orderBy('p.pagePermissionId')
    .execute()
  return rows.map(withFlags)
}

export async function selectDevicePermissions(
  db: Db,
  top: DepartmentId,
  which: readonly number[] | PermissionPage | null = null,
): Promise<EquipmentRow[]> {
  const page = pageOf(which)
  const rows = await devicePermissionsBelow(db, top)
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
    .where(matches(which, 'device_permission'))
    .$if(page !== null, (query) =>
      query
        .orderBy(orderOf(columns, page?.sort ?? 'account'))
        .offset(page?.offset ?? 0)
        .limit(page?.limit ?? 0),
    )
    .orderBy('account.login')
    .orderBy('t.title')
    .orderBy('p.devicePermissionId')
    .execute()
  return rows.map(withFlags)
}

function withFlags<Row extends { readonly given: readonly GuardedKind[] }>(row: Row) {
  return { ...row, walkIn: row.given.includes('walk_in'), c4: row.given.includes('c4') }
}

/** How many permissions of a table all pages hold. */
export async function countPermissions(
  db: Db,
  top: DepartmentId,
  table: 'page_permission' | 'device_permission',
  page: PermissionPage,
): Promise<number> {
  const count = sql<number>`count(*)::int`.as('count')
  const isCounted = matches(page, table)
  const { count: found } =
    table === 'page_permission'
      ? await pagePermissionsBelow(db, top).where(isCounted).select(count).executeTakeFirstOrThrow()
      : await devicePermissionsBelow(db, top).where(isCounted).select(count).executeTakeFirstOrThrow()
  return found
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

function pagePermissionsBelow(db: Db, top: DepartmentId) {
  return accountsBelow(db, top)
    .innerJoin('pagePermission as p', 'p.accountId', 'account.accountId')
    .innerJoin('pagePermissionType as t', 't.pagePermissionTypeId', 'p.pagePermissionTypeId')
}

function devicePermissionsBelow(db: Db, top: DepartmentId) {
  return accountsBelow(db, top)
    .innerJoin('devicePermission as p', 'p.accountId', 'account.accountId')
    .innerJoin('devicePermissionType as t', 't.devicePermissionTypeId', 'p.devicePermissionTypeId')
}

type Which = readonly number[] | PermissionPage | null

function pageOf(which: Which): PermissionPage | null {
  return which !== null && 'limit' in which ? which : null
}

function matches(which: Which, table: string): Expression<SqlBool> {
  if (which === null) return sql<SqlBool>`true`
  const id = sql.ref(`p.${table}_id`)
  const page = pageOf(which)
  if (page === null) return sql<SqlBool>`${id} = any(${which}::bigint[])`
  const like = containing(page.text)
  const ofType = page.typeId === null ? sql`true` : sql`${sql.ref(`t.${table}_type_id`)} = ${page.typeId}`
  return sql<SqlBool>`(${ofType} and (account.login ilike ${like} or account.name ilike ${like}))`
}

/** A category for an account, and the guarded equipment that it shows. */
export interface PageGrant {
  readonly accountId: AccountId
  readonly pagePermissionTypeId: PagePermissionTypeId
  readonly given: readonly GuardedKind[]
}

export async function insertPagePermission(db: Db, grant: PageGrant): Promise<void> {
  await db
    .insertInto('pagePermission')
    .values({ ...grant, given: [...grant.given] })
    .execute()
}

/** @returns false where the account has the category already */
export async function insertMissingPagePermission(db: Db, grant: PageGrant): Promise<boolean> {
  const row = await db
    .insertInto('pagePermission')
    .values({ ...grant, given: [...grant.given] })
    .onConflict((conflict) => conflict.columns(['accountId', 'pagePermissionTypeId']).doNothing())
    .returning('pagePermissionId')
    .executeTakeFirst()
  return row !== undefined
}

/** True where the account has the category by another permission than this one. */
export async function hasOtherPagePermission(
  db: Db,
  { accountId, pagePermissionTypeId }: PageGrant,
  id: PagePermissionId,
): Promise<boolean> {
  const row = await db
    .selectFrom('pagePermission')
    .select('pagePermissionId')
    .where('accountId', '=', accountId)
    .where('pagePermissionTypeId', '=', pagePermissionTypeId)
    .where('pagePermissionId', '!=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function updatePagePermission(
  db: Db,
  { id, revision }: { readonly id: PagePermissionId; readonly revision: number },
  grant: PageGrant,
): Promise<void> {
  await db
    .updateTable('pagePermission')
    .set({ ...grant, given: [...grant.given], revision: revision + 1 })
    .where('pagePermissionId', '=', id)
    .execute()
}

export async function deletePagePermission(db: Db, id: PagePermissionId): Promise<void> {
  await db.deleteFrom('pagePermission').where('pagePermissionId', '=', id).execute()
}

export async function deletePagePermissions(db: Db, ids: readonly PagePermissionId[]): Promise<void> {
  await db.deleteFrom('pagePermission').where('pagePermissionId', 'in', ids).execute()
}

/** A category for an account, as far as it is given. */
export interface DeviceGrant {
  readonly accountId: AccountId
  readonly devicePermissionTypeId: DevicePermissionTypeId
  readonly given: readonly GuardedKind[]
}

export async function insertDevicePermission(db: Db, grant: DeviceGrant): Promise<void> {
  await db
    .insertInto('devicePermission')
    .values({ ...grant, given: [...grant.given] })
    .execute()
}

/** @returns false where the account has the category already */
export async function insertMissingDevicePermission(db: Db, grant: DeviceGrant): Promise<boolean> {
  const row = await db
    .insertInto('devicePermission')
    .values({ ...grant, given: [...grant.given] })
    .onConflict((conflict) => conflict.columns(['accountId', 'devicePermissionTypeId']).doNothing())
    .returning('devicePermissionId')
    .executeTakeFirst()
  return row !== undefined
}

/** True where the account has the category by another permission than this one. */
export async function hasOtherDevicePermission(
  db: Db,
  { accountId, devicePermissionTypeId }: DeviceGrant,
  id: DevicePermissionId,
): Promise<boolean> {
  const row = await db
    .selectFrom('devicePermission')
    .select('devicePermissionId')
    .where('accountId', '=', accountId)
    .where('devicePermissionTypeId', '=', devicePermissionTypeId)
    .where('devicePermissionId', '!=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateDevicePermission(
  db: Db,
  { id, revision }: { readonly id: DevicePermissionId; readonly revision: number },
  grant: DeviceGrant,
): Promise<void> {
  await db
    .updateTable('devicePermission')
    .set({ ...grant, given: [...grant.given], revision: revision + 1 })
    .where('devicePermissionId', '=', id)
    .execute()
}

export async function deleteDevicePermission(db: Db, id: DevicePermissionId): Promise<void> {
  await db.deleteFrom('devicePermission').where('devicePermissionId', '=', id).execute()
}

export async function deleteDevicePermissions(db: Db, ids: readonly DevicePermissionId[]): Promise<void> {
  await db.deleteFrom('devicePermission').where('devicePermissionId', 'in', ids).execute()
}
