import { renewSignIn, type TokenPayload, tokenPayload } from '@coldkeep/contract/areas/session'
import type { Call } from '@coldkeep/contract/call'
import { decodeWire } from '@coldkeep/contract/wire/dialect'
import { isAlwaysInMenu } from '@coldkeep/domain/access/page-key'
import { CallProblem } from '../api/call-problem'
import { exchange } from '../api/transport'
import { makeStore } from '../kit/store'

const STORAGE_KEY = 'coldkeep.session'
/** A token with less than this to live is renewed before it is used. */
const RENEW_BEFORE_MS = 120_000

export interface Session {
  readonly token: string
  readonly name: string
  readonly payload: TokenPayload
}

/** Why the sign-in page is shown. */
export type SessionEnd = 'ended' | 'signedOut'

const session = makeStore(read())
let lastEnd: SessionEnd | null = null
let renewing: Promise<string | null> | null = null

export const currentSession = session.get
export const useSession = session.use
/** @returns what ends it */
export const followSession = session.subscribe

export function currentToken(): string | null {
  return session.get()?.token ?? null
}

export function lastSessionEnd(): SessionEnd | null {
  return lastEnd
}

/** Keeps a sign-in in this browser; all its windows follow. */
export function beginSession(answer: { token: string; user: { name: string } }): void {
  const begun = sessionOf(answer.token, answer.user.name)
  if (begun === null) throw new Error('The service sent a token without a payload')
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ token: answer.token, user: answer.user }))
  lastEnd = null
  session.set(begun)
}

/** The account goes by another name from now on. */
export function renameSession(name: string): void {
  const current = session.get()
  if (current !== null && current.name !== name) beginSession({ token: current.token, user: { name } })
}

/** Ends the sign-in in this browser; what is refused after that does not change why it ended. */
export function endSession(why: SessionEnd): void {
  if (session.get() === null) return
  localStorage.removeItem(STORAGE_KEY)
  lastEnd = why
  session.set(null)
}

/**
 * A token that will still be good when the call arrives, or `null` when there is none to be had.
 * @param refused a token that the service has just refused; it is renewed even if it looks good
 */
export async function freshToken(refused: string | null = null): Promise<string | null> {
  const current = session.get()
  if (current === null) return null
  const leftMs = current.payload.exp * 1000 - Date.now()
  if (current.token !== refused && leftMs > RENEW_BEFORE_MS) return current.token
  renewing ??= renew().finally(() => {
    renewing = null
  })
  const renewed = await renewing.catch((error: unknown) => {
    // no answer, or a busy service: what is at hand may still be good
    if (refused === null && leftMs > 0) return null
    throw error
  })
  return renewed ?? (refused === null && leftMs > 0 ? currentToken() : null)
}

async function renew(): Promise<string | null> {
  try {
    const answer = await exchange(renewSignIn, {})
    // signed out while the service answered
    if (session.get() === null) return null
    beginSession(answer)
    return answer.token
  } catch (error) {
    if (error instanceof CallProblem && (error.status === 401 || error.status === 403)) return null
    throw error
  }
}

/**
 * True when the account was granted a page that opens the call, as far as the console can tell; the pages that are
 * in every menu let everyone read.
 */
export function mayCall({ access, method }: Pick<Call, 'access' | 'method'>, of: Session | null): boolean {
  if (typeof access === 'string') return true
  const granted = of?.payload.pageGrants ?? []
  return access.some((key) => granted.includes(key) || (method === 'GET' && isAlwaysInMenu(key)))
}

/** True when a permission lets the account write to some equipment; to which is the service's decision. */
export function writesEquipment(of: Session | null): boolean {
  return (of?.payload.equipmentWrites.length ?? 0) > 0
}

/** The pages in the menu, according to the token; the service decides again on each call. */
export function grantedPages(of: Session | null): Readonly<Record<string, boolean>> {
  return of?.payload.pageAuth ?? {}
}

function read(): Session | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('token' in kept) || typeof kept.token !== 'string')
      return null
    const user = 'user' in kept && typeof kept.user === 'object' ? kept.user : null
    const name = user !== null && 'name' in user && typeof user.name === 'string' ? user.name : ''
    return sessionOf(kept.token, name)
  } catch {
    return null
  }
}

function sessionOf(token: string, name: string): Session | null {
  try {
    const part = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
    const bytes = Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0))
    const payload = decodeWire(tokenPayload, JSON.parse(new TextDecoder().decode(bytes)))
    return { token, name, payload }
  } catch {
    return null
  }
}

/** Signing in or out in one window applies to all of them. */
export function followOtherWindows(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY) session.set(read())
  })
}
