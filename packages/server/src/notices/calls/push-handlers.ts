import { Problem } from '@coldkeep/contract/problem'
import type { SignInId } from '@coldkeep/domain/ids'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import { ownEntry } from '../../audit/own-entry'
import type { Handlers } from '../../calls/bind-call'
import { isPushKey } from '../channels/push-keys'
import {
  deleteSubscription,
  deleteSubscriptionsOf,
  insertSubscription,
  selectPushSignIns,
} from '../channels/push-queries'
import { isPushAddress } from '../channels/safe-address'
import type { Notices } from '../notices'

type PushCall = 'getPush' | 'beginPush' | 'endPush'

/** What calls about messages to browsers need. */
export interface PushCallParts {
  readonly notices: Pick<Notices, 'pushKeys' | 'allowed'>
}

export function pushHandlers({ notices }: PushCallParts): Pick<Handlers, PushCall> {
  return {
    getPush: async ({ db, user, clock }) => {
      const signIns = await selectPushSignIns(db, user.accountId, clock.now())
      const others = signIns.filter((signInId) => signInId !== user.signInId).length
      return { key: notices.pushKeys.publicKey, isOn: others < signIns.length, others }
    },

    beginPush: async ({ db, user, body, clock }) => {
      const { endpoint, p256dh, auth } = body
      if (!isPushAddress(endpoint, notices.allowed))
        throw new Problem('request.malformed', {}, { endpoint: 'format' })
      if (!isPushKey(p256dh)) throw new Problem('request.malformed', {}, { p256dh: 'format' })
      const signInId = signInOf(user)
      await db.transaction().execute(async (trx) => {
        // a browser has one owner, whichever account had messages there before
        await deleteSubscriptionsOf(trx, { endpoint, signInId })
        const createdAt = clock.now()
        await insertSubscription(trx, {
          accountId: user.accountId,
          signInId,
          endpoint,
          p256dh,
          auth,
          createdAt,
        })
        await addAudit(trx, ownEntry(user, 'account.push_on', clock.now(), { maker: new URL(endpoint).host }))
      })
      return {}
    },

    endPush: async ({ db, user, clock }) => {
      const signInId = signInOf(user)
      await db.transaction().execute(async (trx) => {
        const isGone = await deleteSubscription(trx, signInId)
        if (isGone) await addAudit(trx, ownEntry(user, 'account.push_off', clock.now()))
      })
      return {}
    },
  }
}

/** Machines are refused before they come here. */
function signInOf({ signInId }: SignedIn): SignInId {
  if (signInId === null) throw new Problem('access.key')
  return signInId
}
