import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { days, epochMs, hours, later } from '@coldkeep/domain/time/instant'
import { afterEach, expect, test } from 'vitest'
import { logFiles } from './log-files'

const NOW = epochMs(Date.parse('2026-11-20T12:00:00Z'))
const folder = mkdtempSync(join(tmpdir(), 'coldkeep-logs-'))
const held = join(folder, 'terminal-logs')
const idOf = (number: number) => `01JD3K${String(number).padStart(20, '0')}`
afterEach(() => rmSync(held, { recursive: true, force: true }))

async function keep(number: number, size: number, ageMs: number, logs = logFiles(folder, 1_000)) {
  expect(await logs.keep(idOf(number), Readable.from([Buffer.alloc(size)]))).toBe('kept')
  setAge(`${idOf(number)}.gz`, ageMs)
}

function setAge(name: string, ageMs: number): void {
  const at = later(NOW, -ageMs) / 1_000
  utimesSync(join(held, name), at, at)
}

test('a log is kept for 30 days', async () => {
  const logs = logFiles(folder, 1_000)
  await keep(1, 10, days(30))
  await keep(2, 10, days(30) + 1_000)
  expect(await logs.tidy(NOW)).toBe(1)
  expect(await logs.find(idOf(1))).toMatchObject({ size: 10 })
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
  await keep(1, 10, 0)
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
