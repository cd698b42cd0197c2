import type { AccountId, NoticeTargetId } from '@coldkeep/domain/ids'
import { epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newsKinds } from '../news-kinds'
import type { Channel } from '../notices/channels/channel'
import { sendNotices } from '../notices/send-notices'
import { silent } from '../testing/ingest-rig'
import { insertPerson } from '../testing/insert-person'
import { alarmWriter, insertNoticeTarget } from '../testing/notice-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

describeEachDatabase('who is on call', (openDatabase) => {
  let server: TestServer
  let alder: TinyStore
  const ids: Record<string, AccountId> = {}
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    alder = server.fleet.stores.alder
    const { north, south, company } = server.fleet
    for (const [login, department, pages] of [
      ['kenji', north, ['1-1']],
      ['hana', north, ['1-1']],
      ['chief', company, ['1-1']],
      ['planner', north, ['3-4']],
      ['sora', south, ['3-4']],
    ] as const)
      ids[login] = await insertPerson(server, login, department, pages)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    sent.length = 0
    for (const table of ['notice', 'noticeStep', 'noticeTarget', 'alarm', 'onCallShift'] as const)
      await server.db.deleteFrom(table).execute()
    await server.db.updateTable('account').set({ isEnabled: true, silencedChannels: [] }).execute()
  })

  const sent: string[] = []
  const email: Channel = async (message, { address }) => {
    sent.push(`${address}: ${message.body.split('\n').at(-1)}`)
    return { kind: 'sent', recipient: address }
  }
  const app: Channel = async () => ({ kind: 'sent', recipient: '' })
  const round = () =>
    sendNotices({
      ...{ db: server.db, clock: server.clock, log: silent, kinds: newsKinds, publicUrl: null },
      channels: { email, app },
      random: () => 0.5,
    })
  const put = (as: string, account: string, from: string, until: string) =>
    server.send('POST', '/api/v2/on-call/shift', {
      as,
      body: { depart: String(server.fleet.north), account: String(ids[account]), from, until },
    })
  const today = async (account: string, from: string, until: string) => {
    const answer = await put('planner', account, `2026-11-20T${from}:00`, `2026-11-20T${until}:00`)
    expect(answer.status).toBe(200)
  }
  const calendar = async (as = 'kenji', start = '2026-11-20', end = '2026-11-20') =>
    (
      await server.send('GET', `/api/v2/on-call?depart=${server.fleet.north}&start=${start}&end=${end}`, {
        as,
      })
    ).body
  const handOver = async (as: string, to: string, index = 0) => {
    const { id, revision } = (await calendar('planner')).shifts[index]
    const body = { id, account: String(ids[to]), revision }
    return server.send('POST', '/api/v2/on-call/hand-over', { as, body })
  }
  const target = (over = {}): Promise<NoticeTargetId> =>
    insertNoticeTarget(server.db, server.fleet.north, {
      ...{ name: 'Duty North', channel: 'app', onCallDepartmentId: server.fleet.north },
      ...over,
    })
  const raise = () => alarmWriter(server.db, server.clock).raise(alder)
  const outbox = async () =>
    (
      await server.db
        .selectFrom('notice')
        .leftJoin('account', 'account.accountId', 'notice.accountId')
        .select(['account.login', 'notice.state', 'notice.reason', 'notice.targetName', 'notice.step'])
        .where('notice.subjectKind', '=', 'alarm')
        .orderBy('notice.step')
        .orderBy('account.login')
        .execute()
    ).map(({ login, state, reason, targetName, step }) =>
      [step, login, state, reason ?? targetName].filter((part) => part !== null).join(' '),
    )

  test('is a calendar with gaps and overlaps, on the clock of the stores', async () => {
    await today('kenji', '08:00', '14:00')
    await today('hana', '12:00', '20:00')
    const { zone, shifts, gaps, overlaps, now, may_edit } = await calendar()
    expect([zone, now, may_edit]).toEqual(['Asia/Taipei', ['kenji', 'hana'], false])
    expect(shifts).toMatchObject([
      { name: 'kenji', from: '2026-11-20T00:00:00.000Z', is_now: true, may_hand_over: true },
      { name: 'hana', until: '2026-11-20T12:00:00.000Z', is_now: true, may_hand_over: false },
    ])
    expect(gaps).toEqual([
      { from: '2026-11-19T16:00:00.000Z', until: '2026-11-20T00:00:00.000Z' },
      { from: '2026-11-20T12:00:00.000Z', until: '2026-11-20T16:00:00.000Z' },
    ])
    expect(overlaps).toEqual([{ from: '2026-11-20T04:00:00.000Z', until: '2026-11-20T06:00:00.000Z' }])
  })

  test('is set by who has the page, of people of the department, above and below, within bounds', async () => {
    const day = ['2026-11-21T08:00:00', '2026-11-21T20:00:00'] as const
    expect((await put('kenji', 'kenji', ...day)).body.code).toBe('access.page')
    expect((await put('sora', 'sora', ...day)).body.code).toBe('department.unknown')
    expect((await put('planner', 'sora', ...day)).body.code).toBe('on_call.person')
    expect((await put('admin', 'sora', ...day)).body.code).toBe('on_call.person')
    expect((await put('admin', 'chief', ...day)).status).toBe(200)
    expect((await put('planner', 'kenji', day[1], day[0])).body.code).toBe('on_call.period')
    expect((await put('planner', 'kenji', day[0], '2026-12-23T08:00:00')).body.code).toBe('on_call.period')
    const list = await server.send('GET', `/api/v2/on-call/people?depart=${server.fleet.north}`, {
      as: 'planner',
    })
    const names = list.body.people.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['hana', 'kenji', 'planner']))
    expect(names).not.toContain('sora')
    const foreign = await server.send(
      'GET',
      `/api/v2/on-call?depart=${server.fleet.north}&start=2026-11-20&end=2026-11-20`,
      {
        as: 'sora',
      },
    )
    expect(foreign.body.code).toBe('department.unknown')
  })

  test('is changed and removed with the revision that was read, by who sees the department', async () => {
    await today('kenji', '08:00', '14:00')
    const { id, revision } = (await calendar()).shifts[0]
    const times = { from: '2026-11-20T09:00:00', until: '2026-11-20T15:00:00' }
    const body = { id, account: String(ids.hana), ...times, revision }
    const patch = (as: string, more = {}) =>
      server.send('PATCH', '/api/v2/on-call/shift', { as, body: { ...body, ...more } })
    expect((await patch('sora')).body.code).toBe('on_call.unknown')
    expect((await patch('planner')).status).toBe(200)
    expect((await patch('planner')).body.code).toBe('row.changed')
    expect((await calendar()).shifts).toMatchObject([{ name: 'hana', from: '2026-11-20T01:00:00.000Z' }])
    const remove = (as: string, read: number) =>
      server.send('DELETE', `/api/v2/on-call/shift?id=${id}&revision=${read}`, { as })
    expect((await remove('sora', 2)).body.code).toBe('on_call.unknown')
    expect((await remove('planner', 1)).body.code).toBe('row.changed')
    expect((await remove('planner', 2)).status).toBe(200)
    expect((await calendar()).shifts).toEqual([])
  })

  test('is a rota too, in which people take turns week by week', async () => {
    const rota = {
      ...{ depart: String(server.fleet.north), first_day: '2026-11-23', weeks: 2, weekdays: [1, 2] },
      ...{ from: '20:00', until: '08:00', accounts: [String(ids.kenji), String(ids.hana)] },
    }
    const answer = await server.send('POST', '/api/v2/on-call/rota', { as: 'planner', body: rota })
    expect(answer.body).toEqual({ added: 4 })
    const { shifts } = await calendar('kenji', '2026-11-23', '2026-12-06')
    expect(shifts.map(({ name, from, until }: never) => [name, from, until])).toEqual([
      ['kenji', '2026-11-23T12:00:00.000Z', '2026-11-24T00:00:00.000Z'],
      ['kenji', '2026-11-24T12:00:00.000Z', '2026-11-25T00:00:00.000Z'],
      ['hana', '2026-11-30T12:00:00.000Z', '2026-12-01T00:00:00.000Z'],
      ['hana', '2026-12-01T12:00:00.000Z', '2026-12-02T00:00:00.000Z'],
    ])
  })

  test('keeps to the clock where summer time ends', async () => {
    const { north } = server.fleet
    const setZone = (zone: string) =>
      server.db.updateTable('store').set({ zone }).where('departmentId', '=', north).execute()
    await setZone('Europe/Berlin')
    server.clock.set(epochMs(Date.UTC(2026, 9, 24, 12)))
    expect((await put('planner', 'kenji', '2026-10-25T00:00:00', '2026-10-26T00:00:00')).status).toBe(200)
    const { zone, shifts, gaps } = await calendar('kenji', '2026-10-25', '2026-10-25')
    // the day has 25 hours, and one shift covers all of it
    expect([zone, gaps]).toEqual(['Europe/Berlin', []])
    expect(shifts).toMatchObject([{ from: '2026-10-24T22:00:00.000Z', until: '2026-10-25T23:00:00.000Z' }])
    await setZone('Asia/Taipei')
  })

  test('is notified of alarms by a target; of two on call each is', async () => {
    await target()
    await today('kenji', '08:00', '14:00')
    await today('hana', '14:00', '20:00')
    await raise()
    expect(await outbox()).toEqual(['0 due'])
    await round()
    expect(await outbox()).toEqual(['0 kenji sent Duty North'])
    await today('hana', '11:00', '13:00')
    await server.db.deleteFrom('notice').execute()
    await raise()
    await round()
    expect(await outbox()).toEqual(['0 hana sent Duty North', '0 kenji sent Duty North'])
  })

  test('is whoever is when it is sent: a hand-over while an alarm waits for its step', async () => {
    const first = await insertNoticeTarget(server.db, server.fleet.north, {
      ...{ name: 'Planner', channel: 'app', accountId: ids.planner },
    })
    const duty = await target({ kinds: [] })
    const step = { noticeTargetId: first, step: 1, afterMinutes: 10, nextTargetId: duty }
    await server.db.insertInto('noticeStep').values(step).execute()
    await today('kenji', '08:00', '20:00')
    await raise()
    await round()
    server.clock.set(later(NOON, minutes(5)))
    expect((await handOver('hana', 'hana')).body.code).toBe('on_call.not_own')
    expect((await handOver('kenji', 'sora')).body.code).toBe('on_call.person')
    expect((await handOver('kenji', 'hana')).status).toBe(200)
    server.clock.set(later(NOON, minutes(10)))
    await round()
    expect(await outbox()).toEqual(['0 planner sent Planner', '1 hana sent Duty North'])
    const { shifts, gaps } = await calendar()
    expect(shifts).toMatchObject([
      { name: 'kenji', until: '2026-11-20T04:05:00.000Z' },
      { name: 'hana', from: '2026-11-20T04:05:00.000Z', until: '2026-11-20T12:00:00.000Z' },
    ])
    expect(gaps).toHaveLength(2)
    for (const as of ['kenji', 'hana']) {
      const { body } = await server.send('GET', '/api/v2/account/messages', { as })
      expect(body.messages.map(({ title }: { title: string }) => title)).toContain(
        'kenji handed over to hana: on call in North',
      )
    }
    const audit = await server.send('GET', '/api/v2/audit?kind=on_call.hand_over', { as: 'admin' })
    expect(JSON.stringify(audit.body)).toContain('North')
    expect((await handOver('planner', 'kenji', 0)).body.code).toBe('on_call.over')
  })

  test('is the whole department where no one is, and message and record say so', async () => {
    await target({ channel: 'email' })
    const set = (login: string, columns: object) =>
      server.db.updateTable('account').set(columns).where('login', '=', login).execute()
    await set('kenji', { email: 'kenji@frost.example' })
    for (const login of ['hana', 'planner', 'north']) await set(login, { isEnabled: false })
    await raise()
    await round()
    const name = 'Duty North (no one on call: everyone of the department)'
    expect(await outbox()).toEqual([`0 kenji sent ${name}`])
    expect(sent).toEqual([
      `kenji@frost.example: You are notified because of the notification target "${name}".`,
    ])
    await set('kenji', { isEnabled: false })
    await server.db.deleteFrom('notice').execute()
    await raise()
    await round()
    expect(await outbox()).toEqual(['0 suppressed no_one_on_call'])
  })

  test('is passed over where disabled or without the right, and shown as not available', async () => {
    await target()
    await today('kenji', '08:00', '20:00')
    const set = (columns: object) =>
      server.db.updateTable('account').set(columns).where('login', '=', 'kenji').execute()
    await set({ departmentId: server.fleet.south })
    const { shifts, gaps, now } = await calendar('planner')
    expect(shifts).toMatchObject([{ name: 'kenji', is_available: false }])
    expect([gaps.length, now]).toEqual([1, []])
    await raise()
    await round()
    expect((await outbox()).filter((row) => row.includes('kenji'))).toEqual([])
    expect((await outbox()).filter((row) => row.includes('hana'))).toHaveLength(1)
    await set({ departmentId: server.fleet.north })
  })

  test('is written as a target of its channel, and by who sees the department', async () => {
    const draft = {
      ...{ name: 'Duty', channel: 'app', recipient: `oncall:${server.fleet.north}`, address: '' },
      ...{ departments: [String(server.fleet.north)], kinds: ['limit'], lowest_priority: 'low' },
      ...{ quiet_from: '', quiet_until: '', zone: 'Asia/Taipei', language: 'en', is_enabled: true },
    }
    const post = (targets: object[]) =>
      server.send('POST', '/api/v2/util/notification/target', { as: 'admin', body: { targets } })
    expect((await post([draft])).status).toBe(200)
    const { body } = await server.send('GET', '/api/v2/util/notification/target', { as: 'admin' })
    expect(body.targets).toMatchObject([
      { recipient: `oncall:${server.fleet.north}`, recipient_name: 'North', switched_off: null },
    ])
    const hook = { ...draft, channel: 'webhook', address: 'https://hooks.example/x' }
    expect((await post([hook])).status).toBe(400)
    expect((await post([{ ...draft, recipient: 'oncall:999' }])).body.fields).toEqual({
      'targets.0.recipient': 'choice',
    })
  })

  test('of two servers one gives a row to whoever is on call', async () => {
    await target()
    await today('kenji', '08:00', '20:00')
    await today('hana', '08:00', '20:00')
    await raise()
    await Promise.all([round(), round()])
    server.clock.set(later(NOON, hours(1)))
    await round()
    expect(await outbox()).toEqual(['0 hana sent Duty North', '0 kenji sent Duty North'])
  })
})
