import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DownloadId } from '@coldkeep/domain/ids'
import { hours } from '@coldkeep/domain/time/instant'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { downloadFiles } from './download-files'

const key = { downloadId: 7 as DownloadId, tries: 1 }
const never = new AbortController().signal
let dataFolder = ''
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'coldkeep-files-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

async function* pieces(...texts: string[]) {
  yield* texts
}

test('a file has its name once it is whole', async () => {
  const files = downloadFiles(dataFolder)
  async function* watched() {
    yield 'half '
    // it may be opened a moment after it was given the first piece
    await expect.poll(() => readdirSync(files.folder)).toEqual(['7-1.part'])
    yield '半分'
  }
  const { size } = await files.write(key, watched(), never)
  expect(size).toBe(11)
  expect(readFileSync(join(files.folder, '7-1'), 'utf8')).toBe('half 半分')
  expect(await files.find(key)).toBe('7-1')
  expect(await files.find({ ...key, tries: 2 })).toBeNull()
})

test('one that grows too large, or for which the disk has no room, leaves nothing', async () => {
  const small = downloadFiles(dataFolder, { mostBytes: 5, reservedBytes: 0 })
  await expect(small.write(key, pieces('123', '456'), never)).rejects.toMatchObject({
    code: 'download.too_large',
  })
  const full = downloadFiles(dataFolder, { mostBytes: 5, reservedBytes: Number.MAX_SAFE_INTEGER })
  await expect(full.write(key, pieces('1'), never)).rejects.toMatchObject({ code: 'download.disk_full' })
  expect(readdirSync(small.folder)).toEqual([])
})

test('what no one knows of goes after an hour', async () => {
  const files = downloadFiles(dataFolder)
  await files.write(key, pieces('kept'), never)
  for (const name of ['8-1', '9-1.part', '10-1.part']) writeFileSync(join(files.folder, name), '')
  const now = Date.now()
  const old = new Date(now - hours(1) - 1000)
  for (const name of ['7-1', '8-1', '9-1.part']) utimesSync(join(files.folder, name), old, old)
  expect(await files.tidy([key], now)).toBe(2)
  expect(readdirSync(files.folder).toSorted()).toEqual(['10-1.part', '7-1'])
})
