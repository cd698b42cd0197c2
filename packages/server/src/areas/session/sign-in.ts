import { Problem } from '@coldkeep/contract/problem'
import { later } from '@coldkeep/domain/time/instant'
import type { Resources } from '../../http/context'
import type { Credentials } from './basic-credentials'
import { countAttempt, forgiveAttempts } from './limit-attempts'
import { verifyPassword } from './password'
import { deleteExpiredSignIns, insertSignIn, type KnownAccount, selectAccountByLogin } from './queries'
import { hashRenewalSecret, newRenewalSecret, type RenewalTicket, SIGN_IN_LIFE_MS } from './renewal'

/** Failures of all unreadable or overlong account names are counted together under this one. */
const NO_ACCOUNT = ''
const MAX_LOGIN_LENGTH = 200

/**
 * The account that these credentials belong to.
 * @throws Problem `session.wrong_credentials`, the same for an unknown account and for a wrong password;
 * `session.too_many_attempts`; `session.account_disabled`, told only to who knows the password.
 */
export async function checkCredentials(
  { db, clock }: Resources,
  credentials: Credentials | null,
  network: string,
): Promise<KnownAccount> {
  const isReadable = credentials !== null && credentials.login.length <= MAX_LOGIN_LENGTH
  const attempt = { login: isReadable ? credentials.login : NO_ACCOUNT, address: network }
  await countAttempt(db, attempt, clock.now())
  const account = isReadable ? await selectAccountByLogin(db, credentials.login) : null
  const isRight = await verifyPassword(credentials?.password ?? '', account?.passwordHash ?? null)
  if (account === null || !isRight) throw new Problem('session.wrong_credentials')
  if (!account.isEnabled) throw new Problem('session.account_disabled')
  await forgiveAttempts(db, attempt)
  return account
}

/** Begins a sign-in; what comes back goes into the renewal cookie. */
export async function startSignIn(
  { db, clock }: Resources,
  account: KnownAccount,
  from: { readonly address: string; readonly browser: string },
): Promise<RenewalTicket> {
  const now = clock.now()
  const secret = newRenewalSecret()
  await deleteExpiredSignIns(db, now)
  const signInId = await insertSignIn(db, {
    accountId: account.accountId,
    secretHash: hashRenewalSecret(secret),
    now,
    expiresAt: later(now, SIGN_IN_LIFE_MS),
    ...from,
  })
  return { signInId, secret }
}
