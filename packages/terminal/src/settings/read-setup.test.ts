import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { BoxFolder } from '../testing/box-folder'
import { airCommand, settingsWith } from '../testing/settings'
import { readSetup } from './read-setup'
import { describeProblem } from './setup-problem'

const SECRET = 'k8Jq-not-to-be-printed'
const CAMERA = { id: 'sales', name: 'Sales floor', source: 'snapshot', address: 'http://192.168.1.60/snap' }
const folders: BoxFolder[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) folder[Symbol.dispose]()
})

test('sound settings give the plan, the secret and a data folder beside them', async () => {
  const folder = newFolder()
  const setup = await readSetup(source(folder.write(settingsWith([airCommand()]), `${SECRET}\n`)))
  if (!setup.ok) throw new Error(describeProblem(setup.problem))
  expect(setup.value.secret).toBe(SECRET)
  expect(setup.value.ca).toBeNull()
  expect(setup.value.dataFolder).toBe(join(folder.path, 'terminal-data'))
  expect(setup.value.scripts[0]?.name).toBe('cases')
})

test('the example of the manual is sound', async () => {
  const manual = readFileSync(new URL('../../../../docs/terminal.md', import.meta.url), 'utf8')
  const example = /```json\n([\s\S]+?)\n```/.exec(manual)?.[1] ?? ''
  const folder = newFolder()
  expect(await problemOf(folder.write(example, SECRET))).toMatch(/ca\.pem: cannot be read \(ENOENT\)$/)
})

test('the screen of the manual is sound', async () => {
  const manual = readFileSync(new URL('../../../../docs/terminal.md', import.meta.url), 'utf8')
  const screen = /```json\n("screen": [\s\S]+?)\n```/.exec(manual)?.[1] ?? ''
  const folder = newFolder()
  folder.put('vnc-password', 'ice-cold', 0o600)
  const path = folder.write(changed(JSON.parse(`{${screen}}`)), SECRET)
  const setup = await readSetup(source(path))
  if (!setup.ok) throw new Error(describeProblem(setup.problem))
  expect([setup.value.screenPassword, setup.value.settings.screen?.host]).toEqual(['ice-cold', '127.0.0.1'])
})

test('the cameras of the manual are sound', async () => {
  const manual = readFileSync(new URL('../../../../docs/terminal.md', import.meta.url), 'utf8')
  const cameras = /```json\n("cameras": [\s\S]+?)\n```/.exec(manual)?.[1] ?? ''
  const folder = newFolder()
  folder.put('camera-login', 'viewer:a pass: word\n', 0o600)
  const path = folder.write(changed(JSON.parse(`{${cameras}}`)), SECRET)
  const setup = await readSetup(source(path))
  if (!setup.ok) throw new Error(describeProblem(setup.problem))
  const { settings, cameraSecrets } = setup.value
  expect(settings.cameras?.map(({ source: from, masks }) => [from, masks.length])).toEqual([
    ['snapshot', 1],
    ['mjpeg', 0],
    ['uvc', 0],
  ])
  expect(cameraSecrets.get('sales')).toEqual({
    login: { user: 'viewer', password: 'a pass: word' },
    ca: null,
  })
})

test('what signs in to a camera is the own file of the account, and is never printed', async () => {
  const folder = newFolder()
  const path = folder.write(changed({ cameras: [{ ...CAMERA, credentialFile: 'login' }] }), SECRET)
  folder.put('login', 'viewer:secret', 0o644)
  expect(await problemOf(path)).toContain('login: mode must be 0600 and is 0644')
  folder.put('login', 'secret-without-user', 0o600)
  expect(await problemOf(path)).toMatch(/login: must hold one line: user:password$/)
})

describe('a fault is reported in one line with file, field and reason', () => {
  test.each<[string, unknown, string]>([
    ['no JSON', '{"terminalId":', 'settings.json: is no JSON (Unexpected end of JSON input)'],
    ['no object', '[]', 'settings.json: Invalid input: expected object, received array'],
    [
      'a missing field',
      changed({ ports: undefined }),
      'ports: Invalid input: expected array, received undefined',
    ],
    ['an unknown field', changed({ brokerUrl: 'x' }), 'settings.json: Unrecognized key: "brokerUrl"'],
    [
      'a bad id',
      changed({ terminalId: 'TB-1' }),
      'terminalId: must be TB- and 4 to 16 digits or capital letters',
    ],
    ['a bad number', withPort({ port: 70_000 }), 'ports.0.port: Too big: expected number to be <=65535'],
    ['an unknown kind of port', withPort({ kind: 'usb' }), 'ports.0.kind: Invalid'],
    ['a bad network', changed({ allowedNetworks: ['10.0.0.0/40'] }), 'allowedNetworks.0: not a network'],
    [
      'a screen without the page on which the store answers',
      changed({ screen: { consent: 'ask' } }),
      'screen.pagePort: must be there for ask',
    ],
    [
      'a screen without the hours of its store',
      changed({ screen: { consent: 'outside_hours' } }),
      'screen.openingHours: must be there for outside_hours',
    ],
    [
      'hours of a zone that is none',
      changed({
        screen: {
          consent: 'outside_hours',
          openingHours: { from: '07:00', to: '23:00', timeZone: 'Mars/Olympus' },
        },
      }),
      'screen.openingHours.timeZone: must be a zone such as Asia/Taipei',
    ],
    [
      'a camera whose address signs in',
      changed({ cameras: [{ ...CAMERA, address: 'http://viewer:secret@192.168.1.60/snap' }] }),
      'cameras.0.address: must hold no user and no password',
    ],
    [
      'a camera of another scheme',
      changed({ cameras: [{ ...CAMERA, address: 'rtsp://192.168.1.60/stream' }] }),
      'cameras.0.address: Invalid URL',
    ],
    [
      'two cameras of one id',
      changed({ cameras: [CAMERA, CAMERA] }),
      'cameras.cameraId: each camera needs an id of its own',
    ],
    [
      'a mask of two corners',
      changed({
        cameras: [
          {
            ...CAMERA,
            masks: [
              [
                [0, 0],
                [1, 1],
              ],
            ],
          },
        ],
      }),
      'cameras.0.masks.0: Too small',
    ],
    [
      'a mask outside of the picture',
      changed({
        cameras: [
          {
            ...CAMERA,
            masks: [
              [
                [0, 0],
                [1.5, 1],
                [0, 1],
              ],
            ],
          },
        ],
      }),
      'cameras.0.masks.0.1.0: Too big',
    ],
    ['half a byte', withCommand({ requestHex: '03 0' }), 'scripts.0.commands.0.requestHex: E_HEX'],
    ['too short a timeout', withCommand({ timeoutMs: 19 }), 'scripts.0.commands.0.timeoutMs: Too small'],
    ['an unknown scheme', changed({ brokerUrls: ['http://h'] }), 'brokerUrls.0: must begin with mqtts://'],
    [
      'a secret in the address',
      changed({ brokerUrls: ['mqtt://a:b@127.0.0.1'] }),
      'brokerUrls.0: holds more than',
    ],
    [
      'no encryption',
      changed({ brokerUrls: ['mqtt://192.0.2.1'] }),
      'brokerUrls.0: would send the secret unencrypted',
    ],
    ['TLS without an authority', changed({ brokerUrls: ['mqtts://192.0.2.1'] }), 'caFile: is missing'],
  ])('%s', async (_name, settings, expected) => {
    const line = await problemOf(newFolder().write(settings, SECRET))
    expect(line).toContain(expected)
    expect(line).toContain('settings.json')
    expect(line).not.toContain('\n')
  })

  test('a file that is not there', async () => {
    expect(await problemOf(join(newFolder().path, 'none.json'))).toMatch(
      /none\.json: cannot be read \(ENOENT/,
    )
  })

  test('a certificate that is none', async () => {
    const folder = newFolder()
    folder.put('ca.pem', 'hello')
    const settings = changed({ brokerUrls: ['mqtts://192.0.2.1'], caFile: 'ca.pem' })
    expect(await problemOf(folder.write(settings, SECRET))).toMatch(/ca\.pem: is no certificate in PEM form$/)
  })
})

describe('the credential', () => {
  test.each([0o644, 0o660, 0o604, 0o700, 0o400])('in a file of mode %o is refused', async (mode) => {
    const folder = newFolder()
    const path = folder.write(settingsWith([airCommand()]), SECRET)
    folder.put('credential', SECRET, mode)
    expect(await problemOf(path)).toMatch(/credential: mode must be 0600 and is 0/)
  })

  test.each(['', '   \n', 'two words', 'two\nlines'])(
    '%j is no secret, and is not printed',
    async (content) => {
      const line = await problemOf(newFolder().write(settingsWith([airCommand()]), content))
      expect(line).toMatch(/credential: must hold one secret and nothing else$/)
    },
  )

  test('that is missing is named', async () => {
    const settings = changed({ credentialFile: '/nowhere/secret' })
    expect(await problemOf(newFolder().write(settings, SECRET))).toBe(
      '/nowhere/secret: cannot be read (ENOENT)',
    )
  })
})

test('an insecure broker elsewhere is possible when the environment says so', async () => {
  const path = newFolder().write(changed({ brokerUrls: ['mqtt://192.0.2.1'] }), SECRET)
  expect((await readSetup({ ...source(path), isInsecureAllowed: true })).ok).toBe(true)
})

function newFolder(): BoxFolder {
  const folder = new BoxFolder()
  folders.push(folder)
  return folder
}

function source(settingsPath: string) {
  return { settingsPath, dataFolder: null, isInsecureAllowed: false }
}

async function problemOf(path: string): Promise<string> {
  const setup = await readSetup(source(path))
  if (setup.ok) throw new Error('the settings were accepted')
  return describeProblem(setup.problem)
}

function changed(changes: object): object {
  return { ...settingsWith([airCommand()]), ...changes }
}

function withPort(changes: object): object {
  const settings = settingsWith([airCommand()])
  return { ...settings, ports: [{ ...settings.ports[0], ...changes }] }
}

function withCommand(changes: object): object {
  return settingsWith([airCommand(changes)])
}
