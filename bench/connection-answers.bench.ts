import { connect, type Database, type Db } from '@coldkeep/server/db/connect'
import { IN_MEMORY } from '@coldkeep/server/db/embedded'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { type TestServer, testServer } from '@coldkeep/server/testing/test-server'
import { sql } from 'kysely'
import type { Report } from './report'

const DEPARTMENTS = 20
const STORES = 1_000
const DEVICES_PER_STORE = 10
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
  const department = await insertChain(database.kysely, server.fleet.company)
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

/** Stores over twenty departments, their devices, and a week of counted slots. @returns one of the departments */
async function insertChain(db: Db, company: number): Promise<number> {
  await sql`insert into department (department_id, parent_id, name, path)
    select 1000 + n, ${company}, 'Area ' || n, array[${company}::bigint, 1000 + n]
    from generate_series(1, ${DEPARTMENTS}::int) n`.execute(db)
  await sql`insert into store (store_id, department_id, code, name, country, zone)
    select 1000 + n, 1001 + n % ${DEPARTMENTS}::int, 'B' || n, 'Store ' || n, 'TW', 'Asia/Taipei'
    from generate_series(1, ${STORES}::int) n`.execute(db)
  await sql`insert into device (store_id, device_id, terminal_id, device_model_id, name, type, unit_id, commissioned_at)
    select 1000 + n, n * 100 + d, 'TB-B' || n, 1, 'Case ' || d, 'open_case', d, '2026-01-01'
    from generate_series(1, ${STORES}::int) n, generate_series(1, ${DEVICES_PER_STORE}::int) d`.execute(db)
  await sql`insert into connection_day
      (store_id, device_id, "on", period_seconds, ok, ok_live, device_lost, host_lost, excluded, computed_at)
    select store_id, device_id, date '2026-11-14' + day, 300, 280 - store_id % 20, 280 - store_id % 20,
      store_id % 20, 8, 0, '2026-11-20T04:00:00Z'
    from device, generate_series(0, 6) day where store_id > 1000`.execute(db)
  await sql`analyze`.execute(db)
  return 1001
}
