import { createServer } from 'node:net'
import { upTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { IncomingMessage } from '../messages/message-source'
import { freePort } from '../testing/free-port'
import { findMosquitto, startMosquitto } from '../testing/mosquitto'
import { outsideBroker } from './outside-broker'

const own = 'TB-0001' as TerminalId
const log = pino({ level: 'silent' })
const mosquitto = findMosquitto()

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function peer(port: number) {
  const child = await startMosquitto(mosquitto!, port)
  closers.push(() => child.kill())
  return child
}

async function startSource(url: string) {
  const messages: IncomingMessage[] = []
  const source = outsideBroker({ url, log, retryMs: 50 })
  closers.push(() => source.close())
  await source.start((message) => messages.push(message))
  return { source, messages }
}

async function terminal(url: string) {
  const client = await mqtt.connectAsync(url, { clientId: own, protocolVersion: 4 })
  closers.push(() => client.endAsync(true))
  return client
}

const say = { qos: 1 } as const

describe('an outside broker', () => {
  test('two server processes share readings, events and results, and both hear every state', async ({
    skip,
  }) => {
    skip(mosquitto === null, 'mosquitto is not installed (npm run peers)')
    const port = await freePort()
    await peer(port)
    const url = `mqtt://127.0.0.1:${port}`
    const client = await terminal(url)
    await client.publishAsync(upTopic(own, 'st'), '{"kept":1}', { qos: 1, retain: true })
    const sources = await Promise.all([startSource(url), startSource(url)])
    for (const { source } of sources) await expect.poll(() => source.isServing()).toBe(true)
    const states = () => sources.map(({ messages }) => messages.filter((m) => m.channel === 'st').length)
    await expect.poll(states).toEqual([1, 1])

    const shared = ['live', 'back', 'evt', 'res'] as const
    for (let i = 0; i < 100; i++)
      await client.publishAsync(upTopic(own, shared[i % shared.length]!), `{"i":${i}}`, say)
    const readings = () => sources.map(({ messages }) => messages.filter((m) => m.channel !== 'st').length)
    await expect.poll(() => readings().reduce((a, b) => a + b)).toBe(100)
    for (const count of readings()) expect(count).toBeGreaterThan(0)
    for (const channel of shared) {
      const received = sources.flatMap(({ messages }) => messages.filter((m) => m.channel === channel))
      expect(received).toHaveLength(25)
    }
  })

  test('a broker that comes late or goes away is found again', async ({ skip }) => {
    skip(mosquitto === null, 'mosquitto is not installed (npm run peers)')
    const port = await freePort()
    const url = `mqtt://127.0.0.1:${port}`
    const { source, messages } = await startSource(url)
    expect(source.isServing()).toBe(false)
    const child = await peer(port)
    await expect.poll(() => source.isServing()).toBe(true)
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill()
    await exited
    await expect.poll(() => source.isServing()).toBe(false)
    await expect(source.publish('rf/1/all/notice', Buffer.from('{}'))).rejects.toThrow('not connected')
    await peer(port)
    await expect.poll(() => source.isServing()).toBe(true)
    const client = await terminal(url)
    await expect
      .poll(async () => {
        await client.publishAsync(upTopic(own, 'live'), '{}', say)
        return messages.length
      })
      .toBeGreaterThan(0)
  })

  test('a broker of MQTT 3.1.1 alone is spoken to in its version', async () => {
    const broker = await Aedes.createBroker()
    const server = createServer((socket) => broker.handle(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(
      () => server.close(),
      () => new Promise<void>((resolve) => broker.close(resolve)),
    )
    const address = server.address()
    const url = `mqtt://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const { source, messages } = await startSource(url)
    await expect.poll(() => source.isServing()).toBe(true)
    const client = await terminal(url)
    await expect
      .poll(async () => {
        await client.publishAsync(upTopic(own, 'back'), '{"a":1}', say)
        return messages.map((message) => message.channel)
      })
      .toContain('back')
  })
})
