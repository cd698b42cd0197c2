import { connect } from '@coldkeep/server/db/connect'
import { IN_MEMORY } from '@coldkeep/server/db/embedded'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { type Confinement, confineServer } from '@coldkeep/server/testing/confine-server'
import { testServer } from '@coldkeep/server/testing/test-server'
import type { Report, Wishes } from './report'

const REQUESTS = 20_000
const FEWEST_PARTS = 3
const MOST_PER_PART = 20_000
const SEEDS_OF_PART = 1_000_000

/**
 * Made-up requests as an account of one department: `npm run bench -- confinement --requests 50000 --seed 7`. Ends
 * with an error where one reveals a row of another department or of withheld equipment, or changes one.
 */
export async function run(report: Report, { requests, seed }: Wishes): Promise<void> {
  const count = Number(requests ?? REQUESTS)
  const parts = Math.max(FEWEST_PARTS, Math.ceil(count / MOST_PER_PART))
  const firstSeed = Number(seed ?? Date.now() % 1_000_000)
  const rates: number[] = []
  const breaches: string[] = []
  for (let part = 0; part < parts; part++) {
    const startedMs = performance.now()
    const result = await confine(Math.ceil(count / parts), firstSeed + part * SEEDS_OF_PART)
    rates.push(result.requests / ((performance.now() - startedMs) / 1000))
    breaches.push(...result.breaches)
    const answers = Object.entries(result.answers).map(([group, number]) => `${number} ${group}`)
    console.log(
      `  seed ${firstSeed + part * SEEDS_OF_PART}: ${result.calls} calls, ${result.requests} requests, ${answers.join(', ')}; ${result.rows} rows not theirs`,
    )
  }
  console.log(`  rows revealed or changed: ${breaches.length}`)
  for (const breach of breaches.slice(0, 20)) console.log(`  ${breach}`)
  if (breaches.length > 0) throw new Error('something was revealed or changed that should not have been')
  report.add('made-up requests of a confined account', 'requests/s', 'higher', rates)
}

async function confine(requests: number, seed: number): Promise<Confinement> {
  const database = await connect({ folder: IN_MEMORY })
  try {
    await migrateToLatest(database.kysely)
    const server = await testServer({ database: database.kysely })
    const result = await confineServer(server, requests, seed)
    server.faults.length = 0
    await server.close()
    return result
  } finally {
    await database.close()
  }
}
