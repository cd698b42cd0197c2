import type { EpochMs } from '@coldkeep/domain/time/instant'
import { selectMachine } from '../areas/api-keys/queries'
import { selectPerson } from '../areas/session/queries'
import type { Db } from '../db/connect'
import type { SignedIn } from '../http/context'
import type { Owner } from './download-queries'

/** Who ordered something, with the rights of this moment; `null` for who may nothing any more. */
export function selectOwner(db: Db, { accountId, apiKeyId }: Owner, now: EpochMs): Promise<SignedIn | null> {
  return apiKeyId === null ? selectPerson(db, accountId) : selectMachine(db, apiKeyId, now)
}

/** Whose orders a caller sees. */
export function ownerOf({ accountId, apiKeyId }: SignedIn): Owner {
  return { accountId, apiKeyId }
}
