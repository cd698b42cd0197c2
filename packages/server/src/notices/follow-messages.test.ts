import type { DepartmentId } from '@coldkeep/domain/ids'
import { later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFeed } from '../live/feed'
import { newsKinds } from '../news-kinds'
import { silent } from '../testing/ingest-rig'
import { alarmWriter, insertNoticeTarget } from '../testing/notice-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { type WriteServer, writeServer, writeTo } from '../testing/write-server'
import type { AppNotice } from './app-notice'
import { messageFollower } from './follow-messages'
import { sendNotices } from './send-notices'

describeEachDatabase('messages reach open consoles', (openDatabase) => {
  let rig: WriteServer
  let server: TestServer
  let alder: TinyStore
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
    alder = server.fleet.stores.alder
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await rig.reset()
    for (const table of ['notice', 'notice_target', 'test_message'])
      await sql`truncate ${sql.table(table)} cascade`.execute(server.db)
  })

  /** Another server on the same database: what it was told of, in words. */
  const follower = () => {
    const feed = openFeed<AppNotice>()
    const received: string[] = []
    const note = ({ accountId, words }: AppNotice) => received.push(`${accountId} ${words('zh-TW').title}`)
    feed.subscribe({ received: ({ news }) => news.forEach(note), lost: () => {}, ended: () => {} })
    return {
      received,
      look: messageFollower({ db: server.db, kinds: newsKinds, feed, clock: server.clock, log: silent }),
    }
  }
  const stringMatching = (pattern: string) => expect.stringMatching(pattern)

  test('of writes, in the language of the console, each once', async () => {
    const { received, look } = follower()
    const { id } = await rig.requestRisky(alder)
    await look()
    await look()
    server.clock.advance(minutes(1))
    await rig.decide(id, 'second')
    await look()
    expect(received).toEqual([
      stringMatching(`^${await rig.accountOf('second')} 待核准：Alder Street`),
      stringMatching(`^${server.fleet.accounts.admin} 已核准：Alder Street`),
    ])
  })

  test('and not of what the account may not see by then', async () => {
    const { received, look } = follower()
    const { id } = await rig.requestRisky(alder)
    await look()
    const move = (departmentId: DepartmentId) =>
      server.db.updateTable('account').set({ departmentId }).where('login', '=', 'admin').execute()
    await move(server.fleet.south)
    await rig.decide(id, 'second', { approves: false, reason: 'too cold' })
    await look()
    await move(server.fleet.company)
    expect(received).toEqual([stringMatching(`^${await rig.accountOf('second')} 待核准：Alder Street`)])
  })

  test('of alarms, whichever server sent them', async () => {
    const { received, look } = follower()
    const { accounts, north } = server.fleet
    await insertNoticeTarget(server.db, north, { channel: 'app', accountId: accounts.north, language: 'ja' })
    await alarmWriter(server.db, server.clock).raise(alder)
    const parts = { db: server.db, clock: server.clock, log: pino({ level: 'silent' }), random: () => 0.5 }
    await sendNotices({ ...parts, kinds: newsKinds, channels: server.notices.channels, publicUrl: null })
    await look()
    await look()
    expect(received).toEqual([`${accounts.north} 高：Alder Street、上限超過`])
  })

  test('that are tests, whichever server they were requested from', async () => {
    const { received, look } = follower()
    const { accounts, north } = server.fleet
    const id = await insertNoticeTarget(server.db, north, { channel: 'app', accountId: accounts.admin })
    const request = { as: 'admin', body: { id: String(id) } }
    const { body } = await server.send('POST', '/api/v2/util/notification/target/test', request)
    expect(body.is_accepted).toBe(true)
    await look()
    await look()
    expect(received).toEqual([stringMatching(`^${accounts.admin} `)])
  })

  test('however late the look is', async () => {
    const { received, look } = follower()
    await look()
    await rig.requestWrite(writeTo(alder, 'set', -10))
    server.clock.set(later(NOON, minutes(20)))
    await look()
    expect(received).toHaveLength(1)
  })

  test('when a look failed, at the next', async () => {
    const { received, look } = follower()
    await rig.requestWrite(writeTo(alder, 'set', -10))
    await sql`alter table write_line rename to write_line_away`.execute(server.db)
    await look()
    expect(received).toEqual([])
    await sql`alter table write_line_away rename to write_line`.execute(server.db)
    await look()
    expect(received).toHaveLength(1)
  })
})
