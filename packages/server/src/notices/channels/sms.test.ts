import { smsParts } from '@coldkeep/domain/notices/sms-text'
import { later, minutes } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GatewayRecorder, gatewayRecorder } from '../../testing/gateway-recorder'
import { alarmWriter, insertNoticeTarget } from '../../testing/notice-rig'
import { testDatabase } from '../../testing/test-database'
import { NOON, type TestServer, testServer } from '../../testing/test-server'
import { sendNotices } from '../send-notices'
import { fillGateway, parseSmsGateway, type SmsGateway } from './sms-gateway'

const KEY = 'hush-hush'
const good = {
  url: 'https://gateway.example/send',
  headers: { authorization: `Key ${KEY}`, 'content-type': 'application/json; charset=utf-8' },
  body: '{"to":"{to}","message":"{text}","id":"{key}"}',
  success: '"state":\\s*"queued"',
}
const parse = (over: object = {}) => parseSmsGateway(JSON.stringify({ ...good, ...over }))
const gatewayOf = (over: object): SmsGateway => {
  const parsed = parse(over)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.value
}
const values = {
  to: '+886912345678',
  digits: '886912345678',
  text: 'Too "warm" & <wet>\n−9 °C',
  key: '7:3:sms:0',
}

describe('the file of a gateway', () => {
  test.each([
    ['no file of JSON', '{'],
    ['a field that there is none of', { token: KEY }],
    ['no address', { url: KEY }],
    ['an address in the open', { url: 'http://gateway.example/send' }],
    ['an account in its address', { url: `https://me:${KEY}@gateway.example/` }],
    ['a host out of the message', { url: 'https://{to}.example/' }],
    ['a header that is none', { headers: { ...good.headers, 'x-key': `${KEY}\nx: 1` } }],
    ['a type nobody can escape for', { headers: { 'content-type': 'image/png' } }],
    ['no place for the number', { body: '{"message":"{text}"}' }],
    ['no place for the text', { body: '{"to":"{to}"}' }],
    ['a body that is not sent', { method: 'GET' }],
    ['another method', { method: 'DELETE' }],
    ['a pattern that is none', { success: `(${KEY}` }],
  ])('with %s is refused, without a word of what stands there', (_, over) => {
    const parsed = typeof over === 'string' ? parseSmsGateway(over) : parse(over)
    expect(parsed.ok).toBe(false)
    expect(JSON.stringify(parsed)).not.toContain(KEY)
  })

  test('may name a gateway of the own network in the open', () => {
    expect(parse({ url: 'http://10.0.0.5:8080/cgi' }).ok).toBe(true)
  })
})

test.each([
  ['application/json', '{"t":"{text}"} {to}', '{"t":"Too \\"warm\\" & <wet>\\n−9 °C"} +886912345678'],
  [
    'application/x-www-form-urlencoded',
    'to={digits}&t={text}&ref={key}',
    'to=886912345678&t=Too%20%22warm%22%20%26%20%3Cwet%3E%0A%E2%88%929%20%C2%B0C&ref=7%3A3%3Asms%3A0',
  ],
  ['text/xml', '<t>{text}</t>{to}', '<t>Too &#34;warm&#34; &#38; &#60;wet&#62;\n−9 °C</t>+886912345678'],
  ['text/plain', '{to} {text}', '+886912345678 Too "warm" & <wet>\n−9 °C'],
])('values are escaped for a body of type %s', (type, body, filled) => {
  const gateway = gatewayOf({ headers: { 'Content-Type': type }, body })
  expect(fillGateway(gateway, values).body).toBe(filled)
})

test('values are escaped for an address', () => {
  const url = 'https://gateway.example/send?to={to}&text={text}'
  const { success: _, headers: __, body: ___, ...rest } = good
  const parsed = parseSmsGateway(JSON.stringify({ ...rest, url, method: 'GET' }))
  expect(parsed.ok && fillGateway(parsed.value, { ...values, text: 'a&to=1' })).toEqual({
    url: 'https://gateway.example/send?to=%2B886912345678&text=a%26to%3D1',
    method: 'GET',
    headers: {},
    body: null,
  })
})

describe('messages to telephones', () => {
  /** Proves what we send, not what any gateway takes. */
  let gateway: GatewayRecorder
  let server: TestServer
  let now = NOON
  beforeAll(async () => {
    gateway = await gatewayRecorder()
    const database = await testDatabase('embedded')
    server = await testServer({
      database: database.kysely,
      sms: gatewayOf({ url: `${gateway.url}/send` }),
    })
    return async () => {
      gateway.close()
      await server.close()
      await database.close()
    }
  })
  beforeEach(async () => {
    gateway.sent.length = 0
    gateway.answer = { status: 202, text: '{"state": "queued"}' }
    now = later(now, minutes(5))
    server.clock.set(now)
    for (const table of ['notice', 'noticeTarget', 'noticeTrouble', 'alarm'] as const)
      await server.db.deleteFrom(table).execute()
  })

  const target = (over: object = {}) =>
    insertNoticeTarget(server.db, server.fleet.north, { channel: 'sms', address: '+886912345678', ...over })
  const round = () =>
    sendNotices({
      ...server.notices,
      db: server.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      random: () => 0.5,
    })
  const notices = () => server.db.selectFrom('notice').select(['state', 'reason', 'recipient']).execute()
  const textOf = (at: number) =>
    JSON.parse(gateway.sent[at]?.body ?? '').message.replace(/[\u00a0\u202f]/g, ' ')

  test('say what happened, and no more', async () => {
    await target()
    await alarmWriter(server.db, server.clock).raise(server.fleet.stores.alder, 'critical')
    await round()
    expect(await notices()).toEqual([{ state: 'sent', reason: null, recipient: '+886912345678' }])
    expect(gateway.sent[0]).toMatchObject({ method: 'POST', path: '/send' })
    expect(gateway.sent[0]?.headers.authorization).toBe(`Key ${KEY}`)
    expect(JSON.parse(gateway.sent[0]?.body ?? '')).toMatchObject({ to: '+886912345678' })
    expect(textOf(0)).toMatch(
      /^Critical: Alder Street, Above the limit\nFreezer 1, Air: −9\.0 °C over the limit of −15\.0 °C since 2026-11-20 12:\d\d$/,
    )
  })

  test('of many alarms are two parts at most', async () => {
    await target({ language: 'zh-TW' })
    const { alder } = server.fleet.stores
    for (let n = 0; n < 12; n++) await alarmWriter(server.db, server.clock).raise(alder)
    await round()
    expect(gateway.sent).toHaveLength(1)
    expect([smsParts(textOf(0)), textOf(0).at(-1)]).toEqual([2, '…'])
  })

  test.each([
    [200, '{"state":"refused"}', 'dead', 'not_confirmed', 0],
    [400, '', 'dead', 'HTTP 400', 0],
    [403, '', 'retry', 'HTTP 403', 1],
    [404, '', 'retry', 'HTTP 404', 1],
    [302, '', 'retry', 'HTTP 302', 1],
    [429, '', 'retry', 'HTTP 429', 0],
    [502, '', 'retry', 'HTTP 502', 0],
  ])('whose gateway answers %i %s are noted as %s %s', async (status, text, state, reason, troubles) => {
    gateway.answer = { status, text, to: gateway.url }
    await target()
    await alarmWriter(server.db, server.clock).raise(server.fleet.stores.alder)
    await round()
    expect(await notices()).toMatchObject([{ state, reason }])
    expect(await server.db.selectFrom('noticeTrouble').selectAll().execute()).toHaveLength(troubles)
    expect(gateway.sent).toHaveLength(1)
  })

  test('go to numbers with a plus alone, and can be tried', async () => {
    const put = (address: string) =>
      server.send('POST', '/api/v2/util/notification/target', {
        as: 'admin',
        body: { targets: [{ ...draft, address }] },
      })
    const draft = {
      name: 'Night',
      channel: 'sms',
      recipient: 'address',
      departments: [String(server.fleet.north)],
      kinds: ['limit'],
      lowest_priority: 'high',
      quiet_from: '',
      quiet_until: '',
      zone: 'Asia/Taipei',
      language: 'en',
      is_enabled: true,
    }
    for (const wrong of ['0912345678', '+886 912 345 678', 'mail@example.com'])
      expect((await put(wrong)).body.fields).toEqual({ 'targets.0.address': 'format' })
    expect((await put('+886912345678')).status).toBe(200)
    const { targets } = (await server.send('GET', '/api/v2/util/notification/target', { as: 'admin' })).body
    const id = targets[0].id
    const tried = await server.send('POST', '/api/v2/util/notification/target/test', {
      as: 'admin',
      body: { id },
    })
    expect(tried.body).toEqual({ is_accepted: true, message: '' })
    gateway.answer = { status: 200, text: `${KEY}` }
    const refused = await server.send('POST', '/api/v2/util/notification/target/test', {
      as: 'admin',
      body: { id },
    })
    expect(refused.body.message).toBe('the gateway did not confirm receipt of the message')
  })
})
