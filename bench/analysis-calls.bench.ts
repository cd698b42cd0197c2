import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '@coldkeep/server/db/connect'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { createDatabase, urlOfDatabase } from '@coldkeep/server/testing/server-databases'
import { type TestServer, testServer } from '@coldkeep/server/testing/test-server'
import { insertChain } from './chain'
import { insertResults } from './chain-results'
import type { Report, Wishes } from './report'
import { quantile } from './sample'

const DEVICES_PER_STORE = 10
const DEPARTMENTS = 20
const YEAR = 365
const REPEATS = 40
/** The sizes of a chain in docs/operations.md. */
const SETTINGS = ['shared_buffers=1GB', 'jit=off']
/** Slow calls are made less often. */
const LONGEST_ROUND_MS = 4_000
const FEWEST = 3
const ROUNDS = 3

/** Stores, and how many days of results a device and a store have. */
interface Size {
  readonly stores: number
  readonly deviceDays: number
  readonly storeDays: number
}

const embedded: readonly Size[] = [100, 1_000].map((stores) => ({
  stores,
  deviceDays: YEAR,
  storeDays: YEAR,
}))
// Pages read days by their index, so that weeks of rows represent a year; a year takes an hour to make.
const postgresql: readonly Size[] = [100, 1_000, 10_000].map((stores) => ({
  stores,
  deviceDays: 14,
  storeDays: 60,
}))

/** Median of each round by call, by stores. */
type Rounds = Map<number, ReadonlyMap<string, readonly number[]>>

/**
 * How long a page waits for each call of the analysis area, compared with a call that reads next to nothing: the whole
 * chain, and one of its twenty departments; and how much longer with ten times the stores.
 */
export async function run(report: Report, wishes: Wishes): Promise<void> {
  const { database = 'both' } = wishes
  if (database !== 'postgresql') {
    const folder = mkdtempSync(join(tmpdir(), 'coldkeep-bench-'))
    try {
      const sizes = selectSizes(embedded, wishes)
      await measureAll(report, sizes, ({ stores }) => connect({ folder: join(folder, String(stores)) }))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  if (database !== 'embedded') {
    const sizes = selectSizes(postgresql, wishes)
    const server = await startPostgresql(SETTINGS)
    try {
      await measureAll(report, sizes, async ({ stores }) => {
        const name = `stores_${stores}`
        await createDatabase(server.url, name)
        return connect({ databaseUrl: urlOfDatabase(server.url, name) })
      })
    } finally {
      await server.stop()
    }
  }
}

function selectSizes(sizes: readonly Size[], { stores, days }: Wishes): Size[] {
  const counts = stores?.split(',').map(Number) ?? sizes.map((size) => size.stores)
  const most = days === undefined ? Number.POSITIVE_INFINITY : Number(days)
  return sizes.flatMap((size) =>
    counts.includes(size.stores)
      ? [
          {
            ...size,
            deviceDays: Math.min(size.deviceDays, most),
            storeDays: Math.min(size.storeDays, most),
          },
        ]
      : [],
  )
}

async function measureAll(
  report: Report,
  sizes: readonly Size[],
  open: (size: Size) => Promise<Database>,
): Promise<void> {
  const rounds: Rounds = new Map()
  for (const size of sizes) {
    const database = await open(size)
    try {
      rounds.set(size.stores, await measure(report, database, size))
    } finally {
      await database.close()
    }
  }
  addGrowth(report, rounds)
}

/** How many times longer a call takes with the next number of stores. */
function addGrowth(report: Report, rounds: Rounds): void {
  const counts = [...rounds.keys()].sort((a, b) => a - b)
  for (const [index, stores] of counts.entries()) {
    const fewer = counts[index - 1]
    if (fewer === undefined) continue
    for (const [name, medians] of rounds.get(stores) ?? []) {
      const before = rounds.get(fewer)?.get(name) ?? []
      const times = medians.map((median, round) => median / (before[round] ?? Number.NaN))
      report.add(`${name}, ${inWords(fewer)} to ${inWords(stores)} stores`, 'times', 'lower', times)
    }
  }
}

async function measure(
  report: Report,
  database: Database,
  size: Size,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const db = database.kysely
  await migrateToLatest(db)
  const server = await testServer({ database: db })
  const { company } = server.fleet
  const area = await insertChain(db, company, {
    stores: size.stores,
    devicesPerStore: DEVICES_PER_STORE,
    departments: DEPARTMENTS,
  })
  await insertResults(db, size)
  const where = `${inWords(size.stores)} stores, ${database.kind}`
  const medians = new Map<string, readonly number[]>()
  for (const [name, path] of calls(company, area)) {
    const times = await latencies(server, path)
    const middle = times.map((round) => quantile(round, 0.5))
    medians.set(name, middle)
    report.add(`${name} p50, ${where}`, 'ms', 'lower', middle)
    report.add(
      `${name} p95, ${where}`,
      'ms',
      'lower',
      times.map((round) => quantile(round, 0.95)),
    )
  }
  await server.close()
  return medians
}

function inWords(count: number): string {
  return count.toLocaleString('en-GB')
}

function calls(company: number, area: number): [name: string, path: string][] {
  const week = 'start=2026-11-14T00:00:00&end=2026-11-20T23:59:59&timezone=%2B08:00&storeid=all'
  const cards = [
    'iot-connection',
    'qa-temp',
    'health',
    'pwr-ctrl',
    'pwr-compare',
    'operation',
    'alarm-record',
  ]
  const details = [
    ['iot-connection/detail', week],
    ['qa-temp/detail/dev-avg', week],
    ['health/detail', week],
    ['pwr-ctrl/detail', week],
    ['pwr-compare/detail', 'low-pf=80&timezone=%2B08:00&storeid=all'],
    ['operation/detail', week],
    ['alarm-record/detail', week],
  ]
  return [
    ['reference: page info', '/api/v2/iot-connection/detail/pageinfo'],
    ...cards.map((card): [string, string] => [`card ${card}`, `/api/v2/dashboard/${card}`]),
    ...details.map(([path, query]): [string, string] => [
      `${path} of a department`,
      `/api/v2/${path}?${query}&depart=${area}`,
    ]),
    ...details.map(([path, query]): [string, string] => [
      `${path} of the chain`,
      `/api/v2/${path}?${query}&depart=${company}`,
    ]),
  ]
}

/** Milliseconds of each request, made one after another, in rounds. */
async function latencies(server: TestServer, path: string): Promise<number[][]> {
  const rounds: number[][] = []
  for (let round = -1; round < ROUNDS; round++) {
    const times: number[] = []
    const untilMs = performance.now() + LONGEST_ROUND_MS
    const limit = round < 0 ? FEWEST : REPEATS
    for (let repeat = 0; repeat < limit && (repeat < FEWEST || performance.now() < untilMs); repeat++) {
      const before = performance.now()
      const { status, text } = await server.send('GET', path, { as: 'admin' })
      times.push(performance.now() - before)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    }
    if (round >= 0) rounds.push(times)
  }
  return rounds
}
