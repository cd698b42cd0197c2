import { Problem } from '@coldkeep/contract/problem'
import type { SignInId } from '@coldkeep/domain/ids'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import { ownEntry } from '../../audit/own-entry'
import type { Handlers } from '../../calls/bind-call'
import { beginPushTo, pushFault } from '../channels/begin-push'
import { deleteSubscription, selectPushSignIns } from '../channels/push-queries'
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
      const fault = pushFault(body, notices.allowed)
      if (fault !== null) throw new Problem('request.malformed', {}, { [fault]: 'format' })
      const owner = { ...user, signInId: signInOf(user) }
      await db.transaction().execute((trx) => beginPushTo(trx, owner, body, clock.now()))
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
