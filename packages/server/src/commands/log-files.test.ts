import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { days, epochMs, hours, later } from '@coldkeep/domain/time/instant'
import { afterEach, expect, test } from 'vitest'
import { logFiles } from './log-files'

const NOW = epochMs(Date.parse('2026-11-20T12:00:00Z'))
const folder = mkdtempSync(join(tmpdir(), 'coldkeep-logs-'))
const held = join(folder, 'terminal-logs')
const PACKING_BYTES = 23
const packedOf = (size: number) => gzipSync(Buffer.alloc(size - PACKING_BYTES), { level: 0 })
const idOf = (number: number) => `01JD3K${String(number).padStart(20, '0')}`
afterEach(() => rmSync(held, { recursive: true, force: true }))

async function keep(number: number, size: number, ageMs: number, logs = logFiles(folder, 1_000)) {
  expect(await logs.keep(idOf(number), Readable.from([packedOf(size)]))).toBe('kept')
  setAge(`${idOf(number)}.gz`, ageMs)
}

function setAge(name: string, ageMs: number): void {
  const at = later(NOW, -ageMs) / 1_000
  utimesSync(join(held, name), at, at)
}

test('a log is kept for 30 days', async () => {
  const logs = logFiles(folder, 1_000)
  await keep(1, 30, days(30))
  await keep(2, 30, days(30) + 1_000)
  expect(await logs.tidy(NOW)).toBe(1)
  expect(await logs.find(idOf(1))).toMatchObject({ size: 30 })
  expect(await logs.find(idOf(2))).toBeNull()
  expect(await logs.tidy(NOW)).toBe(0)
})

test('of more than there may be together the oldest go first', async () => {
  const logs = logFiles(folder, 1_000, 250)
  await keep(1, 100, hours(3))
  await keep(2, 100, hours(1))
  await keep(3, 100, hours(2))
  expect(await logs.tidy(NOW)).toBe(1)
  expect(readdirSync(held).sort()).toEqual([`${idOf(2)}.gz`, `${idOf(3)}.gz`])
})

test('what a process left half written goes after an hour, what is being written stays', async () => {
  const logs = logFiles(folder, 1_000)
  await keep(1, 30, 0)
  for (const [name, ageMs] of [['old', hours(2)] as const, ['fresh', 1_000] as const]) {
    writeFileSync(join(held, `${idOf(2)}.gz.${name}`), 'half')
    setAge(`${idOf(2)}.gz.${name}`, ageMs)
  }
  expect(await logs.tidy(NOW)).toBe(1)
  expect(readdirSync(held).sort()).toEqual([`${idOf(1)}.gz`, `${idOf(2)}.gz.fresh`])
})

test('where no log was ever handed over there is nothing to do', async () => {
  expect(await logFiles(join(folder, 'none'), 1_000).tidy(NOW)).toBe(0)
})

test('a log that unpacks to more than a log can be is not kept, and not unpacked to its end', async () => {
  // a member of 16 MB of zeros is 16 KB; a thousand of them are 16 GB
  const member = gzipSync(Buffer.alloc(16 * 1_048_576))
  const bomb = Readable.from(Array.from({ length: 1_000 }, () => member))
  const logs = logFiles(folder, 32 * 1_048_576)
  expect(await logs.keep(idOf(1), bomb)).toBe('too_large')
  expect(readdirSync(held)).toEqual([])
})

test('what is not packed, or cut short, is not kept', async () => {
  const logs = logFiles(folder, 1_000)
  expect(await logs.keep(idOf(1), Readable.from([Buffer.from('text')]))).toBe('not_packed')
  expect(await logs.keep(idOf(1), Readable.from([packedOf(100).subarray(0, 60)]))).toBe('not_packed')
  expect(readdirSync(held)).toEqual([])
})
