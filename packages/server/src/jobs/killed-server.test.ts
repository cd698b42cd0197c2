import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { epochMs, later, seconds } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { quickProgram } from '../../../../tools/bundle-program'
import { connect, type Database, type DatabaseOptions } from '../db/connect'
import { LOG_JOB, type LogJobInput } from '../downloads/logs/log-job-kind'
import { putMigratedDatabase } from '../testing/embedded-template'
import { type KilledJob, killedAt } from '../testing/killed-job'
import { COMMAND, scriptRig } from '../testing/script-rig'
import { describeKind, postgresqlAddress } from '../testing/test-database'
import { NOON, testServer } from '../testing/test-server'
import { insertFurtherStore } from '../testing/tiny-fleet'
import { insertJob } from './job-queries'

const PROGRAM = await quickProgram(fileURLToPath(new URL('../testing/begin-jobs.ts', import.meta.url)))
/** As many as there are stores, for each of two jobs. */
const STORES = 11
/** Longer than the claim of a process that has died. */
const AFTER_A_DEATH = seconds(20)
/** The first one after which terminals are notified, where a process has committed all that it began. */
const WOKEN = 20

describeKind('a server killed', 'embedded', () => {
  let prepared = ''
  const folders: string[] = []
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'coldkeep-killed-job-'))
    folders.push(folder)
    return folder
  }
  beforeAll(async () => {
    prepared = newFolder()
    await putMigratedDatabase(prepared)
    await orderWork({ folder: prepared })
  })
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  testEachKill(async () => {
    const folder = newFolder()
    cpSync(prepared, folder, { recursive: true })
    return { folder }
  })
})

describeKind('a server killed', 'postgresql', () => {
  const fresh = async () => {
    const databaseUrl = await postgresqlAddress()
    if (databaseUrl === null) throw new Error('there was a PostgreSQL')
    return { databaseUrl, connections: 5 }
  }
  testEachKill(async () => {
    const options = await fresh()
    await orderWork(options)
    return options
  })

  test('whole, in the middle of a target, ends its jobs when it is started again', async () => {
    const options = await fresh()
    await orderWork(options, epochMs(Date.now()))
    const database = await connect(options)
    const folder = mkdtempSync(join(tmpdir(), 'coldkeep-killed-job-'))
    const states = async (state: 'waiting' | 'given') => {
      const rows = await database.kysely.selectFrom('jobTarget').select('state').execute()
      return rows.filter((row) => row.state === state).length
    }
    await database.kysely.transaction().execute(async (trx) => {
      // the jobs take turns: five stores of each have had theirs when the sixth has to wait for this
      const [, , , , , sixth] = await trx.selectFrom('store').select('storeId').orderBy('storeId').execute()
      await trx
        .selectFrom('terminal')
        .select('terminalId')
        .where('storeId', '=', sixth!.storeId)
        .forUpdate()
        .execute()
      const kill = startWhole(options.databaseUrl, folder)
      await expect.poll(async () => [await states('given'), await waitsForLock(database)]).toEqual([10, true])
      await kill()
    })
    const kill = startWhole(options.databaseUrl, folder)
    await expect.poll(() => states('waiting')).toBe(0)
    await kill()
    await database.close()
    rmSync(folder, { recursive: true })
    expect(await expectOnce(options)).toEqual({ attempts: 2 * STORES + 1 })
  })
})

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** A server as it is installed. @returns ends it, in the middle of whatever it does */
function startWhole(databaseUrl: string, folder: string): () => Promise<void> {
  const own = { DATABASE_URL: databaseUrl, COLDKEEP_DATA: folder, PORT: '0', COLDKEEP_MQTT_PORT: '0' }
  const env = { PATH: process.env.PATH, ...own }
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return kill
}

async function waitsForLock({ kysely }: Database): Promise<boolean> {
  const { rows } = await sql`select 1 as waits from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`.execute(kysely)
  return rows.length > 0
}

/** A script for every store, with a device that none of them has, and the logs of every terminal. */
async function orderWork(options: DatabaseOptions, now = NOON): Promise<void> {
  const database = await connect(options)
  const server = await testServer({ database: database.kysely })
  const { db, fleet, clock } = server
  clock.set(now)
  const stores = Object.values(fleet.stores)
  while (stores.length < STORES) {
    stores.push(await insertFurtherStore(db, fleet, `STORE${stores.length}`, now))
  }
  const rig = scriptRig(server)
  await rig.publish()
  for (const store of stores) await rig.givePort(store)
  const { status, text } = await rig.send('POST', '/api/v2/append-poll-mgr/patch-to-store', {
    mode: 'deploy',
    script_file: await rig.script('Cases', COMMAND),
    store_ids: stores.map(({ storeId }) => String(storeId)),
    adds_devices: true,
  })
  expect(status, text).toBe(200)
  const input: LogJobInput = { from: now - 1_000, to: now, paths: ['link'] }
  const by = { accountId: fleet.accounts.admin, name: 'Ada' }
  await db.transaction().execute((trx) => insertJob(trx, { kind: LOG_JOB, input, by, at: now }, stores))
  await server.close()
  await database.close()
}

/** What the targets came to, sorted, so that one that was begun twice or not at all is seen. */
async function whatCameOf({ kysely: db }: Database) {
  const terminals = await db.selectFrom('terminal').select('terminalId').orderBy('terminalId').execute()
  const logs = await db
    .selectFrom('command')
    .select('terminalId')
    .where('op', '=', 'log.fetch')
    .orderBy('terminalId')
    .execute()
  const bundles = await db
    .selectFrom('bundle')
    .select(['terminalId', 'revision'])
    .orderBy('terminalId')
    .orderBy('revision')
    .execute()
  const entered = await db
    .selectFrom('device')
    .select('terminalId')
    .where('name', '=', 'Case 5')
    .orderBy('terminalId')
    .execute()
  const targets = await db.selectFrom('jobTarget').select(['state', 'attempts']).execute()
  return {
    terminals: terminals.map(({ terminalId }) => terminalId),
    logs: logs.map(({ terminalId }) => terminalId),
    bundles: bundles.map(({ terminalId, revision }) => `${terminalId} ${revision}`),
    entered: entered.map(({ terminalId }) => terminalId),
    states: targets.map(({ state }) => state),
    attempts: targets.reduce((sum, one) => sum + one.attempts, 0),
  }
}

async function expectOnce(options: DatabaseOptions): Promise<{ readonly attempts: number }> {
  const database = await connect(options)
  const { terminals, logs, bundles, entered, states, attempts } = await whatCameOf(database)
  await database.close()
  expect(terminals).toHaveLength(STORES)
  expect(logs).toEqual(terminals)
  // readings of the fleet are of revision 1, the next one has the ports alone, and the one after it the script
  expect(bundles).toEqual(terminals.flatMap((terminal) => [`${terminal} 2`, `${terminal} 3`]))
  expect(entered).toEqual(terminals)
  expect(states).toEqual(Array(2 * STORES).fill('given'))
  return { attempts }
}

function begin(order: KilledJob) {
  return spawnSync(process.execPath, [PROGRAM, JSON.stringify(order)], { encoding: 'utf8' })
}

function testEachKill(fresh: () => Promise<DatabaseOptions>): void {
  test.each(killedAt)('%s: each target of its jobs is begun once by the next', async (step) => {
    const database = await fresh()
    // a job is opened once in a round, so what is claimed and not begun is the first target of the second job
    const target = { 'once it is claimed': 2, 'after what it became is kept': WOKEN }[step as string] ?? 7
    const killed = begin({ database, startMs: NOON, death: { step, target } })
    expect(killed.signal, killed.stderr).toBe('SIGKILL')
    const next = begin({ database, startMs: later(NOON, AFTER_A_DEATH), death: null })
    expect([next.status, next.stderr]).toEqual([0, ''])
    const { attempts } = await expectOnce(database)
    expect(attempts).toBe(2 * STORES + (step === 'after what it became is kept' ? 0 : 1))
  })

  test('again and again, wherever it is: each target is begun once in the end', async () => {
    const database = await fresh()
    let startMs: number = NOON
    let deaths = 0
    while (await isKilledOnTheWay({ database, startMs, death: null })) {
      deaths += 1
      startMs += AFTER_A_DEATH
    }
    expect(deaths).toBeGreaterThanOrEqual(2)
    await expectOnce(database)
  })
}

const TARGETS_UNTIL_DEATH = 8

/** @returns false where it came to the end of its work before */
async function isKilledOnTheWay(order: KilledJob): Promise<boolean> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let targets = 0
  createInterface({ input: child.stdout }).on('line', () => {
    targets += 1
    if (targets === TARGETS_UNTIL_DEATH) child.kill('SIGKILL')
  })
  const [, signal] = await ended
  return signal === 'SIGKILL'
}
