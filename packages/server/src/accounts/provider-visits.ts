import { createHash, randomBytes } from 'node:crypto'
import type { SignInId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Client } from '../calls/client'
import type { Db } from '../db/connect'
import type { VisitSecrets } from './open-provider'
import { deleteEndedVisits, deleteVisit, insertVisit } from './provider-visit-queries'
import { cookieOf } from './renewal'

/** Time to type a password there, and a code. */
const VISIT_LIFE_MS = minutes(10)
const COOKIE = 'coldkeep_provider'
const SECRET_BYTES = 32

/**
 * The secret of a browser that goes to the provider. One that it has already is kept, so that several of its windows
 * can go at once.
 */
export function browserSecret(client: Client): string {
  const secret = browserSecretOf(client) ?? newSecret()
  const { name, scope } = cookieOf(COOKIE, client)
  client.cookies.set(name, secret, { ...scope, maxAge: VISIT_LIFE_MS / 1000 })
  return secret
}

export function browserSecretOf(client: Client): string | null {
  const secret = client.cookies.get(cookieOf(COOKIE, client).name) ?? ''
  return /^[\w-]{43}$/.test(secret) ? secret : null
}

/** On the way to the provider and back. */
export interface Visit extends VisitSecrets {
  /** The sign-in whose account is to be linked; `null`: it is a new sign-in. */
  readonly signInId: SignInId | null
}

export function newVisit(): VisitSecrets {
  return { state: newSecret(), nonce: newSecret(), codeVerifier: newSecret() }
}

/** A name that tells visits apart and may be stored. */
export function visitName({ state }: VisitSecrets): string {
  return Buffer.from(hashOf(state)).toString('hex')
}

/** Sends a browser on its way. */
export async function beginVisit(db: Db, visit: Visit, browser: string, now: EpochMs): Promise<void> {
  await deleteEndedVisits(db, now)
  await insertVisit(db, {
    stateHash: hashOf(visit.state),
    browserHash: hashOf(browser),
    nonce: visit.nonce,
    codeVerifier: visit.codeVerifier,
    signInId: visit.signInId,
    expiresAt: later(now, VISIT_LIFE_MS),
  })
}

/**
 * Takes a browser that comes back off its way, for good.
 * @returns `null` when it was not sent, has come back before or too late, or another one was sent
 */
export async function takeVisit(
  db: Db,
  { state, browser }: { readonly state: string; readonly browser: string },
  now: EpochMs,
): Promise<Visit | null> {
  const row = await deleteVisit(db, { stateHash: hashOf(state), browserHash: hashOf(browser) }, now)
  return row === undefined ? null : { state, ...row }
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

function hashOf(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest()
}
