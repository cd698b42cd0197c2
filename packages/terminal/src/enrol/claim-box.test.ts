import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { readSetup } from '../settings/read-setup'
import { describeProblem } from '../settings/setup-problem'
import { BoxFolder } from '../testing/box-folder'
import { type FieldAnswer, FieldServer } from '../testing/field-server'
import { airCommand, settingsWith } from '../testing/settings'
import { type ClaimOrder, claimBox } from './claim-box'

const CODE = '7k2m 9qxa o4tc'
const NEW_SECRET = 'A'.repeat(43)
const KEY = { k: 'ab12cd34ef56', x: 'B'.repeat(43) }
const ANSWER = {
  tid: 'TB-004217',
  secret: NEW_SECRET,
  ca: null,
  mqtt: ['mqtt://127.0.0.1:1883'],
  keys: { cmd: [KEY] },
  store: { code: 'N001', name: 'Alder Street', zone: 'Asia/Taipei' },
}

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function server(answer: FieldAnswer = { body: ANSWER }): Promise<FieldServer> {
  const made = await FieldServer.start(() => answer)
  cleanUps.push(() => made[Symbol.asyncDispose]())
  return made
}

function newFolder(): BoxFolder {
  const folder = new BoxFolder()
  cleanUps.push(() => folder[Symbol.dispose]())
  return folder
}

const orderOf = (folder: BoxFolder, serverUrl: string, changes: Partial<ClaimOrder> = {}): ClaimOrder => ({
  serverUrl,
  code: CODE,
  settingsPath: join(folder.path, 'settings.json'),
  dataFolder: null,
  isInsecureAllowed: false,
  ca: null,
  box: { serial: 'SN-7', hardware: 'AB-1 linux arm64' },
  ...changes,
})

async function problemOf(order: ClaimOrder): Promise<string> {
  const claimed = await claimBox(order)
  return claimed.ok ? 'claimed' : describeProblem(claimed.problem)
}

const settingsOf = (folder: BoxFolder) => JSON.parse(readFileSync(join(folder.path, 'settings.json'), 'utf8'))

test('a claim writes the credential for the owner alone and settings that the program starts with', async () => {
  const [folder, hub] = [newFolder(), await server()]
  const order = orderOf(folder, hub.url, { settingsPath: join(folder.path, 'new', 'settings.json') })
  expect(await claimBox(order)).toEqual({
    ok: true,
    value: {
      terminalId: 'TB-004217',
      store: ANSWER.store,
      settingsPath: order.settingsPath,
      takesOver: false,
    },
  })
  expect(hub.requests).toEqual([
    { path: '/field/v1/claim', body: { code: CODE, serial: 'SN-7', hw: 'AB-1 linux arm64' } },
  ])
  const credential = join(folder.path, 'new', 'credential')
  expect(statSync(credential).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(folder.path, 'new')).sort()).toEqual(['credential', 'settings.json'])
  const setup = await readSetup({
    settingsPath: order.settingsPath,
    dataFolder: null,
    isInsecureAllowed: false,
  })
  if (!setup.ok) throw new Error(describeProblem(setup.problem))
  expect(setup.value.secret).toBe(NEW_SECRET)
  expect(setup.value.scripts).toEqual([])
  expect(setup.value.settings).toEqual({
    terminalId: 'TB-004217',
    brokerUrls: ['mqtt://127.0.0.1:1883'],
    credentialFile: 'credential',
    serverUrl: hub.url,
    commandKeys: [KEY],
    revision: 0,
    ports: [],
    scripts: [],
  })
})

test('the authority of the broker is written beside them, and the one of the server stands in for it', async () => {
  const folder = newFolder()
  const withCa = await server({ body: { ...ANSWER, ca: 'PEM of the answer' } })
  await claimBox(orderOf(folder, withCa.url))
  expect(settingsOf(folder).caFile).toBe('ca.pem')
  expect(readFileSync(join(folder.path, 'ca.pem'), 'utf8')).toBe('PEM of the answer')
  const silent = await server()
  await claimBox(orderOf(folder, silent.url, { ca: Buffer.from('PEM of the command line') }))
  expect(readFileSync(join(folder.path, 'ca.pem'), 'utf8')).toBe('PEM of the command line')
})

test('a box that keeps its place keeps what it polls and what it has not sent', async () => {
  const [folder, hub] = [newFolder(), await server()]
  folder.write(settingsWith([airCommand()]), 'old')
  mkdirSync(join(folder.path, 'terminal-data'))
  writeFileSync(join(folder.path, 'terminal-data', 'outbox'), 'rows')
  expect((await claimBox(orderOf(folder, hub.url))).ok).toBe(true)
  expect(settingsOf(folder)).toEqual({
    ...settingsWith([airCommand()]),
    serverUrl: hub.url,
    commandKeys: [KEY],
  })
  expect(readFileSync(join(folder.path, 'credential'), 'utf8')).toBe(`${NEW_SECRET}\n`)
  expect(existsSync(join(folder.path, 'terminal-data', 'outbox'))).toBe(true)
})

test('a box that gets another place polls nothing of the old one, and its readings are put aside', async () => {
  const [folder, hub] = [newFolder(), await server({ body: { ...ANSWER, tid: 'TB-NEW1' } })]
  folder.write(settingsWith([airCommand()]), 'old')
  mkdirSync(join(folder.path, 'terminal-data'))
  writeFileSync(join(folder.path, 'terminal-data', 'outbox'), 'rows')
  expect((await claimBox(orderOf(folder, hub.url))).ok).toBe(true)
  expect(settingsOf(folder)).toMatchObject({
    terminalId: 'TB-NEW1',
    revision: 0,
    ports: [],
    scripts: [],
    allowedNetworks: ['127.0.0.1/32'],
  })
  expect(readdirSync(join(folder.path, 'terminal-data'))).toEqual(['of-TB-004217'])
  expect(readFileSync(join(folder.path, 'terminal-data/of-TB-004217/outbox'), 'utf8')).toBe('rows')
})

describe('what is in the way is reported, and nothing is changed', () => {
  test('the server refuses the code', async () => {
    const folder = newFolder()
    const body = { code: 'claim.expired', message: 'This claim code has expired.', request_id: '1' }
    const hub = await server({ status: 410, body })
    expect(await problemOf(orderOf(folder, hub.url))).toBe('claim code: This claim code has expired.')
    expect(readdirSync(folder.path)).toEqual([])
  })

  test.each([
    ['a page', '<html>', 'server: http://127.0.0.1:port is no Coldkeep server'],
    [
      'something else',
      { hello: 1 },
      'server: http://127.0.0.1:port gave an answer that this program does not understand',
    ],
  ])('the server answers %s', async (_, body, line) => {
    const [folder, hub] = [newFolder(), await server({ body })]
    expect((await problemOf(orderOf(folder, hub.url))).replace(/:\d{4,5}/, ':port')).toBe(line)
    expect(readdirSync(folder.path)).toEqual([])
  })

  test('no one answers', async () => {
    const folder = newFolder()
    expect(await problemOf(orderOf(folder, 'http://127.0.0.1:9'))).toBe(
      'server: http://127.0.0.1:9 cannot be reached (ECONNREFUSED)',
    )
    expect(readdirSync(folder.path)).toEqual([])
  })

  test.each([
    ['hub', 'server address: "hub" is no address; expected one such as https://hub.example.com'],
    ['ftp://hub', 'server address: must begin with https:// or http://'],
    ['https://hub/coldkeep', 'server address: holds more than the name of a server and a port'],
    ['https://me:pw@hub', 'server address: holds more than the name of a server and a port'],
    [
      'http://192.0.2.1',
      'server address: would send the secret unencrypted; use https://, or set COLDKEEP_INSECURE=1',
    ],
  ])('the address is %s', async (serverUrl, line) => {
    expect(await problemOf(orderOf(newFolder(), serverUrl))).toBe(line)
  })

  test('the code cannot be one, so it is not sent', async () => {
    const [folder, hub] = [newFolder(), await server()]
    expect(await problemOf(orderOf(folder, hub.url, { code: '7K2M-9QXA' }))).toBe(
      'claim code: has 12 letters and digits, as in 7K2M-9QXA-04TC',
    )
    expect(hub.requests).toEqual([])
  })

  test('the files cannot be written, so the code is not spent', async () => {
    const [folder, hub] = [newFolder(), await server()]
    folder.put('file', '')
    folder.write(settingsWith([airCommand()], { credentialFile: 'file/credential' }), 'old')
    expect(await problemOf(orderOf(folder, hub.url))).toMatch(
      /file\/credential: cannot be written \((ENOTDIR|EEXIST)\)$/,
    )
    expect(hub.requests).toEqual([])
  })

  test('a file that holds something else is in its place', async () => {
    const [folder, hub] = [newFolder(), await server()]
    folder.put('settings.json', '{"ports":3}')
    expect(await problemOf(orderOf(folder, hub.url))).toMatch(
      /settings\.json: is there and holds no settings of a terminal; move it away first$/,
    )
    expect(hub.requests).toEqual([])
  })
})

const openssl = spawnSync('which', ['openssl']).status === 0
if (!openssl) test('TLS', ({ skip }) => skip('openssl is not installed'))
else {
  test('over HTTPS the authority that was named is trusted, and no other', async () => {
    const folder = newFolder()
    const made = (name: string) => {
      const args = ['-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=${name}`]
      const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
      const names = ['-addext', 'subjectAltName=IP:127.0.0.1']
      const done = spawnSync('openssl', ['req', '-x509', ...curve, ...args, ...names], { cwd: folder.path })
      if (done.status !== 0) throw new Error(String(done.stderr))
      return {
        key: readFileSync(join(folder.path, `${name}.key`), 'utf8'),
        cert: readFileSync(join(folder.path, `${name}.pem`), 'utf8'),
      }
    }
    const [ours, foreign] = [made('ours'), made('foreign')]
    const hub = await FieldServer.start(() => ({ body: ANSWER }), ours)
    cleanUps.push(() => hub[Symbol.asyncDispose]())
    const box = newFolder()
    for (const ca of [null, Buffer.from(foreign.cert)]) {
      expect(await problemOf(orderOf(box, hub.url, { ca }))).toMatch(/cannot be reached \(.*SELF_SIGNED.*\)$/)
    }
    expect(hub.requests).toEqual([])
    expect((await claimBox(orderOf(box, hub.url, { ca: Buffer.from(ours.cert) }))).ok).toBe(true)
  })
}

test('a mask of the process does not widen or narrow the mode of the credential', async () => {
  const [folder, hub] = [newFolder(), await server()]
  const mask = process.umask(0o277)
  cleanUps.push(() => process.umask(mask))
  chmodSync(folder.path, 0o700)
  expect((await claimBox(orderOf(folder, hub.url))).ok).toBe(true)
  expect(statSync(join(folder.path, 'credential')).mode & 0o777).toBe(0o600)
})
