import { checkAccess } from '@coldkeep/server/access/may-call'
import { selectScope } from '@coldkeep/server/access/scope'
import { authenticate } from '@coldkeep/server/accounts/authenticate'
import type { Database } from '@coldkeep/server/db/connect'
import { loadServerKeys } from '@coldkeep/server/db/server-keys'
import { insertDepartments } from '@coldkeep/server/testing/plant/plant-stores'
import { basic, type TestServer, testServer } from '@coldkeep/server/testing/test-server'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { sql } from 'kysely'
import { onEachDatabase } from './each-database'
import type { Report, Wishes } from './report'

const DEPARTMENTS = 500
const STORES = 10_000
/** Beyond those of the tiny fleet. */
const FIRST_STORE = 1000
const ROUNDS = 5
const CHECKS_PER_ROUND = 500

/** What permissions cost each call in a chain of 10,000 stores and 500 departments, compared with a query that reads nothing. */
export async function run(report: Report, wishes: Wishes): Promise<void> {
  await onEachDatabase(wishes, (database) => measure(report, database))
}

async function measure(report: Report, database: Database): Promise<void> {
  const { kysely: db, kind } = database
  const server = await testServer({ database: db })
  await insertChain(server)
  const knowing = { db, clock: server.clock, keys: await loadServerKeys(db) }
  const token = await tokenOf(server)
  const request = { headers: { authorization: `Bearer ${token}` } }
  const user = await authenticate(request, knowing)
  const steps: Record<string, () => Promise<unknown>> = {
    'a query that reads nothing': () => sql`select 1`.execute(db),
    'who it is, with pages and equipment': async () =>
      checkAccess(await authenticate(request, knowing), ['2-2-4'], 'POST'),
    'which departments are below': () => selectScope(db, user, user.departmentId),
  }
  for (const [name, step] of Object.entries(steps)) {
    const perCheck: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const startedMs = performance.now()
      for (let check = 0; check < CHECKS_PER_ROUND; check++) await step()
      perCheck.push((performance.now() - startedMs) / CHECKS_PER_ROUND)
    }
    report.add(`rights: ${name}, ${kind}`, 'ms', 'lower', perCheck)
  }
  await server.close()
}

async function insertChain({ db }: TestServer): Promise<void> {
  const children = Array.from({ length: DEPARTMENTS }, (_, n) => ({ name: `Area ${n}`, children: [] }))
  const chain = await insertDepartments(db, { name: 'Chain', children })
  const ids = chain.children.map(({ id }) => id)
  await sql`insert into store (store_id, department_id, code, name, country, zone)
    select ${FIRST_STORE}::int + n, (${ids}::bigint[])[1 + n % ${DEPARTMENTS}::int], 'C' || n, 'Store ' || n, 'TW', 'Asia/Taipei'
    from generate_series(1, ${STORES}::int) n`.execute(db)
  await sql`update account set department_id = ${chain.id}::bigint where login = 'admin'`.execute(db)
  await sql`analyze`.execute(db)
}

async function tokenOf(server: TestServer): Promise<string> {
  const { body } = await server.send('POST', '/api/v2/auth', { headers: basic('admin', PASSWORD) })
  return body.token
}
