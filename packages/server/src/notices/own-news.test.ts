import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { Logger } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newsKinds } from '../news-kinds'
import { NO_STORE } from '../outbox/news-kind'
import { insertOwnNotices } from '../outbox/own-notice-queries'
import { silent } from '../testing/ingest-rig'
import { insertNoticeTarget } from '../testing/notice-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { type WriteServer, writeServer } from '../testing/write-server'
import type { Channel, NoticeMessage, SendOutcome } from './channels/channel'
import { sendNotices } from './send-notices'

describeEachDatabase('news that concerns accounts themselves', (openDatabase) => {
  let rig: WriteServer
  let server: TestServer
  let alder: TinyStore
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
    alder = server.fleet.stores.alder
  })
  afterAll(() => server.close())

  const sent: { message: NoticeMessage; to: string }[] = []
  const answers: SendOutcome[] = []
  const email: Channel = async (message, { address }) => {
    sent.push({ message, to: address })
    return answers.shift() ?? { kind: 'sent', recipient: address }
  }
  const round = async (log: Logger = silent) => {
    sent.length = 0
    const { db, clock } = server
    const publicUrl = 'https://hub.example'
    await sendNotices({ db, clock, log, kinds: newsKinds, channels: { email }, publicUrl, random: () => 0.5 })
    return sent.map(({ message, to }) => `${to}: ${message.title}`)
  }
  const bell = async (as: string) =>
    (await server.send('GET', '/api/v2/account/messages', { as })).body.messages.map(
      ({ title }: { title: string }) => title,
    )
  const rows = async () =>
    (await server.db.selectFrom('notice').selectAll().orderBy('noticeId').execute()).map(
      ({ about, channel, state, reason }) =>
        [about, channel, state, reason].filter((part) => part !== null).join(' '),
    )

  beforeEach(async () => {
    await rig.reset()
    answers.length = 0
    for (const table of ['notice', 'noticeTarget'] as const) await server.db.deleteFrom(table).execute()
    const all = { silencedChannels: [], language: null, departmentId: server.fleet.company, isEnabled: true }
    await rig.setAccount('second', { ...all, email: 'second@frost.example' })
    await rig.setAccount('admin', { ...all, email: 'ada@frost.example' })
    await rig.setAccount('reader', { ...all, email: 'reader@frost.example' })
  })

  test('goes to their mailbox too, in the language of the account, and says how to mute that', async () => {
    await rig.setAccount('second', { language: 'ja' })
    const { id, notified } = await rig.requestRisky(alder)
    expect(notified).toBe(1)
    expect(await rows()).toEqual(['requested app sent', 'requested email due'])
    expect(await round()).toEqual([
      expect.stringMatching(/^second@frost\.example: 承認待ち：Alder Street.* · 設定温度 → −10/),
    ])
    const [{ message }] = sent as [(typeof sent)[number]]
    expect(message).toMatchObject({
      key: `write:${alder.storeId}:${id}:requested:${await rig.accountOf('second')}:email`,
      url: `https://hub.example/_31_?write=${id}`,
      isUrgent: false,
      facts: [],
    })
    expect(message.body).toContain('「メール」での通知はアカウントのページで停止できます。')
    await rig.decide(id, 'second')
    expect(await round()).toEqual([expect.stringMatching(/^ada@frost\.example: Approved: Alder Street/)])
    expect(await round()).toEqual([])
  })

  test('goes to no channel that the account has muted, and to no mailbox where there is none', async () => {
    await rig.setAccount('second', { silencedChannels: ['app'] })
    expect((await rig.requestRisky(alder)).notified).toBe(1)
    expect(await bell('second')).toEqual([])
    expect(await round()).toHaveLength(1)
    await rig.reset()
    await rig.setAccount('second', { silencedChannels: ['email'] })
    await rig.requestRisky(alder)
    await rig.reset()
    await rig.setAccount('second', { silencedChannels: [], email: '' })
    await rig.requestRisky(alder)
    expect(await rows()).toEqual(['requested app sent'])
    expect(await round()).toEqual([])
  })

  test('is held back by the rights and wishes of the moment in which it is sent', async () => {
    await rig.requestRisky(alder)
    await rig.setAccount('second', { departmentId: server.fleet.south })
    await round()
    expect(await rows()).toEqual(['requested app sent', 'requested email suppressed no_right'])
    await rig.setAccount('second', { departmentId: server.fleet.company })
    await rig.reset()
    await rig.requestRisky(alder)
    await rig.setAccount('second', { silencedChannels: ['email'] })
    await round()
    expect(await rows()).toEqual(['requested app sent', 'requested email suppressed silenced'])
  })

  test('is not sent any more once it is settled, neither at first nor when it is tried again', async () => {
    const first = await rig.requestRisky(alder)
    await rig.decide(first.id, 'second', { approves: false, reason: 'too warm' })
    expect(await round()).toEqual([expect.stringContaining('ada@frost.example: Rejected')])
    expect((await rows()).filter((row) => row.startsWith('requested email'))).toEqual([
      'requested email suppressed over',
    ])
    await rig.reset()
    server.clock.advance(hours(1))
    answers.push({ kind: 'again', reason: 'HTTP 503' })
    const second = await rig.requestRisky(alder)
    expect(await round()).toHaveLength(1)
    await rig.decide(second.id, 'second', { approves: false, reason: 'too warm' })
    server.clock.advance(minutes(1))
    expect(await round()).toEqual([expect.stringContaining('Rejected')])
    expect((await rows()).filter((row) => row.startsWith('requested email'))).toEqual([
      'requested email suppressed over',
    ])
  })

  test('waits for the quiet hours that the account has on that channel', async () => {
    // noon in Taipei
    const quiet = { quietFromMinute: 11 * 60, quietUntilMinute: 13 * 60, zone: 'Asia/Taipei' }
    const accountId = await rig.accountOf('second')
    await insertNoticeTarget(server.db, server.fleet.company, { channel: 'email', accountId, ...quiet })
    await rig.requestRisky(alder)
    expect(await round()).toEqual([])
    expect(await bell('second')).toHaveLength(1)
    server.clock.set(later(NOON, hours(1)))
    expect(await round()).toHaveLength(1)
  })

  const changed = async (detail: Record<string, string>, messageKey: string) =>
    insertOwnNotices(
      server.db,
      {
        ...{ storeId: NO_STORE, subjectKind: 'model', about: 'changed', messageKey, detail },
        channels: ['app', 'email'],
      },
      [await rig.accountOf('second')],
      server.clock.now(),
    )
  const model = (name: string) => ({ brand: 'Nordwind', model: name, person: 'Ada', note: '' })

  test('of several at once is one message that lists them', async () => {
    await changed(model('T3'), 'model:1')
    await changed(model('T4'), 'model:2')
    await rig.requestRisky(alder)
    expect(await round()).toEqual(
      expect.arrayContaining([
        'second@frost.example: 2 messages',
        expect.stringContaining('Approval needed: Alder Street'),
      ]),
    )
    const [several] = sent.filter(({ message }) => message.title === '2 messages')
    expect(several?.message).toMatchObject({
      url: 'https://hub.example/InstructionListExpansion',
      topic: null,
      body: expect.stringMatching(
        /^Device model changed: Nordwind T3\nDevice model changed: Nordwind T4\n\nYou are notified because /,
      ),
    })
    expect(await bell('second')).toHaveLength(3)
  })

  test('that cannot be read costs only itself, and what is of an unknown kind waits', async () => {
    await changed({ brand: 'Nordwind' }, 'model:1')
    await changed(model('T3'), 'model:2')
    await changed(model('T4'), 'model:3')
    await server.db
      .updateTable('notice')
      .set({ subjectKind: 'later' as 'model' })
      .where('key', 'like', 'model:3:%')
      .execute()
    const log = { ...silent, error: () => {}, debug: () => {} } as unknown as Logger
    expect(await round(log)).toEqual(['second@frost.example: Device model changed: Nordwind T3'])
    expect(await bell('second')).toEqual(expect.arrayContaining(['', 'Device model changed: Nordwind T3']))
    expect(await bell('second')).toHaveLength(2)
    expect((await rows()).filter((row) => row.includes('due'))).toEqual(['changed email due'])
    server.faults.length = 0
  })

  test('of an unknown kind is not tried again by a server that does not know it', async () => {
    await changed(model('T5'), 'model:5')
    const { db, clock } = server
    await db
      .updateTable('notice')
      .set({ subjectKind: 'later' as 'model', state: 'retry', messageKey: 'model:5', tries: 1 })
      .where('channel', '=', 'email')
      .execute()
    clock.advance(hours(1))
    expect(await round()).toEqual([])
    const { state, tries } = await db
      .selectFrom('notice')
      .select(['state', 'tries'])
      .where('channel', '=', 'email')
      .executeTakeFirstOrThrow()
    expect([state, tries]).toEqual(['retry', 1])
  })
})
