import { connect } from '@coldkeep/server/db/connect'
import { IN_MEMORY } from '@coldkeep/server/db/embedded'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { fuzzServer } from '@coldkeep/server/testing/fuzz-server'
import { testServer } from '@coldkeep/server/testing/test-server'
import type { Report, Wishes } from './report'

const REQUESTS = 20_000

/**
 * Made-up requests over the OpenAPI description, as administrator and as an account of one department:
 * `npm run bench -- fuzz --requests 50000 --seed 7`. Ends with an error where one was answered as a fault of ours.
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
    for (const part of [0, 1, 2]) {
      const startedMs = performance.now()
      const result = await fuzzServer(server, Math.ceil(count / 3), firstSeed + part * 1000)
      rates.push(result.requests / ((performance.now() - startedMs) / 1000))
      failures.push(...result.failures)
      const answers = Object.entries(result.answers).map(([group, number]) => `${number} ${group}`)
      console.log(
        `  seed ${firstSeed + part * 1000}: ${result.requests} requests sent, ${answers.join(', ')}`,
      )
    }
    console.log(`  500s seen: ${failures.length}`)
    for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`)
    server.faults.length = 0
    await server.close()
    if (failures.length > 0) throw new Error('requests were answered as faults of ours')
    report.add('made-up requests answered', 'requests/s', 'higher', rates)
  } finally {
    await database.close()
  }
}
