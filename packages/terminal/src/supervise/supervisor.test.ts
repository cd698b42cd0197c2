import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ManualTime } from '../testing/manual-time'
import { type Behaviour, GOOD, ProgramFolder } from '../testing/stand-in-program'
import { PATIENCE } from './judge'
import { Supervisor } from './supervisor'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** The package wants the release, and a supervisor is at work. */
function supervised(release: Behaviour | null, packaged: Behaviour = { wants: '0.2.0' }) {
  const folder = new ProgramFolder(packaged)
  cleanUps.push(() => folder[Symbol.dispose]())
  if (release !== null) folder.addRelease('0.2.0', release)
  return { folder, ...superviseIn(folder) }
}

function superviseIn(folder: ProgramFolder, packagedVersion = folder.packaged.version) {
  const time = new ManualTime(Date.parse('2026-11-26T08:00:00Z'))
  const lines: string[] = []
  const supervisor = new Supervisor({
    dataFolder: folder.data,
    packaged: { ...folder.packaged, version: packagedVersion },
    args: ['settings.json'],
    dialArgs: ['--dial', 'settings.json'],
    variables: process.env,
    time,
    patience: PATIENCE,
    machineBoot: 'boot-1',
    log: (_, message) => void lines.push(message),
    alive() {},
  })
  let isOver = false
  const status = supervisor.run().finally(() => {
    isOver = true
  })
  cleanUps.push(async () => {
    for (let times = 0; times < 2 && !isOver; times++) supervisor.signal('SIGTERM')
    await status
  })
  /** Lets each pause before another start pass, until the programs have come so far. */
  const passedTo = (runs: readonly string[]) =>
    expect
      .poll(async () => {
        if (lines.at(-1) === 'new program ended, tried once more') await time.pass(PATIENCE.startAgainMs)
        return folder.runs
      })
      .toEqual(runs)
  return { supervisor, status, time, lines, passedTo }
}

describe('a release', () => {
  test('that works and has contact stays; what ran before is kept, older ones are removed', async () => {
    const { folder } = supervised(GOOD)
    folder.addRelease('0.0.9', GOOD)
    mkdirSync(join(folder.data, 'releases', '0.3.0.part'))
    await expect.poll(() => folder.runs).toEqual(['0.1.0 started', '0.2.0 started', '0.2.0 judged'])
    expect(folder.update).toMatchObject({ step: 'confirmed', starts: 1, deaths: 0, packaged: '0.1.0' })
    expect(folder.link).toBe('releases/0.2.0')
    expect(readdirSync(join(folder.data, 'releases'))).toEqual(['0.2.0'])
  })

  test('that ends at once twice gives way to the one before', async () => {
    const { folder, passedTo } = supervised({ ends: [1, 9] })
    await passedTo(['0.1.0 started', '0.2.0 started', '0.2.0 started', '0.1.0 started'])
    expect(folder.update).toMatchObject({ step: 'reverted', code: 'E_CONFIRM', starts: 2 })
    expect(folder.link).toBeNull()
    expect(readdirSync(join(folder.data, 'releases'))).toEqual([])
  })

  test('that ends once is started once more', async () => {
    const { folder, passedTo } = supervised({ ...GOOD, ends: [1, 1] })
    await passedTo(['0.1.0 started', '0.2.0 started', '0.2.0 started', '0.2.0 judged'])
    expect(folder.update).toMatchObject({ step: 'confirmed', deaths: 1 })
  })

  test('that will not run with the settings is not tried again', async () => {
    const { folder, passedTo } = supervised({ ends: [2, 9] })
    await passedTo(['0.1.0 started', '0.2.0 started', '0.1.0 started'])
    expect(folder.update).toMatchObject({ step: 'reverted', code: 'E_CONFIRM' })
  })

  test('that never finishes a cycle gives way after three minutes, and is stopped before', async () => {
    const { folder, time } = supervised({ says: ['connected'] })
    await expect.poll(() => folder.runs).toEqual(['0.1.0 started', '0.2.0 started'])
    await time.pass(PATIENCE.wellMs - 1)
    expect(folder.update?.step).toBe('judging')
    await time.pass(1)
    const runs = ['0.1.0 started', '0.2.0 started', '0.2.0 stopped', '0.1.0 started']
    await expect.poll(() => folder.runs).toEqual(runs)
    expect(folder.update).toMatchObject({ step: 'reverted', code: 'E_CONFIRM' })
  })

  test('that does not even end when asked to is killed', async () => {
    const { folder, time } = supervised({ isDeaf: true })
    await expect.poll(() => folder.runs).toEqual(['0.1.0 started', '0.2.0 started'])
    await time.pass(PATIENCE.wellMs)
    await expect.poll(() => folder.runs.at(-1)).toBe('0.2.0 deaf')
    await time.pass(PATIENCE.endMs)
    await expect.poll(() => folder.runs.at(-1)).toBe('0.1.0 started')
  })

  test('whose program is not there is not switched to', async () => {
    const { folder } = supervised(null)
    await expect.poll(() => folder.runs).toEqual(['0.1.0 started', '0.1.0 started'])
    expect(folder.update).toMatchObject({ step: 'reverted', code: 'E_INSTALL' })
    expect(folder.link).toBeNull()
  })
})

test('a disk that takes no link leaves the program that runs, unjudged; the next start goes on', async () => {
  const { folder, supervisor, status, lines } = supervised(GOOD, { ...GOOD, wants: '0.2.0' })
  mkdirSync(join(folder.data, 'current.new', 'in the way'), { recursive: true })
  await expect.poll(() => folder.runs).toEqual(['0.1.0 started', '0.1.0 started'])
  expect(lines).toContain('the update cannot go on')
  supervisor.signal('SIGTERM')
  await status
  expect(folder.update?.step).toBe('judging')
  expect(folder.runs).not.toContain('0.1.0 judged')
  rmSync(join(folder.data, 'current.new'), { recursive: true })
  superviseIn(folder)
  await expect.poll(() => folder.runs.at(-1)).toBe('0.2.0 judged')
  expect(folder.update?.step).toBe('confirmed')
})

describe('a release that works and has no contact', () => {
  /** So often the one before has dialled; each time two minutes are over. */
  async function dialledTo(times: number, { time, lines }: ReturnType<typeof supervised>) {
    const dials = () => lines.filter((line) => line === 'new program has no contact').length
    while (dials() < times) {
      const before = dials()
      await time.pass(PATIENCE.dialEveryMs)
      await expect.poll(dials).toBe(before + 1)
    }
  }

  test('gives way where the one before signs in', async () => {
    const all = supervised({ says: ['well'] }, { wants: '0.2.0', dials: true })
    const { folder } = all
    await expect.poll(() => folder.update?.step).toBe('contact')
    await dialledTo(2, all)
    expect(folder.update?.step).toBe('contact')
    await dialledTo(3, all)
    await expect.poll(() => folder.runs.at(-1)).toBe('0.1.0 started')
    expect(folder.update).toMatchObject({ step: 'reverted', code: 'E_LINK' })
  })

  test('is waited for where the one before does not get through either, and stays once it is there', async () => {
    const all = supervised({ says: ['well'] }, { wants: '0.2.0', dials: false })
    const { folder } = all
    await expect.poll(() => folder.update?.step).toBe('contact')
    await dialledTo(8, all)
    expect(folder.update?.step).toBe('contact')
    process.kill(folder.pid, 'SIGUSR2')
    await expect.poll(() => folder.runs.at(-1)).toBe('0.2.0 judged')
    expect(folder.update?.step).toBe('confirmed')
    expect(folder.runs.filter((run) => run.endsWith('started'))).toHaveLength(2)
  })
})

describe('without an update', () => {
  test('a signal reaches the program, and the supervisor ends with its status', async () => {
    const { folder, supervisor, status } = supervised(null, {})
    await expect.poll(() => folder.runs).toEqual(['0.1.0 started'])
    supervisor.signal('SIGTERM')
    expect(await status).toBe(0)
    expect(folder.runs).toEqual(['0.1.0 started', '0.1.0 stopped'])
  })

  test('a second signal ends a program at once that does not listen', async () => {
    const { folder, supervisor, status } = supervised(null, { isDeaf: true })
    await expect.poll(() => folder.runs).toEqual(['0.1.0 started'])
    supervisor.signal('SIGTERM')
    await expect.poll(() => folder.runs.at(-1)).toBe('0.1.0 deaf')
    supervisor.signal('SIGTERM')
    expect(await status).toBe(137)
  })

  test.each([2, 3, 0, 1])('the end of the program with status %i is the end of all', async (code) => {
    const { status } = supervised(null, { ends: [code, 9] })
    expect(await status).toBe(code)
  })

  test('the link counts, and the package where what it names is not there', async () => {
    const folder = new ProgramFolder({})
    cleanUps.push(() => folder[Symbol.dispose]())
    folder.addRelease('0.2.0', {})
    symlinkSync('releases/0.2.0', join(folder.data, 'current'))
    writeFileSync(join(folder.data, 'update.json'), '{"v":1,"step":')
    const first = superviseIn(folder)
    await expect.poll(() => folder.runs).toEqual(['0.2.0 started'])
    first.supervisor.signal('SIGTERM')
    await first.status
    rmSync(join(folder.data, 'releases'), { recursive: true })
    superviseIn(folder)
    await expect.poll(() => folder.runs.at(-1)).toBe('0.1.0 started')
  })
})

test('a package that was installed by hand counts from then on', async () => {
  const { folder, supervisor, status } = supervised(GOOD)
  await expect.poll(() => folder.runs.at(-1)).toBe('0.2.0 judged')
  supervisor.signal('SIGTERM')
  await status
  superviseIn(folder, '0.1.5')
  await expect.poll(() => folder.runs.at(-1)).toBe('0.1.0 started')
  expect(folder.update).toMatchObject({ step: 'reverted', from: { version: '0.1.5', folder: null } })
  expect(folder.link).toBeNull()
})

test('a release that was stopped in order while contact was waited for goes on with that', async () => {
  const { folder, supervisor, status } = supervised({ says: ['well'] })
  await expect.poll(() => folder.update?.step).toBe('contact')
  supervisor.signal('SIGTERM')
  await status
  superviseIn(folder)
  await expect.poll(() => folder.runs.filter((run) => run === '0.2.0 started')).toHaveLength(2)
  expect(folder.update).toMatchObject({ step: 'contact', deaths: 0, starts: 2 })
  process.kill(folder.pid, 'SIGUSR2')
  await expect.poll(() => folder.update?.step).toBe('confirmed')
})
