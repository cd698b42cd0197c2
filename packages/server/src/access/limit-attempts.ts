import { isIPv6 } from 'node:net'
import { Problem } from '@coldkeep/contract/problem'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import {
  type Attempt,
  deleteAttempt,
  deleteAttemptsBefore,
  deleteAttemptsOf,
  insertAttempt,
  selectAttemptTimes,
} from './attempt-queries'

const WINDOW_MS = minutes(15)
export const MAX_FAILURES_PER_ACCOUNT = 10
/** A whole office may sit behind one address. */
export const MAX_FAILURES_PER_ADDRESS = 50

/**
 * Counts an attempt to sign in as failed before it is judged, so that many at once cannot slip through together.
 * @throws Problem `session.too_many_attempts` with the minutes to wait; such an attempt is not counted.
 */
export async function countAttempt(db: Db, attempt: Attempt, now: EpochMs): Promise<void> {
  await deleteAttemptsBefore(db, later(now, -WINDOW_MS))
  const id = await insertAttempt(db, attempt, now)
  const retryAt = Math.max(
    retryTime(await selectAttemptTimes(db, 'login', attempt.login), MAX_FAILURES_PER_ACCOUNT, WINDOW_MS),
    retryTime(await selectAttemptTimes(db, 'address', attempt.address), MAX_FAILURES_PER_ADDRESS, WINDOW_MS),
  )
  if (retryAt === 0) return
  await deleteAttempt(db, id)
  throw new Problem('session.too_many_attempts', {
    minutes: Math.max(1, Math.ceil((retryAt - now) / minutes(1))),
  })
}

/** What was right forgives the failures before it that were counted the same way. */
export async function forgiveAttempts(db: Db, attempt: Attempt): Promise<void> {
  await deleteAttemptsOf(db, attempt)
}

/** The key of a count that belongs to neither an account nor an address: no login contains the colon. */
export function ownCount(of: `${string}:${string}`): Attempt {
  return { login: of, address: of }
}

/**
 * When one more attempt is allowed again; 0 while it is.
 * @param times oldest first, the attempt in question among them
 * @param most that are allowed within the window
 */
export function retryTime(times: readonly EpochMs[], most: number, windowMs: number): number {
  if (times.length <= most) return 0
  const oldestThatMustPass = times[times.length - most - 1]
  return oldestThatMustPass === undefined ? 0 : oldestThatMustPass + windowMs
}

/** What counts as one address: an IPv4 address, or the /64 network that one IPv6 customer is given. */
export function networkOf(address: string | undefined): string {
  // a caller that has disconnected has none, whatever the type of a request says
  if (address === undefined) return ''
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice('::ffff:'.length)
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':').filter(Boolean)]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
