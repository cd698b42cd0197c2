import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandResult } from '@coldkeep/contract/mqtt/command'
import { days, epochMs, hours } from '@coldkeep/domain/time/instant'
import { afterEach, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { readSetup } from '../settings/read-setup'
import { startTerminal } from '../terminal'
import { CommandBox } from '../testing/command-box'
import { modbus } from '../testing/live-box'
import { readableLog } from '../testing/log-lines'
import { archive, OWN_TYPE, programEntries, ReleaseMaker } from '../testing/release-maker'
import { reportedSpace } from '../testing/reported-space'
import { systemTime } from '../time/system-time'
import type { Supervision } from './supervision'
import { readUpdate, type UpdateState, writeUpdate } from './update-file'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]()
})

const maker = new ReleaseMaker()
const IMAGE = await archive(programEntries('0.2.0', maker.root))
const RUNS = manifest.version
const answerAir = modbus(() => Uint8Array.of(5, 3, 2, 0, 0x22))

/** A box on which nothing runs yet, and the image where it is fetched. */
async function newBox(image = IMAGE) {
  const box = await CommandBox.start(answerAir)
  open.push(box)
  const settingsPath = box.write()
  const data = join(box.folder.path, 'terminal-data')
  const order = maker.order(image)
  box.files.set(order.url, image)
  return { box, settingsPath, data, order }
}

/** The program on it, under a supervisor that does nothing of its own. */
async function startOn(
  { box, settingsPath }: { box: CommandBox; settingsPath: string },
  { root = maker.root.trusted, isSupervised = true, time = systemTime } = {},
) {
  const setup = await readSetup({ settingsPath, dataFolder: null, isInsecureAllowed: false })
  if (!setup.ok) throw new Error(setup.problem.why)
  const told: string[] = []
  let judged = () => {}
  const supervision: Supervision = {
    root,
    report: (kind) => void told.push(kind),
    onJudged(listener) {
      judged = listener
    },
    endForSwitch: () => void told.push('switch'),
  }
  const { log, lines } = readableLog()
  const before = box.hub.states.length
  const terminal = await startTerminal({
    setup: setup.value,
    time,
    log,
    random: () => 0,
    supervision: isSupervised ? supervision : null,
  })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await terminal.stop()
    isStopped = true
  }
  open.push({ [Symbol.asyncDispose]: stop })
  await expect.poll(() => box.hub.states.slice(before).some(({ on }) => on === 1)).toBe(true)
  return { told, stop, lines, judge: () => judged() }
}

const told = (results: CommandResult[]) =>
  results.map(({ st, pc, out, err }) => err?.code ?? out?.step ?? pc ?? st)

test('a release is fetched, checked and unpacked, and the supervisor gets the rest to do', async () => {
  const made = await newBox()
  const { box, data, order } = made
  mkdirSync(join(data, 'download'), { recursive: true })
  writeFileSync(join(data, 'download', 'of-before.part'), 'x')
  const { told: words } = await startOn(made)
  expect(box.hub.states.at(-1)).toMatchObject({
    prog: RUNS,
    type: OWN_TYPE,
    boot: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
  box.send(1, { op: 'fw.install', arg: order })
  await expect.poll(() => words).toContain('switch')
  await expect.poll(() => told(box.results(1)).at(-1)).toBe('restarting')
  expect(told(box.results(1))).toEqual([
    'accepted',
    ...['downloading', 'downloading', 'downloaded', 'verified', 'installing', 'restarting'],
  ])
  expect(box.results(1).map(({ pc }) => pc)).toEqual([undefined, 0, 100, ...Array(4).fill(undefined)])
  expect(readUpdate(data)).toMatchObject({
    id: box.results(1)[0]?.id,
    step: 'switch',
    from: { version: RUNS, folder: null },
    to: '0.2.0',
  })
  const release = join(data, 'releases', '0.2.0')
  expect(readdirSync(release).sort()).toEqual(['main.js', 'package.json', 'release-root.json'])
  expect(existsSync(join(data, 'download', 'of-before.part'))).toBe(false)
  // until it is judged there is no other
  box.send(2, { op: 'fw.install', arg: order })
  await expect.poll(() => told(box.ends(2))).toEqual(['E_BUSY'])
})

test('a program says that it works once a cycle is polled, and that it is connected', async () => {
  const { told: words } = await startOn(await newBox())
  await expect.poll(() => words).toHaveLength(2)
  expect(new Set(words)).toEqual(new Set(['connected', 'well']))
})

describe('nothing is installed', () => {
  const started = async (options: Parameters<typeof startOn>[1] = {}, image?: Buffer) => {
    const made = await newBox(image)
    return { ...made, ...(await startOn(made, options)) }
  }

  test('without a supervisor, and then the server is not told that it could be', async () => {
    const { box, order, data } = await started({ isSupervised: false })
    expect(box.hub.states.at(-1)).not.toHaveProperty('type')
    box.send(1, { op: 'fw.install', arg: order })
    await expect.poll(() => told(box.ends(1))).toEqual(['E_NO_SUPERVISOR'])
    expect(box.ends(1)).toMatchObject([{ st: 'refused' }])
    expect(readdirSync(data)).not.toContain('releases')
  })

  test('without a root key', async () => {
    const { box, order } = await started({ root: null as never })
    expect(box.hub.states.at(-1)).not.toHaveProperty('type')
    box.send(1, { op: 'fw.install', arg: order })
    await expect.poll(() => told(box.ends(1))).toEqual(['E_NO_ROOT'])
  })

  test('of what is not for this box or at another address; nothing is fetched', async () => {
    const { box } = await started()
    const orders = [
      maker.order(IMAGE, { signer: maker.root }),
      maker.order(IMAGE, { manifest: { type: 'store-box' } }),
      maker.order(IMAGE, { manifest: { version: RUNS } }),
      { ...maker.order(IMAGE), url: maker.order(Buffer.from('another')).url },
    ]
    for (const [index, arg] of orders.entries()) {
      box.send(index, { op: 'fw.install', arg })
      await expect.poll(() => box.ends(index)).toHaveLength(1)
    }
    const codes = orders.map((_, index) => told(box.ends(index))[0])
    expect(codes).toEqual(['E_SIG', 'E_TYPE', 'E_OLD', 'E_FORM'])
    expect(box.requests).toEqual([])
  })

  test('where the disk has a byte too little; with that byte it is fetched', async () => {
    const { box, order, data } = await started()
    // the image, as much again for what it holds, and 64 MiB
    const needed = 2 * IMAGE.length + 67_108_864
    {
      using _ = reportedSpace(needed - 1)
      box.send(1, { op: 'fw.install', arg: order })
      await expect.poll(() => told(box.ends(1))).toEqual(['E_SPACE'])
      const text = '64 MiB are free, 64 are needed'
      expect(box.ends(1)).toMatchObject([{ st: 'refused', err: { text } }])
      expect([box.requests, existsSync(join(data, 'download', 'order.json'))]).toEqual([[], false])
    }
    using _ = reportedSpace(needed)
    box.send(2, { op: 'fw.install', arg: order })
    await expect.poll(() => told(box.results(2)).at(-1)).toBe('restarting')
  })

  test.each([
    ['years behind', -days(3_650)],
    ['years ahead', days(3_650)],
  ])(
    'of a release that is over by the time of the server; the clock of the box may be %s',
    async (_, off) => {
      const time = { ...systemTime, now: () => epochMs(Date.now() + off) }
      const { box } = await started({ time })
      box.send(1, { op: 'fw.install', arg: maker.order(IMAGE, { manifest: { expires: Date.now() - 1 } }) })
      await expect.poll(() => told(box.ends(1))).toEqual(['E_EXPIRED'])
      box.send(2, { op: 'fw.install', arg: maker.order(IMAGE, { keys: { expires: Date.now() - 1 } }) })
      await expect.poll(() => told(box.ends(2))).toEqual(['E_EXPIRED'])
      // an hour is left of this one
      const soon = maker.order(IMAGE, { manifest: { expires: Date.now() + hours(1) } })
      box.send(3, { op: 'fw.install', arg: soon })
      await expect.poll(() => told(box.results(3)).at(-1)).toBe('restarting')
    },
  )

  test('once a list of keys was seen, of an earlier one', async () => {
    const { box, order } = await started()
    box.files.clear()
    box.send(1, { op: 'fw.install', arg: maker.order(IMAGE, { keys: { number: 2 } }) })
    await expect.poll(() => told(box.ends(1))).toEqual(['E_FETCH'])
    box.send(2, { op: 'fw.install', arg: order })
    await expect.poll(() => told(box.ends(2))).toEqual(['E_OLD_KEYS'])
  })

  test('where the archive is not what it says; what was fetched is removed', async () => {
    const { box, order, data } = await started({}, await archive(programEntries('0.3.0', maker.root)))
    box.send(1, { op: 'fw.install', arg: order })
    await expect.poll(() => told(box.ends(1))).toEqual(['E_INSTALL'])
    expect(box.ends(1)).toMatchObject([{ st: 'failed' }])
    expect(readdirSync(join(data, 'download'))).toEqual([])
    expect(readUpdate(data)).toBeNull()
  })
})

test('an installation that the end of the program interrupts goes on with the next start', async () => {
  const made = await newBox()
  const { box, data, order } = made
  box.files.clear()
  box.answer = () => [503, '{}']
  const first = await startOn(made)
  box.send(1, { op: 'fw.install', arg: order })
  await expect.poll(() => first.lines.map(({ msg }) => msg)).toContain('image not fetched yet')
  await first.stop()
  expect(box.ends(1)).toEqual([])
  box.answer = () => [200, IMAGE]
  const { told: words, lines } = await startOn(made)
  await expect.poll(() => words).toContain('switch')
  expect(lines.map(({ msg }) => msg)).toContain('command goes on')
  expect(readUpdate(data)).toMatchObject({ step: 'switch', to: '0.2.0' })
  expect(box.ends(1)).toEqual([])
  expect(statSync(join(data, 'releases', '0.2.0', 'main.js')).mode & 0o777).toBe(0o700)
})

describe('after the switch', () => {
  /** The next start finds what the supervisor has written. */
  async function restarted(changes: Partial<UpdateState>) {
    const made = await newBox()
    const first = await startOn(made)
    made.box.send(1, { op: 'fw.install', arg: made.order })
    await expect.poll(() => first.told).toContain('switch')
    await first.stop()
    const update = readUpdate(made.data)
    if (update === null) throw new Error('an update was wanted')
    const judged = { ...update, to: RUNS, ...changes }
    writeUpdate(made.data, judged)
    return { ...made, judged, ...(await startOn(made)) }
  }

  test('a program that stays says so itself, with its version and its start, and the same when it is asked again', async () => {
    const { box, data, order } = await restarted({ step: 'confirmed' })
    await expect.poll(() => box.ends(1)).toHaveLength(1)
    const { boot } = box.hub.states.findLast((state) => state.on === 1) as { boot?: string }
    expect(box.ends(1)).toMatchObject([{ st: 'done', out: { version: RUNS, boot } }])
    expect(readdirSync(join(data, 'download'))).toEqual([])
    box.send(1, { op: 'fw.install', arg: order })
    await expect.poll(() => box.ends(1)).toHaveLength(2)
    const answers = box.ends(1).map(({ s: _, ...answer }) => JSON.stringify(answer))
    expect(answers[0]).toBe(answers[1])
  })

  test.each(['E_CONFIRM', 'E_LINK'] as const)('the one before says that it is back: %s', async (code) => {
    const { box } = await restarted({ step: 'reverted', to: '0.2.0', code, why: 'it ended twice' })
    await expect.poll(() => box.ends(1)).toHaveLength(1)
    expect(box.ends(1)).toMatchObject([
      { st: 'failed', err: { code, text: 'it ended twice' }, out: { version: RUNS, isRolledBack: true } },
    ])
  })

  test('an old program never says done for the new one', async () => {
    const { box } = await restarted({ step: 'confirmed', to: '0.2.0' })
    await expect.poll(() => box.ends(1)).toHaveLength(1)
    expect(box.ends(1)).toMatchObject([{ st: 'failed', err: { code: 'E_CONFIRM' } }])
  })

  test('until it is judged there is no answer; then there is one without a further start', async () => {
    const { box, data, judged, judge } = await restarted({ step: 'judging' })
    await expect.poll(() => told(box.results(1)).at(-1)).toBe('confirming')
    const { boot } = box.hub.states.findLast((state) => state.on === 1) as { boot?: string }
    expect(box.results(1).at(-1)?.out).toEqual({ step: 'confirming', version: RUNS, boot })
    expect(box.ends(1)).toEqual([])
    writeUpdate(data, { ...judged, step: 'contact' })
    judge()
    expect(box.ends(1)).toEqual([])
    writeUpdate(data, { ...judged, step: 'confirmed' })
    judge()
    await expect.poll(() => box.ends(1)).toMatchObject([{ st: 'done', out: { version: RUNS, boot } }])
    expect(readFileSync(join(data, 'update.json'), 'utf8')).toContain('"step": "confirmed"')
  })
})
