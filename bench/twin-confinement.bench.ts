import { connect } from '@coldkeep/server/db/connect'
import { IN_MEMORY } from '@coldkeep/server/db/embedded'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { compareSites, compareWrites, readers } from '@coldkeep/server/testing/compare-sites'
import { openTwins } from '@coldkeep/server/testing/open-twins'
import type { Report, Wishes } from './report'

const REQUESTS = 20_000
/** Calls of the table, roughly: `--requests` are spread over them and over all readers. */
const CALLS = 250

/**
 * Sites that differ only in what a reader may not see, read and written alike at random, as every kind of
 * account. Ends with an error where an answer tells them apart or a row that may not be seen has changed afterwards.
 */
export async function run(report: Report, { requests, seed }: Wishes): Promise<void> {
  const all = (['withheld', 'elsewhere'] as const).flatMap((where) =>
    readers[where].map((reader) => ({ where, reader })),
  )
  const perCall = Math.max(1, Math.round(Number(requests ?? REQUESTS) / CALLS / all.length))
  const settings = { perCall, seed: Number(seed ?? Date.now() % 1_000_000) }
  const rates: number[] = []
  const breaches: string[] = []
  console.log(`  seed ${settings.seed}, ${perCall} of each call for each of ${all.length} accounts`)
  for (const { where, reader } of all) {
    const twins = await openTwins(where, openDatabase)
    const startedMs = performance.now()
    const read = await compareSites(twins.sites, reader, twins.unseen, settings)
    const written = await compareWrites(twins.sites, reader, twins.unseen, settings)
    const requestCount = 2 * (read.requests + written.requests)
    rates.push(requestCount / ((performance.now() - startedMs) / 1000))
    breaches.push(...read.differences, ...written.differences)
    breaches.push(...written.changed.map((table) => `${reader.login} changed ${table}`))
    for (const site of twins.sites) site.faults.length = 0
    await twins.close()
  }
  console.log(`  distinguished or changed: ${breaches.length}`)
  for (const breach of breaches.slice(0, 20)) console.log(`  ${breach}`)
  if (breaches.length > 0) throw new Error('something was revealed or changed that should not have been')
  report.add('made-up requests to twin sites', 'requests/s', 'higher', rates)
}

async function openDatabase() {
  const database = await connect({ folder: IN_MEMORY })
  await migrateToLatest(database.kysely)
  return database
}
