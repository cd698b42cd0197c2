import { Problem } from '@coldkeep/contract/problem'
import type { AccountId } from '@coldkeep/domain/ids'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { retryTime } from '../access/limit-attempts'
import type { Db } from '../db/connect'
import { LINK_LIFE_MS } from './mailed-links'
import { deleteMailings, deleteMailingsBefore, insertMailings, selectMailingTimes } from './mailing-queries'

/** A link lasts as long, so that no one is left without one. */
const WINDOW_MS = LINK_LIFE_MS
/** The mails that are counted, and the most of them in half an hour. More would only serve to annoy. */
const MOST = {
  /** To one mail address. */
  invitation_to: 3,
  /** By one account: an administrator may set up a whole region in one go. */
  invitation_by: 60,
  /** For one account, whether it exists or not. */
  password_of: 3,
  /** To one mail address, which several accounts may share. */
  password_to: 3,
} as const

export interface Mailing {
  readonly counted: keyof typeof MOST
  /** An address or an account. */
  readonly subject: string | AccountId
}

/**
 * Counts a mail before it is written, so that many at once cannot slip through together.
 * @throws Problem `mail.too_many` with the minutes to wait; such a mail is not counted
 */
export async function countMailing(db: Db, mailings: readonly Mailing[], now: EpochMs): Promise<void> {
  await deleteMailingsBefore(db, later(now, -WINDOW_MS))
  const counts = mailings.map(({ counted, subject }) => ({ counted, subject: String(subject).toLowerCase() }))
  const ids = await insertMailings(db, counts, now)
  const times = await Promise.all(
    counts.map(async (one) => retryTime(await selectMailingTimes(db, one), MOST[one.counted], WINDOW_MS)),
  )
  const retryAt = Math.max(...times)
  if (retryAt === 0) return
  await deleteMailings(db, ids)
  throw new Problem('mail.too_many', { minutes: Math.max(1, Math.ceil((retryAt - now) / minutes(1))) })
}
