import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { epochMs } from '@coldkeep/domain/time/instant'
import { loadFieldKeys } from '@coldkeep/server/commands/keys'
import { makeCommand } from '@coldkeep/server/commands/make-command'
import type { RunningServer } from '@coldkeep/server/start-server'
import { documentOf } from '@coldkeep/server/testing/documents'
import { freePort } from '@coldkeep/server/testing/free-port'
import { basic } from '@coldkeep/server/testing/test-server'
import { insertTinyFleet, PASSWORD, type TinyStore } from '@coldkeep/server/testing/tiny-fleet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickProgram } from '../tools/bundle-program'
import { writeBoxSettings } from './support/own-box'
import { startOwnServer } from './support/own-server'

const TERMINAL_PROGRAM = fileURLToPath(new URL('../packages/terminal/src/main.ts', import.meta.url))

/** A real server, the real terminal program as a process of its own, and a device on Modbus TCP. */
const folder = mkdtempSync(join(tmpdir(), 'coldkeep-chain-'))
const dataFolder = join(folder, 'server')
let [httpPort, mqttPort] = [0, 0]
let server: RunningServer
let store: TinyStore
let device: Server
let box: ChildProcess
let token = ''
/** Function codes of the requests that the device received, and what it does before it answers a write. */
const requests: number[] = []
let beforeReply: (reply: () => void) => void = (reply) => reply()

beforeAll(async () => {
  device = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const [unit, code] = [bytes[6] ?? 0, bytes[7] ?? 0]
      requests.push(code)
      const pdu = code === 6 ? [...bytes.subarray(6, 12)] : [unit, code, 4, 0xff, 0x38, 0, 0]
      const reply = () => void socket.write(Buffer.from([...bytes.subarray(0, 4), 0, pdu.length, ...pdu]))
      if (code === 6) beforeReply(reply)
      else reply()
    })
  })
  device.listen(0, '127.0.0.1')
  await once(device, 'listening')
  httpPort = await freePort()
  mqttPort = await freePort()
  await startOfServer()
  await startOfBox()
})

afterAll(async () => {
  box.kill('SIGKILL')
  await server.close()
  device.close()
  rmSync(folder, { recursive: true, force: true })
})

// each step goes on from the one before
test('a terminal carries out what people and the server order, whatever is killed or stopped on the way', async () => {
  await runDocument()
  await carryOutOrders()
  await killDuringWrite()
  await stopServerDuringCommand()
})

/** A document put by a person is what the terminal runs, with its readings in the lists of its revision. */
async function runDocument(): Promise<void> {
  const { port } = device.address() as AddressInfo
  const document = documentOf(store, { ports: [{ id: 'p1', kind: 'mbtcp', host: '127.0.0.1', port }] })
  const everySecond = document.scripts.map((script) => ({ ...script, periodSeconds: 1 }))
  const put = await call('POST', 'configurations', {
    document: { ...document, scripts: everySecond },
    is_check: false,
  })
  expect(put).toEqual({ revision: 2, faults: [] })
  await expect.poll(async () => (await call('GET', 'configurations')).revisions[0].state).toBe('active')
  const scans = () =>
    server.database.kysely
      .selectFrom('scan')
      .innerJoin('pointList', 'pointList.pointListId', 'scan.pointListId')
      .select(['pointList.firstRevision', 'scan.values'])
      .where('scan.deviceId', '=', store.freezer.deviceId)
      .execute()
  await expect.poll(async () => (await scans()).length).toBeGreaterThan(1)
  // 0xFF38 is −200, a tenth of a degree each
  expect(
    new Set((await scans()).map(({ firstRevision, values }) => `${firstRevision} ${values[0]}`)),
  ).toEqual(new Set(['2 -20']))
}

/** A script runs once, a write is proved, logs and a new secret are transferred. */
async function carryOutOrders(): Promise<void> {
  const once = await ended(await call('POST', 'commands', { op: 'run.once', script: 'cases' }))
  expect(once).toMatchObject({
    state: 'done',
    outcome: { rows: [{ values: [{ value: -20 }, { value: 0 }] }] },
  })
  const write = await ended(await orderWrite())
  expect(write).toMatchObject({
    state: 'done',
    outcome: { packet: expect.stringMatching(/^01 06 03 55 FF 38/) },
  })
  const logs = await ended(
    await call('POST', 'commands', {
      op: 'log.fetch',
      from: new Date(Date.now() - 3_600_000).toISOString(),
      to: new Date(Date.now() + 60_000).toISOString(),
    }),
  )
  expect(logs).toMatchObject({ state: 'done', error: null })
  const log = await fetch(`${server.address}${path(`commands/${logs.id}/log`)}`, { headers: bearer() })
  const packed = Buffer.from(await log.arrayBuffer())
  expect(gunzipSync(packed).toString()).toContain('"msg":"started"')
  const rotated = await ended(await call('POST', 'commands', { op: 'cred.rotate' }))
  expect(rotated).toMatchObject({ state: 'done', error: null })
  const again = await ended(await call('POST', 'commands', { op: 'run.once', script: 'cases' }))
  expect(again.state).toBe('done')
}

/** A write whose terminal is killed on the way is never repeated, and is reported as interrupted. */
async function killDuringWrite(): Promise<void> {
  const before = requests.filter((code) => code === 6).length
  const killed = new Promise<void>((resolve) => {
    beforeReply = () => {
      beforeReply = (reply) => reply()
      box.kill('SIGKILL')
      box.once('exit', () => resolve())
    }
  })
  const order = await orderWrite()
  await killed
  await startOfBox()
  expect(await ended(order)).toMatchObject({ state: 'failed', error: { code: 'E_RESTART' } })
  expect(requests.filter((code) => code === 6).length).toBe(before + 1)
}

/** A server that is stopped while a command is under way receives its end when it is back. */
async function stopServerDuringCommand(): Promise<void> {
  let answer: (() => void) | null = null
  beforeReply = (reply) => {
    answer = reply
  }
  const order = await orderWrite()
  await expect.poll(() => answer !== null).toBe(true)
  await server.close()
  ;(answer as unknown as () => void)()
  beforeReply = (reply) => reply()
  await startOfServer()
  expect(await ended(order)).toMatchObject({ state: 'done' })
  const restart = await ended(await call('POST', 'commands', { op: 'restart', what: 'program' }))
  expect(restart.state).toBe('done')
  if (box.exitCode === null) await once(box, 'exit')
  expect(box.exitCode).toBe(0)
}

/** What the page of remote operation does, for a device that no one has described. */
async function orderWrite(): Promise<{ id: string }> {
  const hex = '06 03 55 FF 38'
  const { storeId, terminalId } = store
  const arg = {
    portId: 'p1',
    unitId: 1,
    requestHex: hex,
    expectedReplyHex: hex,
    includesUnitId: false,
    appendsCrc: true,
    replyHasCrc: true,
    retries: 0,
    intervalMs: 50,
    timeoutMs: 10_000,
  }
  const draft = {
    terminalId,
    storeId,
    op: 'write' as const,
    arg: () => arg,
    by: { accountId: null, name: 'Ada' },
  }
  const now = epochMs(Date.now())
  const id = await server.database.kysely.transaction().execute((trx) => makeCommand(trx, draft, now))
  return { id }
}

async function startOfServer(): Promise<void> {
  server = await startOwnServer({ dataFolder, httpPort, mqttPort }, async (db) => {
    const known = await db.selectFrom('account').select('accountId').executeTakeFirst()
    if (known === undefined) store = (await insertTinyFleet(db, epochMs(Date.now()))).stores.alder
  })
  const signIn = { method: 'POST', headers: basic('admin', PASSWORD) }
  token = ((await (await fetch(`${server.address}/api/v2/auth`, signIn)).json()) as { token: string }).token
}

async function startOfBox(): Promise<void> {
  const keys = loadFieldKeys(dataFolder)
  if (!keys.ok) throw new Error(keys.problem)
  const settingsPath = writeBoxSettings(folder, store, { httpPort, mqttPort, keys: keys.value.publicKeys() })
  box = spawn(process.execPath, [await quickProgram(TERMINAL_PROGRAM), settingsPath], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

function path(rest: string): string {
  return `/api/v2/terminals/${store.terminalId}/${rest}`
}

function bearer() {
  return { authorization: `Bearer ${token}` }
}

// biome-ignore lint/suspicious/noExplicitAny: the test looks at the wire as it is
async function call(method: string, rest: string, body?: object): Promise<any> {
  const answer = await fetch(server.address + path(rest), {
    method,
    headers: { ...bearer(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return answer.json()
}

/** The command once it has ended. */
async function ended({ id }: { id: string }) {
  const read = async () =>
    (await call('GET', 'commands')).commands.find((one: { id: string }) => one.id === id)
  await expect
    .poll(async () => ['done', 'failed', 'refused', 'expired'].includes((await read()).state))
    .toBe(true)
  return read()
}
