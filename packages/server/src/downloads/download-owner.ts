import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import { selectMachine } from '../accounts/machine'
import { selectPerson } from '../accounts/sign-in-queries'
import type { Db } from '../db/connect'
import type { Owner } from './download-queries'

/** Who ordered something, with the rights of this moment; `null` for who may nothing any more. */
export function selectOwner(db: Db, { accountId, apiKeyId }: Owner, now: EpochMs): Promise<SignedIn | null> {
  return apiKeyId === null ? selectPerson(db, accountId) : selectMachine(db, apiKeyId, now)
}

/** Whose orders a caller sees. */
export function ownerOf({ accountId, apiKeyId }: SignedIn): Owner {
  return { accountId, apiKeyId }
}
