import { Problem } from '@coldkeep/contract/problem'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { scopeOf } from '../access/scope'
import type { SignedIn } from '../access/signed-in'
import type { Db } from '../db/connect'
import { requestWrite, type WriteDraft } from './request-write'
import { isKnownWrite, lockWriteId, selectWrite } from './write-queries'

/**
 * The same request twice is one: a client that did not get the answer repeats it.
 * @throws Problem `write.exists` where the id is already in use for another write, or by another account
 */
export async function requestOnce(db: Db, draft: WriteDraft, user: SignedIn, now: EpochMs): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockWriteId(trx, draft.id)
    if (!(await isKnownWrite(trx, draft.id))) return requestWrite(trx, draft, user, now)
    const known = await selectWrite(trx, scopeOf(user), draft.id)
    const isRepeat = known?.accountId === user.accountId && known.storeId === draft.storeId
    if (!isRepeat || known.undoOf !== draft.undoOf) throw new Problem('write.exists')
  })
}
