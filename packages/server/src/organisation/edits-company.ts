import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { selectRootDepartmentId } from './organisation-queries'

/** What belongs to all is edited by accounts that set rights and see the whole organisation. */
export async function mayEditCompany(db: Db, user: SignedIn): Promise<boolean> {
  return user.pageKeys.has('2-2-4') && user.departmentId === (await selectRootDepartmentId(db))
}
