import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseClaimEnv, parseEnv } from './env'
import { describeProblem } from './settings/setup-problem'

test('the settings file may be an argument or a variable, the argument goes first', () => {
  expect(parseEnv(['a.json'], { COLDKEEP_TERMINAL_SETTINGS: 'b.json' })).toMatchObject({
    value: { settingsPath: resolve('a.json') },
  })
  expect(parseEnv([], { COLDKEEP_TERMINAL_SETTINGS: 'b.json' })).toMatchObject({
    value: { settingsPath: resolve('b.json') },
  })
})

test('nothing but the settings file is needed', () => {
  expect(parseEnv(['a.json'], { COLDKEEP_TERMINAL_DATA: '', COLDKEEP_LOG_LEVEL: '' })).toEqual({
    ok: true,
    value: {
      isCheck: false,
      isDial: false,
      settingsPath: resolve('a.json'),
      dataFolder: null,
      isInsecureAllowed: false,
      logLevel: 'info',
      notifySocket: null,
    },
  })
})

test('data folder, log level and the leave to go unencrypted come from the environment', () => {
  const variables = { COLDKEEP_TERMINAL_DATA: '/d', COLDKEEP_LOG_LEVEL: 'debug', COLDKEEP_INSECURE: '1' }
  expect(parseEnv(['a.json'], variables)).toMatchObject({
    value: { dataFolder: '/d', isInsecureAllowed: true, logLevel: 'debug' },
  })
})

test('the service manager says where and how often it wants to hear something', () => {
  const variables = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '30000000' }
  expect(parseEnv(['a.json'], variables)).toMatchObject({
    value: { notifySocket: { path: '/run/systemd/notify', patienceMs: 30_000 } },
  })
  expect(parseEnv(['a.json'], { NOTIFY_SOCKET: '@notify' })).toMatchObject({
    value: { notifySocket: { path: '@notify', patienceMs: null } },
  })
})

describe('a fault names the variable', () => {
  test.each([
    [[], {}, 'COLDKEEP_TERMINAL_SETTINGS: names no settings file, and none is given as argument'],
    [['a', 'b'], {}, 'arguments: one settings file is expected, not 2 words'],
    [['a'], { COLDKEEP_INSECURE: 'yes' }, 'COLDKEEP_INSECURE: "yes" is neither 1 nor 0'],
    [['a'], { COLDKEEP_LOG_LEVEL: 'loud' }, 'COLDKEEP_LOG_LEVEL: "loud" is none of debug, info, warn, error'],
  ])('%j %j', (args, variables, line) => {
    const read = parseEnv(args, variables)
    expect(read.ok ? null : describeProblem(read.problem)).toBe(line)
  })
})

describe('a claim', () => {
  test('takes server and code, and has a place for the settings', () => {
    expect(parseClaimEnv(['https://hub', 'code'], {})).toEqual({
      ok: true,
      value: {
        serverUrl: 'https://hub',
        code: 'code',
        settingsPath: resolve('terminal/settings.json'),
        dataFolder: null,
        serverCaPath: null,
        isInsecureAllowed: false,
      },
    })
    const variables = {
      COLDKEEP_TERMINAL_SETTINGS: '/etc/coldkeep/settings.json',
      COLDKEEP_TERMINAL_DATA: '/d',
      COLDKEEP_SERVER_CA: '/ca.pem',
      COLDKEEP_INSECURE: '1',
    }
    expect(parseClaimEnv(['https://hub', 'code'], variables)).toMatchObject({
      value: {
        settingsPath: '/etc/coldkeep/settings.json',
        dataFolder: '/d',
        serverCaPath: '/ca.pem',
        isInsecureAllowed: true,
      },
    })
    expect(parseClaimEnv(['https://hub', 'code', '/s.json'], variables)).toMatchObject({
      value: { settingsPath: '/s.json' },
    })
  })

  test.each([[[]], [['https://hub']], [['https://hub', 'code', 'file', 'more']]])('%j is refused', (args) => {
    const read = parseClaimEnv(args, {})
    expect(read.ok ? null : describeProblem(read.problem)).toBe(
      'arguments: expected: claim <server address> <claim code> [settings file]',
    )
  })
})
