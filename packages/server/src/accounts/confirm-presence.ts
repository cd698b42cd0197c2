import { Problem } from '@coldkeep/contract/problem'
import { minutes } from '@coldkeep/domain/time/instant'
import { countAttempt, forgiveAttempts, ownCount } from '../access/limit-attempts'
import type { SignedIn } from '../access/signed-in'
import type { Basics } from '../calls/context'
import { verifyPassword } from './password'
import { selectPasswordHash } from './profile-queries'

/** An account that signed in with a temporary password has just typed it. */
const FRESH_MS = minutes(10)

interface PresenceCheck extends Basics {
  readonly user: SignedIn
}

/**
 * Admits a caller who gives the current password, and one who has to replace a temporary one just after
 * signing in with it. Wrong ones are counted for this sign-in alone: guesses at the sign-in page shut no one
 * out in here.
 * @throws Problem `account.current_required`, `account.current_wrong`, `session.too_many_attempts`
 */
export async function confirmPresence(
  { db, clock, user }: PresenceCheck,
  current: string | undefined,
): Promise<void> {
  const now = clock.now()
  if (current === undefined) {
    if (user.mustChangePassword && now - user.signedInAt <= FRESH_MS) return
    throw new Problem('account.current_required', {}, { current: 'missing' })
  }
  const attempt = ownCount(`sign-in:${user.signInId}`)
  await countAttempt(db, attempt, now)
  if (!(await verifyPassword(current.normalize('NFC'), await selectPasswordHash(db, user.accountId)))) {
    throw new Problem('account.current_wrong', {}, { current: 'format' })
  }
  await forgiveAttempts(db, attempt)
}
