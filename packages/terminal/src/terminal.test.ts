import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TerminalSettings } from '@coldkeep/contract/mqtt/terminal-settings'
import type { PointId } from '@coldkeep/domain/ids'
import { quality } from '@coldkeep/domain/points/reading'
import { epochMs } from '@coldkeep/domain/time/instant'
import { afterEach, describe, expect, test } from 'vitest'
import { quickProgram } from '../../../tools/bundle-program'
import { gridOf, nextOnGrid } from './polling/grid'
import { readSetup } from './settings/read-setup'
import { startTerminal } from './terminal'
import { BoxFolder } from './testing/box-folder'
import { Hub, type HubOptions, SECRET, TERMINAL } from './testing/hub'
import { readableLog } from './testing/log-lines'
import { ManualTime } from './testing/manual-time'
import { type Behaviour, OddSlave } from './testing/odd-slave'
import { airCommand, modbusTcp, settingsWith } from './testing/settings'

const START = epochMs(Date.parse('2026-11-20T10:00:00Z'))
const MAIN = await quickProgram(fileURLToPath(new URL('main.ts', import.meta.url)))
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

test('what a controller answers arrives at the server, with the start of its cycle and the revision', async () => {
  const hub = await hubWith({ onReadings: confirm, onReport: confirm })
  const { time, terminal, firstAt } = await started(hub.url, 60)
  await expect.poll(() => terminal.isConnected).toBe(true)
  // The event of the start.
  await expect.poll(() => terminal.waiting.count).toBe(0)
  await time.pass(firstAt - START)
  await expect.poll(() => hub.arrivals.length).toBe(1)
  expect(hub.arrivals[0]).toMatchObject({
    channel: 'live',
    message: { t: firstAt, cfg: 17, s: 2, r: [[1005, 0, 3.4]] },
  })
  await expect.poll(() => terminal.waiting.count).toBe(0)
})

test('an outage is filled in afterwards: every cycle, and a sign of life for each minute between', async () => {
  const away = await Hub.start()
  const { port } = away
  await away[Symbol.asyncDispose]()
  const { time, terminal, firstAt } = await started(`mqtt://127.0.0.1:${port}`, 300)
  await time.pass(firstAt - START)
  const minuteOf = (at: number) => Math.floor(at / 60_000)
  for (let cycle = 1; cycle <= 3; cycle++) {
    // One message for each minute that is over, the cycle of the present one, and that the program was started.
    const expected = minuteOf(time.now()) - minuteOf(START) + 2
    await expect.poll(() => terminal.waiting.count).toBe(expected)
    if (cycle < 3) await time.pass(300_000)
  }
  const made = terminal.waiting.count
  const hub = await hubWith({ port, onReadings: confirm, onReport: confirm })
  await expect
    .poll(async () => {
      await time.pass(1_000)
      const [state] = hub.states
      // The server grants when it learns that something waits.
      if (state?.on === 1) hub.acknowledge(epochOf(hub), [], { g: 8 })
      return terminal.waiting.count
    })
    .toBe(0)
  const stored = new Map(hub.arrivals.map(({ message }) => [message.s, message]))
  expect(stored.size + hub.reports.length).toBeGreaterThanOrEqual(made)
  const cycles = [...stored.values()].filter((message) => message.r.length > 0).map((message) => message.t)
  expect(cycles.slice(0, 3)).toEqual([firstAt, firstAt + 300_000, firstAt + 600_000])
  // A minute with a cycle needs no other sign of life.
  expect([...stored.values()].filter((message) => minuteOf(message.t) === minuteOf(firstAt))).toHaveLength(1)
  const minutes = new Set([...stored.values()].map((message) => minuteOf(message.t)))
  const first = minuteOf(START)
  for (let minute = first; minute < minuteOf(firstAt + 600_000); minute++) {
    expect(minutes).toContain(minute)
  }

  function epochOf(server: Hub): string {
    return server.reports[0]?.message.e ?? 'unknown0'
  }
}, 40_000)

test('a device that is not there is data too', async () => {
  const hub = await hubWith({ onReadings: confirm, onReport: confirm })
  const { time, terminal, firstAt } = await started(hub.url, 60, () => {})
  await expect.poll(() => terminal.isConnected).toBe(true)
  await time.pass(firstAt - START)
  await expect.poll(() => hub.arrivals.length).toBe(1)
  expect(hub.arrivals[0]?.message.r).toEqual([[1005, 0, null, quality.timeout]])
})

test('events tell of starts, jumps of the clock, and devices that fall silent; counts of the bus are points', async () => {
  const hub = await hubWith({ onReadings: confirm, onReport: confirm })
  const statistics = {
    periodSeconds: 60,
    devices: [
      { portId: 'p1', unitId: 5, points: [{ pointId: 9_001 as PointId, kind: 'bus_timeouts' as const }] },
    ],
  }
  const { time, terminal } = await started(hub.url, 20, () => {}, { statistics })
  await expect.poll(() => terminal.isConnected).toBe(true)
  const kinds = () => hub.reports.map(({ message }) => ('kind' in message ? message.kind : message.st))
  const counted = () =>
    hub.arrivals.flatMap(({ message }) =>
      message.r.filter(([id]) => id === 9_001).map(([, , value]) => value),
    )
  await expect
    .poll(
      async () => {
        await time.pass(1_000)
        return kinds()
      },
      { interval: 30 },
    )
    .toEqual(['start', 'device'])
  expect(hub.reports[1]?.message).toMatchObject({ detail: { port: 'p1', unit: 5, state: 'silent' } })
  await expect
    .poll(
      async () => {
        await time.pass(1_000)
        return counted().reduce((total: number, count) => total + (count ?? 0), 0)
      },
      { interval: 30 },
    )
    .toBeGreaterThanOrEqual(3)
  time.setClock(time.now() + 60_000)
  await time.pass(5_000)
  await expect.poll(kinds).toEqual(['start', 'device', 'clock'])
  expect(hub.reports[2]?.message).toMatchObject({ detail: { by_ms: 60_000 } })
})

describe('as a process of its own', { timeout: 60_000 }, () => {
  test('broken settings end it with status 2 and one line', () => {
    const folder = newFolder()
    const path = folder.write({ ...settingsWith([airCommand()]), revision: -1 }, SECRET)
    const ended = spawnSync(process.execPath, [MAIN, path], { encoding: 'utf8' })
    expect(ended.status).toBe(2)
    expect(ended.stdout).toBe('')
    expect(ended.stderr).toBe(`${path}: revision: Too small: expected number to be >=0\n`)
  })

  test('a signal ends it cleanly: the server hears good-bye, the status is 0', async () => {
    const hub = await hubWith({ onReadings: confirm, onReport: confirm })
    const { child, output } = await startedProcess(hub, newFolder())
    await expect.poll(() => hub.arrivals.length).toBeGreaterThan(1)
    child.kill('SIGTERM')
    const [status] = await once(child, 'exit')
    expect(status).toBe(0)
    expect(hub.states.at(-1)).toMatchObject({ on: 0 })
    const lines = output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.map((line) => line.msg)).toEqual(
      expect.arrayContaining(['outbox open', 'started', 'connected', 'port open', 'stopping', 'stopped']),
    )
    expect(output()).not.toContain(SECRET)
  })
})

test('under a supervisor the program ends when that is gone, and two signals are one', {
  timeout: 60_000,
}, async () => {
  const hub = await hubWith({ onReadings: confirm, onReport: confirm })
  for (const end of [
    (child: ChildProcess) => child.disconnect(),
    (child: ChildProcess) => child.kill('SIGTERM') && child.kill('SIGTERM'),
  ]) {
    const before = hub.arrivals.length
    const { child } = await startedProcess(hub, newFolder(), 'ipc')
    await expect.poll(() => hub.arrivals.length).toBeGreaterThan(before)
    end(child)
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(hub.states.at(-1)).toMatchObject({ on: 0 })
  }
})

test('with --dial the program signs in once: status 0 where it was let in', { timeout: 60_000 }, async () => {
  const hub = await hubWith({})
  const slave = await newSlave(answerAir)
  const dial = async (secret: string) => {
    const path = newFolder().write(boxSettings(hub.url, slave, 1), secret)
    const [status] = await once(spawn(process.execPath, [MAIN, '--dial', path], { stdio: 'ignore' }), 'exit')
    return status
  }
  expect([await dial(SECRET), await dial('another')]).toEqual([0, 1])
  expect(slave.requests).toEqual([])
})

async function hubWith(options: HubOptions): Promise<Hub> {
  const hub = await Hub.start(options)
  cleanUps.push(() => hub[Symbol.asyncDispose]())
  return hub
}

function confirm({ message }: { message: { e: string; s: number } }, hub: Hub): void {
  hub.acknowledge(message.e, [message.s], { now: START, g: 8 })
}

async function started(
  brokerUrl: string,
  periodSeconds: number,
  behaviour: Behaviour = answerAir,
  more: Partial<TerminalSettings> = {},
) {
  const slave = await newSlave(behaviour)
  const folder = newFolder()
  const path = folder.write({ ...boxSettings(brokerUrl, slave, periodSeconds), ...more }, SECRET)
  const setup = await readSetup({ settingsPath: path, dataFolder: null, isInsecureAllowed: false })
  if (!setup.ok) throw new Error(setup.problem.why)
  const time = new ManualTime(START)
  const { log } = readableLog()
  const terminal = await startTerminal({ setup: setup.value, time, log, random: () => 0 })
  cleanUps.push(() => terminal.stop())
  return { terminal, time, firstAt: nextOnGrid(gridOf(TERMINAL, periodSeconds), START) }
}

async function startedProcess(hub: Hub, folder: BoxFolder, channel: 'ipc' | 'ignore' = 'ignore') {
  const slave = await newSlave(answerAir)
  const path = folder.write(boxSettings(hub.url, slave, 1), SECRET)
  const child: ChildProcess = spawn(process.execPath, [MAIN, path], {
    stdio: ['ignore', 'pipe', 'inherit', channel],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  cleanUps.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return { child, output: () => output }
}

async function newSlave(behaviour: Behaviour): Promise<OddSlave> {
  const slave = await OddSlave.start(behaviour)
  cleanUps.push(() => slave[Symbol.asyncDispose]())
  return slave
}

function newFolder(): BoxFolder {
  const folder = new BoxFolder()
  cleanUps.push(() => folder[Symbol.dispose]())
  return folder
}

function boxSettings(brokerUrl: string, slave: OddSlave, periodSeconds: number) {
  const commands = [airCommand()]
  return settingsWith(commands, {
    brokerUrls: [brokerUrl],
    ports: [modbusTcp(slave.port)],
    scripts: [{ name: 'cases', periodSeconds, commands }],
  })
}

/** 3.4 °C over Modbus TCP. */
function answerAir(request: Uint8Array, socket: { write(bytes: Uint8Array): unknown }): void {
  socket.write(Uint8Array.of(request[0]!, request[1]!, 0, 0, 0, 5, 5, 3, 2, 0, 0x22))
}
