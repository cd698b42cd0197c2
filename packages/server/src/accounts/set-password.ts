import type { AccountId, SignInId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { revokeKeysOf } from './api-key-queries'
import { deleteLinksOf } from './mailed-link-queries'
import { hashPassword } from './password'
import { deleteOtherSignIns, updatePasswordHash } from './sign-in-queries'

export interface PasswordChange {
  readonly password: string
  /** The sign-in that does it and stays; `null`: none does. */
  readonly by: SignInId | null
  /** Someone else chose it, so it has to be changed at the next sign-in. */
  readonly isTemporary?: boolean
  readonly now: EpochMs
}

/**
 * Changes a password and ends every sign-in of the account but the one that did it. Mailed links of the
 * account end too; so do its API keys, save where its owner has changed the password from within: an intruder
 * may have made them.
 * @param audit runs in the same transaction with the number of keys that ended; what it throws leaves
 * everything as it was
 */
export async function setPassword(
  db: Db,
  accountId: AccountId,
  { password, by, isTemporary = false, now }: PasswordChange,
  audit: (trx: Db, endedKeys: number) => Promise<unknown> = async () => {},
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    const endedKeys = by === null ? await revokeKeysOf(trx, accountId, now) : 0
    await audit(trx, endedKeys)
    await updatePasswordHash(trx, accountId, { passwordHash, isTemporary, now })
    await deleteOtherSignIns(trx, accountId, by)
    await deleteLinksOf(trx, accountId)
  })
}
