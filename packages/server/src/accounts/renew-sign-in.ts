import { timingSafeEqual } from 'node:crypto'
import { epochMs } from '@coldkeep/domain/time/instant'
import type { Basics } from '../calls/context'
import type { ServerKeys } from '../db/server-keys'
import {
  type BroughtTicket,
  hashRenewalSecret,
  LONGEST_SIGN_IN_MS,
  PREDECESSOR_LIFE_MS,
  type RenewalTicket,
  SIGN_IN_LIFE_MS,
  successorOf,
} from './renewal'
import { deleteSignIn, replaceSecret, selectSignIn } from './sign-in-queries'

/**
 * Exchanges a ticket for its successor. A second request within 30 s, as from parallel tabs, gets the same
 * one. Any other use of a predecessor shows that two clients hold the sign-in, one of them a copy, and they
 * cannot be told apart: it ends the sign-in for both.
 * @returns `null` when the ticket is not valid (any more).
 */
export async function exchangeTicket(
  { db, clock, keys }: Basics & { readonly keys: Pick<ServerKeys, 'renewal'> },
  ticket: BroughtTicket,
): Promise<RenewalTicket | null> {
  const now = clock.now()
  const signIn = await selectSignIn(db, ticket.signInId)
  if (signIn === null || signIn.expiresAt <= now) return null
  const generation = generationOf(ticket, signIn)
  if (generation === 'unknown') return null
  const isLate = generation === 'previous' && now - signIn.renewedAt > PREDECESSOR_LIFE_MS
  if (generation === 'older' || isLate) {
    await deleteSignIn(db, ticket.signInId)
    return null
  }
  const successor = successorOf(ticket.secret, keys.renewal)
  if (generation === 'present') {
    await replaceSecret(db, {
      signInId: ticket.signInId,
      fromHash: signIn.secretHash,
      toHash: hashRenewalSecret(successor),
      now,
      expiresAt: epochMs(Math.min(now + SIGN_IN_LIFE_MS, signIn.createdAt + LONGEST_SIGN_IN_MS)),
    })
  }
  return { signInId: ticket.signInId, secret: successor }
}

/** Which secret of a sign-in this is: the one that holds, the one before, one before that, or none that was given out. */
export function generationOf(
  { secret, isMarked }: BroughtTicket,
  signIn: { readonly secretHash: Uint8Array; readonly previousSecretHash: Uint8Array | null },
): 'present' | 'previous' | 'older' | 'unknown' {
  const hash = hashRenewalSecret(secret)
  if (timingSafeEqual(hash, signIn.secretHash)) return 'present'
  const { previousSecretHash } = signIn
  if (previousSecretHash !== null && timingSafeEqual(hash, previousSecretHash)) return 'previous'
  return isMarked ? 'older' : 'unknown'
}
