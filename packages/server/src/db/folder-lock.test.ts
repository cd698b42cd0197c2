import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUse, lockFolder } from './folder-lock'

let folder: string
const file = () => join(folder, 'lock')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coldkeep-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a folder is made, held once and free again when it is released', () => {
  const deep = join(folder, 'made', 'for', 'it')
  const lock = lockFolder(deep)
  expect(() => lockFolder(deep)).toThrow(FolderInUse)
  lock.release()
  lockFolder(deep).release()
  expect(readdirSync(deep)).toEqual([])
})

test('the refusal names the process that has the folder', () => {
  lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(`${folder} is in use by process ${process.pid}`)
})

test('the lock of a process that is gone is taken over', () => {
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(file(), JSON.stringify({ pid, begun: null }))
  lockFolder(folder)
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ pid: process.pid })
  expect(readdirSync(folder)).toEqual(['lock'])
})

test.runIf(process.platform === 'linux')('a process that only has the same number is not the holder', () => {
  lockFolder(folder)
  const held = JSON.parse(readFileSync(file(), 'utf8'))
  writeFileSync(file(), JSON.stringify({ ...held, begun: 'another boot 17' }))
  lockFolder(folder).release()
})

test('a lock that says nothing, as after a power cut, is taken over', () => {
  writeFileSync(file(), '')
  lockFolder(folder).release()
})
