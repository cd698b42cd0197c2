import type { CreditApplicationId, DepartmentId } from '@coldkeep/domain/ids'
import { personalChannels } from '@coldkeep/domain/notices/notice-kind'
import type { CreditNews } from '@coldkeep/domain/service-points/credit-news'
import type { Subservice } from '@coldkeep/domain/service-points/service'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { selectAccountsOf } from '../access/account-right-queries'
import { rightsOf } from '../access/account-rights'
import type { SignedIn } from '../access/signed-in'
import type { Trx } from '../db/connect'
import { NO_STORE } from '../outbox/news-kind'
import { insertOwnNotices, type OwnNews } from '../outbox/own-notice-queries'
import type { ApplicationRow } from './application-queries'

interface Actor {
  readonly user: SignedIn
  readonly now: EpochMs
}

interface NamedApplication {
  readonly id: CreditApplicationId
  readonly chainId: DepartmentId
  readonly subservice: Subservice
  readonly points: number
}

/** Notifies the accounts of the top department that may decide it. */
export async function notifyApprovers(trx: Trx, actor: Actor, application: NamedApplication): Promise<void> {
  const accounts = await selectAccountsOf(trx, [application.chainId])
  const approvers = accounts.filter((one) => rightsOf(one).pageKeys.has('2-2-5'))
  const others = approvers.map(({ accountId }) => accountId).filter((id) => id !== actor.user.accountId)
  await insertOwnNotices(trx, newsOf('applied', actor, application, ''), others, actor.now)
}

/** Notifies who applied of what was decided. */
export async function notifyApplicant(
  trx: Trx,
  actor: Actor,
  row: ApplicationRow,
  isApproved: boolean,
  reason: string,
): Promise<void> {
  const { creditApplicationId: id, chainId, subservice, points, accountId } = row
  const about = isApproved ? 'points_approved' : 'points_rejected'
  await insertOwnNotices(
    trx,
    newsOf(about, actor, { id, chainId, subservice, points }, reason),
    [accountId],
    actor.now,
  )
}

function newsOf(
  about: CreditNews,
  { user }: Actor,
  { id, subservice, points }: NamedApplication,
  reason: string,
): OwnNews {
  return {
    storeId: NO_STORE,
    subjectKind: 'points',
    subjectId: id,
    about,
    messageKey: `points:${id}:${about}`,
    detail: { subservice, points: String(points), person: user.name, reason },
    channels: personalChannels,
  }
}
