import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lineState } from '@coldkeep/domain/writes/line-state'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { quickProgram } from '../../../../tools/bundle-program'
import { connect } from '../db/connect'
import { takeQueued, takeSent } from '../field/command-queries'
import { putMigratedDatabase } from '../testing/embedded-template'
import { type KilledWrite, killedAt } from '../testing/killed-write'
import { NOON, testServer } from '../testing/test-server'
import { newWriteId, writeRig } from '../testing/write-rig'
import { askOnce } from './ask-once'

const PROGRAM = await quickProgram(
  fileURLToPath(new URL('../testing/write-until-killed.ts', import.meta.url)),
)

/** What is copied for each kill. */
let prepared = ''
let order: Omit<KilledWrite, 'step' | 'folder'>
let folder = ''
beforeAll(async () => {
  prepared = mkdtempSync(join(tmpdir(), 'coldkeep-killed-write-'))
  await putMigratedDatabase(prepared)
  order = await prepare()
})
afterAll(() => rmSync(prepared, { recursive: true, force: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldkeep-killed-write-'))
  cpSync(prepared, folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A store whose freezer can be written to, with its terminal connected. */
async function prepare(): Promise<typeof order> {
  const database = await connect({ folder: prepared })
  const server = await testServer({ database: database.kysely })
  const { stores, accounts, company } = server.fleet
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
    wanted: {
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
      pageKeys: ['3-1'],
      signedInAt: NOON,
      isByProvider: false,
      mustChangePassword: false,
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

test.each(killedAt)('a server killed %s forgets nothing and writes nothing twice', async (step) => {
  const { signal, stderr } = spawnSync(
    process.execPath,
    [PROGRAM, JSON.stringify({ ...order, folder, step })],
    {
      encoding: 'utf8',
    },
  )
  expect(signal, stderr).toBe('SIGKILL')
  const database = await connect({ folder })
  const db = database.kysely
  const { wanted, store, now, user } = order
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
  await askOnce(db, wanted, signedIn, now)
  expect(await commands()).toHaveLength(1)
  expect(await db.selectFrom('writeRequest').select('writeId').execute()).toEqual([{ writeId: wanted.id }])
  // the same id again: the terminal knows it, and answers what it has answered
  const out = [...(await takeSent(db, [store.terminalId], now)), ...(await takeQueued(db, now))]
  const [{ commandId } = { commandId: '' }] = await commands()
  const writes = out.filter(({ op }) => op === 'write')
  expect(writes.map((one) => one.commandId)).toEqual(goesOut ? [commandId] : [])
  await database.close()
})
