import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { SignInId } from '@coldkeep/domain/ids'
import { days, seconds } from '@coldkeep/domain/time/instant'
import type { Client } from '../calls/client'

/** A sign-in that is not renewed for this long has ended. */
export const SIGN_IN_LIFE_MS = days(14)
/** However often it is renewed. */
export const LONGEST_SIGN_IN_MS = days(30)
/** Tabs that renew at the same moment hold the same secret; the second one comes with the predecessor. */
export const PREDECESSOR_LIFE_MS = seconds(30)

const COOKIE = 'coldkeep_renewal'
/** No other call ever sees a cookie of signing in, where its name does not ask for the whole host. */
const COOKIE_PATH = '/api/v2/auth'

/** What the renewal cookie carries: a sign-in and its present secret. */
export interface RenewalTicket {
  readonly signInId: SignInId
  readonly secret: Uint8Array
}

export interface BroughtTicket extends RenewalTicket {
  /** This server once issued it: its mark is valid. */
  readonly isMarked: boolean
}

export function newRenewalSecret(): Uint8Array {
  return randomBytes(32)
}

/**
 * The secret that replaces this one: the same for a repeated request, and not to be guessed without our key.
 */
export function successorOf(secret: Uint8Array, key: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(secret).digest()
}

/** What the database keeps of a secret. The secret is random, so a fast hash is enough. */
export function hashRenewalSecret(secret: Uint8Array): Uint8Array {
  return createHash('sha256').update(secret).digest()
}

/**
 * The ticket in the cookie of a request. `null` where there is none, and for a request from a page of another
 * site: a browser always sends the origin of a POST.
 */
export function renewalTicketOf(client: Client, key: Uint8Array): BroughtTicket | null {
  if (isFromElsewhere(client)) return null
  const parts = /^(\d{1,15})\.([\w-]{43})(?:\.([\w-]{43}))?$/.exec(
    client.cookies.get(cookieOf(COOKIE, client).name) ?? '',
  )
  const [id, secret, mark = ''] = parts?.slice(1) ?? []
  if (id === undefined || secret === undefined) return null
  const ticket = { signInId: Number(id) as SignInId, secret: Buffer.from(secret, 'base64url') }
  return { ...ticket, isMarked: markOf(ticket, key).equals(Buffer.from(mark, 'base64url')) }
}

export function setRenewalCookie(client: Client, ticket: RenewalTicket, key: Uint8Array): void {
  const { name, scope } = cookieOf(COOKIE, client)
  const [secret, mark] = [Buffer.from(ticket.secret), markOf(ticket, key)].map((bytes) =>
    bytes.toString('base64url'),
  )
  client.cookies.set(name, `${ticket.signInId}.${secret}.${mark}`, {
    ...scope,
    maxAge: SIGN_IN_LIFE_MS / 1000,
  })
}

/** Shows of a secret of any age that it was one of this sign-in, so that none of them has to be kept. */
function markOf({ signInId, secret }: RenewalTicket, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`ticket:${signInId}:`).update(secret).digest()
}

export function clearRenewalCookie(client: Client): void {
  const { name, scope } = cookieOf(COOKIE, client)
  client.cookies.clear(name, scope)
}

/**
 * How a cookie of signing in is called and kept. Over TLS its prefix has browsers refuse it from other hosts and in the
 * open; that prefix takes the path of the whole host.
 */
export function cookieOf(plainName: string, { protocol }: Pick<Client, 'protocol'>) {
  const secure = protocol === 'https'
  const scope = { path: secure ? '/' : COOKIE_PATH, httpOnly: true, sameSite: 'strict', secure } as const
  return { name: secure ? `__Host-${plainName}` : plainName, scope }
}

/** It came from a page of another site; programs send no origin. */
export function isFromElsewhere({ origin, host }: Client): boolean {
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)
}
