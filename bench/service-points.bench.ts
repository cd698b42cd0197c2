import { connect } from '@coldkeep/server/db/connect'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { entriesWritten, faultsOfBooks, tryCredits } from '@coldkeep/server/testing/credit-trial'
import { startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { createDatabase, urlOfDatabase } from '@coldkeep/server/testing/server-databases'
import { NOON } from '@coldkeep/server/testing/test-server'
import { insertTinyFleet } from '@coldkeep/server/testing/tiny-fleet'
import type { Report } from './report'

const OPERATIONS = 10_000
const SEEDS = [20_261_128, 7, 41] as const

interface Measured {
  readonly perSecond: number
  readonly written: number
  readonly refused: number
  readonly killed: number
}

/**
 * 10,000 made-up operations on one pool of points from two servers at once, of which a fifth die, and most causes come up more
 * than once; then the books are counted anew. Three times, with other operations each.
 * @throws Error where the books are not in order
 */
export async function run(report: Report): Promise<void> {
  const server = await startPostgresql([])
  const rounds: Measured[] = []
  try {
    for (const seed of SEEDS) {
      const name = `bench_${seed}`
      await createDatabase(server.url, name)
      rounds.push(await measure(urlOfDatabase(server.url, name), seed))
    }
  } finally {
    await server.stop()
  }
  const of = (key: keyof Measured) => rounds.map((round) => round[key])
  report.add('service points: operations on one pool, two servers', '1/s', 'higher', of('perSecond'))
  report.add('service points: entries of 10,000 operations', '', 'higher', of('written'))
  report.add('service points: refused for want of points', '', 'higher', of('refused'))
  report.add('service points: transactions that died', '', 'higher', of('killed'))
}

async function measure(databaseUrl: string, seed: number): Promise<Measured> {
  const [one, other] = [await connect({ databaseUrl }), await connect({ databaseUrl })]
  try {
    await migrateToLatest(one.kysely)
    const fleet = await insertTinyFleet(one.kysely, NOON)
    const startedMs = performance.now()
    const trial = { operations: OPERATIONS, seed, now: NOON }
    const { posted, refused, killed } = await tryCredits([one.kysely, other.kysely], fleet, trial)
    const seconds = (performance.now() - startedMs) / 1_000
    const faults = await faultsOfBooks(one.kysely)
    const written = await entriesWritten(one.kysely)
    const isSame = [...posted].every(([cause, times]) => times === 1 && written.get(cause) === 1)
    if (faults.length > 0 || !isSame || written.size !== posted.size)
      throw new Error(`the books are not in order: ${faults.join('; ')}`)
    return { perSecond: OPERATIONS / seconds, written: written.size, refused, killed }
  } finally {
    await one.close()
    await other.close()
  }
}
