import { connect } from '@coldkeep/server/db/connect'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { CleanUps } from '../faults/clean-ups'
import { countsOf, printCounts } from '../faults/fault'
import { faults } from '../faults/faults'
import { makeMeans } from '../faults/means'

/** The table of faults with more boxes and more strikes: what both ends count. One lost or doubled reading ends it. */
export async function run(): Promise<void> {
  await using cleanUps = new CleanUps()
  const postgresql = await startPostgresql()
  cleanUps.add(() => postgresql.stop())
  const database = await connect({ databaseUrl: postgresql.url })
  await migrateToLatest(database.kysely)
  await database.close()
  const means = await makeMeans(cleanUps, postgresql.url)
  for (const { name, long, needs, run: strike } of faults) {
    const reason = needs?.(means) ?? null
    if (reason !== null) {
      console.log(`  ${name}: ${reason}, not run`)
      continue
    }
    const startMs = performance.now()
    const counts = countsOf(await strike(long, means))
    const tookSeconds = Math.round((performance.now() - startMs) / 1_000)
    const { times, boxes } = long
    console.log(`  ${printCounts(name, counts)}   (${times} times, ${boxes} boxes, ${tookSeconds} s)`)
    if (counts.lost + counts.double + counts.foreign > 0) throw new Error(`${name}: the ends do not agree`)
  }
}
