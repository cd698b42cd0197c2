import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'

export interface Attempt {
  readonly login: string
  readonly address: string
}

export async function insertAttempt(db: Db, attempt: Attempt, at: EpochMs): Promise<number> {
  const row = await db
    .insertInto('signInFailure')
    .values({ login: attempt.login, address: attempt.address, at })
    .returning('signInFailureId')
    .executeTakeFirstOrThrow()
  return row.signInFailureId
}

/** When attempts for one account, or from one address, were made; oldest first. */
export async function selectAttemptTimes(db: Db, by: keyof Attempt, value: string): Promise<EpochMs[]> {
  const rows = await db
    .selectFrom('signInFailure')
    .select('at')
    .where(by, '=', value)
    .orderBy('at')
    .orderBy('signInFailureId')
    .execute()
  return rows.map((row) => row.at)
}

export async function deleteAttempt(db: Db, signInFailureId: number): Promise<void> {
  await db.deleteFrom('signInFailure').where('signInFailureId', '=', signInFailureId).execute()
}

export async function deleteAttemptsOf(db: Db, attempt: Attempt): Promise<void> {
  await db
    .deleteFrom('signInFailure')
    .where('login', '=', attempt.login)
    .where('address', '=', attempt.address)
    .execute()
}

export async function deleteAttemptsBefore(db: Db, at: EpochMs): Promise<void> {
  await db.deleteFrom('signInFailure').where('at', '<=', at).execute()
}
