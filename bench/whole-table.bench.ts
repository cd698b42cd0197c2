import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Database } from '@coldkeep/server/db/connect'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { type TestServer, testServer } from '@coldkeep/server/testing/test-server'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { insertChain } from './chain'
import { insertResults } from './chain-results'
import { onEachDatabase } from './each-database'
import type { Report, Wishes } from './report'
import { watchMemory } from './watch-memory'

const DEFAULT_STORES = { embedded: 1_000, postgresql: 10_000 }
const DEVICES_PER_STORE = 10
const DEPARTMENTS = 20
/** As many as pages show at first; each page reads those days. */
const DAYS = 7
const ROUNDS = 3
const MEBIBYTE = 1024 ** 2
const WEEK = 'start=2026-11-14T00:00:00&end=2026-11-20T23:59:59&timezone=%2B08:00&storeid=all'

/**
 * How long the file with all rows of a table takes over HTTP, until its first and its last byte, and what the process
 * grows by while it is sent; compared with the answer of its page, which has the worst 100 stores. The number of lines
 * is checked.
 */
export async function run(report: Report, wishes: Wishes): Promise<void> {
  await onEachDatabase(wishes, (database) => measure(report, database, wishes))
}

async function measure(report: Report, database: Database, wishes: Wishes): Promise<void> {
  const stores = Number(wishes.stores ?? DEFAULT_STORES[database.kind])
  await migrateToLatest(database.kysely)
  const server = await testServer({ database: database.kysely })
  const { company } = server.fleet
  await insertChain(database.kysely, company, {
    stores,
    devicesPerStore: DEVICES_PER_STORE,
    departments: DEPARTMENTS,
  })
  await insertResults(database.kysely, { deviceDays: DAYS, storeDays: DAYS })
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const reader = { address, token: await tokenOf(server) }
  const where = `${stores.toLocaleString('en-GB')} stores, ${database.kind}`
  for (const { page, file, lines } of tables(stores)) {
    const query = `${file.startsWith('pwr-compare') ? 'low-pf=80&timezone=%2B08:00&storeid=all' : WEEK}&depart=${company}`
    const pages: number[] = []
    const firsts: number[] = []
    const wholes: number[] = []
    const grown: number[] = []
    for (let round = -1; round < ROUNDS; round++) {
      const answer = await read(reader, `/api/v2/${page}?${query}`)
      globalThis.gc?.()
      const memory = watchMemory()
      const whole = await read(reader, `/api/v2/${file}?${query}`)
      const most = memory.stop()
      if (whole.lines !== lines + 1) throw new Error(`${file} has ${whole.lines} lines, not ${lines + 1}`)
      if (round < 0) continue
      pages.push(answer.wholeMs / 1000)
      firsts.push(whole.firstMs / 1000)
      wholes.push(whole.wholeMs / 1000)
      grown.push(most / MEBIBYTE)
    }
    report.add(`reference: ${page}, ${where}`, 's', 'lower', pages)
    report.add(`${file}, ${lines.toLocaleString('en-GB')} rows, first byte, ${where}`, 's', 'lower', firsts)
    report.add(`${file}, last byte, ${where}`, 's', 'lower', wholes)
    report.add(`${file}, memory it takes at most, ${where}`, 'MiB', 'lower', grown)
  }
  await server.close()
}

function tables(stores: number): { page: string; file: string; lines: number }[] {
  const devices = stores * DEVICES_PER_STORE
  return [
    { page: 'iot-connection/detail', file: 'iot-connection/detail/csv', lines: devices },
    { page: 'qa-temp/detail/dev-avg', file: 'qa-temp/detail/dev-avg/devices/csv', lines: devices },
    { page: 'qa-temp/detail/dev-avg', file: 'qa-temp/detail/dev-avg/stores/csv', lines: stores },
    { page: 'health/detail', file: 'health/detail/csv', lines: devices },
    { page: 'operation/detail', file: 'operation/detail/csv', lines: devices },
    { page: 'pwr-ctrl/detail', file: 'pwr-ctrl/detail/csv', lines: stores },
    { page: 'pwr-compare/detail', file: 'pwr-compare/detail/csv', lines: stores },
    { page: 'alarm-record/detail', file: 'alarm-record/detail/csv', lines: stores * DAYS },
  ]
}

async function tokenOf(server: TestServer): Promise<string> {
  const basic = Buffer.from(`admin:${PASSWORD}`).toString('base64')
  const { body } = await server.send('POST', '/api/v2/auth', { headers: { authorization: `Basic ${basic}` } })
  return body.token
}

/** Reads an answer and keeps nothing of it. */
async function read(
  { address, token }: { readonly address: string; readonly token: string },
  path: string,
): Promise<{ readonly firstMs: number; readonly wholeMs: number; readonly lines: number }> {
  const begunMs = performance.now()
  const sent = request(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let firstMs = 0
  let lines = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    if (firstMs === 0) firstMs = performance.now() - begunMs
    for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) lines++
  }
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`)
  return { firstMs, wholeMs: performance.now() - begunMs, lines }
}
