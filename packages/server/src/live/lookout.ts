import { type Clock, type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'

/** Clocks of servers differ, and what was written first may be committed last. */
const LOOK_BACK_MS = minutes(1)

export interface LookoutParts<Row> {
  readonly clock: Clock
  /** What was written after an instant, by the clock of whoever wrote it. */
  readonly select: (since: EpochMs) => Promise<readonly Row[]>
  /** By which a row is told from others; one that changes gets another name. */
  readonly nameOf: (row: Row) => string
  readonly tell: (news: readonly Row[]) => Promise<void>
}

/**
 * Finds what servers have written since the last time that this succeeded, however long ago that is, and tells each row
 * once.
 */
export function lookout<Row>({ clock, select, nameOf, tell }: LookoutParts<Row>): () => Promise<void> {
  let lookedAt = clock.now()
  let seen: ReadonlySet<string> = new Set()
  return async () => {
    const now = clock.now()
    const rows = await select(later(lookedAt, -LOOK_BACK_MS))
    const news = rows.filter((row) => !seen.has(nameOf(row)))
    if (news.length > 0) await tell(news)
    seen = new Set(rows.map(nameOf))
    if (now > lookedAt) lookedAt = now
  }
}
