import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { days, later, minutes } from '@coldkeep/domain/time/instant'
import { decrypt } from 'http_ece'
import { importJWK, jwtVerify } from 'jose'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { insertNoticeTarget } from '../../testing/notice-rig'
import { testDatabase } from '../../testing/test-database'
import { basic, NOON, type TestServer, testServer } from '../../testing/test-server'
import { PASSWORD } from '../../testing/tiny-fleet'

/** A browser's maker: takes messages for its browsers, and cannot read them. */
interface Taken {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}
let taken: Taken[] = []
let status = 201
/** A target may be tried five times a minute. */
let now = NOON
let maker: Server
let host: string
let server: TestServer

beforeAll(async () => {
  maker = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    taken.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(maker, 'listening')
  host = `127.0.0.1:${(maker.address() as AddressInfo).port}`
  const database = await testDatabase('embedded')
  server = await testServer({ database: database.kysely, webhookHosts: new Set([host]) })
  return async () => {
    maker.close()
    await server.close()
    await database.close()
  }
})
beforeEach(async () => {
  taken = []
  status = 201
  now = later(now, minutes(2))
  server.clock.set(now)
  await server.db.deleteFrom('pushSubscription').execute()
  await server.db.deleteFrom('noticeTarget').execute()
})

/** What a browser keeps to itself. */
function newBrowser(name: string) {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return {
    subscription: { endpoint: `http://${host}/${name}`, p256dh, auth },
    read: (body: Buffer) =>
      JSON.parse(
        decrypt(body, { version: 'aes128gcm', privateKey: pair, authSecret: auth }).toString('utf8'),
      ),
  }
}

const stateOf = async (as: string) => (await server.send('GET', '/api/v2/account/push', { as })).body
const begin = (as: string, body: unknown) => server.send('POST', '/api/v2/account/push', { as, body })

/** A test message of a target that is told in browsers. */
async function sendTest(accountId = server.fleet.accounts.north) {
  const id = await insertNoticeTarget(server.db, server.fleet.north, {
    channel: 'push',
    accountId,
    language: 'ja',
  })
  return (
    await server.send('POST', '/api/v2/util/notification/target/test', {
      as: 'admin',
      body: { id: String(id) },
    })
  ).body
}

test('a message is read by the browser alone, and its sender is known by the key that it was asked with', async () => {
  const browser = newBrowser('one')
  const { key } = await stateOf('north')
  expect((await begin('north', browser.subscription)).status).toBe(200)
  expect(await stateOf('north')).toEqual({ key, is_on: true, others: 0 })

  expect(await sendTest()).toEqual({ is_accepted: true, message: '' })
  const [{ path, headers, body }] = taken as [Taken]
  expect(path).toBe('/one')
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '43200', urgency: 'normal' })
  const message = browser.read(body)
  expect(Object.keys(message)).toEqual(['title', 'body', 'url', 'tag'])
  expect(message.body).toContain('Duty')
  expect(body.toString('latin1')).not.toContain('Duty')

  const raw = Buffer.from(key, 'base64url')
  const [x, y] = [raw.subarray(1, 33).toString('base64url'), raw.subarray(33).toString('base64url')]
  const [, token = '', named] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  expect(named).toBe(key)
  const { payload } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'))
  expect(payload).toMatchObject({ aud: `http://${host}`, sub: 'https://hub.example' })
})

test('a browser that has withdrawn is forgotten, one that is out of reach is not', async () => {
  await begin('north', newBrowser('gone').subscription)
  status = 503
  expect(await sendTest()).toEqual({ is_accepted: false, message: 'HTTP 503' })
  expect(await stateOf('north')).toMatchObject({ is_on: true })
  status = 410
  expect((await sendTest()).is_accepted).toBe(false)
  expect(await stateOf('north')).toMatchObject({ is_on: false })
  taken = []
  expect((await sendTest()).message).toBe('the account has no address for this channel')
  expect(taken).toEqual([])
})

test('messages end with the sign-in, with its time, and where they are switched off', async () => {
  await begin('north', newBrowser('shared').subscription)
  await server.send('POST', '/api/v2/account/push/end', { as: 'north', body: {} })
  expect(await stateOf('north')).toMatchObject({ is_on: false, others: 0 })
  await begin('north', newBrowser('shared').subscription)
  await server.db.deleteFrom('signIn').execute()
  expect(await server.db.selectFrom('pushSubscription').selectAll().execute()).toEqual([])

  server.clock.set(later(now, minutes(1)))
  await begin('north', newBrowser('late').subscription)
  server.clock.set(later(now, days(400)))
  expect((await sendTest()).is_accepted).toBe(false)
  expect(taken).toEqual([])
})

test('a sign-in that brings the subscription of its browser gets messages there at once', async () => {
  const { endpoint, p256dh, auth } = newBrowser('brought').subscription
  const signIn = (push_token: unknown) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v2/auth',
      headers: basic('north', PASSWORD),
      payload: { push_token },
    })
  const written = { endpoint, expirationTime: null, keys: { p256dh, auth } }
  expect((await signIn(JSON.stringify(written))).statusCode).toBe(200)
  expect((await stateOf('north')).others).toBe(1)
  await sendTest()
  expect(taken.map(({ path }) => path)).toEqual(['/brought'])

  await server.db.deleteFrom('pushSubscription').execute()
  const inside = { ...written, endpoint: 'http://10.0.0.1/brought' }
  const other = { ...written, keys: { auth } }
  for (const token of ['', 'fcm:abc', JSON.stringify(inside), JSON.stringify(other)]) {
    expect((await signIn(token)).statusCode).toBe(200)
  }
  expect((await stateOf('north')).others).toBe(0)
})

test('a browser belongs to whoever switched messages on last', async () => {
  const { subscription } = newBrowser('counter')
  await begin('north', subscription)
  await begin('admin', subscription)
  expect(await stateOf('north')).toMatchObject({ is_on: false })
  expect(await stateOf('admin')).toMatchObject({ is_on: true })
  expect((await sendTest()).is_accepted).toBe(false)
})

test.each([
  ['plain', { endpoint: 'http://push.example/x' }],
  ['no address', { endpoint: 'x' }],
  ['with a name in it', { endpoint: 'https://me@push.example/x' }],
  ['a key of another kind', { p256dh: 'AAAA' }],
  ['a key that is no point of the curve', { p256dh: `BA${'A'.repeat(85)}` }],
  ['no secret', { auth: '' }],
])('a subscription is refused: %s', async (_, over) => {
  const refused = await begin('north', { ...newBrowser('x').subscription, ...over })
  expect([refused.status, refused.body.code]).toEqual([400, 'request.malformed'])
  expect(Object.keys(refused.body.fields)).toEqual(Object.keys(over))
})

test('an address inside the network is not sent to', async () => {
  const { subscription } = newBrowser('inside')
  expect((await begin('north', { ...subscription, endpoint: 'https://127.0.0.1:9/x' })).status).toBe(200)
  expect(await sendTest()).toEqual({
    is_accepted: false,
    message: 'the address does not resolve to a host outside the network',
  })
})
