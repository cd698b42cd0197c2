import type { AccountId, SignInId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../../db/connect'

/** The browsers in which an account has switched messages on and is signed in. */
export function selectBrowsers(db: Db, accountId: AccountId, now: EpochMs) {
  return db
    .selectFrom('pushSubscription')
    .innerJoin('signIn', 'signIn.signInId', 'pushSubscription.signInId')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('pushSubscription.accountId', '=', accountId)
    .where('signIn.expiresAt', '>', now)
    .execute()
}

export type Browser = Awaited<ReturnType<typeof selectBrowsers>>[number]

/** Of a browser that has withdrawn it. */
export async function deleteWithdrawn(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('pushSubscription').where('endpoint', '=', endpoint).execute()
}

/** The sign-ins of an account that have not ended and whose browsers get messages. */
export async function selectPushSignIns(db: Db, accountId: AccountId, now: EpochMs): Promise<SignInId[]> {
  const rows = await db
    .selectFrom('pushSubscription')
    .innerJoin('signIn', 'signIn.signInId', 'pushSubscription.signInId')
    .select('signIn.signInId')
    .where('pushSubscription.accountId', '=', accountId)
    .where('signIn.expiresAt', '>', now)
    .execute()
  return rows.map(({ signInId }) => signInId)
}

export interface SubscriptionDraft {
  readonly accountId: AccountId
  readonly signInId: SignInId
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly createdAt: EpochMs
}

/** Of a browser, and of a sign-in. */
export async function deleteSubscriptionsOf(
  db: Db,
  { endpoint, signInId }: Pick<SubscriptionDraft, 'endpoint' | 'signInId'>,
): Promise<void> {
  await db
    .deleteFrom('pushSubscription')
    .where((is) => is.or([is('endpoint', '=', endpoint), is('signInId', '=', signInId)]))
    .execute()
}

/** Keeps where messages to a browser go. */
export async function insertSubscription(db: Db, draft: SubscriptionDraft): Promise<void> {
  await db.insertInto('pushSubscription').values(draft).execute()
}

/** @returns false where there was none */
export async function deleteSubscription(db: Db, signInId: SignInId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pushSubscription')
    .where('signInId', '=', signInId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
