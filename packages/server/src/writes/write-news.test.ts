import { hours, later, seconds } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { type WriteServer, writeServer, writeTo } from '../testing/write-server'
import { expireApprovals } from './expire-approvals'

describeEachDatabase('messages about writes', (openDatabase) => {
  let rig: WriteServer
  let server: TestServer
  let alder: TinyStore
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
    alder = server.fleet.stores.alder
  })
  afterAll(() => server.close())
  beforeEach(() => rig.reset())

  const messages = async (as: string, headers = {}) =>
    (await server.send('GET', '/api/v2/account/messages', { as, headers })).body
  const titles = async (as: string) =>
    (await messages(as)).messages.map(({ title }: { title: string }) => title)
  const expire = () => server.db.transaction().execute((trx) => expireApprovals(trx, server.clock.now()))

  test('reach those who may approve it, once, and neither the requester nor anyone without the right', async () => {
    const { body } = await rig.requestWrite({ ...writeTo(alder, 'set', -10), note: 'clearing the case' })
    expect(body.notified).toBe(1)
    expect((await rig.requestWrite({ ...writeTo(alder, 'set', -10), id: body.id })).status).toBe(200)
    expect(await messages('second')).toMatchObject({
      total: 1,
      unread: 1,
      messages: [
        {
          title: 'Approval needed: Alder Street, Freezer 1 · Set point → −10.0\u202f°C',
          body: [
            'Requested by Ada: clearing the case',
            'Waiting for approval until 2026-11-20 16:00.',
            'N001 Alder Street',
          ].join('\n'),
          is_urgent: false,
          is_read: false,
          store: String(alder.storeId),
          alarm: null,
          write: body.id,
        },
      ],
    })
    for (const other of ['admin', 'reader', 'north', '南']) expect(await titles(other)).toEqual([])
  })

  test('are in the records of online repair, with what became of them', async () => {
    const day = 'start=2026-11-20T00:00:00&end=2026-11-20T23:59:59&timezone=%2B08:00'
    await rig.requestRisky(alder)
    const { tables } = (
      await server.send('GET', `/api/v2/msg/notification/records/online-fix?${day}`, { as: 'admin' })
    ).body
    const title = 'Approval needed: Alder Street, Freezer 1 · Set point → −10.0\u202f°C'
    const at = '2026-11-20 12:00'
    expect(tables[1].data.map(({ value }: { value: unknown[] }) => value)).toEqual([
      [
        ...[at, at, 'Alder Street', 'Freezer 1', 'Remote operation', 'In the console'],
        ...['second', 'Sent', null, 0, title],
      ],
    ])
    const elsewhere = `/api/v2/msg/notification/records/online-fix?${day}&depart=${server.fleet.south}`
    const south = await server.send('GET', elsewhere, { as: 'admin' })
    expect(south.body.tables[1].data).toEqual([])
  })

  test('are in the language of whoever reads them', async () => {
    await rig.requestRisky(alder)
    const [message] = (await messages('second', { 'accept-language': 'ja' })).messages
    expect(message.title).toMatch(/^承認待ち：Alder Street.* · 設定温度 → −10/)
  })

  test.each([
    ['is disabled', { isEnabled: false }],
    ['silences the console', { silencedChannels: ['app' as const] }],
  ])('are none for an account that %s', async (_, changes) => {
    await rig.setAccount('second', changes)
    const { notified } = await rig.requestRisky(alder)
    await rig.setAccount('second', { isEnabled: true, silencedChannels: [] })
    expect([notified, await titles('second')]).toEqual([0, []])
  })

  test('are none for an account of another department, and gone for one that comes into one', async () => {
    await rig.setAccount('second', { departmentId: server.fleet.south })
    expect((await rig.requestRisky(alder)).notified).toBe(0)
    expect((await rig.requestRisky(server.fleet.stores.birch)).notified).toBe(0)
    await rig.setAccount('second', { departmentId: server.fleet.north })
    await rig.reset()
    expect((await rig.requestRisky(alder)).notified).toBe(1)
    await rig.setAccount('second', { departmentId: server.fleet.south })
    expect(await messages('second')).toEqual({ messages: [], total: 0, unread: 0 })
    await rig.setAccount('second', { departmentId: server.fleet.company })
    expect(await titles('second')).toHaveLength(1)
  })

  test('need no reading once someone has decided; the requester is notified of that', async () => {
    const approved = await rig.requestRisky(alder)
    await rig.decide(approved.id, 'second')
    expect(await messages('second')).toMatchObject({ total: 1, unread: 0 })
    expect(await messages('admin')).toMatchObject({
      unread: 1,
      messages: [
        {
          title: 'Approved: Alder Street, Freezer 1 · Set point → −10.0\u202f°C',
          body: 'Requested by Ada.\nApproved by second.\nN001 Alder Street',
          write: approved.id,
        },
      ],
    })
    const [command] = await rig.commands(alder)
    await rig.reportResult(alder, command?.commandId as string, { st: 'done' })
    server.clock.advance(seconds(1))
    const rejected = await rig.requestRisky(alder)
    await rig.decide(rejected.id, 'second', { approves: false, reason: 'too warm' })
    expect((await messages('admin')).messages[0]).toMatchObject({
      title: expect.stringMatching(/^Rejected: /),
      body: expect.stringContaining('Rejected by second: too warm'),
    })
  })

  test('are marked as read, one or all, by whoever they are to', async () => {
    await rig.requestRisky(alder)
    const [{ id }] = (await messages('second')).messages
    const read = (message: string | null, as: string) =>
      server.send('POST', '/api/v2/account/messages/read', { as, body: { message } })
    await read(id, 'admin')
    await read(null, 'reader')
    expect((await messages('second')).unread).toBe(1)
    await read(id, 'second')
    expect(await messages('second')).toMatchObject({ total: 1, unread: 0 })
  })

  test('notify the requester that no one decided in time; it is audited once', async () => {
    const before = (await rig.audits('write.expire')).length
    const { id } = await rig.requestRisky(alder)
    server.clock.set(later(NOON, hours(4) - 1))
    await expire()
    expect((await rig.read(id)).approval).toBe('waiting')
    server.clock.set(later(NOON, hours(4)))
    await Promise.all([expire(), expire()])
    await expire()
    expect((await rig.read(id)).approval).toBe('expired')
    const noted = (await rig.audits('write.expire')).slice(before)
    expect(noted).toEqual([
      {
        accountName: 'Coldkeep',
        subject: 'Freezer 1',
        detail: {
          write: id,
          requested_by: 'Ada',
          approve_until: '2026-11-20T08:00:00.000Z',
          state_before: 'waiting',
          state_after: 'expired',
        },
        outcome: 'failed',
      },
    ])
    expect(await titles('admin')).toEqual([expect.stringMatching(/^Not approved in time: Alder Street/)])
    expect(await messages('second')).toMatchObject({ total: 1, unread: 0 })
  })

  test('whether someone approves or the time runs out first, it is one of the two', async () => {
    for (let round = 0; round < 5; round++) {
      await rig.reset()
      const before = (await rig.audits('write.expire')).length
      const { id } = await rig.requestRisky(alder)
      const until = later(NOON, hours(4))
      server.clock.set(later(until, -1))
      const [decided] = await Promise.all([
        rig.decide(id, 'second'),
        server.db.transaction().execute((trx) => expireApprovals(trx, until)),
      ])
      const expired = (await rig.audits('write.expire')).length - before
      const sent = (await rig.commands(alder)).length
      expect([decided.status, expired, sent]).toEqual(decided.status === 200 ? [200, 0, 1] : [409, 1, 0])
    }
  })
})
