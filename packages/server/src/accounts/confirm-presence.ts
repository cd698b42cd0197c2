import { Problem } from '@coldkeep/contract/problem'
import { minutes } from '@coldkeep/domain/time/instant'
import { countAttempt, forgiveAttempts, ownCount } from '../access/limit-attempts'
import type { SignedIn } from '../access/signed-in'
import type { Basics } from '../calls/context'
import { verifyPassword } from './password'
import { selectPasswordHash } from './profile-queries'

/** Who signed in with a password that somebody else gave has just typed it. */
const FRESH_MS = minutes(10)

interface Asked extends Basics {
  readonly user: SignedIn
}

/**
 * Lets pass who gives the present password, and who has to change one that was only lent a moment after signing in with
 * it. Wrong ones are counted for this sign-in alone: what strangers try at the front door shuts nobody out in here.
 * @throws Problem `account.current_required`, `account.current_wrong`, `session.too_many_attempts`
 */
export async function confirmPresence(
  { db, clock, user }: Asked,
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
