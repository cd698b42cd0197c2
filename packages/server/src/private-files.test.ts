import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from './db/connect'
import { makePrivate } from './db/private-folder'
import { migratedTemplate } from './testing/embedded-template'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-private-'))
  folders.push(folder)
  return folder
}
const namesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' })
/** Names of what others may do anything with, and its mode. */
const openIn = (folder: string) =>
  ['.', ...namesIn(folder)].flatMap((name) => {
    const { mode } = lstatSync(join(folder, name))
    return (mode & 0o077) === 0 ? [] : [`${name} ${(mode & 0o777).toString(8)}`]
  })
const openAll = (folder: string) => {
  for (const name of ['.', ...namesIn(folder)]) {
    const path = join(folder, name)
    chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666)
  }
}

describe('a folder', () => {
  test('that is not there is made for this account alone', () => {
    const folder = join(newFolder(), 'deep', 'data')
    expect(makePrivate(folder)).toEqual({ closed: 0, left: 0 })
    expect(openIn(folder)).toEqual([])
  })

  test('that was open to others is closed with all that is in it, but for what links lead to', () => {
    const folder = newFolder()
    const outside = newFolder()
    writeFileSync(join(outside, 'of others'), '')
    chmodSync(join(outside, 'of others'), 0o644)
    mkdirSync(join(folder, 'a', 'b'), { recursive: true })
    writeFileSync(join(folder, 'a', 'b', 'key'), '')
    openAll(folder)
    symlinkSync(join(outside, 'of others'), join(folder, 'link'))
    expect(makePrivate(folder)).toEqual({ closed: 4, left: 0 })
    expect(lstatSync(join(folder, 'a', 'b', 'key')).mode & 0o777).toBe(0o600)
    expect(lstatSync(join(folder, 'a', 'b')).mode & 0o777).toBe(0o700)
    expect(lstatSync(join(outside, 'of others')).mode & 0o777).toBe(0o644)
    expect(makePrivate(folder)).toEqual({ closed: 0, left: 0 })
  })
})

test('every file of a server is for its account alone, whatever the mask and the modes of before', {
  timeout: 120_000,
}, async () => {
  const folder = newFolder()
  const template = new Uint8Array(readFileSync(await migratedTemplate()))
  await (await connect({ folder, template })).close()
  expect(openIn(join(folder, 'database'))).toEqual([])
  const before = namesIn(folder).length
  openAll(folder)
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const command = `umask 000 && exec "${process.execPath}" --import tsx "${main}"`
  const env = { PATH: process.env.PATH, COLDKEEP_DATA: folder, PORT: '0', COLDKEEP_MQTT_PORT: '0' }
  const child = spawn('sh', ['-c', command], { env })
  const ended = once(child, 'exit')
  child.stderr.resume()
  let said = ''
  let whileRunning: string[] | null = null
  for await (const chunk of child.stdout) {
    said += chunk
    if (whileRunning !== null || !said.includes('not shown again')) continue
    whileRunning = openIn(folder)
    child.kill('SIGTERM')
  }
  expect((await ended)[0]).toBe(0)
  expect(whileRunning).toEqual([])
  expect(openIn(folder)).toEqual([])
  expect(said).toMatch(/^COLDKEEP_DATA: \d+ files and folders were open to others; they are not any more$/m)
  expect(existsSync(join(folder, 'field-key.pem'))).toBe(true)
  expect(namesIn(folder).length).toBeGreaterThan(before)
})
