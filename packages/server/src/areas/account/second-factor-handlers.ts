import { Problem } from '@coldkeep/contract/problem'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { FastifyRequest } from 'fastify'
import { addAudit } from '../../audit/add-audit'
import type { Db } from '../../db/connect'
import type { Handlers } from '../../http/bind-call'
import type { SignedIn } from '../../http/context'
import { countAttempt, forgiveAttempts, networkOf } from '../session/limit-attempts'
import { ownEntry } from './audit-entry'
import { confirmPresence } from './confirm-presence'
import {
  beginSecondFactor,
  confirmSecondFactor,
  deleteSecondFactor,
  hasSecondFactor,
  replaceRecoveryCodes,
  selectSecondFactor,
  takeCode,
} from './second-factor'
import { describeSecret } from './time-code'

type SecondFactorCall =
  | 'getSecondFactor'
  | 'beginSecondFactor'
  | 'confirmSecondFactor'
  | 'renewRecoveryCodes'
  | 'endSecondFactor'

export const secondFactorHandlers = {
  getSecondFactor: async ({ db, user }) => {
    const { since, recoveryCodesLeft } = await selectSecondFactor(db, user.accountId)
    return { since, recovery_codes_left: recoveryCodesLeft }
  },

  beginSecondFactor: async (context) => {
    const { db, user, body, site, clock } = context
    await confirmPresence(context, body.current)
    const secret = await db.transaction().execute(async (trx) => {
      const made = await beginSecondFactor(trx, user.accountId)
      if (made === null) throw new Problem('account.second_factor_on')
      await addAudit(trx, { ...ownEntry(user, 'account.second_factor_on', clock.now()), outcome: 'begun' })
      return made
    })
    return describeSecret(secret, { site: site.title, login: user.login })
  },

  confirmSecondFactor: async ({ db, user, body, clock, request }) => {
    const now = clock.now()
    return withAttempt({ db, user, request, now }, (trx) =>
      confirmSecondFactor(trx, user.accountId, body.code, now),
    ).then(() => newCodes(db, user, 'account.second_factor_on', now))
  },

  renewRecoveryCodes: async ({ db, user, body, clock, request }) => {
    const now = clock.now()
    await requireSecondFactor(db, user)
    await withAttempt({ db, user, request, now }, (trx) => takeCode(trx, user.accountId, body.code, now))
    return newCodes(db, user, 'account.recovery_codes', now)
  },

  endSecondFactor: async ({ db, user, body, clock, request }) => {
    const now = clock.now()
    await requireSecondFactor(db, user)
    await withAttempt({ db, user, request, now }, (trx) => takeCode(trx, user.accountId, body.code, now))
    await db.transaction().execute(async (trx) => {
      await deleteSecondFactor(trx, user.accountId)
      await addAudit(trx, ownEntry(user, 'account.second_factor_off', now))
    })
    return {}
  },
} satisfies Pick<Handlers, SecondFactorCall>

/** Codes are guessed here no more often than at the sign-in. */
async function withAttempt(
  { db, user, request, now }: { db: Db; user: SignedIn; request: FastifyRequest; now: EpochMs },
  isRight: (db: Db) => Promise<boolean>,
): Promise<void> {
  const attempt = { login: user.login, address: networkOf(request.ip) }
  await countAttempt(db, attempt, now)
  if (!(await isRight(db))) throw new Problem('account.code_wrong', {}, { code: 'format' })
  await forgiveAttempts(db, attempt)
}

async function requireSecondFactor(db: Db, user: SignedIn): Promise<void> {
  if (!(await hasSecondFactor(db, user.accountId))) throw new Problem('account.second_factor_off')
}

async function newCodes(db: Db, user: SignedIn, kind: string, now: EpochMs) {
  return db.transaction().execute(async (trx) => {
    await addAudit(trx, ownEntry(user, kind, now))
    return { recovery_codes: await replaceRecoveryCodes(trx, user.accountId) }
  })
}
