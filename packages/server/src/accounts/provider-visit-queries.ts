import type { SignInId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'

export interface VisitDraft {
  readonly stateHash: Uint8Array
  readonly browserHash: Uint8Array
  readonly nonce: string
  readonly codeVerifier: string
  readonly signInId: SignInId | null
  readonly expiresAt: EpochMs
}

export async function deleteEndedVisits(db: Db, now: EpochMs): Promise<void> {
  await db.deleteFrom('providerVisit').where('expiresAt', '<=', now).execute()
}

export async function insertVisit(db: Db, draft: VisitDraft): Promise<void> {
  await db.insertInto('providerVisit').values(draft).execute()
}

/** @returns what was deleted; nothing where there is no such visit of that browser, or it has ended */
export function deleteVisit(
  db: Db,
  { stateHash, browserHash }: Pick<VisitDraft, 'stateHash' | 'browserHash'>,
  now: EpochMs,
) {
  return db
    .deleteFrom('providerVisit')
    .where('stateHash', '=', stateHash)
    .where('browserHash', '=', browserHash)
    .where('expiresAt', '>', now)
    .returning(['nonce', 'codeVerifier', 'signInId'])
    .executeTakeFirst()
}
