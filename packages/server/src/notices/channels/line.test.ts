import { later, minutes } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type GatewayRecorder, gatewayRecorder } from '../../testing/gateway-recorder'
import { alarmWriter, insertNoticeTarget } from '../../testing/notice-rig'
import { testDatabase } from '../../testing/test-database'
import { NOON, type TestServer, testServer } from '../../testing/test-server'
import { sendNotices } from '../send-notices'
import { retryKey } from './line'
import { sendToGateway } from './send-to-gateway'

const TOKEN = 'token-of-the-account'
const SOMEBODY = `U${'0123456789abcdef'.repeat(2)}`

/** Proves what we send, not what LINE takes. */
let line: GatewayRecorder
let server: TestServer
let now = NOON
const logged: string[] = []

beforeAll(async () => {
  line = await gatewayRecorder()
  const database = await testDatabase('embedded')
  server = await testServer({
    database: database.kysely,
    line: { token: TOKEN, secret: 'secret-of-the-account', url: line.url },
  })
  return async () => {
    line.close()
    await server.close()
    await database.close()
  }
})
beforeEach(async () => {
  line.sent.length = 0
  line.answer = { status: 200 }
  now = later(now, minutes(5))
  server.clock.set(now)
  for (const table of ['notice', 'noticeTarget', 'noticeTrouble', 'alarm'] as const)
    await server.db.deleteFrom(table).execute()
})

const target = (over: object = {}) =>
  insertNoticeTarget(server.db, server.fleet.north, { channel: 'line', address: SOMEBODY, ...over })
const round = () =>
  sendNotices({
    ...server.notices,
    db: server.db,
    clock: server.clock,
    log: pino({ level: 'trace' }, { write: (text) => void logged.push(text) }),
    random: () => 0.5,
  })
const notices = () =>
  server.db.selectFrom('notice').select(['state', 'reason', 'recipient', 'key']).orderBy('noticeId').execute()
const troubles = () => server.db.selectFrom('noticeTrouble').select(['channel', 'message']).execute()

test('a message is pushed to who is linked, as text, with a key that stays the same', async () => {
  await target()
  await alarmWriter(server.db, server.clock).raise(server.fleet.stores.alder, 'critical')
  line.answer = { status: 500 }
  await round()
  expect(await notices()).toMatchObject([{ state: 'retry', reason: 'HTTP 500' }])
  // LINE had taken the first one after all
  line.answer = { status: 409 }
  server.clock.set(later(now, minutes(1)))
  await round()
  const [{ key }] = (await notices()) as [Awaited<ReturnType<typeof notices>>[0]]
  expect(await notices()).toMatchObject([{ state: 'sent', reason: null, recipient: SOMEBODY }])
  const [first, second] = line.sent as [(typeof line.sent)[0], (typeof line.sent)[0]]
  expect([first.method, first.path]).toEqual(['POST', '/v2/bot/message/push'])
  expect(first.headers).toMatchObject({
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    'x-line-retry-key': retryKey(server.notices.webhookKey, key),
  })
  expect([second.headers['x-line-retry-key'], second.body]).toEqual([
    first.headers['x-line-retry-key'],
    first.body,
  ])
  const { to, messages, ...rest } = JSON.parse(first.body)
  expect([to, messages.length, messages[0].type, rest]).toEqual([SOMEBODY, 1, 'text', {}])
  const lines = messages[0].text.split('\n')
  expect(lines[0]).toBe('Critical: Alder Street, Above the limit')
  expect(lines.at(-1)).toBe(`https://hub.example/Alarms?store=${server.fleet.stores.alder.storeId}`)
})

test('the key of a repeat is a UUID made of ours, another one at each installation', () => {
  // printf 'line:7:3:line:0' | openssl dgst -sha256 -hmac k, with the bits of version and variant set by hand
  expect(retryKey(Buffer.from('k'), '7:3:line:0')).toBe('b5f35ac7-bf56-42c6-91c1-51ce130bd0a5')
  expect(retryKey(Buffer.from('l'), '7:3:line:0')).not.toBe('b5f35ac7-bf56-42c6-91c1-51ce130bd0a5')
})

test.each([
  [429, '{"message":"The API rate limit has been exceeded. Try again later."}', 'retry', 'HTTP 429', false],
  [429, '{"message":"You have reached your monthly limit."}', 'dead', 'month_full', true],
  [400, '{"message":"The property, \'to\', in the request body is invalid"}', 'dead', 'HTTP 400', false],
  [401, '{"message":"Authentication failed"}', 'retry', 'HTTP 401', true],
  [503, '', 'retry', 'HTTP 503', false],
])('an answer %i %s is noted as %s %s', async (status, text, state, reason, isTrouble) => {
  line.answer = { status, text }
  await target()
  await alarmWriter(server.db, server.clock).raise(server.fleet.stores.alder)
  await round()
  expect(await notices()).toMatchObject([{ state, reason }])
  expect(await troubles()).toEqual(isTrouble ? [{ channel: 'line', message: reason }] : [])
})

test('where an answer points nothing is sent: it has the token', async () => {
  const elsewhere = await gatewayRecorder()
  line.answer = { status: 307, to: `${elsewhere.url}/` }
  await target()
  await alarmWriter(server.db, server.clock).raise(server.fleet.stores.alder)
  await round()
  elsewhere.close()
  expect([line.sent.length, elsewhere.sent.length]).toEqual([1, 0])
  expect(await notices()).toMatchObject([{ state: 'retry', reason: 'HTTP 307' }])
})

test('no answer, and no connection, is another try', async () => {
  line.answer = null
  const request = { method: 'GET', headers: {}, body: null }
  expect(await sendToGateway(line.url, { ...request, withinMs: 40 })).toEqual({ failed: 'TimeoutError' })
  expect(await sendToGateway('http://127.0.0.1:1/?key=hush', request)).toEqual({
    failed: expect.not.stringContaining('hush'),
  })
})

test('with no one linked no one is notified, and the test of a target says so', async () => {
  const id = await target({ address: '' })
  await alarmWriter(server.db, server.clock).raise(server.fleet.stores.alder)
  await round()
  expect(await notices()).toMatchObject([{ state: 'suppressed', reason: 'not_linked' }])
  const tried = await server.send('POST', '/api/v2/util/notification/target/test', {
    as: 'admin',
    body: { id: String(id) },
  })
  expect(tried.body).toEqual({ is_accepted: false, message: 'no LINE account is linked to the target' })
  expect(line.sent).toEqual([])
})

test('a test goes out, and the token is in no answer and no log', async () => {
  const id = await target({ language: 'ja' })
  const try_ = () =>
    server.send('POST', '/api/v2/util/notification/target/test', { as: 'admin', body: { id: String(id) } })
  expect((await try_()).body).toEqual({ is_accepted: true, message: '' })
  expect(JSON.parse(line.sent[0]?.body ?? '').messages[0].text).toContain('「Duty」')
  line.answer = { status: 401, text: `{"message":"${TOKEN} is wrong"}` }
  const refused = await try_()
  expect(refused.body).toEqual({ is_accepted: false, message: 'HTTP 401' })
  await alarmWriter(server.db, server.clock).raise(server.fleet.stores.alder)
  await round()
  const options = await server.send('GET', '/api/v2/util/notification/options', { as: 'admin' })
  const reported = [
    refused.text,
    options.text,
    logged.join(''),
    JSON.stringify(await notices()),
    server.faults.join(''),
  ]
  expect(reported.join('')).toContain('HTTP 401')
  expect(reported.join('')).not.toContain(TOKEN)
})
