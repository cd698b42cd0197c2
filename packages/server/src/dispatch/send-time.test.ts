import { createServer } from 'node:net'
import { unpackMessage } from '@coldkeep/contract/mqtt/envelope'
import { readSigned, readTrustedKeys } from '@coldkeep/contract/mqtt/signed'
import { type TimeAnswer, timeAnswer } from '@coldkeep/contract/mqtt/time'
import { downTopic } from '@coldkeep/contract/mqtt/topics'
import { minutes, seconds } from '@coldkeep/domain/time/instant'
import { Aedes } from 'aedes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAlarms } from '../alarms/alarms'
import { upsertLateDays } from '../analysis/due-day-queries'
import { outsideBroker } from '../ingest/outside-broker'
import { startIngest } from '../ingest/start-ingest'
import { createMetrics } from '../tasks/metrics'
import { type FieldRig, fieldRig } from '../testing/field-rig'
import { freePort } from '../testing/free-port'
import { connectTerminal, silent } from '../testing/ingest-rig'
import type { TinyStore } from '../testing/tiny-fleet'
import { timeSender } from './send-time'

const nonceOf = (number: number) => number.toString(16).padStart(32, '0')

describe('the time of the server', () => {
  let rig: FieldRig
  const closers: (() => unknown)[] = []
  beforeAll(async () => {
    rig = await fieldRig('embedded')
  })
  afterAll(async () => {
    for (const close of closers.reverse()) await close()
    await rig.close()
  })

  /** A terminal, and what it hears of the time. */
  async function listening({ terminalId }: TinyStore, port = rig.broker.port()) {
    const terminal = await connectTerminal(port, terminalId)
    closers.push(() => terminal.client.endAsync(true))
    const trusted = readTrustedKeys(rig.keys.publicKeys())
    const received: TimeAnswer[] = []
    terminal.client.on('message', (topic, payload) => {
      if (!topic.endsWith('/dn/time')) return
      const read = readSigned(timeAnswer, payload, trusted)
      if (!read.ok) throw new Error(read.problem)
      received.push(read.value)
    })
    const q = { n: 0, old: null }
    const say = (more: object) =>
      terminal.say('st', { v: 1, on: 1, cn: '9f3c', at: 0, prog: '1', cfg: 1, q, up: 1, ...more })
    return { received, say }
  }

  test('is sent signed, under the nonce, to the terminal that requested it and to no other', async () => {
    const { alder, birch } = rig.fleet.stores
    const terminal = await listening(alder)
    const other = await listening(birch)
    await terminal.say({})
    await terminal.say({ ask: nonceOf(1) })
    const answer = { v: 1, op: 'time.tell', tid: alder.terminalId, nonce: nonceOf(1), now: rig.clock.now() }
    await expect.poll(() => terminal.received).toEqual([answer])
    rig.clock.advance(seconds(30))
    await other.say({ ask: nonceOf(2) })
    await expect
      .poll(() => other.received)
      .toEqual([{ ...answer, tid: birch.terminalId, nonce: nonceOf(2), now: rig.clock.now() }])
    expect(terminal.received).toHaveLength(1)
  })

  test('is not sent for a state that the broker had retained', async () => {
    const { cedar } = rig.fleet.stores
    const port = await freePort()
    const broker = await Aedes.createBroker()
    const server = createServer((socket) => broker.handle(socket))
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    closers.push(() => new Promise<void>((resolve) => broker.close(() => server.close(() => resolve()))))
    const terminal = await listening(cedar, port)
    await terminal.say({ ask: nonceOf(1) })
    const { database, keys, clock } = rig
    const source = outsideBroker({ url: `mqtt://127.0.0.1:${port}`, log: silent, retryMs: 50 })
    let appeared = 0
    const ingest = await startIngest({
      database,
      source,
      alarms: openAlarms(),
      markLateDays: upsertLateDays,
      clock,
      log: silent,
      metrics: createMetrics(false).ingest,
      appeared: () => void appeared++,
      requestedTime: timeSender({ source, keys, clock, log: silent }),
    })
    closers.push(() => ingest.close())
    await expect.poll(() => ingest.isServing()).toBe(true)
    await expect.poll(() => appeared).toBe(1)
    await terminal.say({ ask: nonceOf(2) })
    await expect.poll(() => terminal.received.map(({ nonce }) => nonce)).toEqual([nonceOf(2)])
  })

  test('is sent ten times at once, then every five seconds', () => {
    const { keys, clock } = rig
    const received: string[] = []
    const source = {
      async publish(topic: string, bytes: Uint8Array) {
        expect(unpackMessage(bytes).ok).toBe(true)
        received.push(topic)
      },
    }
    const { alder, birch } = rig.fleet.stores
    const sendTime = timeSender({ source, keys, clock, log: silent })
    for (let number = 0; number < 50; number++) sendTime(alder.terminalId, nonceOf(number))
    expect(received).toHaveLength(10)
    sendTime(birch.terminalId, nonceOf(1))
    expect(received.at(-1)).toBe(downTopic(birch.terminalId, 'time'))
    clock.advance(minutes(1))
    for (let number = 0; number < 50; number++) sendTime(alder.terminalId, nonceOf(number))
    expect(received).toHaveLength(11 + 10)
    clock.advance(seconds(5))
    for (let number = 0; number < 50; number++) sendTime(alder.terminalId, nonceOf(number))
    expect(received).toHaveLength(11 + 11)
  })
})
