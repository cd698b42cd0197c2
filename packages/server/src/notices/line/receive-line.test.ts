import { createHmac } from 'node:crypto'
import type { NoticeTargetId } from '@coldkeep/domain/ids'
import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPermissionType } from '../../accounts/sign-in-queries'
import { type GatewayRecorder, gatewayRecorder } from '../../testing/gateway-recorder'
import { insertNoticeTarget } from '../../testing/notice-rig'
import { describeEachDatabase, testDatabase } from '../../testing/test-database'
import { NOON, type TestServer, testServer } from '../../testing/test-server'

const SECRET = 'secret-of-the-account'
const NORA = 'U0000000000000000000000000000000a'

describeEachDatabase('a LINE account', (openDatabase) => {
  /** Proves what we send and how we listen, not what LINE does. */
  let line: GatewayRecorder
  let server: TestServer
  let now: EpochMs = NOON
  let target: NoticeTargetId
  beforeAll(async () => {
    line = await gatewayRecorder()
    server = await testServer({
      database: await openDatabase(),
      line: { token: 'token', secret: SECRET, url: line.url },
    })
  })
  afterAll(async () => {
    line.close()
    await server.close()
  })
  beforeEach(async () => {
    line.sent.length = 0
    now = later(now, hours(2))
    server.clock.set(now)
    for (const table of ['noticeTarget', 'noticeLinkTry'] as const)
      await server.db.deleteFrom(table).execute()
    target = await insertNoticeTarget(server.db, server.fleet.north, { channel: 'line', language: 'ja' })
  })

  const hook = (body: string, signature = createHmac('sha256', SECRET).update(body).digest('base64')) =>
    server.send('POST', '/hooks/line', {
      body,
      headers: { 'content-type': 'application/json; charset=utf-8', 'x-line-signature': signature },
    })
  const says = (text: string, sender = NORA, over: object = {}) =>
    hook(
      JSON.stringify({
        destination: 'U1',
        events: [
          {
            type: 'message',
            mode: 'active',
            replyToken: 'reply',
            source: { type: 'user', userId: sender },
            message: { type: 'text', id: '1', text },
            deliveryContext: { isRedelivery: false },
            ...over,
          },
        ],
      }),
    )
  const makeCode = async (id = target, as = 'admin') =>
    server.send('POST', '/api/v2/util/notification/target/link', { as, body: { id: String(id) } })
  const codeOf = async (id = target): Promise<string> => (await makeCode(id)).body.code
  const linked = async (id = target) =>
    (
      await server.db
        .selectFrom('noticeTarget')
        .select('address')
        .where('noticeTargetId', '=', id)
        .executeTakeFirstOrThrow()
    ).address
  const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('is linked by the code that it sends, once', async () => {
    const made = await makeCode()
    expect(made.body).toEqual({ code: expect.stringMatching(/^\d{6}$/), expires_at: expect.anything() })
    const { code } = made.body
    expect((await says(code)).status).toBe(200)
    expect(await linked()).toBe(NORA)
    await expect.poll(() => line.sent).toHaveLength(1)
    expect(line.sent[0]?.path).toBe('/v2/bot/message/reply')
    expect(JSON.parse(line.sent[0]?.body ?? '')).toEqual({
      replyToken: 'reply',
      messages: [{ type: 'text', text: expect.stringContaining('「Duty」') }],
    })
    await says(code, 'Usomebodyelse')
    expect(await linked()).toBe(NORA)
    const list = await server.send('GET', '/api/v2/util/notification/target', { as: 'admin' })
    expect(list.body.targets).toMatchObject([
      { recipient: 'linked', address: '', is_linked: true, revision: 2 },
    ])
    // who it is stays here
    expect(list.text).not.toContain(NORA)
    const kinds = await server.db
      .selectFrom('audit')
      .select('kind')
      .where('subject', '=', `${target} Duty`)
      .execute()
    expect(kinds.map(({ kind }) => kind).sort()).toEqual(['notice.link', 'notice.linked'])
  })

  test('may write the code as its telephone does', async () => {
    const code = await codeOf()
    const wide = [...code].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('')
    await says(` ${wide.slice(0, 3)} ${wide.slice(3)}\n`)
    expect(await linked()).toBe(NORA)
  })

  test.each([
    ['after ten minutes', async () => server.clock.set(later(now, minutes(10)))],
    ['when another one was made', async () => void (await codeOf())],
    [
      'when the target is of another channel by now',
      async () => void (await server.db.updateTable('noticeTarget').set({ channel: 'webhook' }).execute()),
    ],
  ])('is not linked by a code %s', async (_, meanwhile) => {
    const code = await codeOf()
    await meanwhile()
    await says(code)
    expect(await linked()).toBe('')
  })

  test('is believed by its signature alone, over the bytes as they came', async () => {
    const code = await codeOf()
    const body = (spaces: number) =>
      JSON.stringify(
        {
          events: [
            {
              type: 'message',
              source: { type: 'user', userId: NORA },
              message: { type: 'text', text: code },
            },
          ],
        },
        null,
        spaces,
      )
    const signed = createHmac('sha256', SECRET).update(body(0)).digest('base64')
    for (const signature of [
      '',
      'x',
      signed.slice(0, 20),
      createHmac('sha256', 'other').update(body(0)).digest('base64'),
    ])
      expect((await hook(body(0), signature)).status).toBe(403)
    expect((await hook(body(1), signed)).status).toBe(403)
    expect(await linked()).toBe('')
    expect((await hook(body(0), signed)).status).toBe(200)
    expect(await linked()).toBe(NORA)
    // as LINE's console tries it, and what it may send one day
    for (const other of ['{"destination":"U1","events":[]}', '{}', 'no JSON', '{"events":[{"type":"join"}]}'])
      expect((await hook(other)).status).toBe(200)
  })

  test('that guesses is not listened to after five tries; redeliveries and other words are no tries', async () => {
    const code = await codeOf()
    for (const words of ['hello', '12345', '1234567']) await says(words)
    for (let n = 0; n < 6; n++) await says(otherThan(code), NORA, { deliveryContext: { isRedelivery: true } })
    expect(line.sent).toEqual([])
    for (let n = 0; n < 5; n++) await says(otherThan(code))
    await expect.poll(() => line.sent).toHaveLength(5)
    expect(JSON.parse(line.sent[0]?.body ?? '').messages[0].text.split('\n')).toHaveLength(4)
    await says(code)
    expect(await linked()).toBe('')
    await says(code, 'Uother')
    expect(await linked()).toBe('Uother')
  })

  test('many that guess end all codes', async () => {
    const code = await codeOf()
    for (let n = 0; n < 30; n++) await says(otherThan(code), `U${n % 10}`)
    await says(code)
    expect(await linked()).toBe('')
    expect((await makeCode()).status).toBe(200)
  })

  test('that blocks the account, or whose link is removed, is notified of nothing more', async () => {
    const other = await insertNoticeTarget(server.db, server.fleet.north, {
      channel: 'line',
      address: 'Uother',
    })
    await says(await codeOf())
    await hook(JSON.stringify({ events: [{ type: 'unfollow', source: { type: 'user', userId: NORA } }] }))
    expect([await linked(), await linked(other)]).toEqual(['', 'Uother'])
    expect(
      (await server.send('DELETE', `/api/v2/util/notification/target/link?id=${other}`, { as: 'admin' }))
        .status,
    ).toBe(200)
    expect(await linked(other)).toBe('')
  })

  test('is linked to targets of the own departments and of LINE alone', async () => {
    const mail = await insertNoticeTarget(server.db, server.fleet.north, {
      channel: 'email',
      address: 'a@b.c',
    })
    expect((await makeCode(mail)).body.code).toBe('notice.target_unknown')
    const south = await insertNoticeTarget(server.db, server.fleet.south, { channel: 'line', address: 'U1' })
    const as = { as: 'north' }
    expect((await makeCode(south, 'north')).status).toBe(403)
    const pagePermissionTypeId = await insertPermissionType(server.db, 'Notices', ['2-2-2'])
    const accountId = server.fleet.accounts.north
    await server.db.insertInto('pagePermission').values({ accountId, pagePermissionTypeId }).execute()
    expect((await makeCode(south, 'north')).body.code).toBe('notice.target_unknown')
    expect(
      (await server.send('DELETE', `/api/v2/util/notification/target/link?id=${south}`, as)).body.code,
    ).toBe('notice.target_unknown')
    expect(await linked(south)).toBe('U1')
    expect((await makeCode(target, 'north')).status).toBe(200)
  })

  test('stays linked when its target is changed, and is written by nobody', async () => {
    await says(await codeOf())
    const read = async () =>
      (await server.send('GET', '/api/v2/util/notification/target', { as: 'admin' })).body.targets[0]
    const { recipient_name: _, switched_off: __, is_linked: ___, silenced: ____, ...row } = await read()
    const change = (over: object) =>
      server.send('PATCH', '/api/v2/util/notification/target', {
        as: 'admin',
        body: { targets: [{ ...row, ...over }] },
      })
    expect((await change({ address: 'Uthief' })).body.fields).toEqual({ 'targets.0.address': 'unknown' })
    expect((await change({ recipient: 'address', address: 'Uthief' })).body.fields).toEqual({
      'targets.0.recipient': 'choice',
    })
    expect((await change({ name: 'Day' })).status).toBe(200)
    expect(await linked()).toBe(NORA)
  })
})

test('without an account of LINE there is no address, no channel, and targets of before say so', async () => {
  const database = await testDatabase('embedded')
  const server = await testServer({ database: database.kysely })
  const options = async () =>
    (await server.send('GET', '/api/v2/util/notification/options', { as: 'admin' })).body.channels
  expect((await server.send('POST', '/hooks/line', { body: '{}' })).status).toBe(404)
  expect((await options()).map(({ channel }: { channel: string }) => channel)).toEqual([
    'app',
    'push',
    'email',
    'webhook',
  ])
  const id = await insertNoticeTarget(server.db, server.fleet.north, { channel: 'line', address: NORA })
  expect((await options()).at(-1)).toEqual({ channel: 'line', is_available: false, trouble: null })
  expect(
    (
      await server.send('POST', '/api/v2/util/notification/target/link', {
        as: 'admin',
        body: { id: String(id) },
      })
    ).body.code,
  ).toBe('notice.channel_off')
  await server.close()
  await database.close()
})
