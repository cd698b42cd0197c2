import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { type Credential, lockTicket, updateSecret, updateTicket } from './credential-queries'

export interface Ticket {
  readonly token: string
  readonly expiresAt: EpochMs
}

const SECRET_BYTES = 32
const BOTH_HOLD_MS = hours(24)
/** As long as its command may take to arrive. */
const TICKET_LIFE_MS = minutes(10)
const NO_SECRET = new Uint8Array(32)

/** 256 random bits in base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** What is kept of a secret. The secret is random, so a fast hash is enough. */
export function hashSecret(secret: string | Uint8Array): Uint8Array {
  return createHash('sha256').update(secret).digest()
}

/** Judges a hash in the same time whatever it is, also where there is no credential. */
export function holds(credential: Credential | null, givenHash: Uint8Array, now: EpochMs): boolean {
  const isPresent = timingSafeEqual(givenHash, credential?.secretHash ?? NO_SECRET)
  const isOld = timingSafeEqual(givenHash, credential?.oldSecretHash ?? NO_SECRET)
  if (credential === null) return false
  return isPresent || (isOld && credential.oldSecretUntil !== null && now < credential.oldSecretUntil)
}

/**
 * Makes the token with which a terminal may fetch its next secret, once. It goes into the command to do so;
 * an older one ends.
 */
export async function newCredential(db: Db, terminal: TerminalId, now: EpochMs): Promise<Ticket> {
  const token = newSecret()
  const expiresAt = later(now, TICKET_LIFE_MS)
  await updateTicket(db, terminal, { ticketHash: hashSecret(token), ticketUntil: expiresAt })
  return { token, expiresAt }
}

export interface TicketUse {
  readonly terminal: string
  readonly token: string
  /** The one that the terminal uses now: it stays the old one, whatever was handed out and never arrived. */
  readonly secret: string
}

/**
 * Spends a token for a new secret.
 * @returns `null` where the terminal, the token or the present secret is not right, or the terminal is disabled
 */
export async function exchangeTicket(
  db: Db,
  { terminal, token, secret }: TicketUse,
  now: EpochMs,
): Promise<{ readonly secret: string; readonly oldUntil: EpochMs } | null> {
  const row = await lockTicket(db, terminal as TerminalId)
  const current = hashSecret(secret)
  const isTicket = timingSafeEqual(hashSecret(token), row?.ticketHash ?? NO_SECRET)
  const isSecret = holds(row ?? null, current, now)
  if (row === undefined || row.ticketUntil === null || now >= row.ticketUntil) return null
  if (!isTicket || !isSecret || !row.isEnabled) return null
  const next = newSecret()
  const oldUntil = later(now, BOTH_HOLD_MS)
  await updateSecret(db, terminal as TerminalId, {
    secretHash: hashSecret(next),
    oldSecretHash: current,
    oldSecretUntil: oldUntil,
    credentialChangedAt: now,
  })
  return { secret: next, oldUntil }
}
