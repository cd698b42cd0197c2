import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openLog } from './open-log'

const folder = mkdtempSync(join(tmpdir(), 'coldkeep-log-'))
const nowhere = { write() {} }
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('lines stand in a file of the owner, and a file of five megabytes is followed by another', async () => {
  const log = await openLog(folder, 'info', nowhere)
  const text = 'x'.repeat(64 * 1024)
  log.info({ sequence: 0 }, 'first')
  for (let sequence = 1; sequence <= 90; sequence++) {
    log.info({ sequence, text }, 'long')
    await othersTurn()
  }
  await expect.poll(() => readdirSync(folder).sort()).toEqual(['terminal.1.log', 'terminal.2.log'])
  const [first = ''] = readFileSync(join(folder, 'terminal.1.log'), 'utf8').split('\n')
  expect(JSON.parse(first)).toMatchObject({ level: 'info', msg: 'first', sequence: 0 })
  expect(statSync(join(folder, 'terminal.1.log')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'terminal.1.log')).size).toBeLessThan(5.2 * 1024 * 1024)
})

test('where no file can be made the log goes on without', async () => {
  const file = `${folder}-file`
  const lines: string[] = []
  writeFileSync(file, 'a file is no folder')
  const log = await openLog(join(file, 'below'), 'info', { write: (line) => lines.push(line) })
  log.info('still told')
  expect(lines.at(-1)).toContain('still told')
  rmSync(file)
})
