import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makePrivate } from './private-folder'

const base = mkdtempSync(join(tmpdir(), 'coldkeep-private-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('a data folder that is not there is made for this account alone', async () => {
  expect(await makePrivate(join(base, 'new', 'data'))).toBe(0)
  expect(modeOf(join(base, 'new', 'data'))).toBe('700')
})

test('one that was open to others is closed with its outbox, keys and log', async () => {
  const folder = join(base, 'old')
  mkdirSync(join(folder, 'log'), { recursive: true })
  for (const name of ['outbox', 'field', 'log/terminal.log']) {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), 0o666)
  }
  for (const path of [folder, join(folder, 'log')]) chmodSync(path, 0o777)
  expect(await makePrivate(folder)).toBe(5)
  expect([modeOf(folder), modeOf(join(folder, 'log'))]).toEqual(['700', '700'])
  for (const name of ['outbox', 'field', 'log/terminal.log']) expect(modeOf(join(folder, name))).toBe('600')
  expect(await makePrivate(folder)).toBe(0)
})
