import { timingSafeEqual } from 'node:crypto'
import { later } from '@coldkeep/domain/time/instant'
import type { Resources } from '../../http/context'
import { deleteSignIn, replaceSecret, selectSignIn } from './queries'
import {
  hashRenewalSecret,
  PREDECESSOR_LIFE_MS,
  type RenewalTicket,
  SIGN_IN_LIFE_MS,
  successorOf,
} from './renewal'

/**
 * Exchanges a ticket for its successor. Who asks twice within 30 s, as parallel tabs do, gets the same one.
 * A predecessor that comes later was copied: it ends the sign-in.
 * @returns `null` when the ticket is worth nothing (any more).
 */
export async function exchangeTicket(
  { db, clock, keys }: Resources,
  ticket: RenewalTicket,
): Promise<RenewalTicket | null> {
  const now = clock.now()
  const signIn = await selectSignIn(db, ticket.signInId)
  if (signIn === null || signIn.expiresAt <= now) return null
  const fromHash = hashRenewalSecret(ticket.secret)
  const successor = successorOf(ticket.secret, keys.renewal)
  if (timingSafeEqual(fromHash, signIn.secretHash)) {
    await replaceSecret(db, {
      signInId: ticket.signInId,
      fromHash,
      toHash: hashRenewalSecret(successor),
      now,
      expiresAt: later(now, SIGN_IN_LIFE_MS),
    })
    return { signInId: ticket.signInId, secret: successor }
  }
  const isPredecessor =
    signIn.previousSecretHash !== null && timingSafeEqual(fromHash, signIn.previousSecretHash)
  if (!isPredecessor) return null
  if (now - signIn.renewedAt > PREDECESSOR_LIFE_MS) {
    await deleteSignIn(db, ticket.signInId)
    return null
  }
  return { signInId: ticket.signInId, secret: successor }
}
