import type { EquipmentOffer } from '@coldkeep/domain/access/equipment'
import { type PageKey, pageKeys } from '@coldkeep/domain/access/page-key'
import type {
  AccountId,
  DepartmentId,
  DevicePermissionTypeId,
  PagePermissionTypeId,
} from '@coldkeep/domain/ids'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/connect'

/** Pages under one title, to be granted together. */
export interface PageCategoryDraft {
  readonly title: string
  readonly pageKeys: readonly PageKey[]
}

/** What may be done with equipment under one title. */
export interface DeviceCategoryDraft extends EquipmentOffer {
  readonly title: string
}

/** All categories of pages, with how many accounts have each. @param departments whose accounts count; `null`: all */
export async function selectPageCategories(db: Db, departments: readonly DepartmentId[] | null) {
  const rows = await db
    .selectFrom('pagePermissionType as t')
    .select(['t.pagePermissionTypeId as id', 't.title', 't.pageKeys', 't.revision'])
    .select(
      sql<number>`(select count(*)::int from page_permission p join account a using (account_id)
        where p.page_permission_type_id = t.page_permission_type_id and ${isCounted(departments)})`.as(
        'accounts',
      ),
    )
    .orderBy('t.title')
    .execute()
  return rows.map((row) => ({ ...row, pageKeys: pageKeys.filter((key) => row.pageKeys.includes(key)) }))
}

/** The id of a category, where there is such a one. */
export function selectPageCategory(db: Db, id: number) {
  return db
    .selectFrom('pagePermissionType')
    .select('pagePermissionTypeId')
    .where('pagePermissionTypeId', '=', id as PagePermissionTypeId)
    .executeTakeFirst()
}

export async function selectPageTitles(db: Db): Promise<ReadonlyMap<PagePermissionTypeId, string>> {
  const types = await db.selectFrom('pagePermissionType').select(['pagePermissionTypeId', 'title']).execute()
  return new Map(types.map((type) => [type.pagePermissionTypeId, type.title]))
}

/** The accounts that have a category, wherever they are. */
export async function selectPageHolders(db: Db, id: PagePermissionTypeId): Promise<AccountId[]> {
  const rows = await db
    .selectFrom('pagePermission')
    .select('accountId')
    .where('pagePermissionTypeId', '=', id)
    .execute()
  return rows.map(({ accountId }) => accountId)
}

/** @returns false where another one is called so already */
export async function insertPageCategory(
  db: Db,
  { title, pageKeys: keys }: PageCategoryDraft,
): Promise<boolean> {
  const row = await db
    .insertInto('pagePermissionType')
    .values({ title, pageKeys: [...new Set(keys)] })
    .onConflict((conflict) => conflict.column('title').doNothing())
    .returning('pagePermissionTypeId')
    .executeTakeFirst()
  return row !== undefined
}

/** True where another category is called so. */
export async function isPageTitleTaken(db: Db, title: string, id: PagePermissionTypeId): Promise<boolean> {
  const [other] = await db
    .selectFrom('pagePermissionType')
    .select('pagePermissionTypeId')
    .where('title', '=', title)
    .where('pagePermissionTypeId', '!=', id)
    .execute()
  return other !== undefined
}

export async function updatePageCategory(
  db: Db,
  { id, revision }: { readonly id: PagePermissionTypeId; readonly revision: number },
  { title, pageKeys: keys }: PageCategoryDraft,
): Promise<void> {
  await db
    .updateTable('pagePermissionType')
    .set({ title, pageKeys: [...new Set(keys)], revision: revision + 1 })
    .where('pagePermissionTypeId', '=', id)
    .execute()
}

export async function deletePageCategory(db: Db, id: PagePermissionTypeId): Promise<void> {
  await db.deleteFrom('pagePermissionType').where('pagePermissionTypeId', '=', id).execute()
}

/** All categories of equipment, with how many accounts have each. @param departments whose accounts count; `null`: all */
export function selectDeviceCategories(db: Db, departments: readonly DepartmentId[] | null) {
  return db
    .selectFrom('devicePermissionType as t')
    .select(['t.devicePermissionTypeId as id', 't.title', 't.sees', 't.writes', 't.revision'])
    .select(
      sql<number>`(select count(*)::int from device_permission p join account a using (account_id)
        where p.device_permission_type_id = t.device_permission_type_id and ${isCounted(departments)})`.as(
        'accounts',
      ),
    )
    .orderBy('t.title')
    .execute()
}

/** The id of a category, where there is such a one. */
export function selectDeviceCategory(db: Db, id: number) {
  return db
    .selectFrom('devicePermissionType')
    .select('devicePermissionTypeId')
    .where('devicePermissionTypeId', '=', id as DevicePermissionTypeId)
    .executeTakeFirst()
}

export async function selectDeviceTitles(db: Db): Promise<ReadonlyMap<DevicePermissionTypeId, string>> {
  const types = await db
    .selectFrom('devicePermissionType')
    .select(['devicePermissionTypeId', 'title'])
    .execute()
  return new Map(types.map((type) => [type.devicePermissionTypeId, type.title]))
}

/** The accounts that have a category, wherever they are. */
export async function selectDeviceHolders(db: Db, id: DevicePermissionTypeId): Promise<AccountId[]> {
  const rows = await db
    .selectFrom('devicePermission')
    .select('accountId')
    .where('devicePermissionTypeId', '=', id)
    .execute()
  return rows.map(({ accountId }) => accountId)
}

/** @returns false where another one is called so already */
export async function insertDeviceCategory(
  db: Db,
  { title, sees, writes }: DeviceCategoryDraft,
): Promise<boolean> {
  const row = await db
    .insertInto('devicePermissionType')
    .values({ title, sees: [...sees], writes: [...writes] })
    .onConflict((conflict) => conflict.column('title').doNothing())
    .returning('devicePermissionTypeId')
    .executeTakeFirst()
  return row !== undefined
}

/** True where another category is called so. */
export async function isDeviceTitleTaken(
  db: Db,
  title: string,
  id: DevicePermissionTypeId,
): Promise<boolean> {
  const [other] = await db
    .selectFrom('devicePermissionType')
    .select('devicePermissionTypeId')
    .where('title', '=', title)
    .where('devicePermissionTypeId', '!=', id)
    .execute()
  return other !== undefined
}

export async function updateDeviceCategory(
  db: Db,
  { id, revision }: { readonly id: DevicePermissionTypeId; readonly revision: number },
  { title, sees, writes }: DeviceCategoryDraft,
): Promise<void> {
  await db
    .updateTable('devicePermissionType')
    .set({ title, sees: [...sees], writes: [...writes], revision: revision + 1 })
    .where('devicePermissionTypeId', '=', id)
    .execute()
}

export async function deleteDeviceCategory(db: Db, id: DevicePermissionTypeId): Promise<void> {
  await db.deleteFrom('devicePermissionType').where('devicePermissionTypeId', '=', id).execute()
}

/** The id of the category that comes first by its title. */
export async function selectFirstCategoryId(
  db: Db,
  table: 'pagePermissionType' | 'devicePermissionType',
): Promise<number | null> {
  const row =
    table === 'pagePermissionType'
      ? await db
          .selectFrom(table)
          .select('pagePermissionTypeId as id')
          .orderBy('title')
          .limit(1)
          .executeTakeFirst()
      : await db
          .selectFrom(table)
          .select('devicePermissionTypeId as id')
          .orderBy('title')
          .limit(1)
          .executeTakeFirst()
  return row?.id ?? null
}

/** Of an account `a`: it is of one of these departments. */
function isCounted(departments: readonly DepartmentId[] | null): Expression<SqlBool> {
  if (departments === null) return sql<SqlBool>`true`
  return sql<SqlBool>`a.department_id = any(${departments}::bigint[])`
}
