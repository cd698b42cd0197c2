import type { Database } from '@coldkeep/server/db/connect'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { basic, type TestServer, testServer } from '@coldkeep/server/testing/test-server'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { sql } from 'kysely'
import { insertChain } from './chain'
import { onEachDatabase } from './each-database'
import type { Report, Wishes } from './report'
import { quantile } from './sample'

const DEFAULT_STORES = { embedded: 1_000, postgresql: 10_000 }
const CASES = 100_000
/** Of which so many are open. */
const OPEN_SHARE = 0.02
/** Over so many days, the last of which is that of the clock. */
const DAYS = 730
const ROUNDS = 5
const CALLS_PER_ROUND = 20

/**
 * The list of repairs of a chain with 100,000 cases of two years, as its page reads it: what is open, a month, a month with
 * a search, the last page of a year, and one case; compared with the list of alarms, which has none.
 */
export async function run(report: Report, wishes: Wishes): Promise<void> {
  await onEachDatabase(wishes, (database) => measure(report, database, wishes))
}

async function measure(report: Report, database: Database, wishes: Wishes): Promise<void> {
  const stores = Number(wishes.stores ?? DEFAULT_STORES[database.kind])
  await migrateToLatest(database.kysely)
  const server = await testServer({ database: database.kysely })
  await insertChain(database.kysely, server.fleet.company, { stores, devicesPerStore: 10, departments: 20 })
  const last = await insertCases(server)
  const { body } = await server.send('POST', '/api/v2/auth', { headers: basic('admin', PASSWORD) })
  const headers = { authorization: `Bearer ${body.token}` }
  const where = `${stores.toLocaleString('en-GB')} stores, ${database.kind}`
  const month = 'start=2026-10-21T00:00:00&end=2026-11-20T23:59:59'
  const year = 'start=2025-11-21T00:00:00&end=2026-11-20T23:59:59'
  const lists = {
    'reference: open alarms': '/api/v2/alarms?page_size=10',
    'open cases': '/api/v2/fix/cases',
    'cases of a month': `/api/v2/fix/cases?${month}`,
    'cases of a month, searched': `/api/v2/fix/cases?${month}&key=compressor%207`,
    'cases of a year, a late page': `/api/v2/fix/cases?${year}&page=4000`,
    'one case': `/api/v2/fix/cases/${last}`,
  }
  for (const [name, path] of Object.entries(lists)) {
    const p95: number[] = []
    for (let round = -1; round < ROUNDS; round++) {
      const times: number[] = []
      for (let call = 0; call < CALLS_PER_ROUND; call++) {
        const startedMs = performance.now()
        const { status } = await server.send('GET', path, { headers })
        times.push(performance.now() - startedMs)
        if (status !== 200) throw new Error(`${path} answered ${status}`)
      }
      if (round >= 0) p95.push(quantile(times, 0.95))
    }
    report.add(`repairs: ${name}, p95, ${where}`, 'ms', 'lower', p95)
  }
  await server.close()
}

/** @returns the id of the newest case */
async function insertCases({ db, clock }: TestServer): Promise<number> {
  const now = new Date(clock.now()).toISOString()
  const open = 1000 * OPEN_SHARE
  const secondsApart = (DAYS * 86_400) / CASES
  await sql`insert into repair_case (store_id, key, store_code, device_id, fault, repair_progress_id, reported_at, reported_by, closed_at)
    select d.store_id, gen_random_uuid(), s.code, d.device_id, 'Compressor ' || (n % 997) || ' is hot',
      case when n % 1000 < ${open}::int then 1 else 5 end, r.at, 'Ada',
      case when n % 1000 < ${open}::int then null else r.at + interval '1 day' end
    from generate_series(1, ${CASES}::int) n
      cross join lateral (select ${now}::timestamptz
        - make_interval(secs => (${CASES}::int - n) * ${secondsApart}::float8) as at) r
      join (select store_id, device_id, row_number() over (order by store_id, device_id) - 1 as place from device) d
        on d.place = n % (select count(*) from device)
      join store s on s.store_id = d.store_id`.execute(db)
  await sql`analyze`.execute(db)
  const newest = await db
    .selectFrom('repairCase')
    .select(({ fn }) => fn.max('repairCaseId').as('id'))
    .executeTakeFirstOrThrow()
  return Number(newest.id)
}
