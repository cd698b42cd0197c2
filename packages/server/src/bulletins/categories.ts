import { type BulletinCategory, wireBulletinCategory } from '@coldkeep/contract/areas/bulletin-categories'
import { Problem } from '@coldkeep/contract/problem'
import type { BulletinCategoryId, DepartmentId } from '@coldkeep/domain/ids'
import { foldedTitle } from '@coldkeep/domain/organisation/fridge-list'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { isOutdated, rowChanged } from '../access/row-changed'
import type { SignedIn } from '../access/signed-in'
import { addAudit } from '../audit/add-audit'
import type { Db, Trx } from '../db/connect'
import {
  type CategoryRow,
  countCategories,
  insertCategory,
  isTitleTaken,
  lockCategories,
  lockCategory,
  retireCategory,
  selectCategory,
  updateCategory,
} from './category-queries'

/** More than anyone chooses from. */
const MOST_CATEGORIES = 100

export interface BulletinWriter {
  readonly user: SignedIn
  readonly now: EpochMs
}

interface Named {
  readonly id: BulletinCategoryId
  readonly revision: number
}

/** @throws Problem `bulletin.category_taken`, `bulletin.too_many_categories` */
export function addCategory(db: Db, writer: BulletinWriter, title: string): Promise<BulletinCategory> {
  const { departmentId } = writer.user
  return db.transaction().execute(async (trx) => {
    await lockCategories(trx)
    const folded = await checkTitle(trx, { departmentId, title, except: null })
    if ((await countCategories(trx, departmentId)) >= MOST_CATEGORIES)
      throw new Problem('bulletin.too_many_categories', { most: MOST_CATEGORIES })
    const id = await insertCategory(trx, { departmentId, title, folded })
    await auditCategory(trx, writer, 'add', departmentId, title)
    return readCategory(trx, writer, id)
  })
}

/** @throws Problem `bulletin.category_unknown`, `access.owner`, `row.changed`, `bulletin.category_taken` */
export function renameCategory(
  db: Db,
  writer: BulletinWriter,
  { id, revision, title }: Named & { readonly title: string },
): Promise<BulletinCategory> {
  return db.transaction().execute(async (trx) => {
    await lockCategories(trx)
    const row = await lockOwn(trx, writer, { id, revision })
    const departmentId = row.owner?.id ?? writer.user.departmentId
    const folded = await checkTitle(trx, { departmentId, title, except: id })
    await updateCategory(trx, id, { title, folded })
    await auditCategory(trx, writer, 'change', departmentId, title, row.title)
    return readCategory(trx, writer, id)
  })
}

/** @throws Problem `bulletin.category_unknown`, `access.owner`, `row.changed` */
export async function removeCategory(db: Db, writer: BulletinWriter, named: Named): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const row = await lockOwn(trx, writer, named)
    await retireCategory(trx, named.id, writer.now)
    await auditCategory(trx, writer, 'remove', row.owner?.id ?? writer.user.departmentId, row.title)
  })
}

async function lockOwn(trx: Trx, { user }: BulletinWriter, { id, revision }: Named): Promise<CategoryRow> {
  await lockCategory(trx, id)
  const row = await selectCategory(trx, user.departmentId, id)
  if (row === null) throw new Problem('bulletin.category_unknown')
  if (!row.canEdit) throw new Problem('access.owner')
  if (isOutdated({ revision }, row)) throw rowChanged(wireBulletinCategory, row)
  return row
}

async function checkTitle(
  trx: Trx,
  { departmentId, title, except }: { departmentId: DepartmentId; title: string; except: number | null },
): Promise<string> {
  const folded = foldedTitle(title)
  if (await isTitleTaken(trx, { departmentId, folded, except }))
    throw new Problem('bulletin.category_taken', {}, { title: 'choice' })
  return folded
}

async function readCategory(trx: Trx, { user }: BulletinWriter, id: BulletinCategoryId) {
  const row = await selectCategory(trx, user.departmentId, id)
  if (row === null) throw new Problem('bulletin.category_unknown')
  return row
}

function auditCategory(
  trx: Trx,
  { user, now }: BulletinWriter,
  act: 'add' | 'change' | 'remove',
  departmentId: DepartmentId,
  title: string,
  before?: string,
): Promise<void> {
  return addAudit(trx, {
    at: now,
    by: { accountId: user.accountId, name: user.name },
    storeId: null,
    departmentId,
    kind: `bulletin_category.${act}`,
    subject: title,
    detail: before === undefined ? {} : { before },
    outcome: 'done',
  })
}
