import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseSupervisorEnv } from './env'

test('the data folder is where the program has it', () => {
  const { dataFolder } = parseSupervisorEnv(['/etc/coldkeep/settings.json'], {}) ?? {}
  expect(dataFolder).toBe('/etc/coldkeep/terminal-data')
  const variables = {
    COLDKEEP_TERMINAL_SETTINGS: 'box.json',
    COLDKEEP_TERMINAL_DATA: '',
    NOTIFY_SOCKET: '/run/n',
  }
  expect(parseSupervisorEnv([], variables)).toEqual({
    dataFolder: resolve('terminal-data'),
    notifySocket: '/run/n',
    variables,
  })
  const { dataFolder: named } =
    parseSupervisorEnv([], { ...variables, COLDKEEP_TERMINAL_DATA: '/var/lib/c' }) ?? {}
  expect(named).toBe('/var/lib/c')
})

test('without settings, or with more than one word, there is nothing to run', () => {
  expect(parseSupervisorEnv([], {})).toBeNull()
  expect(parseSupervisorEnv(['--check', 'settings.json'], {})).toBeNull()
})
