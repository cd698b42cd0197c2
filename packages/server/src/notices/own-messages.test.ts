import type { AccountId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertRaisedNotices } from '../outbox/target-notice-queries'
import { alarmWriter, insertNoticeTarget } from '../testing/notice-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { sendNotices } from './send-notices'

describeEachDatabase('messages to an account', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    for (const table of ['notice', 'noticeTarget', 'alarm'] as const)
      await server.db.deleteFrom(table).execute()
  })

  const sendMessage = (accountId: AccountId, channel: 'app' | 'push' = 'app') =>
    insertNoticeTarget(server.db, server.fleet.company, { channel, accountId })
  const round = async (at: EpochMs = server.clock.now()) => {
    server.clock.set(at)
    await sendNotices({
      ...server.notices,
      db: server.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      random: () => 0.5,
    })
  }
  const alarms = () => alarmWriter(server.db, server.clock)
  const list = async (as = 'north', query = '') =>
    (await server.send('GET', `/api/v2/account/messages${query}`, { as })).body
  const titles = async (as = 'north') =>
    (await list(as)).messages.map(({ title }: { title: string }) => title)
  const read = (message: string | null, as = 'north') =>
    server.send('POST', '/api/v2/account/messages/read', { as, body: { message } })

  test('are listed with what they are about, the newest first, until they are read', async () => {
    const { alder } = server.fleet.stores
    await sendMessage(server.fleet.accounts.north)
    const alarmId = await alarms().raise(alder, 'critical')
    await round()
    server.clock.set(later(NOON, minutes(5)))
    await alarms().back(alder, alarmId)
    await round()
    const { messages, total, unread } = await list()
    expect([total, unread]).toEqual([2, 2])
    expect(messages).toEqual([
      {
        id: expect.any(String),
        at: '2026-11-20T04:05:00.000Z',
        title: 'Back to normal: Alder Street, Above the limit',
        body: expect.stringContaining('Back to normal since 2026-11-20 12:05.'),
        is_urgent: false,
        is_read: false,
        store: String(alder.storeId),
        alarm: String(alarmId),
        write: null,
        model: null,
        firmware_job: null,
        left_behind: null,
        demand: null,
        upkeep: null,
        open_breaches: null,
        fridge_brand: null,
        parameters: null,
        point_application: null,
        amber: null,
        bulletin: null,
        parameter_apply: null,
        repair_case: null,
        terminal: null,
      },
      expect.objectContaining({ title: 'Critical: Alder Street, Above the limit', is_urgent: true }),
    ])
    expect((await read(messages[1].id)).status).toBe(200)
    expect(await list()).toMatchObject({ unread: 1, messages: [{ is_read: false }, { is_read: true }] })
    expect((await read(null)).status).toBe(200)
    expect(await list()).toMatchObject({ total: 2, unread: 0 })
  })

  test('that are about several alarms are one, and lead to their store where it is one', async () => {
    const { alder, birch } = server.fleet.stores
    await sendMessage(server.fleet.accounts.north)
    await alarms().raise(alder)
    await alarms().raise(alder)
    await round()
    expect(await list()).toMatchObject({
      total: 1,
      unread: 1,
      messages: [{ title: 'Alder Street: 2 new alarms', store: String(alder.storeId), alarm: null }],
    })
    await alarms().raise(birch)
    await round(later(NOON, minutes(1)))
    expect(await list('north', '?count=1')).toMatchObject({
      total: 2,
      messages: [{ title: expect.stringContaining('Birch') }],
    })
  })

  test('about a demand lead to its day, and stand in records of their own', async () => {
    const { fleet, db } = server
    const { alder } = fleet.stores
    await sendMessage(fleet.accounts.admin)
    const until = later(NOON, minutes(15))
    const detail = { stage: 3, at: later(NOON, minutes(9)), intervalStartAt: NOON, intervalEndAt: until }
    const power = { forecastKw: 108, contractedKw: 100, toShedKw: 20 }
    const place = { departments: `${fleet.company}.${fleet.north}`, day: '2026-11-20' }
    const subject = {
      storeId: alder.storeId,
      subjectKind: 'demand' as const,
      subjectId: alder.meter.deviceId,
    }
    const news = { ...subject, eventKey: 'demand', kind: 'demand' as const, rank: 2 }
    await insertRaisedNotices(db, [{ ...news, detail: { ...detail, ...power, ...place } }], NOON)
    await round()
    const { messages } = await list('admin')
    expect(messages).toMatchObject([
      {
        title: 'Alder Street: electricity demand stage 3, Defer what can wait',
        body: expect.stringContaining('reduce the load by 20.0\u202fkW at once'),
        is_urgent: true,
        store: String(alder.storeId),
        alarm: null,
        demand: place,
      },
    ])
    const records = async (as: string) => {
      const query = 'start=2026-11-20T12:00:00&end=2026-11-20T12:00:00&timezone=%2B08:00'
      const sent = await server.send('GET', `/api/v2/msg/notification/records/demand?${query}`, { as })
      return sent.body.tables[1].data
    }
    expect((await records('admin'))[0].value.slice(0, 7)).toEqual([
      '2026-11-20 12:00',
      '2026-11-20 12:00',
      'Alder Street',
      'Main meter',
      'Raised',
      'High',
      'In the console',
    ])
  })

  test('are those of the account alone, and what came to a browser is none', async () => {
    const { accounts, stores } = server.fleet
    await sendMessage(accounts.admin)
    await sendMessage(accounts.north, 'push')
    await alarms().raise(stores.alder)
    await round()
    expect([await list('north'), (await list('admin')).total]).toEqual([
      { messages: [], total: 0, unread: 0 },
      1,
    ])
    const [{ id }] = (await list('admin')).messages
    await read(id, 'north')
    await read(null, 'north')
    expect((await list('admin')).unread).toBe(1)
  })

  test('of stores that the account may not see any more are gone', async () => {
    const { accounts, south, north, stores } = server.fleet
    const move = (departmentId: typeof north) =>
      server.db.updateTable('account').set({ departmentId }).where('accountId', '=', accounts.north).execute()
    await sendMessage(accounts.north)
    await alarms().raise(stores.alder)
    await round()
    expect(await titles()).toHaveLength(1)
    await move(south)
    expect(await list()).toEqual({ messages: [], total: 0, unread: 0 })
    await move(north)
    expect(await titles()).toHaveLength(1)
  })

  test('of more than 30 days ago are not shown, and counts out of range are refused', async () => {
    await sendMessage(server.fleet.accounts.north)
    await alarms().raise(server.fleet.stores.alder)
    await round()
    server.clock.set(later(NOON, days(30) - 1))
    expect((await list()).total).toBe(1)
    server.clock.set(later(NOON, days(30)))
    expect((await list()).total).toBe(0)
    expect((await list('north', '?count=201')).fields).toEqual({ 'query.count': 'range' })
    expect((await read('')).body.fields).toEqual({ message: 'length' })
  })
})
