import { connect, type Database } from '@coldkeep/server/db/connect'
import { IN_MEMORY } from '@coldkeep/server/db/embedded'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { type TestServer, testServer } from '@coldkeep/server/testing/test-server'
import { sql } from 'kysely'
import { insertChain, insertPerDevice } from './chain'
import type { Report } from './report'

const CHAIN = { stores: 1_000, departments: 20, devicesPerStore: 10 }
const WEEK = 'start=2026-11-14T00:00:00&end=2026-11-20T23:59:59&timezone=%2B08:00'
const ROUNDS = 5

/** What people wait for: a week of the connection rate over 1,000 stores with 10 devices each, as the wire has it. */
export async function run(report: Report): Promise<void> {
  const embedded = await connect({ folder: IN_MEMORY })
  await measure(report, embedded)
  const postgresql = await startPostgresql()
  try {
    await measure(report, await connect({ databaseUrl: postgresql.url }))
  } finally {
    await postgresql.stop()
  }
}

async function measure(report: Report, database: Database): Promise<void> {
  await migrateToLatest(database.kysely)
  const server = await testServer({ database: database.kysely })
  const department = await insertChain(database.kysely, server.fleet.company, CHAIN)
  await insertPerDevice(
    database.kysely,
    7,
    '2026-11-20',
    `connection_day (store_id, device_id, "on", period_seconds, ok, ok_live, device_lost, host_lost, excluded, computed_at)
    select d.store_id, d.device_id, g."on", 300, 280 - d.store_id % 20, 280 - d.store_id % 20,
      d.store_id % 20, 8, 0, timestamptz '2026-11-20T04:00:00Z'`,
  )
  await sql`analyze`.execute(database.kysely)
  const detail = `/api/v2/iot-connection/detail?${WEEK}`
  const calls = [
    ['week of 1,000 stores', `${detail}&depart=${server.fleet.company}`, 4],
    ['week of 50 stores', `${detail}&depart=${department}`, 40],
    ['home card of 1,000 stores', '/api/v2/dashboard/iot-connection', 20],
  ] as const
  for (const [name, path, repeats] of calls) {
    report.add(
      `${name}, ${database.kind}`,
      'answers/s',
      'higher',
      await answersPerSecond(server, path, repeats),
    )
  }
  await server.close()
  await database.close()
}

/** By the processor time of this process, in which the embedded database runs and PostgreSQL does not. */
async function answersPerSecond(server: TestServer, path: string, repeats: number): Promise<number[]> {
  const rates: number[] = []
  await server.send('GET', path, { as: 'admin' })
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage()
    for (let repeat = 0; repeat < repeats; repeat++) {
      const { status } = await server.send('GET', path, { as: 'admin' })
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
    const { user, system } = process.cpuUsage(before)
    rates.push((repeats * 1_000_000) / (user + system))
  }
  return rates
}
