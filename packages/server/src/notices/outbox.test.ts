import { type EpochMs, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newsKinds } from '../news-kinds'
import { alarmWriter, insertNoticeTarget, outboxOf } from '../testing/notice-rig'
import { refuseRows } from '../testing/refuse-rows'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { Channel, NoticeMessage, SendOutcome } from './channels/channel'
import { sendNotices } from './send-notices'

describeEachDatabase('the outbox', (openDatabase) => {
  let server: TestServer
  let alarms: ReturnType<typeof alarmWriter>
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    alarms = alarmWriter(server.db, server.clock)
    await server.db
      .updateTable('account')
      .set({ email: 'ada@frost.example' })
      .where('login', '=', 'admin')
      .execute()
    await server.db
      .updateTable('account')
      .set({ email: 'nora@frost.example' })
      .where('login', '=', 'north')
      .execute()
  })
  afterAll(() => server.close())

  /** What went out, and what the next tries answer; without an answer it is taken. */
  const sent: { message: NoticeMessage; to: string }[] = []
  const answers: SendOutcome[] = []
  const record: Channel = async (message, { address }) => {
    sent.push({ message, to: address })
    return answers.shift() ?? { kind: 'sent', recipient: address }
  }
  const round = (
    channels: Parameters<typeof sendNotices>[0]['channels'] = { email: record, webhook: record },
  ) =>
    sendNotices({
      db: server.db,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      channels: { ...server.notices.channels, ...channels },
      kinds: newsKinds,
      publicUrl: 'https://hub.example',
      random: () => 0.5,
    })
  const roundAt = async (at: EpochMs) => {
    server.clock.set(at)
    return round()
  }
  const titles = () => sent.splice(0).map(({ message, to }) => `${to}: ${message.title}`)

  beforeEach(async () => {
    server.clock.set(NOON)
    sent.length = 0
    answers.length = 0
    for (const table of ['notice', 'notice_step', 'notice_target', 'alarm'])
      await sql`truncate ${sql.table(table)} cascade`.execute(server.db)
  })

  test('an alarm is sent once, in words, under a key of event, target, channel and step; and when it is over', async () => {
    const { alder } = server.fleet.stores
    const target = await insertNoticeTarget(server.db, server.fleet.north, {
      channel: 'email',
      accountId: server.fleet.accounts.north,
    })
    const alarmId = await alarms.raise(alder, 'critical')
    expect(await round()).toBe(1)
    expect(await round()).toBe(0)
    const [{ message, to }] = sent as [(typeof sent)[number]]
    const { alarmEventId } = await server.db
      .selectFrom('alarmEvent')
      .select('alarmEventId')
      .where('alarmId', '=', alarmId)
      .executeTakeFirstOrThrow()
    expect(to).toBe('nora@frost.example')
    expect(message).toMatchObject({
      key: `${alarmEventId}:${target}.${server.fleet.accounts.north}:email:0`,
      title: 'Critical: Alder Street, Above the limit',
      url: `https://hub.example/Alarms?store=${alder.storeId}`,
      topic: `alarm-${alarmId}`,
      isUrgent: true,
    })
    // numbers hold on to their units with spaces that do not break
    expect(message.body.replace(/[\u00a0\u202f]/g, ' ')).toBe(
      [
        'N001 Alder Street',
        'Freezer 1, Air: −9.0 °C over the limit of −15.0 °C since 2026-11-20 12:00',
        'Close the doors, check that the fan is running and look for ice. Move the food if the value does not fall.',
        '',
        'You are notified because of the notification target "Duty".',
      ].join('\n'),
    )
    await roundAt(later(NOON, minutes(3)))
    await alarms.back(alder, alarmId)
    sent.length = 0
    await round()
    expect(titles()).toEqual(['nora@frost.example: Back to normal: Alder Street, Above the limit'])
    expect(await outboxOf(server.db, alarmId)).toEqual(['raised email 0 sent', 'cleared email 0 sent'])
  })

  test('only targets of the department, kind and priority are notified, and members only of what they may see', async () => {
    const { company, north, south, accounts, stores } = server.fleet
    const put = (over: Parameters<typeof insertNoticeTarget>[2], department = company) =>
      insertNoticeTarget(server.db, department, over)
    await put({ channel: 'webhook', name: 'south only', address: 'south' }, south)
    await put({ channel: 'webhook', name: 'warnings', address: 'warnings', kinds: ['early_warning'] })
    await put({ channel: 'webhook', name: 'critical', address: 'critical', lowestRank: 1 })
    await put({ channel: 'webhook', name: 'off', address: 'off', isEnabled: false })
    await put({ channel: 'webhook', name: 'all', address: 'all' })
    // everyone of the company: Ada sees the store, Nora is of the other department
    await put({ channel: 'email', name: 'group', groupDepartmentId: company })
    await put({ channel: 'email', name: 'foreign', accountId: accounts.north })
    expect([north, south]).toHaveLength(2)
    const alarmId = await alarms.raise(stores.cedar, 'high')
    await round()
    expect(sent.map(({ to }) => to).sort()).toEqual(['', 'ada@frost.example', 'all', 'south'])
    expect(await outboxOf(server.db, alarmId)).toHaveLength(4)
  })

  test('rights hold when something is sent, not when it was put into the outbox', async () => {
    const { accounts, company, north, stores } = server.fleet
    await insertNoticeTarget(server.db, company, { channel: 'email', accountId: accounts.north })
    const hidden = await alarms.raise(stores.alder)
    const account = (columns: object) =>
      server.db.updateTable('account').set(columns).where('accountId', '=', accounts.north).execute()
    await account({ departmentId: server.fleet.south })
    await round()
    await account({ departmentId: north, isEnabled: false })
    const gone = await alarms.raise(stores.birch)
    await account({ isEnabled: true })
    expect(await outboxOf(server.db, hidden)).toEqual(['raised email 0 suppressed no_right'])
    expect(await outboxOf(server.db, gone)).toEqual([])
    expect(titles()).toEqual([])
  })

  test('a notice whose end cannot be noted costs only itself, and is tried again when it can', async () => {
    const { alder, birch, cedar } = server.fleet.stores
    for (const name of ['one', 'two'])
      await insertNoticeTarget(server.db, server.fleet.company, { channel: 'webhook', name, address: name })
    for (const store of [alder, birch, cedar]) await alarms.raise(store)
    const end = await refuseRows(
      server.db,
      'notice',
      `r.store_id = ${birch.storeId} and r.state not in ('sending', 'retry')`,
    )
    await round()
    const states = async () =>
      (await server.db.selectFrom('notice').select(['storeId', 'state', 'reason']).execute()).map(
        ({ storeId, state, reason }) => `${storeId === birch.storeId ? 'bad' : 'good'} ${state} ${reason}`,
      )
    expect(new Set(await states())).toEqual(new Set(['good sent null', 'bad retry internal']))
    await end()
    await roundAt(later(NOON, minutes(10)))
    expect(new Set(await states())).toEqual(new Set(['good sent null', 'bad sent null']))
  })

  test('a target whose hours cannot be read is left alone; the others are notified', async () => {
    const { company } = server.fleet
    const put = (name: string) =>
      insertNoticeTarget(server.db, company, { channel: 'webhook', name, address: name })
    const bad = await put('bad')
    await put('good')
    const zone = (name: string) =>
      server.db
        .updateTable('noticeTarget')
        .set({ quietFromMinute: 60, quietUntilMinute: 120, zone: name })
        .where('noticeTargetId', '=', bad)
        .execute()
    await zone('Nowhere/At all')
    await alarms.raise(server.fleet.stores.alder)
    await round()
    expect(sent.splice(0).map(({ to }) => to)).toEqual(['good'])
    await zone('UTC')
    await roundAt(later(NOON, minutes(15)))
    expect(sent.map(({ to }) => to)).toEqual(['bad'])
  })

  test('what no one was notified of is not reported as over', async () => {
    const { alder } = server.fleet.stores
    await insertNoticeTarget(server.db, server.fleet.north, {
      channel: 'webhook',
      address: 'a',
      lowestRank: 1,
    })
    const alarmId = await alarms.raise(alder, 'high')
    await alarms.back(alder, alarmId)
    await round()
    expect(await outboxOf(server.db, alarmId)).toEqual([])
  })

  test('the next step is notified after so many minutes without acknowledgement, each step once', async () => {
    const { north, stores } = server.fleet
    const first = await insertNoticeTarget(server.db, north, { channel: 'webhook', address: 'first' })
    const steps = [
      {
        step: 1,
        afterMinutes: 15,
        nextTargetId: await insertNoticeTarget(server.db, north, {
          channel: 'webhook',
          address: 'second',
          kinds: [],
        }),
      },
      {
        step: 2,
        afterMinutes: 30,
        nextTargetId: await insertNoticeTarget(server.db, north, {
          channel: 'webhook',
          address: 'third',
          kinds: [],
        }),
      },
    ]
    await server.db
      .insertInto('noticeStep')
      .values(steps.map((step) => ({ noticeTargetId: first, ...step })))
      .execute()
    const alarmId = await alarms.raise(stores.alder)
    await round()
    expect(titles()).toEqual(['first: High: Alder Street, Above the limit'])
    await roundAt(later(NOON, minutes(15) - 1))
    expect(titles()).toEqual([])
    await roundAt(later(NOON, minutes(15)))
    expect(sent[0]?.message.body).toContain('You are notified as step 1 of its escalation.')
    expect(titles()).toEqual(['second: High: Alder Street, Above the limit'])
    server.clock.set(later(NOON, minutes(20)))
    await alarms.acknowledge(stores.alder, alarmId)
    await roundAt(later(NOON, minutes(30)))
    expect(titles()).toEqual([])
    expect(await outboxOf(server.db, alarmId)).toEqual([
      'raised webhook 0 sent',
      'raised webhook 1 sent',
      'raised webhook 2 suppressed acknowledged',
    ])
  })

  test('an alarm that comes back within 30 minutes is not sent again, unless it is more urgent', async () => {
    const { alder } = server.fleet.stores
    await insertNoticeTarget(server.db, server.fleet.north, { channel: 'webhook', address: 'a' })
    const alarmId = await alarms.raise(alder, 'high')
    await round()
    server.clock.set(later(NOON, minutes(20)))
    await alarms.raiseAgain(alder, alarmId)
    await round()
    await alarms.raiseAgain(alder, alarmId, 'critical')
    await round()
    expect(titles()).toEqual([
      'a: High: Alder Street, Above the limit',
      'a: Critical: Alder Street, Above the limit',
    ])
    expect(await outboxOf(server.db, alarmId)).toEqual([
      'raised webhook 0 sent',
      'raised webhook 0 suppressed repeated',
      'raised webhook 0 sent',
    ])
  })

  test('quiet hours hold what is not critical until they end, and drop what is over by then', async () => {
    const { alder, birch } = server.fleet.stores
    // noon in Taipei lies in them
    const quiet = { quietFromMinute: 11 * 60, quietUntilMinute: 13 * 60 }
    await insertNoticeTarget(server.db, server.fleet.north, { channel: 'webhook', address: 'a', ...quiet })
    const [over, stays] = [await alarms.raise(alder), await alarms.raise(birch)]
    await alarms.raise(birch, 'critical')
    await round()
    expect(titles()).toEqual(['a: Critical: Birch Lane 50%, Above the limit'])
    await alarms.back(alder, over)
    await roundAt(later(NOON, minutes(60)))
    expect(titles()).toEqual(['a: High: Birch Lane 50%, Above the limit'])
    expect(await outboxOf(server.db, over)).toEqual([
      'raised webhook 0 suppressed over',
      'cleared webhook 0 suppressed never_told',
    ])
    expect(await outboxOf(server.db, stays)).toEqual(['raised webhook 0 sent'])
  })

  test('a storm of 60 alarms is ten messages at most, and nothing is lost in it', async () => {
    await insertNoticeTarget(server.db, server.fleet.company, { channel: 'webhook', address: 'a' })
    const stores = Object.values(server.fleet.stores)
    for (let n = 0; n < 60; n++)
      await alarms.raise(stores[n % 4] as (typeof stores)[0], n < 12 ? 'critical' : 'high')
    await round()
    await roundAt(later(NOON, minutes(9)))
    const counts = sent.map(({ message }) => message.facts.length)
    expect(counts.length).toBeLessThanOrEqual(10)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60)
    expect(sent.at(-1)?.message.title).toBe('Digest: 51 alarm messages')
    const { states } = await server.db
      .selectFrom('notice')
      .select((is) => is.fn.count<number>('noticeId').filterWhere('state', '=', 'sent').as('states'))
      .executeTakeFirstOrThrow()
    expect(Number(states)).toBe(60)
  })

  describe('a try that fails', () => {
    test('is repeated after 30 s, 2 min, 10 min, 1 h and 6 h under the same key, then given up', async () => {
      const { alder } = server.fleet.stores
      await insertNoticeTarget(server.db, server.fleet.north, { channel: 'webhook', address: 'a' })
      const alarmId = await alarms.raise(alder)
      let at = NOON
      await round({
        webhook: async (...given) => (await record(...given)) && { kind: 'again', reason: 'HTTP 500' },
      })
      for (const wait of [seconds(30), minutes(2), minutes(10), minutes(60), minutes(360)]) {
        server.clock.set(later(at, wait - 1))
        expect(await round()).toBe(0)
        at = later(at, wait)
        answers.push({ kind: 'again', reason: 'HTTP 500' })
        await roundAt(at)
      }
      expect(new Set(sent.map(({ message }) => message.key)).size).toBe(1)
      expect(sent).toHaveLength(6)
      expect(await outboxOf(server.db, alarmId)).toEqual(['raised webhook 0 dead HTTP 500'])
    })

    test('for one recipient says nothing of the others', async () => {
      const { north, stores } = server.fleet
      for (const address of ['good', 'bad'])
        await insertNoticeTarget(server.db, north, { channel: 'webhook', address })
      const alarmId = await alarms.raise(stores.alder)
      await round({
        webhook: async (_, { address }) =>
          address === 'bad' ? { kind: 'dead', reason: '550' } : { kind: 'sent', recipient: address },
      })
      expect((await outboxOf(server.db, alarmId)).sort()).toEqual([
        'raised webhook 0 dead 550',
        'raised webhook 0 sent',
      ])
    })

    test('because its receiver wants no more switches the target off and says why', async () => {
      const id = await insertNoticeTarget(server.db, server.fleet.north, { channel: 'webhook', address: 'a' })
      await alarms.raise(server.fleet.stores.alder)
      answers.push({ kind: 'gone', reason: 'HTTP 410' })
      await round()
      const target = await server.db
        .selectFrom('noticeTarget')
        .selectAll()
        .where('noticeTargetId', '=', id)
        .executeTakeFirst()
      expect(target).toMatchObject({ isEnabled: false, switchedOffBecause: 'HTTP 410', revision: 2 })
    })

    test('because nothing gets out is noted until something does', async () => {
      await insertNoticeTarget(server.db, server.fleet.north, { channel: 'webhook', address: 'a' })
      const troubles = () =>
        server.db.selectFrom('noticeTrouble').select(['channel', 'since', 'message']).execute()
      await alarms.raise(server.fleet.stores.alder)
      answers.push({ kind: 'again', reason: 'no way', troubles: 'channel' })
      await round()
      expect(await troubles()).toEqual([{ channel: 'webhook', since: NOON, message: 'no way' }])
      await roundAt(later(NOON, seconds(30)))
      expect(await troubles()).toEqual([])
    })
  })

  test('a target of a channel that is not set up any more ends as not delivered, with the reason', async () => {
    await insertNoticeTarget(server.db, server.fleet.north, { channel: 'sms', address: '+886912345678' })
    const alarmId = await alarms.raise(server.fleet.stores.alder)
    await round()
    expect(await outboxOf(server.db, alarmId)).toEqual(['raised sms 0 dead channel_off'])
  })

  test('a message whose sender died goes again after its lease, as it was', async () => {
    const { alder } = server.fleet.stores
    await insertNoticeTarget(server.db, server.fleet.north, { channel: 'webhook', address: 'a' })
    const first = await alarms.raise(alder)
    const second = await alarms.raise(alder)
    // taken and never heard of again
    void round({ webhook: () => new Promise(() => {}) })
    await expect.poll(() => outboxOf(server.db, second)).toEqual(['raised webhook 0 sending'])
    expect(await round()).toBe(0)
    await roundAt(later(NOON, minutes(3)))
    expect(titles()).toEqual(['a: Alder Street: 2 new alarms'])
    expect(await outboxOf(server.db, first)).toEqual(['raised webhook 0 sent'])
  })
})
