import { PROTOCOL_VERSION, packMessage } from '@coldkeep/contract/mqtt/envelope'
import { downTopic, everyDownTopic, NOTICE_TOPIC, upTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import mqtt, { type MqttClient } from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { Mosquitto, whyNotRun } from './peer'

const own = 'TB-0001' as TerminalId
const foreign = 'TB-0002' as TerminalId
const SERVER = { username: 'server', password: 'server-secret' }
const reason = whyNotRun('mosquitto', ['mosquitto', 'mosquitto_passwd'])
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function connect(broker: Mosquitto, options: mqtt.IClientOptions): Promise<MqttClient> {
  const client = await mqtt.connectAsync(broker.url, {
    protocolVersion: 5,
    reconnectPeriod: 0,
    ...options,
  })
  cleanUps.push(() => client.endAsync(true))
  return client
}

async function start() {
  const broker = await Mosquitto.start({
    [own]: 'one',
    [foreign]: 'other',
    [SERVER.username]: SERVER.password,
  })
  cleanUps.push(() => broker[Symbol.asyncDispose]())
  return {
    broker,
    server: await connect(broker, SERVER),
    terminal: (id: TerminalId, password: string) => connect(broker, { username: id, clientId: id, password }),
  }
}

/** Everything that a client receives, as topics. */
function messagesTo(client: MqttClient): string[] {
  const topics: string[] = []
  client.on('message', (topic) => topics.push(topic))
  return topics
}

const body = Buffer.from(packMessage({ v: PROTOCOL_VERSION }))

if (reason !== null) test('rights of mosquitto', ({ skip }) => skip(reason))
else {
  test('a terminal reaches the server on its own topics and hears its own answers', async () => {
    const { server, terminal } = await start()
    const arrived = messagesTo(server)
    await server.subscribeAsync('rf/1/t/+/up/#', { qos: 1 })
    const client = await terminal(own, 'one')
    const answers = messagesTo(client)
    const granted = await client.subscribeAsync([everyDownTopic(own), NOTICE_TOPIC], { qos: 1 })
    expect(granted.map(({ qos }) => qos)).toEqual([1, 1])
    await client.publishAsync(upTopic(own, 'live'), body, { qos: 1 })
    await expect.poll(() => arrived).toEqual([upTopic(own, 'live')])
    await server.publishAsync(downTopic(own, 'ack'), body, { qos: 1 })
    await server.publishAsync(NOTICE_TOPIC, body, { qos: 1 })
    await expect.poll(() => answers).toEqual([downTopic(own, 'ack'), NOTICE_TOPIC])
  })

  test('publishing as another terminal or downwards is refused and reaches no one', async () => {
    const { server, terminal } = await start()
    const arrived = messagesTo(server)
    await server.subscribeAsync('rf/#', { qos: 1 })
    const client = await terminal(own, 'one')
    for (const topic of [upTopic(foreign, 'live'), downTopic(foreign, 'cmd'), downTopic(own, 'cmd')]) {
      // 135: not authorised
      await expect(client.publishAsync(topic, body, { qos: 1 })).rejects.toMatchObject({ code: 135 })
    }
    await client.publishAsync(upTopic(own, 'st'), body, { qos: 1 })
    await expect.poll(() => arrived).toEqual([upTopic(own, 'st')])
  })

  test("another terminal's answers are heard by no one else, whatever is subscribed to", async () => {
    const { server, terminal } = await start()
    const [client, other] = [await terminal(own, 'one'), await terminal(foreign, 'other')]
    const [spied, rightful] = [messagesTo(client), messagesTo(other)]
    for (const filter of [everyDownTopic(foreign), 'rf/1/t/+/dn/#', 'rf/#', '#']) {
      await client.subscribeAsync(filter, { qos: 1 }).catch(() => {})
    }
    await client.subscribeAsync(everyDownTopic(own), { qos: 1 })
    await other.subscribeAsync(everyDownTopic(foreign), { qos: 1 })
    await server.publishAsync(downTopic(foreign, 'cmd'), body, { qos: 1 })
    await server.publishAsync(downTopic(own, 'ack'), body, { qos: 1 })
    await expect.poll(() => rightful).toEqual([downTopic(foreign, 'cmd')])
    await expect.poll(() => spied).toContain(downTopic(own, 'ack'))
    expect(new Set(spied)).toEqual(new Set([downTopic(own, 'ack')]))
  })

  test('a terminal that gives the client id of another does not take its connection', async () => {
    const { broker, terminal } = await start()
    const victim = await terminal(foreign, 'other')
    let isLost = false
    victim.on('close', () => {
      isLost = true
    })
    await connect(broker, { username: own, clientId: foreign, password: 'one' })
    await victim.publishAsync(upTopic(foreign, 'live'), body, { qos: 1 })
    expect(isLost).toBe(false)
  })

  test('a wrong secret and no secret are refused', async () => {
    const { broker } = await start()
    for (const password of ['other', undefined]) {
      await expect(connect(broker, { username: own, clientId: own, password })).rejects.toThrow(
        /Not authorized/i,
      )
    }
  })
}
