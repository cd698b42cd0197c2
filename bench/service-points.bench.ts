import { connect } from '@coldkeep/server/db/connect'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { entriesWritten, faultsOfBooks, tryCredits } from '@coldkeep/server/testing/credit-trial'
import { startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { createDatabase, urlOfDatabase } from '@coldkeep/server/testing/server-databases'
import { NOON } from '@coldkeep/server/testing/test-server'
import { insertTinyFleet } from '@coldkeep/server/testing/tiny-fleet'
import type { Report } from './report'

const OPERATIONS = 10_000
const SEED = 20_261_128

/**
 * 10,000 made-up operations on one pool of points from two servers at once, of which a fifth die, and most causes come up more
 * than once; then the books are counted anew.
 * @throws Error where they are not in order
 */
export async function run(report: Report): Promise<void> {
  const server = await startPostgresql([])
  try {
    await createDatabase(server.url, 'bench')
    const databaseUrl = urlOfDatabase(server.url, 'bench')
    const [one, other] = [await connect({ databaseUrl }), await connect({ databaseUrl })]
    try {
      await migrateToLatest(one.kysely)
      const fleet = await insertTinyFleet(one.kysely, NOON)
      const startedMs = performance.now()
      const done = await tryCredits([one.kysely, other.kysely], fleet, {
        operations: OPERATIONS,
        seed: SEED,
        now: NOON,
      })
      const seconds = (performance.now() - startedMs) / 1_000
      const faults = await faultsOfBooks(one.kysely)
      const written = await entriesWritten(one.kysely)
      const isSame = [...done.posted].every(([cause, times]) => times === 1 && written.get(cause) === 1)
      if (faults.length > 0 || !isSame || written.size !== done.posted.size)
        throw new Error(`the books are not in order: ${faults.join('; ')}`)
      report.add('service points: operations on one pool, two servers', '/s', 'higher', [
        OPERATIONS / seconds,
      ])
      report.add('service points: entries written', '', 'higher', [written.size])
      report.add('service points: refused for want of points', '', 'higher', [done.refused])
      report.add('service points: transactions that died', '', 'higher', [done.killed])
    } finally {
      await one.close()
      await other.close()
    }
  } finally {
    await server.stop()
  }
}
