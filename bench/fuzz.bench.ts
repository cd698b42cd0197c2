import { connect } from '@coldkeep/server/db/connect'
import { IN_MEMORY } from '@coldkeep/server/db/embedded'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { fuzzServer } from '@coldkeep/server/testing/fuzz-server'
import { testServer } from '@coldkeep/server/testing/test-server'
import type { Report, Wishes } from './report'

const REQUESTS = 20_000
const FEWEST_PARTS = 3
const MOST_PER_PART = 20_000
/** Each block of requests takes a seed for each call. */
const SEEDS_OF_PART = 1_000_000
const MEBIBYTE = 1_048_576

/**
 * Made-up requests over the OpenAPI description, as administrator and as an account of one department:
 * `npm run bench -- fuzz --requests 1000000 --seed 7`. Ends with an error where one was answered as a fault of ours, or not
 * at all. Reports after each part how much memory the process uses, the embedded database included.
 */
export async function run(report: Report, { requests, seed }: Wishes): Promise<void> {
  const database = await connect({ folder: IN_MEMORY })
  try {
    await migrateToLatest(database.kysely)
    const server = await testServer({ database: database.kysely })
    const count = Number(requests ?? REQUESTS)
    const firstSeed = Number(seed ?? Date.now() % 1_000_000)
    const rates: number[] = []
    const failures: string[] = []
    const parts = Math.max(FEWEST_PARTS, Math.ceil(count / MOST_PER_PART))
    for (let part = 0; part < parts; part++) {
      const startedMs = performance.now()
      const result = await fuzzServer(server, Math.ceil(count / parts), firstSeed + part * SEEDS_OF_PART)
      rates.push(result.requests / ((performance.now() - startedMs) / 1000))
      failures.push(...result.failures)
      const answers = Object.entries(result.answers).map(([group, number]) => `${number} ${group}`)
      console.log(
        `  seed ${firstSeed + part * SEEDS_OF_PART}: ${result.requests} requests sent, ${answers.join(', ')}; ${Math.round(process.memoryUsage.rss() / MEBIBYTE)} MB`,
      )
      for (const failure of result.failures) console.log(`  ${failure}`)
    }
    console.log(`  500s and requests without an answer: ${failures.length}`)
    server.faults.length = 0
    await server.close()
    if (failures.length > 0) throw new Error('requests were answered as faults of ours')
    report.add('made-up requests answered', 'requests/s', 'higher', rates)
  } finally {
    await database.close()
  }
}
