import { minutes } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newsKinds } from '../news-kinds'
import { sendNotices } from '../notices/send-notices'
import { bulletinRig } from '../testing/bulletin-rig'
import { insertPerson } from '../testing/insert-person'
import { alarmWriter, insertNoticeTarget } from '../testing/notice-rig'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { advanceBulletins } from './hand-over'

/** More than go out in one round. */
const READERS = 20

describeEachDatabase('mails of messages to stores', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    for (let index = 0; index < READERS; index++)
      await insertPerson(server, `p${index}`, server.fleet.north, [])
    await server.db.updateTable('account').set({ email: 'someone@shop.example' }).execute()
  })
  afterAll(() => server.close())

  test('an alarm that comes later goes out before them', async () => {
    const { db, clock, fleet } = server
    const mailed: string[] = []
    const channels = {
      email: async (_: unknown, { address }: { readonly address: string }) => {
        mailed.push(address)
        return { kind: 'sent', recipient: address } as const
      },
    }
    await bulletinRig(server).sent('admin', fleet.north)
    await advanceBulletins(db, clock.now())
    clock.advance(minutes(1))
    await insertNoticeTarget(db, fleet.north, { channel: 'email', address: 'duty@shop.example' })
    await alarmWriter(db, clock).raise(fleet.stores.alder)
    const log = pino({ level: 'silent' })
    await sendNotices({ db, clock, log, kinds: newsKinds, channels, publicUrl: null, random: () => 0 })
    // first, and it takes no place from them
    expect(mailed).toEqual(['duty@shop.example', ...Array(16).fill('someone@shop.example')])
  })
})
