import type { Answer, Call } from '@coldkeep/contract/call'
import { currentToken, endSession, freshToken } from '../app/session'
import { CallProblem } from './call-problem'
import { type CallInput, exchange } from './transport'

/**
 * Makes a call as the signed-in user. A token that is about to end is renewed first; a refused one is renewed once
 * and the call repeated; after that the session has ended and the reader is asked to sign in.
 * @throws CallProblem
 */
export async function send<C extends Call>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<Answer<C>> {
  const token = await freshToken()
  try {
    return await exchange(call, input, { headers: bearer(token), signal })
  } catch (error) {
    if (!isSignInNeeded(error)) throw error
    const renewed = await freshToken(currentToken())
    if (renewed === null) {
      endSession('ended')
      throw error
    }
    return exchange(call, input, { headers: bearer(renewed), signal })
  }
}

/** True when the refusal means: sign in. */
export function isSignInNeeded(error: unknown): boolean {
  return error instanceof CallProblem && error.status === 401
}

function bearer(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}
