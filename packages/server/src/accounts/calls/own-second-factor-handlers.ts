import type { SiteConfig } from '@coldkeep/contract/config'
import { Problem } from '@coldkeep/contract/problem'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../../access/signed-in'
import { addAudit } from '../../audit/add-audit'
import { ownEntry } from '../../audit/own-entry'
import type { Handlers } from '../../calls/bind-call'
import type { Db } from '../../db/connect'
import { confirmPresence } from '../confirm-presence'
import { tryCode, tryToTakeCode } from '../count-codes'
import { beginSecondFactor, confirmSecondFactor, replaceRecoveryCodes } from '../second-factor'
import { deleteSecondFactor, hasSecondFactor, selectSecondFactor } from '../second-factor-queries'
import { describeSecret } from '../time-code'

type SecondFactorCall =
  | 'getSecondFactor'
  | 'beginSecondFactor'
  | 'confirmSecondFactor'
  | 'renewRecoveryCodes'
  | 'endSecondFactor'

/** What setting up a second factor needs. */
export interface SecondFactorCallParts {
  readonly site: Pick<SiteConfig, 'title'>
}

export function secondFactorHandlers({ site }: SecondFactorCallParts): Pick<Handlers, SecondFactorCall> {
  return {
    getSecondFactor: async ({ db, user }) => {
      const { since, recoveryCodesLeft } = await selectSecondFactor(db, user.accountId)
      return { since, recoveryCodesLeft }
    },

    beginSecondFactor: async (context) => {
      const { db, user, body, clock } = context
      await confirmPresence(context, body.current)
      const secret = await db.transaction().execute(async (trx) => {
        const made = await beginSecondFactor(trx, user.accountId)
        if (made === null) throw new Problem('account.second_factor_on')
        await addAudit(trx, { ...ownEntry(user, 'account.second_factor_on', clock.now()), outcome: 'begun' })
        return made
      })
      return describeSecret(secret, { site: site.title, login: user.login })
    },

    confirmSecondFactor: async ({ db, user, body, clock }) => {
      const now = clock.now()
      const isRight = () => confirmSecondFactor(db, user.accountId, body.code, now)
      if (!(await tryCode(db, user, now, isRight))) throw wrongCode()
      return newCodes(db, user, 'account.second_factor_on', now)
    },

    renewRecoveryCodes: async ({ db, user, body, clock }) => {
      const now = clock.now()
      await requireSecondFactor(db, user)
      if (!(await tryToTakeCode(db, user, body.code, now))) throw wrongCode()
      return newCodes(db, user, 'account.recovery_codes', now)
    },

    endSecondFactor: async ({ db, user, body, clock }) => {
      const now = clock.now()
      await requireSecondFactor(db, user)
      if (!(await tryToTakeCode(db, user, body.code, now))) throw wrongCode()
      await db.transaction().execute(async (trx) => {
        await deleteSecondFactor(trx, user.accountId)
        await addAudit(trx, ownEntry(user, 'account.second_factor_off', now))
      })
      return {}
    },
  }
}

function wrongCode(): Problem {
  return new Problem('account.code_wrong', {}, { code: 'format' })
}

async function requireSecondFactor(db: Db, user: SignedIn): Promise<void> {
  if (!(await hasSecondFactor(db, user.accountId))) throw new Problem('account.second_factor_off')
}

async function newCodes(db: Db, user: SignedIn, kind: string, now: EpochMs) {
  return db.transaction().execute(async (trx) => {
    await addAudit(trx, ownEntry(user, kind, now))
    return { recoveryCodes: await replaceRecoveryCodes(trx, user.accountId) }
  })
}
