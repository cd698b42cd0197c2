import type { DepartmentId } from '@coldkeep/domain/ids'
import { later, minutes } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarmWriter, insertNoticeTarget, outboxOf } from '../testing/notice-rig'
import { auditOf } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { sendNotices } from './send-notices'

describeEachDatabase('the channels of an account', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    for (const table of ['notice', 'noticeTarget', 'alarm'] as const)
      await server.db.deleteFrom(table).execute()
    await server.db.updateTable('account').set({ silencedChannels: [] }).execute()
  })

  const list = async (as = 'north') => (await server.send('GET', '/api/v2/account/channels', { as })).body
  const choose = (channel: string, isOn: unknown, as = 'north') =>
    server.send('PATCH', '/api/v2/account/channels', { as, body: { channel, is_on: isOn } })
  const put = (departmentId: DepartmentId, over: Parameters<typeof insertNoticeTarget>[2]) =>
    insertNoticeTarget(server.db, departmentId, over)
  const round = () =>
    sendNotices({
      ...server.notices,
      db: server.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      random: () => 0.5,
    })
  const raise = () => alarmWriter(server.db, server.clock).raise(server.fleet.stores.alder)

  test('are those that are set up, with the targets that reach it and the departments of its own part', async () => {
    const { accounts, company, north, south } = server.fleet
    const own = { channel: 'app', accountId: accounts.north } as const
    await put(company, { ...own, name: 'A whole', quietFromMinute: 1320, quietUntilMinute: 390 })
    await put(company, {
      channel: 'push',
      groupDepartmentId: company,
      name: 'B group',
      kinds: [],
      lowestRank: 1,
    })
    await put(north, { ...own, name: 'C both', departmentIds: [north, south] })
    await put(south, { ...own, name: 'other department' })
    await put(company, { ...own, name: 'off', isEnabled: false })
    await put(company, { channel: 'app', accountId: accounts.admin, name: 'other account' })
    await put(company, { channel: 'app', groupDepartmentId: south, name: 'other group' })
    await put(company, { channel: 'webhook', address: 'https://hook.example', name: 'hook' })
    const { channels, targets } = await list()
    // no mail server is set up
    expect(channels).toEqual([
      { channel: 'app', is_on: true, address: '' },
      { channel: 'push', is_on: true, address: '' },
    ])
    expect(targets).toEqual([
      {
        id: expect.any(String),
        name: 'A whole',
        channel: 'app',
        group: null,
        departments: ['North'],
        kinds: ['limit', 'device_lost', 'terminal_lost', 'early_warning', 'demand'],
        lowest_priority: 'low',
        quiet_from: '22:00',
        quiet_until: '06:30',
        zone: 'Asia/Taipei',
      },
      expect.objectContaining({
        name: 'B group',
        group: 'Frostline',
        departments: ['North'],
        kinds: [],
        lowest_priority: 'critical',
      }),
      expect.objectContaining({ name: 'C both', departments: ['North'] }),
    ])
    const ofAdmin = (await list('admin')).targets
    expect(
      ofAdmin.map(({ name, departments }: { name: string; departments: string[] }) => [name, departments]),
    ).toEqual([
      ['B group', ['Frostline']],
      ['other account', ['Frostline']],
    ])
  })

  test('one that is switched off sends nothing until it is switched on again; the others send', async () => {
    const { accounts, company } = server.fleet
    await put(company, { channel: 'app', accountId: accounts.north })
    await put(company, { channel: 'app', accountId: accounts.admin })
    expect((await choose('app', false)).status).toBe(200)
    expect((await choose('app', false)).status).toBe(200)
    expect((await list()).channels).toMatchObject([{ is_on: false }, { channel: 'push', is_on: true }])
    const silent = await raise()
    await round()
    expect((await outboxOf(server.db, silent)).toSorted()).toEqual([
      'raised app 0 sent',
      'raised app 0 suppressed silenced',
    ])
    await choose('app', true)
    // sooner another alarm of the store would wait to go with others
    server.clock.set(later(NOON, minutes(5)))
    const alarmId = await raise()
    await round()
    expect(await outboxOf(server.db, alarmId)).toEqual(['raised app 0 sent', 'raised app 0 sent'])
    expect((await auditOf(server, 'north')).filter((line) => line.startsWith('account.channel'))).toEqual([
      'account.channel_off · Nora · done',
      'account.channel_on · Nora · done',
    ])
  })

  test('who sets up targets sees how many of the recipients do not take them', async () => {
    const { accounts, company, north } = server.fleet
    await put(company, { channel: 'email', groupDepartmentId: company, name: 'A group' })
    await put(company, { channel: 'email', accountId: accounts.north, name: 'B account' })
    await put(north, { channel: 'app', groupDepartmentId: north, name: 'C other channel' })
    await choose('email', false)
    await choose('email', false, '南')
    const { targets } = (await server.send('GET', '/api/v2/util/notification/target', { as: 'admin' })).body
    expect(targets.map(({ name, silenced }: { name: string; silenced: number }) => [name, silenced])).toEqual(
      [
        ['A group', 2],
        ['B account', 1],
        ['C other channel', 0],
      ],
    )
  })

  test.each([
    ['webhook', false, { channel: 'choice' }],
    ['', true, { channel: 'choice' }],
    ['app', 'no', { is_on: 'type' }],
  ])('%j switched to %j is refused', async (channel, isOn, fields) => {
    const { status, body } = await choose(channel, isOn)
    expect([status, body.fields]).toEqual([400, fields])
  })
})
