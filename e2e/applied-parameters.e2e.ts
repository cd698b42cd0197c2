import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { epochMs } from '@coldkeep/domain/time/instant'
import type { RunningServer } from '@coldkeep/server/start-server'
import { putMigratedDatabase } from '@coldkeep/server/testing/embedded-template'
import { freePort } from '@coldkeep/server/testing/free-port'
import { insertTinyFleet, type TinyFleet, type TinyStore } from '@coldkeep/server/testing/tiny-fleet'
import type { LiveTerminal } from '@coldkeep/terminal/terminal'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Calls, callsOf, makeOperable, startBox } from './support/operable-site'
import { startOwnServer } from './support/own-server'
import { startThermostat, type Thermostat } from './support/thermostat'

const SETPOINT = 0x0355
/** Tenths of a degree in two's complement: −22.0, −20.0 and −19.0. */
const [MINUS_22, MINUS_20, MINUS_19] = [0xff24, 0xff38, 0xff42]
const APPLY = '/api/v2/tc/apply'

let folder: string
let server: RunningServer
let fleet: TinyFleet
let store: TinyStore
let thermostat: Thermostat
let box: LiveTerminal
let call: Calls
let model: string

beforeAll(async () => {
  thermostat = await startThermostat({})
  thermostat.reset({ [SETPOINT]: MINUS_22, 854: 0, 855: 0 })
  folder = mkdtempSync(join(tmpdir(), 'coldkeep-applied-'))
  const dataFolder = join(folder, 'server')
  const place = { dataFolder, httpPort: await freePort(), mqttPort: await freePort() }
  await putMigratedDatabase(dataFolder)
  server = await startOwnServer(place, async (db) => {
    fleet = await insertTinyFleet(db, epochMs(Date.now()))
  })
  store = fleet.stores.alder
  await makeOperable({ server, fleet }, store, thermostat.port)
  call = await callsOf(server.address, 'admin')
  box = await startBox({ folder, place }, store)
  const models = (await call('GET', '/api/v2/tc/model')) as { id: string; brand: string }[]
  model = models.find(({ brand }) => brand === 'Nordwind')?.id ?? ''
})

afterAll(async () => {
  await box?.stop()
  await server?.close()
  await thermostat?.close()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(() => thermostat.reset({ [SETPOINT]: MINUS_22, 854: 0, 855: 0 }))

async function fileOf(value: number): Promise<string> {
  const values = [{ code: 'set', value }]
  const body = { model, name: `Freezers at ${value}`, type_code: 'regulation', values }
  const { id } = (await call('POST', '/api/v2/tc/param-profile', { ...body, type_code: 'all' })) as {
    id: string
  }
  return id
}

/** Has the terminal read what the device is set to, until the service knows it. */
async function readUntil(celsius: number): Promise<void> {
  const device = String(store.freezer.deviceId)
  const known = async () => {
    const { values } = (await call('GET', `/api/v2/tc/device/values?device=${device}`)) as {
      values: { parameter: { code: string }; observed: { value: number } | null }[]
    }
    return values.find(({ parameter }) => parameter.code === 'set')?.observed?.value
  }
  await expect
    .poll(async () => {
      await call('POST', '/api/v2/tc/device/read', { device }).catch(() => null)
      return known()
    }, POLLED)
    .toBe(celsius)
}

const POLLED = { timeout: 60_000, interval: 2_000 }

async function planOf(profile: string) {
  return (await call('GET', `${APPLY}/plan?profile=${profile}`)) as {
    fingerprint: string
    risk: number
    totals: { ready: number; writes: number; same: number }
  }
}

async function devicesOf(id: string) {
  const { devices } = (await call('GET', `${APPLY}/detail?id=${id}`)) as {
    devices: { state: string; fault: string | null; steps: { state: string; was: number; is: number }[] }[]
  }
  return devices
}

test('a parameter file is written and read back, and a second time not a frame is written', async () => {
  const profile = await fileOf(-20)
  await readUntil(-22)
  const plan = await planOf(profile)
  expect(plan).toMatchObject({ risk: 2, totals: { ready: 1, writes: 1 } })
  const { id } = (await call('POST', APPLY, { profile, fingerprint: plan.fingerprint })) as { id: string }
  await expect
    .poll(() => devicesOf(id), POLLED)
    .toMatchObject([{ state: 'done', fault: null, steps: [{ state: 'confirmed', was: -22, is: -20 }] }])
  expect(thermostat.writes).toEqual([[SETPOINT, MINUS_20]])
  expect(thermostat.registers.get(SETPOINT)).toBe(MINUS_20)
  const again = await planOf(profile)
  expect(again.totals).toMatchObject({ ready: 0, writes: 0, same: 1 })
  await expect(call('POST', APPLY, { profile, fingerprint: again.fingerprint })).rejects.toThrow(
    'apply.nothing',
  )
  await readUntil(-20)
  expect(thermostat.writes).toHaveLength(1)
  await call('DELETE', `/api/v2/tc/param-profile?id=${profile}`)
})

test('a device that acknowledges and keeps its old value has failed, and is known as the old one', async () => {
  const profile = await fileOf(-19)
  await readUntil(-22)
  const { fingerprint } = await planOf(profile)
  thermostat.keeps.add(SETPOINT)
  const { id } = (await call('POST', APPLY, { profile, fingerprint })) as { id: string }
  await expect
    .poll(() => devicesOf(id), POLLED)
    .toMatchObject([{ state: 'failed', fault: 'refused', steps: [{ state: 'failed', was: -22, is: -22 }] }])
  expect(thermostat.writes).toEqual([[SETPOINT, MINUS_19]])
})
