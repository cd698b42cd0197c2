import { isSignInNeeded } from '../api/send'
import { currentSession, endSession, freshToken } from './session'

class OtherAccount extends Error {}

/** The account that is signed in and may do more than set up a second factor. */
export function signedInAccount(): string | null {
  const payload = currentSession()?.payload
  return payload === undefined || payload.lacksFactor ? null : payload.userId
}

/** True where somebody else is signed in by now, or no one is. */
export function isOther(error: unknown): boolean {
  return error instanceof OtherAccount
}

/**
 * Makes a call as one account and as no other: who signs in while it waits for a token is not that one.
 * @throws CallProblem; what {@link isOther} knows
 */
export async function asAccount<Got>(
  account: string,
  make: (headers: Record<string, string>) => Promise<Got>,
): Promise<Got> {
  const first = await tokenOf(account, null)
  try {
    return await make(bearer(first))
  } catch (error) {
    if (!isSignInNeeded(error)) throw error
    const renewed = await tokenOf(account, first)
    if (renewed !== null) return make(bearer(renewed))
    endSession('ended')
    throw error
  }
}

async function tokenOf(account: string, refused: string | null): Promise<string | null> {
  if (signedInAccount() !== account) throw new OtherAccount()
  const token = await freshToken(refused)
  if (signedInAccount() !== account) throw new OtherAccount()
  return token
}

function bearer(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}
