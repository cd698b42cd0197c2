import { connect } from '@coldkeep/server/db/connect'
import { IN_MEMORY } from '@coldkeep/server/db/embedded'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { fuzzIntake, startIntake } from '@coldkeep/server/testing/fuzz-intake'
import { testServer } from '@coldkeep/server/testing/test-server'
import type { Report, Wishes } from './report'

const MESSAGES = 20_000
const PARTS = 3

/**
 * Made-up messages of one terminal on all its channels, next to an honest one:
 * `npm run bench -- mqtt-fuzz --requests 100000 --seed 7`. Ends with an error where the log reports one, and never where
 * something is not answered.
 */
export async function run(report: Report, { requests, seed }: Wishes): Promise<void> {
  const database = await connect({ folder: IN_MEMORY })
  try {
    await migrateToLatest(database.kysely)
    const server = await testServer({ database: database.kysely })
    const intake = await startIntake(server, database)
    const { alder: honest, cedar: hostile } = server.fleet.stores
    const parties = { hostile, honest, foreign: honest, commandIds: ['01JD3KZ5Q8W7X6Y5V4T3S2R1P0'] }
    const firstSeed = Number(seed ?? Date.now() % 1_000_000)
    const perPart = Math.ceil(Number(requests ?? MESSAGES) / PARTS)
    const rates: number[] = []
    const errors: string[] = []
    for (let part = 0; part < PARTS; part++) {
      const startedMs = performance.now()
      const settings = { messages: perPart, seed: firstSeed + part * 1000 }
      const result = await fuzzIntake(server, intake, parties, settings)
      rates.push(result.messages / ((performance.now() - startedMs) / 1000))
      errors.push(...result.errors)
      console.log(
        `  seed ${settings.seed}: ${result.messages} messages, ${result.honest} honest cycles acknowledged`,
      )
    }
    console.log(`  errors in the log: ${errors.length}`)
    for (const error of errors.slice(0, 20)) console.log(`  ${error.slice(0, 600)}`)
    await intake.close()
    server.faults.length = 0
    await server.close()
    if (errors.length > 0) throw new Error('a message was more than the intake could bear')
    report.add('made-up messages answered', 'messages/s', 'higher', rates)
  } finally {
    await database.close()
  }
}
