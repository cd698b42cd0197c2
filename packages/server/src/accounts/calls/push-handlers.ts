import { Problem } from '@coldkeep/contract/problem'
import type { SignInId } from '@coldkeep/domain/ids'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import { ownEntry } from '../../audit/own-entry'
import type { Handlers } from '../../calls/bind-call'
import { isPushKey } from '../../notices/channels/push-keys'
import { isPushAddress } from '../../notices/channels/safe-address'
import type { Notices } from '../../notices/notices'

type PushCall = 'getPush' | 'beginPush' | 'endPush'

/** What calls about messages to browsers need. */
export interface PushCallParts {
  readonly notices: Pick<Notices, 'pushKeys' | 'allowed'>
}

export function pushHandlers({ notices }: PushCallParts): Pick<Handlers, PushCall> {
  return {
    getPush: async ({ db, user, clock }) => {
      const rows = await db
        .selectFrom('pushSubscription')
        .innerJoin('signIn', 'signIn.signInId', 'pushSubscription.signInId')
        .select('signIn.signInId')
        .where('pushSubscription.accountId', '=', user.accountId)
        .where('signIn.expiresAt', '>', clock.now())
        .execute()
      const others = rows.filter(({ signInId }) => signInId !== user.signInId).length
      return { key: notices.pushKeys.publicKey, is_on: others < rows.length, others }
    },

    beginPush: async ({ db, user, body, clock }) => {
      const { endpoint, p256dh, auth } = body
      if (!isPushAddress(endpoint, notices.allowed))
        throw new Problem('request.malformed', {}, { endpoint: 'format' })
      if (!isPushKey(p256dh)) throw new Problem('request.malformed', {}, { p256dh: 'format' })
      const signInId = signInOf(user)
      await db.transaction().execute(async (trx) => {
        // a browser is one, whoever had messages there before
        await trx
          .deleteFrom('pushSubscription')
          .where((is) => is.or([is('endpoint', '=', endpoint), is('signInId', '=', signInId)]))
          .execute()
        await trx
          .insertInto('pushSubscription')
          .values({ accountId: user.accountId, signInId, endpoint, p256dh, auth, createdAt: clock.now() })
          .execute()
        await addAudit(trx, ownEntry(user, 'account.push_on', clock.now(), { maker: new URL(endpoint).host }))
      })
      return {}
    },

    endPush: async ({ db, user, clock }) => {
      const signInId = signInOf(user)
      await db.transaction().execute(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom('pushSubscription')
          .where('signInId', '=', signInId)
          .executeTakeFirst()
        if (numDeletedRows > 0n) await addAudit(trx, ownEntry(user, 'account.push_off', clock.now()))
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
