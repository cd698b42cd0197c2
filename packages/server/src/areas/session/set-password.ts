import type { AccountId, SignInId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../../db/connect'
import { hashPassword } from './password'
import { deleteOtherSignIns, updatePasswordHash } from './queries'

/** Changes a password and ends every sign-in of the account but the one that did it. */
export async function setPassword(
  db: Db,
  accountId: AccountId,
  change: { readonly password: string; readonly by: SignInId | null; readonly now: EpochMs },
): Promise<void> {
  const passwordHash = await hashPassword(change.password)
  await db.transaction().execute(async (trx) => {
    await updatePasswordHash(trx, accountId, passwordHash, change.now)
    await deleteOtherSignIns(trx, accountId, change.by)
  })
}
