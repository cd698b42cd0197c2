import type { Answer, Call } from '@coldkeep/contract/call'
import { CallProblem } from './call-problem'
import { theCaller } from './caller'
import { type CallInput, exchange } from './transport'

/** @throws CallProblem */
export function send<C extends Call>(call: C, input: CallInput<C>, signal?: AbortSignal): Promise<Answer<C>> {
  return asSignedIn((headers) => exchange(call, input, { headers, signal }), signal)
}

/**
 * Makes a call while the page is on its way out: with the token at hand, and without anyone who hears how it ended.
 */
export function sendAtLast<C extends Call>(call: C, input: CallInput<C>): void {
  const headers = bearer(theCaller().token())
  exchange(call, input, { headers, keepalive: true }).catch(() => {})
}

type Exchange<Content> = (headers: Record<string, string>) => Promise<Content>

/**
 * Makes a call as the signed-in user. A token that is about to end is renewed first; a refused one is renewed once
 * and the call repeated; after that the session has ended and the reader is asked to sign in. A service that has its hands
 * full is called again when it says.
 * @throws CallProblem
 */
export async function asSignedIn<Content>(make: Exchange<Content>, signal?: AbortSignal): Promise<Content> {
  try {
    return await makeOnce(make)
  } catch (error) {
    if (!(error instanceof CallProblem) || error.retryAfterSeconds === null) throw error
    // seldom needed, so the sign-in page does not carry it
    const { whenFree } = await import('./when-free')
    return whenFree(() => makeOnce(make), error, signal)
  }
}

async function makeOnce<Content>(make: Exchange<Content>): Promise<Content> {
  const caller = theCaller()
  const token = await caller.freshToken()
  try {
    return await make(bearer(token))
  } catch (error) {
    if (isFactorRequired(error) && !caller.lacksFactor()) await caller.freshToken(caller.token())
    if (!isSignInNeeded(error)) throw error
    const renewed = await caller.freshToken(caller.token())
    if (renewed === null) {
      caller.signInEnded()
      throw error
    }
    return make(bearer(renewed))
  }
}

/** True when the refusal means: sign in. */
export function isSignInNeeded(error: unknown): boolean {
  return error instanceof CallProblem && error.status === 401
}

/**
 * True when the refusal means: set up a second factor. The next token carries that, and the shell leads
 * there.
 */
export function isFactorRequired(error: unknown): boolean {
  return error instanceof CallProblem && error.code === 'session.factor_asked'
}

function bearer(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}
