import { packMessage, readMessage } from '@coldkeep/contract/mqtt/envelope'
import { stateMessage } from '@coldkeep/contract/mqtt/state'
import { downTopic, everyTerminal, NOTICE_TOPIC, upTopic } from '@coldkeep/contract/mqtt/topics'
import mqtt from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { MqttLink } from '../link/mqtt-link'
import { SECRET, TERMINAL } from '../testing/hub'
import { readableLog } from '../testing/log-lines'
import { systemTime } from '../time/system-time'
import { Mosquitto, whyNotRun } from './peer'

const reason = whyNotRun('mosquitto', ['mosquitto', 'mosquitto_passwd'])
const cleanUps: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

if (reason !== null) test('mosquitto', ({ skip }) => skip(reason))
else {
  test('mosquitto speaks MQTT 5, hands acknowledgements down and readings up, and keeps the state', async () => {
    const broker = await Mosquitto.start({ [TERMINAL]: SECRET, server: 'server-secret' })
    cleanUps.push(() => broker[Symbol.asyncDispose]())
    const server = await mqtt.connectAsync(broker.url, {
      username: 'server',
      password: 'server-secret',
      protocolVersion: 5,
    })
    cleanUps.push(() => server.endAsync(true))
    const arrived: string[] = []
    server.on('message', (topic) => arrived.push(topic))
    await server.subscribeAsync(everyTerminal('live'))
    const notice = Buffer.from(packMessage({ v: 1, spread: 30, hold: 0 }))
    await server.publishAsync(NOTICE_TOPIC, notice, { retain: true })

    const { log, lines } = readableLog()
    const acknowledged: string[] = []
    const spreads: number[] = []
    const link = new MqttLink(
      {
        terminalId: TERMINAL,
        brokerUrls: [broker.url],
        secret: SECRET,
        ca: null,
        time: systemTime,
        log,
        random: () => 0,
        state: () => ({ prog: '0', cfg: 1, q: { n: 0, old: null }, up: 0 }),
      },
      {
        connected() {},
        disconnected() {},
        acknowledged: ({ e }) => void acknowledged.push(e),
        noticed: ({ spread }) => void spreads.push(spread),
        commandReceived() {},
        desiredChanged() {},
        keysReceived() {},
        timeReceived() {},
      },
    )
    link.start()
    cleanUps.push(() => link.stop())
    await expect.poll(() => link.isConnected).toBe(true)
    expect(lines.find((line) => line.msg === 'connected')?.mqtt).toBe(5)
    await expect.poll(() => spreads).toEqual([30])

    link.publish('live', Buffer.from('{"v":1}'))
    await expect.poll(() => arrived).toEqual([upTopic(TERMINAL, 'live')])
    const message = packMessage({ v: 1, e: 'k3f9a1c2', s: [], now: 0, g: 0, gx: 0 })
    await server.publishAsync(downTopic(TERMINAL, 'ack'), Buffer.from(message))
    await expect.poll(() => acknowledged).toEqual(['k3f9a1c2'])

    await link.stop()
    const states: unknown[] = []
    server.on('message', (topic, payload) => {
      if (topic !== upTopic(TERMINAL, 'st')) return
      const state = readMessage(stateMessage, payload)
      states.push(state.ok ? state.value.on : state.problem)
    })
    await server.subscribeAsync(everyTerminal('st'))
    await expect.poll(() => states).toEqual([0])
  })
}
