import type { AccountId, DepartmentId, FridgeEntryId } from '@coldkeep/domain/ids'
import { personalChannels } from '@coldkeep/domain/notices/notice-kind'
import type { BrandNews } from '@coldkeep/domain/organisation/fridge-list'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { selectAccountsOf } from '../access/account-right-queries'
import { rightsOf } from '../access/account-rights'
import type { SignedIn } from '../access/signed-in'
import type { Trx } from '../db/connect'
import { NO_STORE } from '../outbox/news-kind'
import { insertOwnNotices, type OwnNews } from '../outbox/own-notice-queries'
import { selectPlaces } from './brand-news-queries'

interface NamedBrand {
  readonly id: FridgeEntryId
  readonly departmentId: DepartmentId
  readonly title: string
}

interface BrandActor {
  readonly user: SignedIn
  readonly now: EpochMs
}

/** Notifies the accounts of the top department that may approve a brand. */
export async function notifyReviewers(trx: Trx, { user, now }: BrandActor, brand: NamedBrand): Promise<void> {
  const top = (await selectPlaces(trx, [brand.departmentId])).get(brand.departmentId)?.[0]
  if (top === undefined) return
  const reviewers = (await selectAccountsOf(trx, [top.id])).filter((one) => rightsOf(one).pageKeys.has('3-3'))
  const others = reviewers.map(({ accountId }) => accountId).filter((id) => id !== user.accountId)
  await insertOwnNotices(trx, newsOf('proposed', { user, now }, brand, ''), others, now)
}

/** Notifies the account that proposed a brand of what became of it. */
export async function notifyProposer(
  trx: Trx,
  actor: BrandActor,
  proposer: AccountId | null,
  brand: NamedBrand & { readonly about: Exclude<BrandNews, 'proposed'>; readonly reason: string },
): Promise<void> {
  if (proposer === null || proposer === actor.user.accountId) return
  await insertOwnNotices(trx, newsOf(brand.about, actor, brand, brand.reason), [proposer], actor.now)
}

function newsOf(
  about: BrandNews,
  { user, now }: BrandActor,
  { id, title }: NamedBrand,
  reason: string,
): OwnNews {
  return {
    storeId: NO_STORE,
    subjectKind: 'brand',
    subjectId: id,
    about,
    // one that is proposed again is news again
    messageKey: `brand:${id}:${about}:${now}`,
    detail: { title, person: user.name, reason },
    channels: personalChannels,
  }
}
