import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downTopic, everyDownTopic, NOTICE_TOPIC, upTopic } from '@coldkeep/contract/mqtt/topics'
import type { TerminalId } from '@coldkeep/domain/ids'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { BrokerAccounts } from '../messages/broker-accounts'
import { freePort } from '../testing/free-port'
import { silent } from '../testing/ingest-rig'
import { findMosquitto, startMosquitto } from '../testing/mosquitto'
import { testDatabase } from '../testing/test-database'
import { testServer } from '../testing/test-server'
import { dynamicSecurity } from './dynamic-security'

const own = 'TB-0001' as TerminalId
const foreign = 'TB-0002' as TerminalId
const SERVER_SECRET = 'server-secret'
const PLUGINS = ['x86_64-linux-gnu', 'aarch64-linux-gnu', 'arm-linux-gnueabihf', ''].map((place) =>
  join('/usr/lib', place, 'mosquitto_dynamic_security.so'),
)
const program = findMosquitto()
const plugin = PLUGINS.find(existsSync) ?? null
const reason =
  program === null
    ? 'mosquitto is not installed (npm run peers)'
    : plugin === null
      ? 'the dynamic-security plugin of mosquitto is not installed'
      : null

/** What `mosquitto_ctrl dynsec init` writes, with the rights of the ingest beside those of the administrator. */
function firstUsers(): string {
  const salt = randomBytes(12)
  const password = pbkdf2Sync(SERVER_SECRET, salt, 101, 64, 'sha512').toString('base64')
  const right = (acltype: string, topic: string) => ({ acltype, topic, allow: true })
  const everywhere = ['$CONTROL/dynamic-security/#', 'rf/#'].flatMap((topic) =>
    ['publishClientSend', 'publishClientReceive', 'subscribePattern'].map((type) => right(type, topic)),
  )
  return JSON.stringify({
    clients: [
      {
        username: 'server',
        password,
        salt: salt.toString('base64'),
        iterations: 101,
        roles: [{ rolename: 'server' }],
      },
    ],
    roles: [{ rolename: 'server', acls: everywhere }],
    defaultACLAccess: {
      publishClientSend: false,
      publishClientReceive: false,
      subscribe: false,
      unsubscribe: true,
    },
  })
}

if (reason !== null) test('rights of mosquitto', ({ skip }) => skip(reason))
else {
  describe('the users of a Mosquitto with dynamic security', () => {
    let url: string
    let accounts: BrokerAccounts
    let server: MqttClient
    const closers: (() => unknown)[] = []

    const connect = async (id: string, password: string, clientId = id): Promise<MqttClient> => {
      const client = await mqtt.connectAsync(url, {
        protocolVersion: 5,
        reconnectPeriod: 0,
        username: id,
        clientId,
        password,
      })
      client.on('error', () => {})
      closers.push(() => client.endAsync(true))
      return client
    }
    const closed = (client: MqttClient) =>
      new Promise<void>((resolve) => client.once('close', () => resolve()))
    const messagesTo = (client: MqttClient) => {
      const topics: string[] = []
      client.on('message', (topic) => topics.push(topic))
      return topics
    }
    const refused = /not authori[sz]ed/i

    beforeAll(async () => {
      const port = await freePort()
      const users = join(mkdtempSync(join(tmpdir(), 'coldkeep-dynsec-')), 'users.json')
      writeFileSync(users, firstUsers())
      const child = await startMosquitto(program as string, port, [
        'allow_anonymous false',
        `plugin ${plugin}`,
        `plugin_opt_config_file ${users}`,
      ])
      closers.push(() => child.kill())
      url = `mqtt://127.0.0.1:${port}`
      const parts = new URL(url)
      parts.username = 'server'
      parts.password = SERVER_SECRET
      accounts = dynamicSecurity({ url: parts.href, log: silent })
      closers.push(() => accounts.close())
      server = await connect('server', SERVER_SECRET)
      await vi.waitFor(() => accounts.setEnabled(own, true), { timeout: 10_000 })
    })
    afterAll(async () => {
      for (const close of closers.reverse()) await close()
    })

    test('a terminal that was put there connects, with its own topics and no others', async () => {
      await accounts.put(own, 'first')
      await accounts.put(foreign, 'other')
      const arrived = messagesTo(server)
      await server.subscribeAsync('rf/1/t/+/up/#', { qos: 1 })
      const client = await connect(own, 'first')
      const answers = messagesTo(client)
      await client.subscribeAsync([everyDownTopic(own), NOTICE_TOPIC], { qos: 1 })
      for (const filter of [everyDownTopic(foreign), 'rf/1/t/+/dn/#', '#']) {
        await expect(client.subscribeAsync(filter, { qos: 1 })).rejects.toThrow()
      }
      await expect(client.publishAsync(upTopic(foreign, 'live'), 'x', { qos: 1 })).rejects.toThrow()
      await client.publishAsync(upTopic(own, 'live'), 'x', { qos: 1 })
      await expect.poll(() => arrived).toEqual([upTopic(own, 'live')])
      for (const topic of [downTopic(foreign, 'cmd'), downTopic(own, 'ack'), NOTICE_TOPIC]) {
        await server.publishAsync(topic, 'x', { qos: 1 })
      }
      await expect.poll(() => answers).toEqual([downTopic(own, 'ack'), NOTICE_TOPIC])
      await expect(connect(own, 'first', foreign)).rejects.toThrow()
    })

    test('a new secret ends the connection of the old one and is the only one from then on', async () => {
      const ended = closed(await connect(own, 'first'))
      await accounts.put(own, 'second')
      await ended
      await expect(connect(own, 'first')).rejects.toThrow(refused)
      expect((await connect(own, 'second')).connected).toBe(true)
    })

    test('a disabled terminal is cut off and refused until it is enabled', async () => {
      const ended = closed(await connect(own, 'second'))
      await accounts.setEnabled(own, false)
      await ended
      await expect(connect(own, 'second')).rejects.toThrow(refused)
      await accounts.setEnabled(own, true)
      expect((await connect(own, 'second')).connected).toBe(true)
    })

    test('the box that replaces another is let in once it has proved itself, and the other is cut off', async () => {
      const database = await testDatabase('embedded')
      closers.push(() => database.close())
      const hub = await testServer({ database: database.kysely, accounts })
      closers.push(() => hub.close())
      const body = { store: String(hub.fleet.stores.alder.storeId) }
      const { id } = (await hub.send('POST', '/api/v2/terminals', { as: 'admin', body })).body
      const claim = async (serial: string): Promise<string> => {
        const { code } = (await hub.send('POST', `/api/v2/terminals/${id}/claim-code`, { as: 'admin' })).body
        const box = { code, serial, hw: 'linux arm64' }
        return (await hub.send('POST', '/field/v1/claim', { body: box })).body.secret
      }
      const first = await claim('SN-1')
      const old = await connect(id, first)
      const next = await claim('SN-2')
      await expect(connect(id, next)).rejects.toThrow(refused)
      expect(old.connected).toBe(true)
      const ended = closed(old)
      const proof = { tid: id, secret: next, program: '1.2.3', configuration: null }
      expect((await hub.send('POST', '/field/v1/replacement', { body: proof })).body.is_proved).toBe(true)
      await ended
      await expect(connect(id, first)).rejects.toThrow(refused)
      expect((await connect(id, next)).connected).toBe(true)
    })

    test('one that has never been claimed can be disabled all the same', async () => {
      await accounts.setEnabled('TB-0009' as TerminalId, false)
    })
  })
}
