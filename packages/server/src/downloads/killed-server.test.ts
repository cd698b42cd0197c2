import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { epochMs } from '@coldkeep/domain/time/instant'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { quickProgram } from '../../../../tools/bundle-program'
import { selectPerson } from '../accounts/sign-in-queries'
import { connect } from '../db/connect'
import { stageTables } from '../storage/staging-queries'
import { putMigratedDatabase } from '../testing/embedded-template'
import { writeHours } from '../testing/plant/write-history'
import { insertTinyFleet } from '../testing/tiny-fleet'
import { orderDownload } from './order-download'
import type { SenseOrder } from './sense/sense-order'

const PROGRAM = await quickProgram(fileURLToPath(new URL('../testing/download-server.ts', import.meta.url)))
const START = Date.UTC(2026, 9, 1)
const SECONDS = 15
const READINGS = (20 * 86_400) / SECONDS

let folder = ''
let program: ChildProcess | null = null
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coldkeep-killed-'))
  await putMigratedDatabase(folder)
})
afterEach(async () => {
  await kill()
  rmSync(folder, { recursive: true, force: true })
})

/** @returns settles once it has made a file */
function start(): Promise<{ readonly isOurs: boolean }> {
  const child = spawn(process.execPath, [PROGRAM, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  program = child
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = JSON.parse(line)
      if (said.msg === 'file made') resolve(said)
    })
  })
}

async function kill(): Promise<void> {
  if (program === null || program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  program.kill('SIGKILL')
  await ended
}

/** Twenty days of a freezer, a reading every fifteen seconds, and an order for them. */
async function orderMonth(): Promise<void> {
  const database = await connect({ folder })
  const db = database.kysely
  const { stores, accounts } = await insertTinyFleet(db, epochMs(START))
  const { storeId, freezer } = stores.alder
  const session = await database.openSession(stageTables)
  const at = Float64Array.from({ length: READINGS }, (_, i) => START + i * SECONDS * 1000)
  const values = [at.map((_, i) => -18 - (i % 10) / 10), at.map(() => 0)].map((column) =>
    Float32Array.from(column),
  )
  const list = {
    storeId,
    deviceId: freezer.deviceId,
    pointListId: freezer.pointListId,
    periodSeconds: SECONDS,
  }
  const points = { valuePoints: freezer.pointIds, counterPoints: [], counters: [] }
  await writeHours(session, [{ ...list, ...points, at, values, quality: null }])
  await session.close()
  const user = await selectPerson(db, accounts.admin)
  if (user === null) throw new Error('nobody orders')
  const input: SenseOrder = {
    of: { storeId, pointIds: [...freezer.pointIds] },
    ...{
      from: START,
      to: START + READINGS * SECONDS * 1000,
      offsetMinutes: 480,
      form: 'long',
      format: 'csv',
    },
  }
  const order = { kind: 'sense', input, title: 'a month', language: 'en' as const }
  await db.transaction().execute((trx) => orderDownload(trx, user, order, epochMs(Date.now())))
  await database.close()
}

const files = () => readdirSync(join(folder, 'downloads'))
const sizeOfDraft = () => {
  try {
    return statSync(join(folder, 'downloads', '1-1.part')).size
  } catch {
    return 0
  }
}

test('a server killed in the middle of a report finishes it after its restart, once and whole', async () => {
  await orderMonth()
  void start()
  await expect.poll(sizeOfDraft, { interval: 2 }).toBeGreaterThan(100_000)
  await kill()
  expect(files()).toEqual(['1-1.part'])

  expect(await start()).toMatchObject({ isOurs: true })
  await kill()
  const database = await connect({ folder })
  const rows = await database.kysely.selectFrom('download').selectAll().execute()
  await database.close()
  expect(rows).toMatchObject([{ state: 'done', tries: 2, worker: null }])
  const content = readFileSync(join(folder, 'downloads', '1-2'))
  expect(rows[0]?.size).toBe(content.length)
  expect(Buffer.from(rows[0]?.sha256 ?? [])).toEqual(createHash('sha256').update(content).digest())
  // a line for each reading of two sensors, the titles, and nothing after the last line's end
  expect(content.toString().split('\r\n')).toHaveLength(2 * READINGS + 2)
  expect(files().filter((name) => !name.endsWith('.part'))).toEqual(['1-2'])
}, 90_000)
