import { renewSignIn, type TokenPayload, tokenPayload } from '@coldkeep/contract/areas/session'
import type { Call } from '@coldkeep/contract/call'
import { useSyncExternalStore } from 'react'
import { CallProblem } from '../api/call-problem'
import { exchange } from '../api/transport'

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

let session: Session | null = read()
let lastEnd: SessionEnd | null = null
let renewing: Promise<string | null> | null = null
const listeners = new Set<() => void>()

export function currentSession(): Session | null {
  return session
}

export function currentToken(): string | null {
  return session?.token ?? null
}

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession)
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
  change(begun)
}

/** The account goes by another name from now on. */
export function renameSession(name: string): void {
  if (session !== null && session.name !== name) beginSession({ token: session.token, user: { name } })
}

/** Ends the sign-in in this browser; what is refused after that does not change why it ended. */
export function endSession(why: SessionEnd): void {
  if (session === null) return
  localStorage.removeItem(STORAGE_KEY)
  lastEnd = why
  change(null)
}

/**
 * A token that will still be good when the call arrives, or `null` when there is none to be had.
 * @param refused a token that the service has just refused; it is renewed even if it looks good
 */
export async function freshToken(refused: string | null = null): Promise<string | null> {
  if (session === null) return null
  const leftMs = session.payload.exp * 1000 - Date.now()
  if (session.token !== refused && leftMs > RENEW_BEFORE_MS) return session.token
  renewing ??= renew().finally(() => {
    renewing = null
  })
  const renewed = await renewing
  return renewed ?? (refused === null && leftMs > 0 ? session.token : null)
}

async function renew(): Promise<string | null> {
  try {
    const answer = await exchange(renewSignIn, {})
    // signed out while the service answered
    if (session === null) return null
    beginSession(answer)
    return answer.token
  } catch (error) {
    if (error instanceof CallProblem) return null
    throw error
  }
}

/** True when the account was granted a page that opens the call, as far as the console knows. */
export function mayCall({ access }: Pick<Call, 'access'>, of: Session | null): boolean {
  const granted = grantedPages(of)
  return typeof access === 'string' || access.some((key) => granted[key] === true)
}

/** Which pages the account may open, as the token says; the service decides anew on each call. */
export function grantedPages(of: Session | null): Readonly<Record<string, boolean>> {
  return of?.payload.page_auth ?? {}
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
    const payload = tokenPayload.parse(JSON.parse(new TextDecoder().decode(bytes)))
    return { token, name, payload }
  } catch {
    return null
  }
}

function change(next: Session | null): void {
  session = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signing in or out in one window holds for all of them. */
export function followOtherWindows(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY) change(read())
  })
}
