import { pageKeys } from '@coldkeep/domain/access/page-key'
import type { Clock } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { insertDepartment, selectRootDepartmentId } from '../organisation/organisation-queries'
import { makeUpPassword } from './made-up-password'
import { hashPassword } from './password'
import {
  hasAccounts,
  insertAccount,
  insertPermissionType,
  lockFirstStart,
  selectWholeEquipmentType,
} from './sign-in-queries'

export const FIRST_LOGIN = 'admin'

export interface FirstAccount {
  readonly login: string
  /** Printed only when it was generated here. */
  readonly madeUpPassword: string | null
}

/**
 * Where there is no account yet: makes `admin`, which may open every page and sees the whole organisation,
 * whose top is made too where it is missing. `null` when there are accounts.
 */
export async function ensureFirstAccount(
  db: Db,
  clock: Clock,
  start: { readonly organisationName: string; readonly password: string | null },
): Promise<FirstAccount | null> {
  if (await hasAccounts(db)) return null
  const password = start.password ?? makeUpPassword()
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (trx) => {
    await lockFirstStart(trx)
    if (await hasAccounts(trx)) return null
    const departmentId =
      (await selectRootDepartmentId(trx)) ?? (await insertDepartment(trx, null, start.organisationName))
    const everything = await insertPermissionType(trx, 'All pages', pageKeys)
    const account = { login: FIRST_LOGIN, name: FIRST_LOGIN, email: '', passwordHash, departmentId }
    await insertAccount(
      trx,
      { ...account, permissionTypeIds: [everything], equipmentTypeIds: await selectWholeEquipmentType(trx) },
      clock.now(),
    )
    return { login: FIRST_LOGIN, madeUpPassword: start.password === null ? password : null }
  })
}
