import { createHash } from 'node:crypto'
import { connect as connectSocket } from 'node:net'
import { downTopic, everyDownTopic, upTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import { defaultLimits, type Limits } from '@coldkeep/domain/intake/terminal-limits'
import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import pino from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { IncomingMessage } from '../messages/message-source'
import type { Credential } from '../terminals/credential-queries'
import { type EmbeddedBroker, embeddedBroker } from './embedded-broker'

const own = 'TB-0001' as TerminalId
const foreign = 'TB-0002' as TerminalId
const secretOf = (terminal: string) => `secret of ${terminal}`
const hash = (text: string) => createHash('sha256').update(text).digest()
const noOldSecret = { oldSecretHash: null, oldSecretUntil: null }
const clock = { now: () => epochMs(Date.now()) as EpochMs }

const signIn: IClientOptions = {
  protocolVersion: 4,
  clientId: own,
  username: own,
  password: secretOf(own),
  reconnectPeriod: 0,
}

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function broker(limits: Partial<Limits> = {}, log = pino({ level: 'silent' })) {
  const messages: IncomingMessage[] = []
  const waiting: (() => void)[] = []
  const credentials = new Map<TerminalId, Credential>([
    [foreign, { ...noOldSecret, secretHash: hash(secretOf(foreign)), isEnabled: false }],
    [own, { ...noOldSecret, secretHash: hash(secretOf(own)), isEnabled: true }],
  ])
  const made = embeddedBroker({
    host: '127.0.0.1',
    port: 0,
    clock,
    log,
    limits: { ...defaultLimits, ...limits },
    findCredential: async (terminal) => credentials.get(terminal) ?? null,
  })
  await made.start((message) => {
    messages.push(message)
    for (const wake of waiting.splice(0)) wake()
  })
  closers.push(() => made.close())
  const received = async (count: number) => {
    while (messages.length < count) await new Promise<void>((resolve) => waiting.push(resolve))
    return messages
  }
  return { made, messages, received, credentials }
}

async function terminal(at: EmbeddedBroker, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${at.port()}`, {
    ...signIn,
    ...options,
  })
  client.on('error', () => {})
  closers.push(() => client.endAsync(true))
  return client
}

const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))

describe('sign-in of a terminal', () => {
  test.each<[string, IClientOptions]>([
    ['a wrong secret', { password: 'guess' }],
    ['no secret', { password: undefined }],
    ['another user name', { username: foreign }],
    ['an unknown terminal', { clientId: 'TB-9999', username: 'TB-9999' }],
    ['a name that is no terminal', { clientId: 'admin', username: 'admin' }],
    ['a disabled terminal', { clientId: foreign, username: foreign, password: secretOf(foreign) }],
  ])('%s is refused', async (_, options) => {
    const { made } = await broker()
    await expect(terminal(made, options)).rejects.toThrow(/Not authorized|Bad username|refused/i)
    expect(made.connected().size).toBe(0)
  })

  test('the right secret signs in, and leaving is noticed', async () => {
    const { made } = await broker()
    const client = await terminal(made)
    expect([...made.connected()]).toEqual([own])
    await client.endAsync()
    await expect.poll(() => made.connected().size).toBe(0)
  })

  test('more connects than the limit are refused until time has passed', async () => {
    const { made } = await broker({ connectsPerMinute: 1, connectBurst: 2 })
    for (let i = 0; i < 2; i++) await (await terminal(made)).endAsync()
    await expect(terminal(made)).rejects.toThrow(/unavailable/i)
  })

  test('wrong tries at its address, for whatever terminal, keep no one with the right secret out', async () => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
    const { made } = await broker({}, log)
    const other = 'TB-0003'
    const guesses: IClientOptions[] = [
      { password: 'guess' },
      { clientId: foreign, username: foreign, password: 'guess' },
      { clientId: other, username: other, password: 'guess' },
      { clientId: 'admin', username: 'admin', password: 'guess' },
    ]
    const guess = (at: number) =>
      expect(terminal(made, guesses[at % guesses.length])).rejects.toThrow(/Not authorized|Bad username/i)
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 40 }, (_, at) => guess(at)))
      const [client] = await Promise.all([terminal(made), guess(0), guess(1)])
      expect([...made.connected()]).toEqual([own])
      await client.endAsync()
    }
    // 210 were refused
    const refusals = lines.filter((line) => line.includes('terminal refused'))
    expect(refusals.length).toBeGreaterThan(0)
    expect(refusals.length).toBeLessThanOrEqual(defaultLimits.refusalLinesPerMinute + 1)
  })

  test('a will on a foreign topic is refused', async () => {
    const { made } = await broker()
    const will = { topic: upTopic(foreign, 'st'), payload: Buffer.from('{}'), qos: 1 as const, retain: true }
    const client = mqtt.connect(`mqtt://127.0.0.1:${made.port()}`, { ...signIn, will })
    closers.push(() => client.endAsync(true))
    let isConnected = false
    client.on('connect', () => {
      isConnected = true
    })
    await closed(client)
    expect(isConnected).toBe(false)
  })
})

describe('a credential that changes', () => {
  const secret = { ...noOldSecret, isEnabled: true }
  const later = (lengthMs: number) => epochMs(Date.now() + lengthMs)

  test('lets both secrets in while the old one holds', async () => {
    const { made, credentials } = await broker()
    const both = { ...secret, secretHash: hash('next'), oldSecretHash: hash(secretOf(own)) }
    credentials.set(own, { ...both, oldSecretUntil: later(60_000) })
    await (await terminal(made)).endAsync()
    await (await terminal(made, { password: 'next' })).endAsync()
    credentials.set(own, { ...both, oldSecretUntil: later(-1) })
    await expect(terminal(made)).rejects.toThrow(/Not authorized|Bad username|refused/i)
    await terminal(made, { password: 'next' })
    expect([...made.connected()]).toEqual([own])
  })

  test.each<[string, Credential | null]>([
    ['is disabled', { ...secret, secretHash: hash(secretOf(own)), isEnabled: false }],
    ['was replaced', { ...secret, secretHash: hash('next') }],
    [
      'has outlived its day',
      {
        ...secret,
        secretHash: hash('next'),
        oldSecretHash: hash(secretOf(own)),
        oldSecretUntil: epochMs(1),
      },
    ],
    ['is gone', null],
  ])('that %s ends the connection at once', async (_, credential) => {
    const { made, credentials } = await broker()
    const ended = closed(await terminal(made))
    if (credential) credentials.set(own, credential)
    else credentials.delete(own)
    await made.recheck([own])
    await ended
    await expect.poll(() => made.connected().size).toBe(0)
  })

  test('and still holds leaves the connection alone', async () => {
    const { made, credentials } = await broker()
    const client = await terminal(made)
    const both = { ...secret, secretHash: hash('next'), oldSecretHash: hash(secretOf(own)) }
    credentials.set(own, { ...both, oldSecretUntil: later(60_000) })
    await made.recheck([foreign, own])
    await client.publishAsync(upTopic(own, 'live'), Buffer.from('{}'), { qos: 1 })
    expect([...made.connected()]).toEqual([own])
  })

  test('gives a replacement box the place, and the box before does not come back', async () => {
    const { made, credentials, received } = await broker()
    const before = await terminal(made)
    const ended = closed(before)
    credentials.set(own, { ...secret, secretHash: hash('of the new box') })
    await made.recheck([own])
    const replacement = await terminal(made, { password: 'of the new box' })
    await ended
    await expect(terminal(made)).rejects.toThrow(/Not authorized|Bad username|refused/i)
    await replacement.publishAsync(upTopic(own, 'live'), Buffer.from('{"new":1}'), { qos: 1 })
    const [message] = await received(1)
    expect(Buffer.from(message!.bytes).toString()).toBe('{"new":1}')
  })
})

describe('what a terminal may say and hear', () => {
  test('its own message arrives as it was sent', async () => {
    const { made, received } = await broker()
    const client = await terminal(made)
    await client.publishAsync(upTopic(own, 'live'), Buffer.from('{"v":1}'), { qos: 1 })
    const [message] = await received(1)
    expect(message).toMatchObject({ terminal: own, channel: 'live', topic: upTopic(own, 'live') })
    expect(Buffer.from(message!.bytes).toString()).toBe('{"v":1}')
  })

  test.each<[string, string, Buffer, object]>([
    ['another terminal', upTopic(foreign, 'live'), Buffer.from('{}'), {}],
    ['the downward side', downTopic(own, 'ack'), Buffer.from('{}'), {}],
    ['readings that stay in the broker', upTopic(own, 'live'), Buffer.from('{}'), { retain: true }],
    ['more than 128 KiB', upTopic(own, 'live'), Buffer.alloc(128 * 1024 + 1, 0x7b), {}],
    ['delivery exactly once', upTopic(own, 'live'), Buffer.from('{}'), { qos: 2 }],
  ])('publishing %s ends the connection and reaches nobody', async (_, topic, payload, options) => {
    const { made, messages } = await broker()
    const client = await terminal(made)
    const ended = closed(client)
    client.publish(topic, payload, { qos: 1, ...options }, () => {})
    await ended
    expect(messages).toEqual([])
  })

  test.each(['#', 'rf/1/t/+/dn/#', everyDownTopic(foreign), upTopic(foreign, 'live'), '$SYS/#'])(
    'subscribing to %s is refused',
    async (filter) => {
      const { made } = await broker()
      const client = await terminal(made)
      const granted = await client.subscribeAsync(filter, { qos: 1 }).catch((error: Error) => error)
      const codes = Array.isArray(granted) ? granted.map((grant) => grant.qos) : [128]
      expect(codes).toEqual([128])
    },
  )

  test('a terminal hears its acknowledgement and not that of another', async () => {
    const { made } = await broker()
    const client = await terminal(made)
    await client.subscribeAsync(everyDownTopic(own))
    const topics: string[] = []
    const twice = new Promise<void>((resolve) =>
      client.on('message', (topic) => topics.push(topic) === 2 && resolve()),
    )
    await made.publish(downTopic(foreign, 'ack'), Buffer.from('no'))
    await made.publish(downTopic(own, 'ack'), Buffer.from('yes'))
    await made.publish(downTopic(own, 'cfg'), Buffer.from('yes'), { retain: true, qos: 1 })
    await twice
    expect(topics).toEqual([downTopic(own, 'ack'), downTopic(own, 'cfg')])
  })

  test('the will of a lost connection arrives, that of a closing broker does not', async () => {
    const { made, received, messages } = await broker()
    const will = {
      topic: upTopic(own, 'st'),
      payload: Buffer.from('{"on":0}'),
      qos: 1 as const,
      retain: true,
    }
    const first = await terminal(made, { will })
    first.stream.destroy()
    expect((await received(1))[0]).toMatchObject({ channel: 'st' })
    await terminal(made, { will })
    await made.close()
    expect(messages).toHaveLength(1)
  })
})

describe('limits', () => {
  test('a terminal that floods is dropped', async () => {
    const { made, messages } = await broker({ messagesPerSecond: 1, messageBurst: 5 })
    const client = await terminal(made)
    const ended = closed(client)
    for (let i = 0; i < 20; i++) client.publish(upTopic(own, 'live'), '{}', { qos: 1 }, () => {})
    await ended
    expect(messages.length).toBeLessThanOrEqual(5)
  })

  test('bytes are counted before a packet is whole', async () => {
    const { made } = await broker({ bytesPerSecond: 1000, byteBurst: 100_000 })
    const client = await terminal(made)
    const ended = closed(client)
    client.publish(upTopic(own, 'live'), Buffer.alloc(120_000, 0x7b), { qos: 1 }, () => {})
    await ended
  })

  test('a stranger that sends much before signing in is cut off', async () => {
    const { made } = await broker()
    const socket = connectSocket(made.port(), '127.0.0.1')
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.on('error', () => {})
    // a CONNECT that announces 256 MB
    socket.write(Buffer.concat([Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]), Buffer.alloc(64 * 1024)]))
    await ended
  })
})
