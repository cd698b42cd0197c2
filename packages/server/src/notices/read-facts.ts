import { groupBy } from '@coldkeep/domain/group-by'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Db } from '../db/connect'
import { isTroubleOfAll } from '../db/passing-error'
import { storeApart } from '../db/store-apart'
import type { News, NewsFact, NewsKinds } from '../outbox/news-kind'

/**
 * What is behind rows, read per kind; a row that cannot be read costs only itself.
 * @returns for each row its fact, `null` where its subject is gone. It throws for a row that could not be read.
 */
export async function readFacts<Row extends News>(
  kinds: NewsKinds,
  db: Db,
  rows: readonly Row[],
  now: EpochMs,
): Promise<(row: Row) => NewsFact | null> {
  const facts = new Map<Row, NewsFact | null>()
  const failures = new Map<Row, unknown>()
  for (const [name, own] of groupBy(rows, ({ subjectKind }) => subjectKind)) {
    const read = async (some: readonly Row[]) => {
      const factOf = await kinds[name].select(db, some, now)
      for (const row of some) facts.set(row, factOf(row))
    }
    for (const { row, error } of await storeApart(own, read, isTroubleOfAll)) failures.set(row, error)
  }
  return (row) => {
    if (failures.has(row)) throw failures.get(row)
    return facts.get(row) ?? null
  }
}
