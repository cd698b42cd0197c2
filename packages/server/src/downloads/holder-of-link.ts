import type { AnyCall, CallTarget } from '@coldkeep/contract/call'
import { Problem } from '@coldkeep/contract/problem'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type FileLink, readLink } from '../access/file-link'
import type { SignedIn } from '../access/signed-in'
import { selectMachine } from '../accounts/machine'
import { selectSignedIn } from '../accounts/sign-in-queries'
import type { Basics } from '../calls/context'
import type { Db } from '../db/connect'
import type { ServerKeys } from '../db/server-keys'

interface FileTarget {
  readonly params: { readonly id: string | number }
  readonly query: { readonly token: string }
}

interface Knowing extends Basics {
  readonly keys: Pick<ServerKeys, 'download'>
}

/**
 * Whose signed address it is, with the rights of this moment.
 * @throws Problem `link.ended` for one that is none of ours, and where the sign-in or the key has ended
 */
export async function holderOfLink(
  request: CallTarget<AnyCall>,
  { db, clock, keys }: Knowing,
): Promise<SignedIn> {
  // each signed address names its file, and has a token for it
  const { params, query } = request as FileTarget
  const link = await readLink(query.token, keys.download, clock)
  if (link === null || link.id !== String(params.id)) throw new Problem('link.ended')
  const user = await holderOf(db, link, clock.now())
  if (user === null) throw new Problem('link.ended')
  return user
}

function holderOf(db: Db, link: FileLink, now: EpochMs): Promise<SignedIn | null> {
  const { accountId, signInId, apiKeyId } = link
  if (apiKeyId !== null) return selectMachine(db, apiKeyId, now)
  return signInId === null ? Promise.resolve(null) : selectSignedIn(db, { accountId, signInId }, now)
}
