import { Problem } from '@coldkeep/contract/problem'
import { minutes } from '@coldkeep/domain/time/instant'
import type { FastifyRequest } from 'fastify'
import type { Resources, SignedIn } from '../../http/context'
import { countAttempt, forgiveAttempts, networkOf } from '../session/limit-attempts'
import { verifyPassword } from '../session/password'
import { selectPasswordHash } from './queries'

/** Who signed in with the password no longer ago is taken to sit there still; the provider may not have asked for any. */
const FRESH_MS = minutes(10)

interface Asked extends Resources {
  readonly user: SignedIn
  readonly request: FastifyRequest
}

/**
 * Lets pass who signed in a moment ago or gives the present password; wrong ones count as attempts to sign in.
 * @throws Problem `account.current_required`, `account.current_wrong`, `session.too_many_attempts`
 */
export async function confirmPresence(
  { db, clock, user, request }: Asked,
  current: string | undefined,
): Promise<void> {
  const now = clock.now()
  if (current === undefined) {
    if (!user.isByProvider && now - user.signedInAt <= FRESH_MS) return
    throw new Problem('account.current_required', {}, { current: 'missing' })
  }
  const attempt = { login: user.login, address: networkOf(request.ip) }
  await countAttempt(db, attempt, now)
  if (!(await verifyPassword(current.normalize('NFC'), await selectPasswordHash(db, user.accountId)))) {
    throw new Problem('account.current_wrong', {}, { current: 'format' })
  }
  await forgiveAttempts(db, attempt)
}
