import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TrustedKey } from '@coldkeep/contract/mqtt/trusted-key'
import { busKinds } from '@coldkeep/domain/points/point'
import { epochMs } from '@coldkeep/domain/time/instant'
import { openHandovers } from '@coldkeep/server/commands/handovers'
import { loadFieldKeys } from '@coldkeep/server/commands/keys'
import type { RunningServer } from '@coldkeep/server/start-server'
import { documentOf } from '@coldkeep/server/testing/documents'
import { putMigratedDatabase } from '@coldkeep/server/testing/embedded-template'
import { freePort } from '@coldkeep/server/testing/free-port'
import { basic } from '@coldkeep/server/testing/test-server'
import {
  insertTinyFleet,
  PASSWORD,
  type TinyFleet,
  type TinyStore,
} from '@coldkeep/server/testing/tiny-fleet'
import { readSetup } from '@coldkeep/terminal/settings/read-setup'
import { type LiveTerminal, startTerminal } from '@coldkeep/terminal/terminal'
import { ManualTime } from '@coldkeep/terminal/testing/manual-time'
import { systemTime } from '@coldkeep/terminal/time/system-time'
import type { Timekeeper } from '@coldkeep/terminal/time/timekeeper'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBoxSettings } from './support/own-box'
import { startOwnServer } from './support/own-server'

const log = pino({ level: 'silent' })

/** A real server on disk and real terminals in this process; a device on Modbus TCP. */
const folder = mkdtempSync(join(tmpdir(), 'coldkeep-configured-'))
const dataFolder = join(folder, 'server')
let [httpPort, mqttPort, devicePort] = [0, 0, 0]
let server: RunningServer
let stores: TinyFleet['stores']
let device: Server
let token = ''
/** Unit ids in the order of the requests. */
const requestedUnits: number[] = []
/** From before the first change, as the boxes received them when they were claimed. */
let claimedKeys: readonly TrustedKey[] = []
const running: LiveTerminal[] = []

beforeAll(async () => {
  ;[httpPort, mqttPort, devicePort] = [await freePort(), await freePort(), await freePort()]
  device = createServer((socket) => {
    socket.on('error', () => {})
    // two registers, whatever is requested
    socket.on('data', (request) => {
      requestedUnits.push(request[6] ?? 0)
      socket.write(Buffer.from([...request.subarray(0, 4), 0, 7, request[6] ?? 0, 3, 4, 0xff, 0x38, 0, 0]))
    })
  })
  await new Promise<void>((resolve) => device.listen(devicePort, '127.0.0.1', resolve))
  await putMigratedDatabase(dataFolder)
  const keys = keysOfServer()
  claimedKeys = keys.publicKeys()
  openHandovers(dataFolder, keys, epochMs(Date.now()))
  takeKeyAway()
  await startOfServer()
})

afterAll(async () => {
  for (const terminal of running) await terminal.stop()
  await server.close()
  device.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a terminal that only the server configures reports the counts of its bus', async () => {
  const { alder } = stores
  // two intervals are over before the server's own time; the first may have begun before the polling
  const time = new ManualTime(Date.now() - 31 * 60_000)
  const terminal = await startOfBox(alder, time)
  const ports = [{ id: 'p1', kind: 'mbtcp' as const, host: '127.0.0.1', port: devicePort }]
  const put = await call(alder, 'POST', 'configurations', {
    document: documentOf(alder, { ports }),
    is_check: false,
  })
  expect(put).toEqual({ revision: 2, faults: [] })
  await expect
    .poll(async () => (await call(alder, 'GET', 'configurations')).revisions[0].state)
    .toBe('active')
  const counted = () =>
    server.database.kysely
      .selectFrom('scan')
      .innerJoin('pointList', 'pointList.pointListId', 'scan.pointListId')
      .select(['scan.deviceId', 'scan.values'])
      .where('scan.storeId', '=', alder.storeId)
      .where('pointList.countsBus', '=', true)
      .execute()
  const requested = async () => (await counted()).filter(({ values }) => (values[0] ?? 0) > 0)
  await expect
    .poll(
      async () => {
        await time.pass(30_000)
        return new Set((await requested()).map(({ deviceId }) => deviceId))
      },
      { interval: 20 },
    )
    .toEqual(new Set([alder.freezer.deviceId, alder.meter.deviceId]))
  for (const { values } of await requested()) {
    const of = Object.fromEntries(busKinds.map((kind, place) => [kind, values[place]]))
    expect(of).toMatchObject({ bus_answers: of.bus_requests, bus_timeouts: 0, bus_bad_frames: 0 })
  }
  await terminal.stop()
  running.splice(running.indexOf(terminal), 1)
})

test('a terminal stops polling a device that is retired, and polls one that moved at its new place', async () => {
  const { dogwood } = stores
  const time = new ManualTime(Date.now())
  const terminal = await startOfBox(dogwood, time)
  const ports = [{ id: 'p1', kind: 'mbtcp' as const, host: '127.0.0.1', port: devicePort }]
  const document = documentOf(dogwood, { ports })
  await call(dogwood, 'POST', 'configurations', { document, is_check: false })
  const newest = async () => {
    const [{ revision, state }] = (await call(dogwood, 'GET', 'configurations')).revisions
    return [revision, state]
  }
  await expect.poll(newest).toEqual([2, 'active'])
  /** All units polled until one was polled this often: more than one period of every script. */
  const requestedUntil = async (unit: number, times: number) => {
    requestedUnits.splice(0)
    const isDone = async () => {
      await time.pass(30_000)
      return requestedUnits.filter((one) => one === unit).length >= times
    }
    await expect.poll(isDone, { interval: 20 }).toBe(true)
    return new Set(requestedUnits)
  }
  expect(await requestedUntil(1, 2)).toEqual(new Set([1, 9]))
  const equipment = `${server.address}/api/v2/equipment`
  const { body: listed } = await send('GET', `${equipment}?storeid=${dogwood.storeId}`)
  const meter = listed.devices.find(({ id }: { id: string }) => id === String(dogwood.meter.deviceId))
  const { name, type, zone, brand, model, port, contracted_kw, demand_interval_minutes } = meter
  const moved = await send('PATCH', `${equipment}/${meter.id}`, {
    ...{ name, type, zone, brand, model, port, contracted_kw, demand_interval_minutes },
    ...{ terminal: dogwood.terminalId, unit_id: 30 },
  })
  expect(moved.status).toBe(200)
  await expect.poll(newest).toEqual([3, 'active'])
  expect(await requestedUntil(30, 8)).toEqual(new Set([1, 30]))
  const retired = await send('POST', `${equipment}/${dogwood.freezer.deviceId}/retired`, { is_retired: true })
  expect(retired.status).toBe(200)
  await expect.poll(newest).toEqual([4, 'active'])
  // the meter is polled every minute, the freezer was polled every five
  expect(await requestedUntil(30, 12)).toEqual(new Set([30]))
  await terminal.stop()
  running.splice(running.indexOf(terminal), 1)
})

test('the signing key is changed twice: terminals online follow, and so does one that missed the first change', async () => {
  const { birch, cedar } = stores
  expect(keysOfServer().signing.name).toBe(claimedKeys[1]?.k)
  await startOfBox(birch, systemTime)
  await expectObeyed(birch)
  await server.close()
  takeKeyAway()
  await startOfServer()
  expect(claimedKeys.map(({ k }) => k)).not.toContain(keysOfServer().signing.name)
  await startOfBox(cedar, systemTime)
  for (const store of [birch, cedar]) await expectObeyed(store)
})

function keysOfServer() {
  const keys = loadFieldKeys(dataFolder)
  if (!keys.ok) throw new Error(keys.problem)
  return keys.value
}

function takeKeyAway(): void {
  rmSync(join(dataFolder, 'field-key.pem'))
}

/** A harmless command with a result of its own. */
async function expectObeyed(store: TinyStore): Promise<void> {
  const { id } = await call(store, 'POST', 'commands', { op: 'restart', what: 'box' })
  const state = async () =>
    (await call(store, 'GET', 'commands')).commands.find((one: { id: string }) => one.id === id).state
  await expect.poll(state).toBe('refused')
}

async function startOfBox(store: TinyStore, time: Timekeeper): Promise<LiveTerminal> {
  const settingsPath = writeBoxSettings(folder, store, { httpPort, mqttPort, keys: claimedKeys })
  const read = await readSetup({
    settingsPath,
    dataFolder: join(folder, `${store.terminalId}-data`),
    isInsecureAllowed: false,
  })
  if (!read.ok) throw new Error(read.problem.why)
  const terminal = await startTerminal({ setup: read.value, time, log, random: () => 0 })
  running.push(terminal)
  await expect.poll(() => terminal.isConnected).toBe(true)
  return terminal
}

async function startOfServer(): Promise<void> {
  server = await startOwnServer({ dataFolder, httpPort, mqttPort }, async (db) => {
    const account = await db.selectFrom('account').select('accountId').executeTakeFirst()
    if (account === undefined) stores = (await insertTinyFleet(db, epochMs(Date.now()))).stores
  })
  const signIn = { method: 'POST', headers: basic('admin', PASSWORD) }
  token = ((await (await fetch(`${server.address}/api/v2/auth`, signIn)).json()) as { token: string }).token
}

// biome-ignore lint/suspicious/noExplicitAny: the test looks at the wire as it is
async function call(store: TinyStore, method: string, rest: string, body?: object): Promise<any> {
  return (await send(method, `${server.address}/api/v2/terminals/${store.terminalId}/${rest}`, body)).body
}

// biome-ignore lint/suspicious/noExplicitAny: the test looks at the wire as it is
async function send(method: string, address: string, body?: object): Promise<{ status: number; body: any }> {
  const answer = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}
