import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageKeys } from '@coldkeep/domain/access/page-key'
import type { AccountId, TerminalId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { insertAccount, insertPermissionType, selectPerson } from '@coldkeep/server/accounts/sign-in-queries'
import { copyBinary, type Database } from '@coldkeep/server/db/connect'
import { downloadFiles } from '@coldkeep/server/downloads/download-files'
import { anyKind } from '@coldkeep/server/downloads/download-kind'
import { orderDownload } from '@coldkeep/server/downloads/order-download'
import { senseKind } from '@coldkeep/server/downloads/sense/sense-kind'
import type { SenseOrder } from '@coldkeep/server/downloads/sense/sense-order'
import { startDownloads } from '@coldkeep/server/downloads/start-downloads'
import { insertDeviceModel } from '@coldkeep/server/instructions/product-model-queries'
import { stageTables } from '@coldkeep/server/storage/staging-queries'
import { insertDevice } from '@coldkeep/server/testing/plant/plant-devices'
import {
  insertDepartments,
  insertStore,
  insertTerminal,
  insertVendor,
} from '@coldkeep/server/testing/plant/plant-stores'
import { writeHours } from '@coldkeep/server/testing/plant/write-history'
import { sql } from 'kysely'
import { pino } from 'pino'
import { onEachDatabase } from './each-database'
import type { Report, Wishes } from './report'
import { watchMemory } from './watch-memory'

const DEVICES = 30
const POINTS = 10
const DAYS = 31
const MINUTES = DAYS * 1440
const START = Date.UTC(2026, 9, 1)
const ROUNDS = 3
const MEBIBYTE = 1024 ** 2

/**
 * A report of thirty devices with ten sensors over a month at a reading a minute, 13.4 million values, in each form and
 * format, from the order to the file on disk; for comparison, what the database takes to copy out the same rows, which
 * are then in a table made for it.
 */
export async function run(report: Report, wishes: Wishes): Promise<void> {
  await onEachDatabase(wishes, (database) => measure(report, database))
}

async function measure(report: Report, database: Database): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-bench-'))
  try {
    const accountId = await insertMonth(database)
    const ordered = { kinds: { sense: anyKind(senseKind) }, files: downloadFiles(folder) }
    const user = await selectPerson(database.kysely, accountId)
    if (user === null) throw new Error('the account that orders is missing')
    const clock = { now: () => epochMs(START + DAYS * 86_400_000) }
    const parts = { db: database.kysely, clock, log: pino({ level: 'warn' }), ...ordered }
    const making = await startDownloads(parts, { isAlone: true })
    const points = await database.kysely.selectFrom('point').select(['pointId', 'storeId']).execute()
    const storeId = points[0]?.storeId
    if (storeId === undefined) throw new Error('there is no store')
    const of = { storeId, pointIds: points.map(({ pointId }) => pointId) }
    let path = ''
    for (const [form, format] of [
      ['long', 'csv'],
      ['wide', 'xlsx'],
      ['long', 'xlsx'],
      ['wide', 'csv'],
    ] as const) {
      const seconds: number[] = []
      const peaks: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const input: SenseOrder = { of, from: START, to: clock.now(), offsetMinutes: 480, form, format }
        const order = { kind: 'sense', input, title: `${form} ${round}`, language: 'en' as const }
        const id = await database.kysely
          .transaction()
          .execute((trx) => orderDownload(trx, user, order, clock.now()))
        globalThis.gc?.()
        const memory = watchMemory()
        const startedMs = performance.now()
        await making.round()
        seconds.push((performance.now() - startedMs) / 1000)
        peaks.push(memory.stop() / MEBIBYTE)
        path = join(ordered.files.folder, `${id}-1`)
      }
      const what = `${database.kind}: month of 300 sensors, ${form} ${format}`
      report.add(what, 's', 'lower', seconds)
      report.add(`${what}, memory it takes at most`, 'MiB', 'lower', peaks)
      report.add(
        `${what}, size`,
        'MB',
        'lower',
        Array.from({ length: ROUNDS }, () => statSync(path).size / 1e6),
      )
    }
    await making.close()
    report.add(
      `${database.kind}: the same rows copied out of a table`,
      's',
      'lower',
      await copyOut(database, path),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Puts the rows of a wide report into a table of their own and copies them out of it again. */
async function copyOut({ kysely }: Database, path: string): Promise<number[]> {
  const columns = Array.from({ length: DEVICES * POINTS }, (_, i) => `v${i} real`).join(', ')
  await sql.raw(`create table copied (at timestamp, ${columns})`).execute(kysely)
  await kysely
    .transaction()
    .execute((trx) => copyBinary(trx, 'copy copied from stdin (format csv, header)', createReadStream(path)))
  // the database writes it itself, next to its own files
  const file = join(tmpdir(), `coldkeep-copied-${process.pid}.csv`)
  const seconds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now()
    await sql.raw(`copy copied to '${file}' (format csv, header)`).execute(kysely)
    seconds.push((performance.now() - startedMs) / 1000)
  }
  rmSync(file, { force: true })
  return seconds
}

/** One store with everything packed, and who may see it. */
async function insertMonth(database: Database): Promise<AccountId> {
  const { kysely } = database
  const now = epochMs(START)
  const { id: departmentId } = await insertDepartments(kysely, { name: 'Chain', children: [] })
  const vendorId = await insertVendor(kysely, 'Polar Service')
  const place = { departmentId, vendorId, country: 'TW', zone: 'Asia/Taipei', address: '' }
  const storeId = await insertStore(kysely, {
    ...place,
    code: 'S1',
    name: 'Store',
    opensAtMinute: 0,
    closesAtMinute: 0,
  })
  const terminalId = 'TB-000001' as TerminalId
  await insertTerminal(kysely, { terminalId, storeId, secretHash: new Uint8Array(32) }, now)
  const modelId = await insertDeviceModel(kysely, 'Carel', 'IR33')
  const session = await database.openSession(stageTables)
  const at = Float64Array.from({ length: MINUTES }, (_, minute) => START + minute * 60_000)
  for (let unitId = 1; unitId <= DEVICES; unitId++) {
    const { deviceId, pointListId, pointIds } = await insertDevice(kysely, {
      ...{ storeId, terminalId, modelId, unitId, commissionedAt: now, periodSeconds: 60, revision: 1 },
      ...{ name: `Case ${unitId}`, type: 'open_case', zone: 'FZ' },
      points: Array.from({ length: POINTS }, (_, i) => ({
        name: `Probe ${i + 1}`,
        kind: 'air_temperature' as const,
        unit: '°C' as const,
      })),
    })
    const values = pointIds.map((point) =>
      Float32Array.from(
        at,
        (_, minute) =>
          Math.round(-200 + 30 * Math.sin(minute / 20 + point) + ((minute * 7919 * point) % 5)) / 10,
      ),
    )
    const list = {
      storeId,
      deviceId,
      pointListId,
      periodSeconds: 60,
      valuePoints: pointIds,
      counterPoints: [],
    }
    await writeHours(session, [{ ...list, at, values, counters: [], quality: null }])
  }
  await session.close()
  const everything = await insertPermissionType(kysely, 'Everything', pageKeys)
  return insertAccount(
    kysely,
    {
      ...{ login: 'bench', name: 'Bench', email: '', passwordHash: '' },
      departmentId,
      permissionTypeIds: [everything],
    },
    now,
  )
}
