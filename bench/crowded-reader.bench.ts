import { setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { epochMs } from '@coldkeep/domain/time/instant'
import { hashPassword } from '@coldkeep/server/accounts/password'
import {
  insertAccount,
  insertPermissionType,
  selectWholeEquipmentType,
} from '@coldkeep/server/accounts/sign-in-queries'
import { connect, type Database } from '@coldkeep/server/db/connect'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { stageTables } from '@coldkeep/server/storage/staging-queries'
import { freePort } from '@coldkeep/server/testing/free-port'
import { writeHours } from '@coldkeep/server/testing/plant/write-history'
import { insertResults } from './chain-results'
import { insertPolledFleet, POINTS, SECRET } from './polled-fleet'
import type { Report, Wishes } from './report'
import { quantile } from './sample'
import { startBenchServer } from './server-child'

const STORES = 40
const HISTORY_DAYS = 40
const MINUTE_MS = 60_000
const AT_ONCE = 50
const ROUNDS = 3
const PAGES_PER_ROUND = 10
const CARDS = ['iot-connection', 'qa-temp', 'health', 'pwr-ctrl', 'pwr-compare', 'operation', 'alarm-record']

/**
 * What one account without any page can do to the others: 50 of the heaviest call at once, each made again as soon as
 * the server allows, while another account opens its home page. For comparison, the same pages with no one else.
 */
export async function run(report: Report, { profile }: Wishes): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-bench-'))
  const series = await prepare(join(folder, 'data'))
  const server = await startBenchServer({ folder, mqttPort: await freePort(), profile })
  try {
    const admin = await signIn(server.address, 'admin')
    await openHome(server.address, admin)
    await measure(report, server.address, admin, 'no one else')
    const reader = await signIn(server.address, 'reader')
    const crowd = new AbortController()
    setMaxListeners(AT_ONCE, crowd.signal)
    const asking = Array.from({ length: AT_ONCE }, () =>
      keepRequesting(`${server.address}${series}`, reader, crowd.signal),
    )
    await measure(report, server.address, admin, `${AT_ONCE} heaviest calls of a reader`)
    crowd.abort()
    const answers = (await Promise.all(asking)).flat()
    const took = answers.filter(({ status }) => status === 200).map(({ ms }) => ms)
    console.log(
      `  the reader: ${took.length} answers, median ${Math.round(quantile(took, 0.5))} ms; ${answers.filter(({ status }) => status === 429).length} refused for now`,
    )
    const others = answers.filter(({ status }) => status !== 200 && status !== 429)
    if (others.length > 0) throw new Error(`the reader was answered ${others[0]?.status}`)
  } finally {
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns the address of the heaviest call: all points that are drawn at once, over all days */
async function prepare(folder: string): Promise<string> {
  const database = await connect({ folder })
  try {
    const db = database.kysely
    await migrateToLatest(db)
    await insertPolledFleet(db, STORES)
    await insertResults(db, { deviceDays: 7, storeDays: 60 })
    const everything = await insertPermissionType(db, 'All pages', ['1-1', '1-2', '1-3', '1-4'])
    const equipmentTypeIds = await selectWholeEquipmentType(db)
    const passwordHash = await hashPassword(SECRET)
    const { departmentId } = await db
      .selectFrom('department')
      .select('departmentId')
      .executeTakeFirstOrThrow()
    const account = { email: '', passwordHash, departmentId }
    const now = epochMs(Date.now())
    await insertAccount(
      db,
      { ...account, login: 'admin', name: 'Admin', permissionTypeIds: [everything], equipmentTypeIds },
      now,
    )
    await insertAccount(db, { ...account, login: 'reader', name: 'Reader', permissionTypeIds: [] }, now)
    return await writeHistory(database, now)
  } finally {
    await database.close()
  }
}

async function writeHistory(database: Database, now: number): Promise<string> {
  const list = await database.kysely
    .selectFrom('pointList')
    .select(['storeId', 'deviceId', 'pointListId', 'periodSeconds', 'valuePoints'])
    .orderBy('pointListId')
    .executeTakeFirstOrThrow()
  const end = Math.floor(now / 3_600_000) * 3_600_000
  const start = end - HISTORY_DAYS * 24 * 60 * MINUTE_MS
  const at = Float64Array.from(
    { length: (end - start) / MINUTE_MS },
    (_, minute) => start + minute * MINUTE_MS,
  )
  const values = list.valuePoints.map((point) =>
    Float32Array.from(
      at,
      (_, minute) =>
        Math.round(-200 + 30 * Math.sin(minute / 20 + point) + ((minute * 7919 * point) % 5)) / 10,
    ),
  )
  const session = await database.openSession(stageTables)
  await writeHours(session, [{ ...list, counterPoints: [], at, values, counters: [], quality: null }])
  await session.close()
  const points = list.valuePoints.slice(0, POINTS).join(',')
  const [from, to] = [start, end].map((ms) => new Date(ms).toISOString())
  return `/api/v2/device/${list.deviceId}/series?points=${points}&start=${from}&end=${to}`
}

async function measure(report: Report, address: string, token: string, beside: string): Promise<void> {
  const pages: number[][] = []
  const health: number[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [page, lookedAt]: [number[], number[]] = [[], []]
    for (let repeat = 0; repeat < PAGES_PER_ROUND; repeat++) {
      const looking = timed(() => get(`${address}/healthz`))
      page.push(await timed(() => openHome(address, token)))
      lookedAt.push(await looking)
    }
    pages.push(page)
    health.push(lookedAt)
  }
  const p95 = (rounds: readonly (readonly number[])[]) => rounds.map((times) => quantile(times, 0.95))
  report.add(`home page p95, ${beside}`, 'ms', 'lower', p95(pages))
  report.add(`/healthz p95, ${beside}`, 'ms', 'lower', p95(health))
}

async function openHome(address: string, token: string): Promise<void> {
  await Promise.all(CARDS.map((card) => get(`${address}/api/v2/dashboard/${card}`, token)))
}

async function get(address: string, token?: string): Promise<void> {
  const { status } = await request(address, token)
  if (status !== 200) throw new Error(`${address} answered ${status}`)
}

async function request(address: string, token?: string) {
  const answer = await fetch(
    address,
    token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
  )
  await answer.arrayBuffer()
  return { status: answer.status, retryAfterSeconds: Number(answer.headers.get('retry-after') ?? 0) }
}

async function keepRequesting(address: string, token: string, until: AbortSignal) {
  const answers: { readonly status: number; readonly ms: number }[] = []
  while (!until.aborted) {
    const startedMs = performance.now()
    const { status, retryAfterSeconds } = await request(address, token)
    answers.push({ status, ms: performance.now() - startedMs })
    await delay(retryAfterSeconds * 1000, undefined, { signal: until }).catch(() => undefined)
  }
  return answers
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

async function signIn(address: string, login: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${login}:${SECRET}`).toString('base64')}`
  const answer = await fetch(`${address}/api/v2/auth`, { method: 'POST', headers: { authorization } })
  const { token } = (await answer.json()) as { readonly token: string }
  return token
}
