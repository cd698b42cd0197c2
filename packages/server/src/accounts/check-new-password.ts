import { PASSWORD_FIELD } from '@coldkeep/contract/areas/own-password'
import type { SiteConfig } from '@coldkeep/contract/config'
import { Problem } from '@coldkeep/contract/problem'
import type { ProblemCode } from '@coldkeep/contract/problem-status'
import type { Db } from '../db/connect'
import { verifyPassword } from './password'
import { selectCompany } from './profile-queries'
import { isCommonPassword, isMadeOfNames } from './weak-password'

interface Chooser {
  readonly login: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string
}

/**
 * Refuses a new password that others would guess.
 * @throws Problem `account.password_same`, `account.password_common`, `account.password_names`
 */
export async function checkNewPassword(
  { db, site }: { readonly db: Db; readonly site: Pick<SiteConfig, 'title'> },
  { login, name, email, passwordHash }: Chooser,
  password: string,
): Promise<void> {
  const refuse = (code: ProblemCode) => new Problem(code, {}, { [PASSWORD_FIELD]: 'choice' })
  const isSame = await verifyPassword(password, passwordHash)
  if (isSame || password.toLowerCase() === login.toLowerCase()) throw refuse('account.password_same')
  if (isCommonPassword(password)) throw refuse('account.password_common')
  const company = await selectCompany(db)
  if (isMadeOfNames(password, [site.title, company.name, login, name, email])) {
    throw refuse('account.password_names')
  }
}
