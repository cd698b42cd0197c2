import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { get } from 'node:https'
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import mqtt from 'mqtt'
import { pino } from 'pino'
import { afterAll, afterEach, expect, test } from 'vitest'
import { connect } from './db/connect'
import type { Settings } from './env'
import { type RunningServer, startServer } from './start-server'
import { bareSettings } from './testing/bare-settings'
import { describeWithOpenssl, makeCertificate } from './testing/certificate'
import { emptyTemplate } from './testing/embedded-template'
import { freePort } from './testing/free-port'
import { basic, NOON, testClock } from './testing/test-server'

const running: RunningServer[] = []
afterEach(async () => {
  for (const server of running.splice(0)) await server.close()
})

const settingsFor = (folder: string, changed: Partial<Settings> = {}) =>
  bareSettings(folder, { adminPassword: 'ten letters', ...changed })

async function start(settings: Settings, reported: string[] = []): Promise<RunningServer> {
  const server = await startServer(settings, {
    clock: testClock(NOON),
    log: pino({ level: 'silent' }),
    report: (line) => reported.push(line),
    onBroken: (error) => {
      throw error
    },
  })
  running.push(server)
  return server
}

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-start-'))
  folders.push(folder)
  return folder
}
/** With the files of a database, which take seconds of work to make, and nothing in them. */
const newData = async () => {
  const folder = newFolder()
  const template = new Uint8Array(readFileSync(await emptyTemplate()))
  await (await connect({ folder, template })).close()
  return folder
}
const folder = await newData()
const PATIENT_MS = 120_000

test('a first start makes the schema, tells of it, and serves the account of the settings', {
  timeout: PATIENT_MS,
}, async () => {
  const reported: string[] = []
  const server = await start(settingsFor(folder), reported)
  expect(reported[0]).toMatch(/^Database: 0001_organisation \(\d+ ms\)$/)
  expect(server.firstAccount).toEqual({ login: 'admin', madeUpPassword: null })
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200)
  const ready = await fetch(`${server.address}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([200, { database: true, broker: true }])
  const signIn = { method: 'POST', headers: basic('admin', 'ten letters') }
  expect((await fetch(`${server.address}/api/v2/auth`, signIn)).status).toBe(200)
  await expect(start(settingsFor(folder))).rejects.toThrow(/^COLDKEEP_DATA: /)
})

test('a later start finds what was there and makes no account', { timeout: PATIENT_MS }, async () => {
  const reported: string[] = []
  const server = await start(settingsFor(folder, { adminPassword: 'another password' }), reported)
  expect(reported).toEqual([])
  expect(server.firstAccount).toBeNull()
  const signIn = (password: string) =>
    fetch(`${server.address}/api/v2/auth`, { method: 'POST', headers: basic('admin', password) })
  expect((await signIn('ten letters')).status).toBe(200)
  expect((await signIn('another password')).status).toBe(401)
})

test('a port in use is refused by the name of its variable, and nothing stays open', {
  timeout: PATIENT_MS,
}, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(start(settingsFor(folder, { port }))).rejects.toThrow(`PORT: ${port} is in use`)
  await expect(start(settingsFor(folder, { mqttPort: port }))).rejects.toThrow(
    `COLDKEEP_MQTT_PORT: ${port} is in use`,
  )
  other.close()
})

test('a database out of reach and a broken site.json are refused by their names', async () => {
  const databaseUrl = 'postgres://keeper:hush@127.0.0.1:1/coldkeep'
  await expect(start(settingsFor(newFolder(), { databaseUrl }))).rejects.toThrow(/^DATABASE_URL: (?!.*hush)/)
  const broken = newFolder()
  writeFileSync(join(broken, 'site.json'), '{"title": 7}')
  await expect(start(settingsFor(broken))).rejects.toThrow(/site\.json: the field title is wrong$/)
})

describeWithOpenssl('with a certificate', () => {
  test('HTTP and the built-in broker speak TLS alone, and browsers are told to come by nothing else', {
    timeout: PATIENT_MS,
  }, async () => {
    const { certificate: ca, ...tls } = makeCertificate(newFolder(), 'hub')
    const mqttPort = await freePort()
    const server = await start(settingsFor(folder, { tls, mqttPort }))
    const { port, protocol } = new URL(server.address)
    expect(protocol).toBe('https:')
    const [alive] = (await once(get(`${server.address}/healthz`, { ca }), 'response')) as [IncomingMessage]
    alive.resume()
    expect([alive.statusCode, alive.headers['strict-transport-security']]).toEqual([
      200,
      'max-age=31536000; includeSubDomains',
    ])
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow('fetch failed')
    const stranger = { username: 'TB-0001', password: 'guess', reconnectPeriod: 0 }
    const entering = mqtt.connectAsync(`mqtts://127.0.0.1:${mqttPort}`, { ...stranger, ca: [ca] })
    await expect(entering).rejects.toThrow(/Connection refused/)
    const inTheOpen = connectSocket(mqttPort, '127.0.0.1')
    inTheOpen.end(Buffer.from('100c00044d5154540402003c0000', 'hex'))
    expect(await inTheOpen.toArray()).toEqual([])
  })

  test('a key that is not there is refused by the name of its variable', async () => {
    const { certificateFile } = makeCertificate(newFolder(), 'hub')
    const tls = { certificateFile, keyFile: '/nowhere/hub.key' }
    await expect(start(settingsFor(newFolder(), { tls }))).rejects.toThrow(/^COLDKEEP_TLS_KEY: /)
  })
})

test('a data folder that cannot be made is refused by the name of its variable', async () => {
  const file = join(newFolder(), 'a-file')
  writeFileSync(file, '')
  await expect(start(settingsFor(join(file, 'data')))).rejects.toThrow(
    /^COLDKEEP_DATA: .*a-file\/data cannot be written \(ENOTDIR\)$/,
  )
})

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const run = (variables: Record<string, string>) =>
  spawn(process.execPath, ['--import', 'tsx', main], { env: { PATH: process.env.PATH, ...variables } })

test('a wrong environment ends the program with one line that names the variable', {
  timeout: PATIENT_MS,
}, async () => {
  const child = run({ COLDKEEP_HOST: '0.0.0.0' })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect(code).toBe(2)
  expect(said.trim().split('\n')).toHaveLength(1)
  expect(said).toContain('COLDKEEP_HOST')
})

test('the program tells its address and a made-up password, and ends cleanly when asked to', {
  timeout: PATIENT_MS,
}, async () => {
  const child = run({ COLDKEEP_DATA: await newData(), PORT: '0', COLDKEEP_MQTT_PORT: '0' })
  const ended = once(child, 'exit')
  child.stderr.resume()
  let said = ''
  for await (const chunk of child.stdout) {
    said += chunk
    if (said.includes('not shown again')) child.kill('SIGTERM')
  }
  expect((await ended)[0]).toBe(0)
  expect(said).toMatch(/^Coldkeep serves at http:\/\/127\.0\.0\.1:\d+$/m)
  expect(said).toMatch(/^Sign in as admin with the password [a-z2-9-]{23}\./m)
})
