import type { PushSubscriptionInput } from '@coldkeep/contract/areas/push'
import type { SignInId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import { ownEntry } from '../../audit/own-entry'
import type { Trx } from '../../db/connect'
import { isPushKey } from './push-keys'
import { deleteSubscriptionsOf, insertSubscription } from './push-queries'
import { type AllowedHosts, isPushAddress } from './safe-address'

/** Whose browser it is, and until the end of which sign-in. */
type PushOwner = Pick<SignedIn, 'accountId' | 'login' | 'name'> & { readonly signInId: SignInId }

/** What no message can be sent to; `null`: nothing is wrong. */
export function pushFault(
  { endpoint, p256dh }: PushSubscriptionInput,
  allowed: AllowedHosts,
): 'endpoint' | 'p256dh' | null {
  if (!isPushAddress(endpoint, allowed)) return 'endpoint'
  return isPushKey(p256dh) ? null : 'p256dh'
}

/** Has messages sent to a browser. It has one owner, whichever account had messages there before. */
export async function beginPushTo(
  trx: Trx,
  owner: PushOwner,
  subscription: PushSubscriptionInput,
  now: EpochMs,
): Promise<void> {
  const { accountId, signInId } = owner
  const { endpoint } = subscription
  await deleteSubscriptionsOf(trx, { endpoint, signInId })
  await insertSubscription(trx, { accountId, signInId, ...subscription, createdAt: now })
  await addAudit(trx, ownEntry(owner, 'account.push_on', now, { maker: new URL(endpoint).host }))
}
