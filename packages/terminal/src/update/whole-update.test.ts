import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { OnlineMessage } from '@coldkeep/contract/mqtt/state'
import { afterEach, expect, test } from 'vitest'
import { PATIENCE } from '../supervise/judge'
import { Supervisor } from '../supervise/supervisor'
import { CommandBox } from '../testing/command-box'
import { countingSlave } from '../testing/counting-slave'
import { ProgramPackage } from '../testing/program-package'
import { ReleaseMaker } from '../testing/release-maker'
import { systemTime } from '../time/system-time'

const maker = new ReleaseMaker()
const program = await ProgramPackage.bundle(maker.root)

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]()
})

test('the program replaces itself while a device is polled, and is back after a build that does not start: nothing read is lost or stored twice', async () => {
  const store = await newStore()
  const { box, data, online, order, polledOn } = store
  const supervisor = spawn(process.execPath, [store.paths.supervise, store.settingsPath], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(supervisor, 'exit')
  try {
    await expect.poll(() => online().at(-1)?.prog).toBe(program.version)
    await polledOn()
    box.send(1, await order('99.1.0'))
    await expect.poll(() => box.ends(1)).toHaveLength(1)
    const second = online().at(-1)
    expect(second?.prog).toBe('99.1.0')
    expect(second?.boot).not.toBe(online()[0]?.boot)
    expect(box.ends(1)).toMatchObject([{ st: 'done', out: { version: '99.1.0', boot: second?.boot } }])
    await polledOn()
    box.send(2, await order('99.2.0', 'process.exit(1)'))
    await expect.poll(() => box.ends(2)).toHaveLength(1)
    const third = online().at(-1)
    expect(third?.prog).toBe('99.1.0')
    expect(third?.boot).not.toBe(second?.boot)
    const out = { version: '99.1.0', boot: third?.boot, isRolledBack: true }
    expect(box.ends(2)).toMatchObject([{ st: 'failed', err: { code: 'E_CONFIRM' }, out }])
    expect(readlinkSync(join(data, 'current'))).toBe('releases/99.1.0')
    expect(readdirSync(join(data, 'releases'))).toEqual(['99.1.0'])
    await polledOn()
  } finally {
    supervisor.kill('SIGTERM')
  }
  expect(await ended).toEqual([0, null])
  expect(box.hub.states.at(-1)).toMatchObject({ on: 0 })
  expectAllOnce(store)
})

test('a build that polls and cannot dial gives way, and what it has read arrives through the one before', async () => {
  const store = await newStore()
  const { box, online, order, polledOn } = store
  const supervisor = new Supervisor({
    dataFolder: store.data,
    packaged: { path: store.paths.main, version: program.version },
    args: [store.settingsPath],
    dialArgs: ['--dial', store.settingsPath],
    variables: { PATH: '/usr/bin', COLDKEEP_LOG_LEVEL: 'error' },
    time: systemTime,
    patience: { ...PATIENCE, dialEveryMs: 200, linkMs: 1 },
    machineBoot: 'boot-1',
    log() {},
    alive() {},
  })
  const ended = supervisor.run()
  try {
    await expect.poll(() => online().at(-1)?.prog).toBe(program.version)
    await polledOn()
    const connect = 'mqtt.connect(url, this.#options())'
    expect(program.main).toContain(connect)
    // where nobody listens
    const blind = program.as('99.1.0').replace(connect, "mqtt.connect('mqtt://127.0.0.1:9', this.#options())")
    box.send(1, await order('99.1.0', blind))
    await expect.poll(() => box.ends(1)).toHaveLength(1)
    const out = { version: program.version, boot: online().at(-1)?.boot, isRolledBack: true }
    expect(box.ends(1)).toMatchObject([{ st: 'failed', err: { code: 'E_LINK' }, out }])
    expect(online().map(({ prog }) => prog)).not.toContain('99.1.0')
    await polledOn()
  } finally {
    supervisor.signal('SIGTERM')
  }
  expect(await ended).toBe(0)
  expectAllOnce(store)
})

/** A box with the package on it, its device, and a server with images. */
async function newStore() {
  const device = countingSlave()
  const box = await CommandBox.start(device.behaviour)
  open.push(box)
  const settingsPath = box.write()
  const paths = program.install(join(box.folder.path, 'package'))

  async function order(version: string, script?: string) {
    const image = await program.image(version, script)
    const arg = maker.order(image, { manifest: { version } })
    box.files.set(arg.url, image)
    return { op: 'fw.install' as const, arg }
  }
  /** Waits for further answers of the device. */
  async function polledOn() {
    const before = device.answered()
    await expect.poll(device.answered).toBeGreaterThan(before + 2)
  }
  const online = () => box.hub.states.filter((state): state is OnlineMessage => state.on === 1)
  const data = join(box.folder.path, 'terminal-data')
  return { box, device, settingsPath, paths, data, order, polledOn, online }
}

/** Each message arrived, and in them each answer of the device once; by its number one counts once, however often sent. */
function expectAllOnce({ box, device }: Awaited<ReturnType<typeof newStore>>): void {
  const { arrivals, reports } = box.hub
  expect(new Set(arrivals.map(({ message }) => message.e)).size).toBe(1)
  const readings = new Map(arrivals.map(({ message }) => [message.s, message]))
  const numbers = new Set([...readings.keys(), ...reports.map(({ message }) => message.s)])
  expect([...numbers].sort(ascending)).toEqual(upTo(numbers.size))
  const values = [...readings.values()].flatMap(({ r }) =>
    r.map(([, , value]) => Math.round(10 * (value ?? 0))),
  )
  expect(values.sort(ascending)).toEqual(upTo(device.answered()))
}

const ascending = (a: number, b: number) => a - b
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
