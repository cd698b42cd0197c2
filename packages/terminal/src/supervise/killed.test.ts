import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { quickProgram } from '../../../../tools/bundle-program'
import { type Behaviour, GOOD, ProgramFolder } from '../testing/stand-in-program'

const SCRIPT = await quickProgram(
  fileURLToPath(new URL('../testing/supervise-until-killed.ts', import.meta.url)),
)

const folders: ProgramFolder[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) folder[Symbol.dispose]()
})

const goodPoints = [
  'before judging',
  'after judging',
  'judging linked',
  'before confirmed',
  'after confirmed',
] as const
const badPoints = ['before back', 'after back', 'back linked', 'before reverted', 'after reverted'] as const

describe('a power cut', () => {
  test.each(goodPoints)('%s: a release that works stays', async (point) => {
    const folder = await cutAt(point, GOOD)
    expect(folder.update?.step).toBe('confirmed')
    expect(folder.link).toBe('releases/0.2.0')
    expect(readdirSync(join(folder.data, 'releases'))).toEqual(['0.2.0'])
  })

  test.each(['before contact', 'after contact'])('%s: it goes on waiting', async (point) => {
    const folder = await cutAt(point, { says: ['well'] }, ['contact'])
    expect([folder.update?.step, folder.link]).toEqual(['contact', 'releases/0.2.0'])
  })

  test.each(badPoints)('%s: the one before is back', async (point) => {
    const folder = await cutAt(point, { ends: [2, 9] })
    expect(folder.update).toMatchObject({ step: 'reverted', code: 'E_CONFIRM' })
    expect(folder.link).toBeNull()
    expect(readdirSync(join(folder.data, 'releases'))).toEqual([])
  })
})

/** The package wants the release; its supervisor is ended at a point, and another one goes on until it is over. */
async function cutAt(point: string, release: Behaviour, last: readonly string[] = ['confirmed', 'reverted']) {
  const folder = new ProgramFolder({ wants: '0.2.0' })
  folders.push(folder)
  folder.addRelease('0.2.0', release)
  const [, signal] = await once(start(folder, point), 'exit')
  expect(signal).toBe('SIGKILL')
  const before = folder.runs.length
  const second = start(folder, '')
  const latest = () => folder.runs.slice(before).at(-1) ?? ''
  await expect.poll(() => last.includes(folder.update?.step ?? '')).toBe(true)
  const version = folder.update?.step === 'reverted' ? '0.1.0' : '0.2.0'
  // the one that stays is up
  await expect.poll(latest).toMatch(new RegExp(`^${version} (started|judged)$`))
  second.kill('SIGTERM')
  await once(second, 'exit')
  return folder
}

function start(folder: ProgramFolder, killAt: string) {
  return spawn(process.execPath, [SCRIPT, folder.data, folder.packaged.path, killAt], { stdio: 'ignore' })
}
