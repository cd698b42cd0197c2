import type { AccountId } from '@coldkeep/domain/ids'
import type { Db } from '../../db/connect'
import type { NoticeMessage } from './channel'

/** The browsers in which an account has switched messages on and is signed in. */
export function selectBrowsers(db: Db, accountId: AccountId, now: NoticeMessage['at']) {
  return db
    .selectFrom('pushSubscription')
    .innerJoin('signIn', 'signIn.signInId', 'pushSubscription.signInId')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('pushSubscription.accountId', '=', accountId)
    .where('signIn.expiresAt', '>', now)
    .execute()
}

export type Browser = Awaited<ReturnType<typeof selectBrowsers>>[number]

export async function deletePushSubscription(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('pushSubscription').where('endpoint', '=', endpoint).execute()
}
