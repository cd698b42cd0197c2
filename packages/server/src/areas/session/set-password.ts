import type { AccountId, SignInId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../../db/connect'
import { hashPassword } from './password'
import { deleteOtherSignIns, updatePasswordHash } from './queries'

export interface PasswordChange {
  readonly password: string
  /** The sign-in that does it and stays; `null`: none does. */
  readonly by: SignInId | null
  /** Somebody else chose it, so it has to be changed at the next sign-in. */
  readonly isTemporary?: boolean
  readonly now: EpochMs
}

/**
 * Changes a password and ends every sign-in of the account but the one that did it. Mailed links of the account end too.
 * @param note comes first in the same transaction; what it throws leaves the password as it was
 */
export async function setPassword(
  db: Db,
  accountId: AccountId,
  { password, by, isTemporary = false, now }: PasswordChange,
  note: (trx: Db) => Promise<unknown> = async () => {},
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async (trx) => {
    await note(trx)
    await updatePasswordHash(trx, accountId, { passwordHash, isTemporary, now })
    await deleteOtherSignIns(trx, accountId, by)
    await trx.deleteFrom('mailedLink').where('accountId', '=', accountId).execute()
  })
}
