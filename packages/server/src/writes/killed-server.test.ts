import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lineState } from '@coldkeep/domain/writes/line-state'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickProgram } from '../../../../tools/bundle-program'
import { takeQueued, takeSent } from '../commands/command-queries'
import { connect, type DatabaseOptions } from '../db/connect'
import { putMigratedDatabase } from '../testing/embedded-template'
import { type KilledWrite, killedAt } from '../testing/killed-write'
import { describeKind, postgresqlAddress } from '../testing/test-database'
import { NOON, testServer } from '../testing/test-server'
import { newWriteId, writeRig } from '../testing/write-rig'
import { requestOnce } from './request-once'

const PROGRAM = await quickProgram(
  fileURLToPath(new URL('../testing/write-until-killed.ts', import.meta.url)),
)

/** A database of its own for each kill, and what the program is to do there. */
interface Fresh {
  readonly options: DatabaseOptions
  readonly order: Omit<KilledWrite, 'step' | 'database'>
}

describeKind('a server killed', 'embedded', () => {
  let prepared = ''
  let order: Fresh['order']
  const folders: string[] = []
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'coldkeep-killed-write-'))
    folders.push(folder)
    return folder
  }
  beforeAll(async () => {
    prepared = newFolder()
    await putMigratedDatabase(prepared)
    order = await prepare({ folder: prepared })
  })
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  testEachKill(async () => {
    const folder = newFolder()
    cpSync(prepared, folder, { recursive: true })
    return { options: { folder }, order }
  })
})

describeKind('a server killed', 'postgresql', () => {
  testEachKill(async () => {
    const databaseUrl = await postgresqlAddress()
    if (databaseUrl === null) throw new Error('there was a PostgreSQL')
    const options = { databaseUrl, connections: 5 }
    return { options, order: await prepare(options) }
  })
})

/** A store whose freezer can be written to, with its terminal connected. */
async function prepare(options: DatabaseOptions): Promise<Omit<KilledWrite, 'step' | 'database'>> {
  const database = await connect(options)
  const server = await testServer({ database: database.kysely })
  const { stores, accounts, company, north, south } = server.fleet
  const { storeId, terminalId, freezer } = stores.alder
  const rig = writeRig(server)
  await rig.publish([freezer.deviceId])
  await rig.scripts.givePort(stores.alder)
  await server.db
    .insertInto('terminalState')
    .values({ storeId, terminalId, connection: 'online', since: NOON } as never)
    .execute()
  await server.close()
  await database.close()
  return {
    now: NOON,
    store: { storeId, terminalId },
    draft: {
      id: newWriteId(),
      storeId,
      devices: [{ deviceId: freezer.deviceId, code: 'set', value: -20 }],
      waitMinutes: 10,
      note: '',
      undoOf: null,
    },
    user: {
      accountId: accounts.admin,
      signInId: null,
      apiKeyId: null,
      login: 'admin',
      name: 'Ada',
      departmentId: company,
      departmentIds: [company, north, south],
      pageKeys: ['3-1'],
      signedInAt: NOON,
      isByProvider: false,
      mustChangePassword: false,
      lacksFactor: false,
    },
  }
}

/** How it stands right after the kill, and which ids go out to a terminal that appears then. */
const expected: Record<(typeof killedAt)[number], readonly [state: string | null, goesOut: boolean]> = {
  'before asking is kept': [null, true],
  'after asking is kept': ['queued', true],
  'after it is taken to be sent': ['queued', true],
  'before its delivery is kept': ['queued', true],
  'after its delivery is kept': ['delivered', true],
  'before its end is kept': ['delivered', true],
  'after its end is kept': ['confirmed', false],
}

function testEachKill(fresh: () => Promise<Fresh>): void {
  test.each(killedAt)('%s forgets nothing and writes nothing twice', async (step) => {
    const { options, order } = await fresh()
    const { signal, stderr } = spawnSync(
      process.execPath,
      [PROGRAM, JSON.stringify({ ...order, database: options, step } satisfies KilledWrite)],
      { encoding: 'utf8' },
    )
    expect(signal, stderr).toBe('SIGKILL')
    const database = await connect(options)
    const db = database.kysely
    const { draft, store, now, user } = order
    const commands = () =>
      db.selectFrom('command').select(['commandId', 'state', 'errorCode']).where('op', '=', 'write').execute()
    const [command = null] = await commands()
    const state = command && lineState({ approval: 'not_needed', isFaulty: false, command, isReadBack: true })
    const [stateExpected, goesOut] = expected[step]
    expect(state).toBe(stateExpected)
    // whoever asked did not hear the answer, and asks again
    const signedIn = {
      ...user,
      pageKeys: new Set(user.pageKeys),
      equipment: { hidden: new Set<never>(), writes: new Set(['other'] as const) },
    }
    await requestOnce(db, draft, signedIn, now)
    expect(await commands()).toHaveLength(1)
    expect(await db.selectFrom('writeRequest').select('writeId').execute()).toEqual([{ writeId: draft.id }])
    // the same id again: the terminal knows it, and answers what it has answered
    const out = [...(await takeSent(db, [store.terminalId], now)), ...(await takeQueued(db, now))]
    const [{ commandId } = { commandId: '' }] = await commands()
    const writes = out.filter(({ op }) => op === 'write')
    expect(writes.map((one) => one.commandId)).toEqual(goesOut ? [commandId] : [])
    await database.close()
  })
}
