import type { BulletinCategoryId, DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { isSeenFrom, isUsedIn, ownerColumns } from '../access/owned-queries'
import type { Db, Trx } from '../db/connect'

const shown = (db: Db, departmentId: DepartmentId) =>
  db
    .selectFrom('bulletinCategory')
    .select(['bulletinCategoryId as id', 'title', 'revision'])
    .select(ownerColumns(departmentId, 'bulletinCategory'))
    .where('retiredAt', 'is', null)
    .where(isSeenFrom(departmentId, 'bulletinCategory'))

export type CategoryRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

/** All that accounts of a department see, by name. */
export function selectCategories(db: Db, departmentId: DepartmentId): Promise<CategoryRow[]> {
  return shown(db, departmentId).orderBy(sql`lower(title)`).orderBy('bulletinCategoryId').execute()
}

export async function selectCategory(
  db: Db,
  departmentId: DepartmentId,
  id: BulletinCategoryId,
): Promise<CategoryRow | null> {
  return (await shown(db, departmentId).where('bulletinCategoryId', '=', id).executeTakeFirst()) ?? null
}

/** Until the end of the transaction no one else changes it. */
export async function lockCategory(trx: Trx, id: BulletinCategoryId): Promise<void> {
  await trx
    .selectFrom('bulletinCategory')
    .select('bulletinCategoryId')
    .where('bulletinCategoryId', '=', id)
    .forUpdate()
    .execute()
}

/** The title of a category that messages of a department can have; `null`: they cannot. */
export async function selectUsableTitle(
  trx: Trx,
  departmentId: DepartmentId,
  id: BulletinCategoryId,
): Promise<string | null> {
  const row = await trx
    .selectFrom('bulletinCategory')
    .select('title')
    .where('bulletinCategoryId', '=', id)
    .where('retiredAt', 'is', null)
    .where(isUsedIn(departmentId, 'bulletinCategory'))
    .forShare()
    .executeTakeFirst()
  return row?.title ?? null
}

/** One after the other, so that of two who enter one name the second sees that of the first. */
export async function lockCategories(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bulletin categories'))`.execute(trx)
}

export async function isTitleTaken(
  trx: Trx,
  { departmentId, folded, except }: { departmentId: DepartmentId; folded: string; except: number | null },
): Promise<boolean> {
  const row = await trx
    .selectFrom('bulletinCategory')
    .select('bulletinCategoryId')
    .where('folded', '=', folded)
    .where('retiredAt', 'is', null)
    .where(isUsedIn(departmentId, 'bulletinCategory'))
    .$if(except !== null, (query) => query.where('bulletinCategoryId', '<>', except as BulletinCategoryId))
    .executeTakeFirst()
  return row !== undefined
}

export async function countCategories(trx: Trx, departmentId: DepartmentId): Promise<number> {
  const { count } = await trx
    .selectFrom('bulletinCategory')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('departmentId', '=', departmentId)
    .where('retiredAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertCategory(
  trx: Trx,
  category: { readonly departmentId: DepartmentId; readonly title: string; readonly folded: string },
): Promise<BulletinCategoryId> {
  const { bulletinCategoryId } = await trx
    .insertInto('bulletinCategory')
    .values(category)
    .returning('bulletinCategoryId')
    .executeTakeFirstOrThrow()
  return bulletinCategoryId
}

export async function updateCategory(
  trx: Trx,
  id: BulletinCategoryId,
  changes: { readonly title: string; readonly folded: string },
): Promise<void> {
  await trx
    .updateTable('bulletinCategory')
    .set(({ eb }) => ({ ...changes, revision: eb('revision', '+', 1) }))
    .where('bulletinCategoryId', '=', id)
    .execute()
}

export async function retireCategory(trx: Trx, id: BulletinCategoryId, now: EpochMs): Promise<void> {
  await trx
    .updateTable('bulletinCategory')
    .set(({ eb }) => ({ retiredAt: now, revision: eb('revision', '+', 1) }))
    .where('bulletinCategoryId', '=', id)
    .execute()
}
