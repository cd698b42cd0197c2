import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { countAttempt, forgiveAttempts, ownCount } from '../access/limit-attempts'
import type { Db } from '../db/connect'
import { takeCode } from './second-factor'

/**
 * Limits the attempts with one-time codes and recovery codes. Wrong ones of an account are counted together
 * wherever they are entered, and apart from passwords: only a right code resets them.
 * @param browser a known one has a count of its own
 * @throws Problem `session.too_many_attempts`
 */
export async function tryCode(
  db: Db,
  { accountId, browser = null }: { readonly accountId: AccountId; readonly browser?: string | null },
  now: EpochMs,
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const count = ownCount(browser === null ? `code:${accountId}` : `code:${accountId}:${browser}`)
  await countAttempt(db, count, now)
  if (!(await isRight())) return false
  await forgiveAttempts(db, count)
  return true
}

/** Takes a code of an account, within that limit. */
export function tryToTakeCode(
  db: Db,
  of: Parameters<typeof tryCode>[1],
  code: string,
  now: EpochMs,
): Promise<boolean> {
  return tryCode(db, of, now, () => takeCode(db, of.accountId, code, now))
}
