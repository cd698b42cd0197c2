import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandResult } from '@coldkeep/contract/mqtt/command'
import { packMessage } from '@coldkeep/contract/mqtt/envelope'
import type { TerminalEvent } from '@coldkeep/contract/mqtt/event'
import { writeReadings } from '@coldkeep/contract/mqtt/readings'
import { downTopic } from '@coldkeep/contract/mqtt/topics'
import { epochMs } from '@coldkeep/domain/time/instant'
import { afterEach, describe, expect, test } from 'vitest'
import { Outbox } from '../outbox/outbox'
import { Hub, type HubOptions, SECRET, TERMINAL } from '../testing/hub'
import { readableLog } from '../testing/log-lines'
import { ManualTime } from '../testing/manual-time'
import { ClockTrust } from '../time/clock-trust'
import { Forward } from './forward'
import { MqttLink } from './mqtt-link'

const START = Date.parse('2026-11-20T10:00:00Z')
const COMMAND = '01JD3KZ5Q8W7X6Y5V4T3S2R1P0'
const TURNS_OF_DELIVERY = 50
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

test('a new message goes out live at once and is forgotten when it is confirmed', async () => {
  const { hub, keep, outbox } = await online({
    onReadings: ({ message }, server) => server.acknowledge(message.e, [message.s]),
  })
  await keep()
  await expect.poll(() => hub.sequences('live')).toEqual([1])
  await expect.poll(() => outbox.waiting.count).toBe(0)
})

test('what the broker took but the server did not confirm is sent again after 20, 40, 80 … 300 s', async () => {
  const { hub, keep, time, outbox } = await online()
  await keep()
  await expect.poll(() => hub.sequences('live')).toHaveLength(1)
  let sent = 1
  for (const seconds of [20, 40, 80, 160, 300, 300]) {
    await time.pass(seconds * 1_000 - 1)
    expect(hub.sequences('live')).toHaveLength(sent)
    await time.pass(1)
    await expect.poll(() => hub.sequences('live')).toHaveLength(++sent)
  }
  expect(new Set(hub.sequences('live'))).toEqual(new Set([1]))
  expect(outbox.waiting.count).toBe(1)
})

test('confirmations may come in any order and together', async () => {
  const { hub, keep, outbox, epoch } = await online()
  for (let count = 0; count < 4; count++) await keep()
  await expect.poll(() => hub.sequences('live')).toEqual([1, 2, 3, 4])
  hub.acknowledge(epoch(), [4, 2])
  await expect.poll(() => outbox.oldest(9, () => true).map((row) => row.sequence)).toEqual([1, 3])
  hub.acknowledge(epoch(), [3, 1, 2])
  await expect.poll(() => outbox.waiting.count).toBe(0)
})

test('a fifth message waits while four are not confirmed, and goes as backlog under a grant', async () => {
  const { hub, keep, epoch, outbox } = await online()
  for (let count = 0; count < 6; count++) await keep()
  await expect.poll(() => hub.sequences('live')).toEqual([1, 2, 3, 4])
  hub.acknowledge(epoch(), [1, 2], { g: 0 })
  await expect.poll(() => outbox.waiting.count).toBe(4)
  await keep()
  await expect.poll(() => hub.sequences('live')).toEqual([1, 2, 3, 4, 7])
  expect(hub.sequences('back')).toEqual([])
  hub.acknowledge(epoch(), [7], { g: 1 })
  await expect.poll(() => hub.sequences('back')).toEqual([5])
})

describe('backlog', () => {
  test('goes oldest first, never more at once than granted', async () => {
    const { hub, keep, time, epoch, connect } = await offline()
    for (let count = 0; count < 5; count++) await keep()
    await connect()
    expect(hub.arrivals).toEqual([])
    hub.acknowledge(epoch(), [], { g: 2 })
    await passUntil(time, () => hub.sequences('back').length >= 2)
    await time.pass(1_000)
    expect(hub.sequences('back')).toEqual([1, 2])
    hub.acknowledge(epoch(), [1], { g: 2 })
    await passUntil(time, () => hub.sequences('back').length >= 3)
    await time.pass(1_000)
    expect(hub.sequences('back')).toEqual([1, 2, 3])
  })

  test('includes what was on its way when the connection broke', async () => {
    const { hub, keep, time, epoch } = await online()
    for (let count = 0; count < 4; count++) await keep()
    await expect.poll(() => hub.sequences('live')).toEqual([1, 2, 3, 4])
    hub.cut()
    await expect.poll(() => hub.states.at(-1)?.on).toBe(0)
    await passUntil(time, () => hub.states.at(-1)?.on === 1)
    await keep()
    await expect.poll(() => hub.sequences('live')).toEqual([1, 2, 3, 4, 5])
    hub.acknowledge(epoch(), [], { g: 8 })
    await passUntil(time, () => hub.sequences('back').length === 4)
    expect(hub.sequences('back')).toEqual([1, 2, 3, 4])
  })

  test('stops when the grant runs out', async () => {
    const { hub, keep, time, epoch, connect, outbox } = await offline()
    for (let count = 0; count < 3; count++) await keep()
    await connect()
    hub.acknowledge(epoch(), [], { g: 1, gx: 10 })
    await expect.poll(() => hub.sequences('back')).toEqual([1])
    await time.pass(10_000)
    hub.acknowledge(epoch(), [1], { g: 0 })
    await expect.poll(() => outbox.waiting.count).toBe(2)
    await time.pass(60_000)
    expect(hub.sequences('back')).toEqual([1])
  })

  test('is sent again only under a grant', async () => {
    const { hub, keep, time, epoch, connect } = await offline()
    await keep()
    await connect()
    hub.acknowledge(epoch(), [], { g: 1, gx: 10 })
    await expect.poll(() => hub.sequences('back')).toEqual([1])
    await time.pass(60_000)
    expect(hub.sequences('back')).toEqual([1])
    hub.acknowledge(epoch(), [], { g: 1, gx: 10 })
    await expect.poll(() => hub.sequences('back')).toEqual([1, 1])
  })

  test('waits while the notice holds it, live messages do not', async () => {
    const { hub, keep, time, epoch, connect } = await offline()
    await keep()
    hub.notify(60, 1)
    await connect()
    hub.acknowledge(epoch(), [], { g: 8 })
    await keep()
    await expect.poll(() => hub.sequences('live')).toEqual([2])
    await time.pass(5_000)
    expect(hub.sequences('back')).toEqual([])
    hub.notify(60, 0)
    await expect.poll(() => hub.sequences('back')).toEqual([1])
  })

  test('keeps below 20 messages a second', async () => {
    const { hub, keep, time, epoch, connect, outbox, published } = await offline({
      onReadings: ({ message }, server) => server.acknowledge(message.e, [message.s], { g: 8 }),
    })
    for (let count = 0; count < 40; count++) await keep()
    await connect()
    hub.acknowledge(epoch(), [], { g: 8 })
    await expect.poll(() => published.length).toBe(1)
    for (let step = 0; step < 20; step++) {
      await time.pass(50)
      await expect.poll(() => outbox.waiting.count, { interval: 2 }).toBe(40 - published.length)
    }
    expect(published.length).toBeGreaterThan(10)
    expect(published.length).toBeLessThanOrEqual(16)
  })
})

describe('events and results', () => {
  test('go on their own channels at once and are sent again like live messages', async () => {
    const { hub, report, time, outbox, epoch } = await online()
    await report('event')
    await report('result')
    await expect.poll(() => hub.reports.map(({ channel }) => channel)).toEqual(['evt', 'res'])
    await time.pass(20_000)
    await expect.poll(() => hub.reports.map(({ message }) => message.s)).toEqual([1, 2, 1, 2])
    hub.acknowledge(epoch(), [1, 2])
    await expect.poll(() => outbox.waiting.count).toBe(0)
  })

  test('of an outage go without a grant once there is a connection, at most three before they are confirmed', async () => {
    const { hub, keep, report, time, connect, epoch, outbox } = await offline()
    await keep()
    for (let count = 0; count < 5; count++) await report('event')
    await connect()
    await passUntil(time, () => hub.reports.length === 3)
    await passAndWait(time, 5_000)
    expect(hub.reports.map(({ message }) => message.s)).toEqual([2, 3, 4])
    await keep()
    await expect.poll(() => hub.sequences('live')).toEqual([7])
    hub.acknowledge(epoch(), [2, 3, 4])
    await passUntil(time, () => hub.reports.length === 5)
    hub.acknowledge(epoch(), [5, 6, 7])
    await expect.poll(() => outbox.waiting.count).toBe(1)
    expect(hub.sequences('back')).toEqual([])
  })

  test('share the four places of live messages', async () => {
    const { hub, keep, report, time, epoch } = await online()
    for (let count = 0; count < 4; count++) await keep()
    await expect.poll(() => hub.sequences('live')).toEqual([1, 2, 3, 4])
    await report('result')
    await passAndWait(time, 5_000)
    expect(hub.reports).toEqual([])
    hub.acknowledge(epoch(), [1, 2])
    await passUntil(time, () => hub.reports.length === 1)
    expect(hub.reports[0]).toMatchObject({ channel: 'res', message: { s: 5 } })
  })
})

test('a message that can never be stored is dropped and named in the log', async () => {
  const { hub, keep, epoch, outbox, lines } = await online()
  await keep()
  await expect.poll(() => hub.sequences('live')).toEqual([1])
  hub.acknowledge(epoch(), [], { bad: [[1, 'E_FORM']] })
  await expect.poll(() => outbox.waiting.count).toBe(0)
  expect(lines.find((line) => line.code === 'E_FORM')).toMatchObject({ sequence: 1, level: 40 })
})

test('a confirmation of another epoch confirms nothing, and a broken one is dropped', async () => {
  const { hub, keep, outbox, lines, time } = await online()
  await keep()
  hub.acknowledge('zzzzzzzz', [1])
  hub.send(downTopic(TERMINAL, 'ack'), Buffer.from('{"v":1,"e":7}'))
  await expect.poll(() => lines.some((line) => line.msg === 'message dropped')).toBe(true)
  expect(outbox.waiting.count).toBe(1)
  await time.pass(20_000)
  await expect.poll(() => hub.sequences('live')).toEqual([1, 1])
})

test("the server's time decides whether the clock is trusted", async () => {
  const { hub, clockTrust, epoch, keep } = await online()
  await keep()
  hub.acknowledge(epoch(), [], { now: START + 5_001 })
  await expect.poll(() => clockTrust.isTrusted).toBe(false)
  hub.acknowledge(epoch(), [], { now: START + 5_000 })
  await expect.poll(() => clockTrust.isTrusted).toBe(true)
})

test('lost and reordered confirmations, cut connections: both ends count the same', {
  timeout: 60_000,
}, async () => {
  // A fixed course of luck, so that a failure can be repeated.
  let seed = 20_261_120
  const luck = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return seed / 2 ** 32
  }
  const held: (() => void)[] = []
  const { hub, keep, time, outbox } = await online({
    onReadings: ({ message }, server) => {
      const confirm = () => server.acknowledge(message.e, [message.s], { g: 1 + Math.floor(8 * luck()) })
      const fate = luck()
      if (fate < 0.2) return
      if (fate < 0.5) held.push(confirm)
      else {
        confirm()
        for (const late of held.splice(0)) late()
      }
    },
  })
  const made = 150
  for (let count = 0; count < made; count++) {
    await keep()
    if (luck() < 0.05) hub.cut()
    await passAndWait(time, 2_000)
  }
  const goOn = async () => {
    const [oldest] = outbox.oldest(1, () => true)
    // The server grants after each state; without news there would be nothing to answer.
    if (oldest) hub.acknowledge(oldest.epoch, [], { g: 8 })
    await passAndWait(time, 5_000)
    return outbox.waiting.count
  }
  await expect.poll(goOn, { interval: 2 }).toBe(0)
  const stored = new Set(hub.arrivals.map(({ message }) => message.s))
  expect([...stored].sort((a, b) => a - b)).toEqual(Array.from({ length: made }, (_, index) => index + 1))
  expect(hub.arrivals.length).toBeGreaterThan(made)
})

async function online(options: HubOptions = {}) {
  const parts = await offline(options)
  await parts.connect()
  return parts
}

/** All parts of the way to the server, wired as in the terminal, not yet connected. */
async function offline(options: HubOptions = {}) {
  const hub = await Hub.start(options)
  cleanUps.push(() => hub[Symbol.asyncDispose]())
  const time = new ManualTime(START)
  const { log, lines } = readableLog()
  const folder = mkdtempSync(join(tmpdir(), 'coldkeep-forward-'))
  const outbox = await Outbox.open({ folder, time, log, isClockTrusted: () => true })
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const clockTrust = new ClockTrust(time, log)
  const published: string[] = []
  const forward: Forward = new Forward({
    outbox,
    time,
    log,
    clockTrust,
    publish(channel, body) {
      published.push(channel)
      link.publish(channel, body)
    },
  })
  const link = new MqttLink(
    {
      terminalId: TERMINAL,
      brokerUrls: [hub.url],
      secret: SECRET,
      ca: null,
      time,
      log,
      random: () => 0,
      state: () => ({ prog: '0', cfg: 1, q: { n: outbox.waiting.count, old: null }, up: 0 }),
    },
    {
      connected: () => forward.connected(),
      disconnected: () => forward.disconnected(),
      acknowledged: (message) => void forward.acknowledged(message),
      noticed: (message) => forward.noticed(message),
      commandReceived() {},
      desiredChanged() {},
      keysReceived() {},
      timeReceived() {},
    },
  )
  cleanUps.push(() => outbox.close())
  let epochOfRows = ''
  const keep = async () => {
    const at = time.now()
    const row = await outbox.append('readings', at, (epoch, sequence) =>
      packMessage(writeReadings({ epoch, sequence, at: epochMs(at), revision: 1, readings: [] })),
    )
    epochOfRows = row.epoch
    forward.offer(row)
  }
  const report = async (kind: 'event' | 'result') => {
    const at = time.now()
    const row = await outbox.append(kind, at, (e, s) =>
      packMessage(
        kind === 'event'
          ? ({ v: 1, e, s, at, kind: 'start', detail: {} } satisfies TerminalEvent)
          : ({ v: 1, e, s, id: COMMAND, st: 'done', at } satisfies CommandResult),
      ),
    )
    epochOfRows = row.epoch
    forward.offer(row)
  }
  const connect = async () => {
    link.start()
    cleanUps.push(() => link.stop())
    await expect.poll(() => link.isConnected).toBe(true)
    // The retained notice comes right behind the subscription.
    await expect.poll(() => hub.states.length).toBeGreaterThan(0)
  }
  return { hub, time, outbox, clockTrust, lines, published, keep, report, connect, epoch: () => epochOfRows }
}

/** Broker and terminal live in this process: what one sends the other has after some turns of the event loop. */
async function passAndWait(time: ManualTime, lengthMs: number): Promise<void> {
  await time.pass(lengthMs)
  for (let turn = 0; turn < TURNS_OF_DELIVERY; turn++) await new Promise((done) => setImmediate(done))
}

async function passUntil(time: ManualTime, isReached: () => boolean): Promise<void> {
  const passAndLook = async () => {
    await time.pass(50)
    return isReached()
  }
  await expect.poll(passAndLook, { interval: 5 }).toBe(true)
}
