import { type PageKey, pageKeys } from '@coldkeep/domain/access/page-key'
import type { AccountId, DepartmentId } from '@coldkeep/domain/ids'
import { insertAccount, insertPermissionType, selectWholeEquipmentType } from '../accounts/sign-in-queries'
import type { Basics } from '../calls/context'
import { quickHash } from './quick-hash'
import { PASSWORD } from './tiny-fleet'

/** An account of a department that may write to all equipment, with all pages unless some are said. */
export async function insertPerson(
  { db, clock }: Basics,
  login: string,
  departmentId: DepartmentId,
  pages: readonly PageKey[] = pageKeys,
): Promise<AccountId> {
  const pageType = await insertPermissionType(db, `Pages of ${login}`, pages)
  const draft = { login, name: login, email: '', passwordHash: await quickHash(PASSWORD), departmentId }
  const rights = { permissionTypeIds: [pageType], equipmentTypeIds: await selectWholeEquipmentType(db) }
  return insertAccount(db, { ...draft, ...rights }, clock.now())
}
