import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { later, minutes } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertPermissionType } from '../accounts/sign-in-queries'
import { alarmWriter, insertNoticeTarget } from '../testing/notice-rig'
import { testDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { sendNotices } from './send-notices'

let server: TestServer
let receiver: Server
let hook = ''
const received: { headers: Record<string, unknown>; body: string; path: string }[] = []
let answer = 204

beforeAll(async () => {
  receiver = createServer(async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body, path: request.url ?? '' })
    reply.writeHead(answer, { location: 'http://127.0.0.1:1/' }).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  hook = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const database = await testDatabase('embedded')
  server = await testServer({ database: database.kysely, webhookHosts: new Set([hook]) })
  const pagePermissionTypeId = await insertPermissionType(server.db, 'Notices', ['2-2-2', '4-5'])
  const accountId = server.fleet.accounts.north
  await server.db.insertInto('pagePermission').values({ accountId, pagePermissionTypeId }).execute()
  return () => database.close()
})
afterAll(async () => {
  await server.close()
  receiver.close()
})
beforeEach(async () => {
  server.clock.set(NOON)
  received.length = 0
  answer = 204
  for (const table of ['notice', 'noticeStep', 'noticeTarget', 'noticeTrouble'] as const)
    await server.db.deleteFrom(table).execute()
})

const PATH = '/api/v2/util/notification/target'
const draft = (over: object = {}) => ({
  name: 'Night desk',
  channel: 'webhook',
  recipient: 'address',
  address: `http://${hook}/in`,
  departments: [String(server.fleet.north)],
  kinds: ['limit', 'terminal_lost'],
  lowest_priority: 'high',
  quiet_from: '22:00',
  quiet_until: '06:30',
  zone: 'Asia/Taipei',
  language: 'ja',
  is_enabled: true,
  ...over,
})
const add = (over: object = {}, as = 'admin') =>
  server.send('POST', '/api/v2/util/notification/target', { as, body: { targets: [draft(over)] } })
const list = async (as = 'admin') =>
  (await server.send('GET', '/api/v2/util/notification/target', { as })).body.targets
const test_ = (id: string, as = 'admin') =>
  server.send('POST', `/api/v2/util/notification/target/test`, { as, body: { id } })

describe('targets', () => {
  test('are kept as they were written, and no one is shown the path of a webhook again', async () => {
    expect((await add()).status).toBe(200)
    expect(await list()).toEqual([
      {
        ...draft(),
        address: `http://${hook}/…`,
        id: expect.stringMatching(/^\d+$/),
        revision: 1,
        recipient_name: `http://${hook}/…`,
        silenced: 0,
        is_linked: null,
        switched_off: null,
      },
    ])
  })

  test('sent back as it is shown the address of a webhook stays; any other takes its place', async () => {
    await add()
    const save = async (over: object) => {
      const [{ recipient_name: _, switched_off: __, is_linked: ___, silenced: ____, ...shown }] = await list()
      const body = { targets: [{ ...shown, ...over }] }
      expect(
        (await server.send('PATCH', '/api/v2/util/notification/target', { as: 'admin', body })).status,
      ).toBe(200)
    }
    const stored = () => server.db.selectFrom('noticeTarget').select('address').execute()
    await save({ name: 'Day desk' })
    expect(await stored()).toEqual([{ address: `http://${hook}/in` }])
    await save({ address: `http://${hook}/other` })
    expect(await stored()).toEqual([{ address: `http://${hook}/other` }])
  })

  test('carry a revision: a caller that changes an old one receives the current one', async () => {
    await add()
    const [row] = await list()
    const { recipient_name: _, switched_off: __, is_linked: ___, silenced: ____, ...written } = row
    const change = (over: object) =>
      server.send('PATCH', PATH, {
        as: 'admin',
        body: { targets: [{ ...written, ...over }] },
      })
    expect((await change({ name: 'Day desk' })).status).toBe(200)
    const second = await change({ name: 'Mine' })
    expect([second.status, second.body.code]).toEqual([409, 'row.changed'])
    expect(second.body.present).toMatchObject({ name: 'Day desk', revision: 2, id: row.id })
    expect((await list())[0].name).toBe('Day desk')
    const remove = (revision: number) =>
      server.send('DELETE', `/api/v2/util/notification/target?id=${row.id}&revision=${revision}`, {
        as: 'admin',
      })
    const kept = await remove(1)
    expect([kept.status, kept.body.code, kept.body.present.name]).toEqual([409, 'row.changed', 'Day desk'])
    expect((await remove(2)).status).toBe(200)
    expect((await remove(2)).body.code).toBe('notice.target_unknown')
    // the path of a webhook is often a token: the audit has more readers than the target
    const notes = await server.db
      .selectFrom('audit')
      .select('detail')
      .where('kind', 'like', 'notice.%')
      .execute()
    expect(JSON.stringify(notes)).toContain(`http://${hook}/…`)
    expect(JSON.stringify(notes)).not.toContain(`${hook}/in`)
  })

  test.each([
    ['no name', { name: '  ' }, 'name', 'length'],
    ['a line break in its name', { name: 'Desk\r\nBcc: x@y.z' }, 'name', 'format'],
    ['an overlong name', { name: 'x'.repeat(81) }, 'name', 'length'],
    ['a name of another kind', { name: 7 }, 'name', 'type'],
    ['no department', { departments: [] }, 'departments', 'length'],
    ['an unknown department', { departments: ['999999'] }, 'departments', 'choice'],
    ['a channel that is not set up', { channel: 'email', address: 'a@b.example' }, 'channel', 'choice'],
    ['a channel that there is none of', { channel: 'pigeon' }, 'channel', 'choice'],
    ['half of its quiet hours', { quiet_until: '' }, 'quiet_until', 'missing'],
    ['quiet hours that are no time', { quiet_from: '25:00' }, 'quiet_from', 'format'],
    ['a zone that there is none of', { zone: 'Mars/Base' }, 'zone', 'choice'],
    ['an unknown person', { channel: 'app', recipient: 'account:999', address: '' }, 'recipient', 'choice'],
    ['an address for a person', { channel: 'app', recipient: 'account:1' }, 'address', 'unknown'],
    ['a person for a channel of addresses', { recipient: 'account:1', address: '' }, 'recipient', 'choice'],
    ['an address into the console', { channel: 'app', address: '' }, 'recipient', 'choice'],
    ['no address', { address: '' }, 'address', 'missing'],
    ['another protocol', { address: 'file:///etc/passwd' }, 'address', 'format'],
    ['a password in its address', { address: 'https://a:b@c.example/' }, 'address', 'format'],
    ['an address inside', { address: 'http://169.254.169.254/latest' }, 'address', 'format'],
    ['an address inside, written otherwise', { address: 'http://2130706433/' }, 'address', 'format'],
    ['an address of this machine', { address: 'http://[::1]:8080/' }, 'address', 'format'],
  ])('with %s are refused at the field', async (_, over, field, problem) => {
    const { status, body } = await add(over)
    expect([status, body.fields]).toEqual([400, { [`targets.0.${field}`]: problem }])
    expect(await list()).toEqual([])
  })

  test('of other departments are unknown, whatever is done to them', async () => {
    await add({ departments: [String(server.fleet.south)], name: 'South' })
    await add({ departments: [String(server.fleet.company)], name: 'All' })
    await add({ name: 'North' })
    const all = await list()
    expect((await list('north')).map(({ name }: { name: string }) => name)).toEqual(['North'])
    const foreign = all.find(({ name }: { name: string }) => name === 'South')
    const { recipient_name: _, switched_off: __, is_linked: ___, silenced: ____, ...row } = foreign
    for (const refused of [
      await server.send('PATCH', PATH, {
        as: 'north',
        body: { targets: [row] },
      }),
      await server.send('DELETE', `/api/v2/util/notification/target?id=${row.id}`, { as: 'north' }),
      await test_(row.id, 'north'),
      await server.send('POST', `/api/v2/util/notification/target/secret`, {
        as: 'north',
        body: { id: row.id },
      }),
    ])
      expect([refused.status, refused.body.code]).toEqual([404, 'notice.target_unknown'])
    expect((await add({ departments: [String(server.fleet.south)] }, 'north')).body.fields).toEqual({
      'targets.0.departments': 'choice',
    })
    const person = { channel: 'app', recipient: `account:${server.fleet.accounts.admin}`, address: '' }
    expect((await add(person, 'north')).body.fields).toEqual({ 'targets.0.recipient': 'choice' })
    expect(
      (await server.send('GET', `/api/v2/util/notification/options`, { as: 'north' })).body.accounts,
    ).toEqual([{ id: String(server.fleet.accounts.north), name: 'Nora', login: 'north' }])
    expect(await list()).toHaveLength(3)
  })

  test('need the page', async () => {
    for (const refused of [await server.send('GET', PATH, { as: '南' }), await add({}, '南')])
      expect([refused.status, refused.body.code]).toEqual([403, 'access.page'])
  })

  test('go with their steps, and everything is in the audit', async () => {
    await add({ name: 'First' })
    await add({ name: 'Second', kinds: [] })
    const [first, second] = await list()
    const step = { target: first.id, step: 1, after_minutes: 15, next: second.id }
    const addStep = (over: object = {}, as = 'admin') =>
      server.send('POST', `/api/v2/util/notification/step`, { as, body: { steps: [{ ...step, ...over }] } })
    expect((await addStep()).status).toBe(200)
    expect((await addStep()).body.code).toBe('notice.step_taken')
    expect((await addStep({ step: 2, next: first.id })).body.fields).toEqual({ 'steps.0.next': 'choice' })
    expect((await addStep({ step: 2, next: '99999' })).body.fields).toEqual({ 'steps.0.next': 'choice' })
    expect((await addStep({ step: 0 })).body.fields).toEqual({ 'steps.0.step': 'range' })
    const steps = async () =>
      (await server.send('GET', `/api/v2/util/notification/step`, { as: 'admin' })).body.steps
    const [row] = await steps()
    expect(row).toMatchObject({ ...step, target_name: 'First', next_name: 'Second', revision: 1 })
    const change = () =>
      server.send('PATCH', `/api/v2/util/notification/step`, {
        as: 'admin',
        body: { steps: [{ ...step, after_minutes: 20, id: row.id, revision: 1 }] },
      })
    expect((await change()).status).toBe(200)
    expect((await change()).body.present).toMatchObject({ after_minutes: 20, revision: 2 })
    const remove = (revision: number) =>
      server.send('DELETE', `/api/v2/util/notification/step?id=${row.id}&revision=${revision}`, {
        as: 'admin',
      })
    expect((await remove(1)).body.present).toMatchObject({ after_minutes: 20, revision: 2 })
    expect((await remove(2)).status).toBe(200)
    expect(
      (await server.send('DELETE', `/api/v2/util/notification/step?id=${row.id}`, { as: 'admin' })).body.code,
    ).toBe('notice.step_unknown')
    await addStep()
    expect(
      (await server.send('DELETE', `/api/v2/util/notification/target?id=${second.id}`, { as: 'admin' }))
        .status,
    ).toBe(200)
    expect(await steps()).toEqual([])
    const kinds = await server.db
      .selectFrom('audit')
      .select(['kind', 'accountName'])
      .where('kind', 'like', 'notice.step%')
      .orderBy('auditId' as never)
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'notice.step.add',
      'notice.step.change',
      'notice.step.remove',
      'notice.step.add',
    ])
  })
})

describe('a webhook', () => {
  const secretOf = async (id: string) =>
    (await server.send('POST', `${PATH}/secret`, { as: 'admin', body: { id } })).body.secret as string
  /** As a receiver checks it, from the secret alone. */
  const isSigned = (secret: string, { headers, body }: (typeof received)[0]) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = createHmac('sha256', key).update(
      `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`,
    )
    return String(headers['webhook-signature'])
      .split(' ')
      .includes(`v1,${signed.digest('base64')}`)
  }

  test('is signed with its secret, and for a day with the one before', async () => {
    await add()
    const [{ id }] = await list()
    const [old, fresh] = [await secretOf(id), await secretOf(id)]
    expect(old).not.toBe(fresh)
    expect((await test_(id)).body).toEqual({ is_accepted: true, message: '' })
    const [first] = received as [(typeof received)[0]]
    expect(first.path).toBe('/in')
    expect([isSigned(old, first), isSigned(fresh, first)]).toEqual([true, true])
    expect(Number(first.headers['webhook-timestamp'])).toBe(NOON / 1000)
    expect(JSON.parse(first.body).data.text).toContain('「Night desk」')
    server.clock.set(later(NOON, minutes(24 * 60)))
    await test_(id)
    const second = received[1] as (typeof received)[0]
    expect([isSigned(old, second), isSigned(fresh, second)]).toEqual([false, true])
  })

  test.each([
    [500, 'retry', 'HTTP 500'],
    [429, 'retry', 'HTTP 429'],
    [400, 'dead', 'HTTP 400'],
    // where the answer points is not followed
    [302, 'dead', 'HTTP 302'],
    [410, 'dead', 'HTTP 410'],
  ])('whose receiver answers %i is noted as %s', async (status, state, reason) => {
    answer = status
    await insertNoticeTarget(server.db, server.fleet.north, {
      channel: 'webhook',
      address: `http://${hook}/`,
    })
    await alarmWriter(server.db, server.clock).raise(server.fleet.stores.alder)
    await sendRound()
    expect(await server.db.selectFrom('notice').select(['state', 'reason']).execute()).toEqual([
      { state, reason },
    ])
    const [target] = await list()
    expect(target.switched_off).toBe(status === 410 ? reason : null)
    expect(received).toHaveLength(1)
  })

  test.each(['http://localhost:9/', 'http://no-such-name.invalid/'])(
    'to %s is not sent, and nobody is told why, in a test message neither',
    async (address) => {
      const id = await insertNoticeTarget(server.db, server.fleet.north, { channel: 'webhook', address })
      await alarmWriter(server.db, server.clock).raise(server.fleet.stores.alder)
      await sendRound()
      expect(await server.db.selectFrom('notice').select(['state', 'reason']).execute()).toEqual([
        { state: 'retry', reason: 'no_place' },
      ])
      const message = 'the address does not resolve to a host outside the network'
      expect((await test_(String(id))).body).toEqual({ is_accepted: false, message })
    },
  )

  test('is tested five times a minute at most', async () => {
    server.clock.set(later(NOON, minutes(48 * 60)))
    await add()
    const [{ id }] = await list()
    for (let n = 0; n < 5; n++) expect((await test_(id)).status).toBe(200)
    expect((await test_(id)).body.code).toBe('request.too_many')
    expect(received).toHaveLength(5)
  })
})

test('records tell what was sent to whom, per type, to those who may see the store', async () => {
  const { north, south, stores } = server.fleet
  for (const department of [north, south] as DepartmentId[])
    await insertNoticeTarget(server.db, department, { channel: 'webhook', address: `http://${hook}/` })
  const alarms = alarmWriter(server.db, server.clock)
  await alarms.raise(stores.alder, 'critical')
  await alarms.raise(stores.alder, 'high', 'host_lost')
  await alarms.raise(stores.cedar, 'high')
  await sendRound()
  const records = async (
    type: string,
    as: string,
    query = 'start=2026-11-20T12:00:00&end=2026-11-20T12:00:00&timezone=%2B08:00',
  ) => (await server.send('GET', `/api/v2/${type}?${query}`, { as })).body
  const types = (await server.send('GET', '/api/v2/msg/notification/types', { as: 'north' })).body.types
  const codes = types.map(({ type_code }: { type_code: string }) => type_code)
  expect(codes).toEqual(['alarm', 'tb', 'demand', 'service', 'online-fix', 'fix-maintain'])
  const all = (await records('msg/notification/records/alarm', 'admin')).tables
  expect(all[0].data[0].value).toEqual(['Webhook', 2, 2, 0, 0, 0])
  const own = (await records('msg/notification/records/alarm', 'north')).tables[1].data
  expect(own).toHaveLength(1)
  expect(own[0].value.slice(0, 12)).toEqual([
    '2026-11-20 12:00',
    '2026-11-20 12:00',
    'Alder Street',
    'Freezer 1',
    'Raised',
    'Critical',
    'Webhook',
    'Duty',
    `http://${hook}/…`,
    0,
    'Sent',
    null,
  ])
  expect((await records('msg/notification/records/tb', 'north')).tables[1].data).toHaveLength(1)
  expect(
    (
      await records(
        'msg/notification/records/alarm',
        'admin',
        'start=2026-11-20T12:00:01&end=2026-11-20T13:00:00&timezone=%2B08:00',
      )
    ).tables[1].data,
  ).toEqual([])
  expect(
    (
      await records(
        'msg/notification/records/alarm',
        'admin',
        'start=2026-11-21T00:00:00&end=2026-11-20T00:00:00',
      )
    ).code,
  ).toBe('period.reversed')
  expect(
    (
      await records(
        'msg/notification/records/alarm',
        'north',
        `start=2026-11-20T00:00:00&end=2026-11-21T00:00:00&depart=${south}`,
      )
    ).code,
  ).toBe('department.unknown')
})

function sendRound() {
  const { db, clock, notices } = server
  return sendNotices({ db, clock, log: pino({ level: 'silent' }), random: () => 0.5, ...notices })
}
