import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hours, later } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickProgram } from '../../../../tools/bundle-program'
import { connect, type DatabaseOptions } from '../db/connect'
import { putMigratedDatabase } from '../testing/embedded-template'
import { reportProgram, uploadReleased } from '../testing/firmware-rig'
import type { Death, KilledUpdate } from '../testing/killed-update'
import { testSigners } from '../testing/make-release'
import { createDatabase, urlOfDatabase } from '../testing/server-databases'
import { describeKind, postgresqlAddress } from '../testing/test-database'
import { NOON, testServer } from '../testing/test-server'
import { AT_ONCE, startUpdate } from '../testing/update-rig'

const PROGRAM = await quickProgram(fileURLToPath(new URL('../testing/update-terminals.ts', import.meta.url)))
const TYPE = 'terminal-linux-x64'
const VERSION = '1.2.0'
/** One store, and then the three others. */
const PLAN = {
  ...AT_ONCE,
  waves: [
    { share: 0.25, least: 1 },
    { share: 1, least: 1 },
  ],
  ...{ soak_minutes: 5, max_fail_share: 0.05, max_fail_count: 1 },
}
const STORES = 4
/** Longer than the course of one process, and than the claim of one that has died. */
const AFTER_A_DEATH = hours(3)
const PATIENT_MS = 300_000

describeKind('a server killed while it updates terminals', 'embedded', () => {
  const folders: string[] = []
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'coldkeep-killed-update-'))
    folders.push(folder)
    return folder
  }
  let prepared = ''
  beforeAll(async () => {
    prepared = newFolder()
    await putMigratedDatabase(prepared)
    await prepareUpdate({ folder: prepared })
  })
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  testDeathAfterDeath(async () => {
    const folder = newFolder()
    cpSync(prepared, folder, { recursive: true })
    return { folder }
  })
})

describeKind('a server killed while it updates terminals', 'postgresql', () => {
  let prepared = ''
  let copies = 0
  beforeAll(async () => {
    prepared = (await postgresqlAddress()) ?? ''
    await prepareUpdate({ databaseUrl: prepared, connections: 5 })
  })
  const copy = async () => {
    const template = new URL(prepared).pathname.slice(1)
    const name = `${template}_${++copies}`
    await createDatabase(urlOfDatabase(prepared, 'postgres'), name, template)
    return { databaseUrl: urlOfDatabase(prepared, name), connections: 5 }
  }
  testEachKind(copy)
  testDeathAfterDeath(copy)
})

/** A job for all stores of the tiny fleet, none of which has begun. */
async function prepareUpdate(options: DatabaseOptions): Promise<void> {
  const database = await connect(options)
  const signers = testSigners(NOON)
  const server = await testServer({ database: database.kysely, releaseRoot: signers.root })
  const how = { version: VERSION, rollback: false, type: TYPE }
  const file = await uploadReleased(server, signers, how, Buffer.from('an image'))
  for (const { storeId, terminalId } of Object.values(server.fleet.stores)) {
    const runs = { version: '1.1.0', boot: '00000000000000aa', type: TYPE }
    await reportProgram(server, { storeId, terminalId, ...runs })
  }
  await startUpdate(server, { type: TYPE, file, plan: PLAN })
  await server.close()
  await database.close()
}

function run(database: DatabaseOptions, how: Partial<KilledUpdate>) {
  const order = { database, startMs: NOON, version: VERSION, isBroken: false, death: null, ...how }
  const { signal, status, stderr, stdout } = spawnSync(process.execPath, [PROGRAM, JSON.stringify(order)], {
    encoding: 'utf8',
  })
  return { signal, status, stderr, changes: stdout.split('\n').filter((line) => line !== '') }
}

/** In the middle of the course, before a change of each kind. */
function deathsIn(changes: readonly string[]): Death[] {
  return [...new Set(changes)].map((name) => {
    const all = changes.filter((one) => one === name).length
    return { name, count: Math.ceil(all / 2) }
  })
}

function testEachKind(fresh: () => Promise<DatabaseOptions>): void {
  async function expectSameAfterDeaths(isBroken: boolean, isMeant: (name: string) => boolean) {
    const whole = await fresh()
    const { changes } = run(whole, { isBroken })
    expect(await whatCameOf(whole)).toEqual(isBroken ? STOPPED : BROUGHT)
    for (const death of deathsIn(changes).filter(({ name }) => isMeant(name))) {
      const database = await fresh()
      const killed = run(database, { isBroken, death })
      expect([death, killed.signal, killed.stderr]).toEqual([death, 'SIGKILL', ''])
      const next = run(database, { isBroken, startMs: later(NOON, AFTER_A_DEATH) })
      expect([death, next.status, next.stderr]).toEqual([death, 0, ''])
      expect([death, await whatCameOf(database)]).toEqual([death, isBroken ? STOPPED : BROUGHT])
    }
  }

  test('before a change of any kind: each terminal is ordered once', { timeout: PATIENT_MS }, () =>
    expectSameAfterDeaths(false, () => true),
  )

  test(
    'while it pauses a job: no further wave begins, and its starter is notified once',
    {
      timeout: PATIENT_MS,
    },
    () => expectSameAfterDeaths(true, (name) => /^update (firmware_job|job)$|notice$/.test(name)),
  )
}

function testDeathAfterDeath(fresh: () => Promise<DatabaseOptions>): void {
  test('again and again, wherever it is: each terminal is ordered once', {
    timeout: PATIENT_MS,
  }, async () => {
    const database = await fresh()
    let startMs: number = NOON
    let deaths = 0
    // each dies a little later in its course than the one before
    while (run(database, { startMs, death: FIRST_DEATH + 2 * deaths }).signal === 'SIGKILL') {
      deaths += 1
      startMs += AFTER_A_DEATH
    }
    expect(deaths).toBeGreaterThan(3)
    expect(await whatCameOf(database)).toEqual(BROUGHT)
  })
}

/** The first death is within the first target that is begun; three more are before a target is given up as dangerous. */
const FIRST_DEATH = 4

const BROUGHT = {
  job: { state: 'done', wave: 2 },
  ordered: STORES,
  terminals: STORES,
  installs: Array(STORES).fill('done'),
  targets: Array(STORES).fill('given'),
  notices: ['finished'],
  records: ['firmware.end', 'firmware.start'],
}
const STOPPED = {
  job: { state: 'paused', wave: 1 },
  ordered: 1,
  terminals: 1,
  installs: ['failed'],
  targets: ['given', 'waiting', 'waiting', 'waiting'],
  notices: ['paused'],
  records: ['firmware.pause', 'firmware.start'],
}

/** What is kept of the job, its orders and its news; what was done twice is seen. */
async function whatCameOf(options: DatabaseOptions): Promise<typeof BROUGHT> {
  const database = await connect(options)
  const db = database.kysely
  const job = await db.selectFrom('firmwareJob').select(['state', 'wave']).executeTakeFirstOrThrow()
  const orders = await db.selectFrom('command').select('terminalId').where('op', '=', 'fw.install').execute()
  const installs = await db.selectFrom('firmwareInstall').select('state').execute()
  const targets = await db.selectFrom('jobTarget').select('state').orderBy('state').execute()
  const notices = await db.selectFrom('notice').select('about').where('channel', '=', 'app').execute()
  const audit = await db.selectFrom('audit').select('kind').where('kind', 'like', 'firmware.%').execute()
  await database.close()
  return {
    job,
    ordered: orders.length,
    terminals: new Set(orders.map(({ terminalId }) => terminalId)).size,
    installs: installs.map(({ state }) => state),
    targets: targets.map(({ state }) => state),
    notices: notices.map(({ about }) => about),
    records: audit
      .map(({ kind }) => kind)
      .filter((kind) => /^firmware\.(start|pause|end)$/.test(kind))
      .sort(),
  }
}
