import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { startWatchdog } from '../service/watchdog'
import { readableLog } from '../testing/log-lines'
import { whyNotRun } from './peer'

const reason = whyNotRun('systemd-notify', ['systemd-notify', 'python3'])
if (reason !== null) test('the service manager', ({ skip }) => skip(reason))
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

describe.runIf(reason === null)('the service manager', () => {
  test('hears that the program is up, that it lives twice in its patience, and that it ends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coldkeep-notify-'))
    cleanUps.push(() => rmSync(folder, { recursive: true }))
    const socketPath = join(folder, 'notify')
    const words = await listen(socketPath)
    const watchdog = startWatchdog({ path: socketPath, patienceMs: 400 }, readableLog().log)
    await expect.poll(() => words.filter((word) => word === 'WATCHDOG=1').length).toBeGreaterThan(2)
    expect(words[1]).toBe('READY=1')
    watchdog.stop(true)
    await expect.poll(() => words).toContain('STOPPING=1')
  })
})

async function listen(socketPath: string): Promise<string[]> {
  const script = fileURLToPath(new URL('notify-socket.py', import.meta.url))
  const child = spawn('/usr/bin/python3', [script, socketPath], { stdio: ['ignore', 'pipe', 'inherit'] })
  cleanUps.push(async () => {
    child.kill()
    await once(child, 'exit')
  })
  const words: string[] = []
  createInterface({ input: child.stdout }).on('line', (word) => words.push(word))
  await expect.poll(() => words).toEqual(['bound'])
  return words
}
