import { type Clock, type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { isTroubleOfAll } from '../db/passing-error'
import { storeApart } from '../db/store-apart'

/** Clocks of servers differ, and what was written first may be committed last. */
const LOOK_BACK_MS = minutes(1)

export interface LookoutParts<Row> {
  readonly clock: Clock
  readonly log: Logger
  /** What was written after an instant, by the clock of the writing server. */
  readonly select: (since: EpochMs) => Promise<readonly Row[]>
  /** Distinguishes a row from others; one that changes gets another name. */
  readonly nameOf: (row: Row) => string
  /** Announces all of these or none. */
  readonly announce: (news: readonly Row[]) => Promise<void>
}

/**
 * Finds what servers have written since the last time that this succeeded, however long ago that is, and
 * announces each row once. A row that cannot be announced does not hold up the others; it is tried again as
 * long as the look goes back to it.
 */
export function lookout<Row>(parts: LookoutParts<Row>): () => Promise<void> {
  const { clock, log, select, nameOf, announce } = parts
  let lookedAt = clock.now()
  let seen: ReadonlySet<string> = new Set()
  let unannounced: ReadonlySet<string> = new Set()
  return async () => {
    const now = clock.now()
    const rows = await select(later(lookedAt, -LOOK_BACK_MS))
    const news = rows.filter((row) => !seen.has(nameOf(row)))
    const refused = await storeApart(news, announce, isTroubleOfAll)
    for (const { row, error } of refused) {
      if (!unannounced.has(nameOf(row))) log.error({ err: error, row: nameOf(row) }, 'not announced')
    }
    unannounced = new Set(refused.map(({ row }) => nameOf(row)))
    seen = new Set(rows.map(nameOf).filter((name) => !unannounced.has(name)))
    if (now > lookedAt) lookedAt = now
  }
}
