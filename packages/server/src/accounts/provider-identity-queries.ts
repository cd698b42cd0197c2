import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import type { ProviderIdentity } from './open-provider'

/** @returns false when the account has none */
export async function deleteProviderIdentity(db: Db, accountId: AccountId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('providerIdentity')
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  await db.deleteFrom('signIn').where('accountId', '=', accountId).where('issuer', 'is not', null).execute()
  return numDeletedRows > 0n
}

export async function selectLinkedAccountId(
  db: Db,
  { issuer, subject }: ProviderIdentity,
): Promise<AccountId | null> {
  const row = await db
    .selectFrom('providerIdentity')
    .select('accountId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.accountId ?? null
}

/** Accounts that have this mail address, or sign in so; two at most. */
export function selectClaimed(db: Db, claim: string, name: string) {
  return db
    .selectFrom('account')
    .select('accountId')
    .$if(claim === 'email', (query) =>
      query.where(sql<string>`lower(email)`, '=', sql<string>`lower(${name})`),
    )
    .$if(claim !== 'email', (query) => query.where('login', '=', name))
    .limit(2)
    .execute()
}

/** @returns false where the identity or the account is linked already */
export async function insertProviderIdentity(
  db: Db,
  { issuer, subject }: ProviderIdentity,
  accountId: AccountId,
  now: EpochMs,
): Promise<boolean> {
  const row = await db
    .insertInto('providerIdentity')
    .values({ issuer, subject, accountId, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('accountId')
    .executeTakeFirst()
  return row !== undefined
}
