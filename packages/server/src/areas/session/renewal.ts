import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { SignInId } from '@coldkeep/domain/ids'
import { days, seconds } from '@coldkeep/domain/time/instant'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A sign-in that is not renewed for this long has ended. */
export const SIGN_IN_LIFE_MS = days(14)
/** Tabs that renew at the same moment hold the same secret; the second one comes with the predecessor. */
export const PREDECESSOR_LIFE_MS = seconds(30)

const COOKIE = 'coldkeep_renewal'
/** Of both cookies of signing in: no other call ever sees them. */
const COOKIE_PATH = '/api/v2/auth'

/** What the renewal cookie carries: a sign-in and its present secret. */
export interface RenewalTicket {
  readonly signInId: SignInId
  readonly secret: Uint8Array
}

export function newRenewalSecret(): Uint8Array {
  return randomBytes(32)
}

/** The secret that replaces this one: the same for whoever asks twice, and not to be guessed without our key. */
export function successorOf(secret: Uint8Array, key: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(secret).digest()
}

/** What the database keeps of a secret. The secret is random, so a fast hash is enough. */
export function hashRenewalSecret(secret: Uint8Array): Uint8Array {
  return createHash('sha256').update(secret).digest()
}

/**
 * The ticket in the cookie of a request. `null` where there is none, and for a request that a page of another
 * site sent: a browser always tells the origin of a POST.
 */
export function renewalTicketOf(request: FastifyRequest): RenewalTicket | null {
  if (isFromElsewhere(request)) return null
  const [id, secret] = /^(\d{1,15})\.([\w-]{43})$/.exec(request.cookies[COOKIE] ?? '')?.slice(1) ?? []
  if (id === undefined || secret === undefined) return null
  return { signInId: Number(id) as SignInId, secret: Buffer.from(secret, 'base64url') }
}

export function setRenewalCookie(reply: FastifyReply, ticket: RenewalTicket): void {
  reply.setCookie(COOKIE, `${ticket.signInId}.${Buffer.from(ticket.secret).toString('base64url')}`, {
    ...cookieScope(reply),
    maxAge: SIGN_IN_LIFE_MS / 1000,
  })
}

export function clearRenewalCookie(reply: FastifyReply): void {
  reply.clearCookie(COOKIE, cookieScope(reply))
}

export function cookieScope(reply: FastifyReply) {
  return {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: reply.request.protocol === 'https',
  } as const
}

/** A page of another site sent it; programs tell no origin. */
export function isFromElsewhere({ headers: { origin }, host }: FastifyRequest): boolean {
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)
}
