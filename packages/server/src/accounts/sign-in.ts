import { Problem } from '@coldkeep/contract/problem'
import type { SignInId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import type { Credentials } from '../access/basic-credentials'
import { countAttempt, forgiveAttempts, ownCount } from '../access/limit-attempts'
import { addAudit } from '../audit/add-audit'
import type { Client } from '../calls/client'
import type { Basics } from '../calls/context'
import type { Db } from '../db/connect'
import { tryToTakeCode } from './count-codes'
import { verifyPassword } from './password'
import { hashRenewalSecret, newRenewalSecret, type RenewalTicket, SIGN_IN_LIFE_MS } from './renewal'
import { hasSecondFactor } from './second-factor-queries'
import {
  deleteExpiredSignIns,
  deleteSignIn,
  insertSignIn,
  type KnownAccount,
  selectAccountByLogin,
} from './sign-in-queries'

/** Failures of all unreadable or overlong account names are counted together under this one. */
const NO_ACCOUNT = ''
const MAX_LOGIN_LENGTH = 200
/** A temporary password that is not used expires after this time. */
const TEMPORARY_LIFE_MS = days(7)

interface SignInAttempt {
  readonly network: string
  /** A known one, in which the account was signed in to before. */
  readonly browser: string | null
  readonly code: string | undefined
}

/**
 * The account that these credentials belong to.
 * @throws Problem `session.wrong_credentials`, the same for an unknown account and for a wrong password;
 * `session.too_many_attempts`; only with the right password: `session.account_disabled`,
 * `session.password_ended`, `session.code_required`, `session.wrong_code`.
 */
export async function checkCredentials(
  { db, clock }: Basics,
  credentials: Credentials | null,
  { network, browser, code }: SignInAttempt,
): Promise<KnownAccount> {
  const isReadable = credentials !== null && credentials.login.length <= MAX_LOGIN_LENGTH
  const login = isReadable ? credentials.login : NO_ACCOUNT
  const attempt = browser === null ? { login, address: network } : ownCount(`browser:${browser}`)
  await countAttempt(db, attempt, clock.now())
  const account = isReadable ? await selectAccountByLogin(db, credentials.login) : null
  const isRight = await verifyPassword(credentials?.password ?? '', account?.passwordHash ?? null)
  if (account === null || !isRight) throw new Problem('session.wrong_credentials')
  if (!account.isEnabled) throw new Problem('session.account_disabled')
  if (account.mustChangePassword && clock.now() - account.passwordChangedAt > TEMPORARY_LIFE_MS) {
    throw new Problem('session.password_ended')
  }
  await checkSecondFactor(db, { accountId: account.accountId, browser }, code, clock.now())
  await forgiveAttempts(db, attempt)
  return account
}

async function checkSecondFactor(
  db: Db,
  of: { readonly accountId: KnownAccount['accountId']; readonly browser: string | null },
  code: string | undefined,
  now: EpochMs,
): Promise<void> {
  if (!(await hasSecondFactor(db, of.accountId))) return
  if (code === undefined) throw new Problem('session.code_required')
  if (!(await tryToTakeCode(db, of, code, now))) throw new Problem('session.wrong_code')
}

/** The place of a sign-in, for its owner to recognise. */
export function browserOf({ address, userAgent = '' }: Client) {
  return { address, browser: userAgent.slice(0, 400) }
}

/** Begins a sign-in; what comes back goes into the renewal cookie. */
export async function startSignIn(
  { db, clock }: Basics,
  account: KnownAccount,
  from: ReturnType<typeof browserOf>,
  issuer: string | null = null,
): Promise<RenewalTicket> {
  const now = clock.now()
  const secret = newRenewalSecret()
  await deleteExpiredSignIns(db, now)
  const { accountId, name } = account
  const signInId = await db.transaction().execute(async (trx) => {
    const by = { accountId, name }
    const detail = issuer === null ? from : { ...from, provider: issuer }
    const entry = { at: now, by, storeId: null, kind: 'session.begin', subject: name, detail }
    await addAudit(trx, { ...entry, outcome: 'done' })
    return insertSignIn(trx, {
      accountId,
      secretHash: hashRenewalSecret(secret),
      now,
      expiresAt: later(now, SIGN_IN_LIFE_MS),
      ...from,
      issuer,
    })
  })
  return { signInId, secret }
}

/** Ends a sign-in at its owner's request. */
export async function endSignIn(
  db: Db,
  { signInId, account }: { readonly signInId: SignInId; readonly account: KnownAccount },
  now: EpochMs,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await deleteSignIn(trx, signInId)
    const { accountId, name } = account
    const entry = { at: now, by: { accountId, name }, storeId: null, kind: 'session.end', subject: name }
    await addAudit(trx, { ...entry, outcome: 'done' })
  })
}
