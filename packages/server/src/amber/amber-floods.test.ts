import { minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newsKinds } from '../news-kinds'
import { sendNotices } from '../notices/send-notices'
import { silent } from '../testing/ingest-rig'
import { insertPerson } from '../testing/insert-person'
import { alarmWriter, outboxOf } from '../testing/notice-rig'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('alarms of the alert service', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const accountId = await insertPerson(server, 'kenji', server.fleet.north, ['1-1'])
    await server.db
      .updateTable('account')
      .set({ isEngineer: true, hasAlertService: true, alertServiceEndsOn: '2026-11-30' })
      .where('accountId', '=', accountId)
      .execute()
  })
  afterAll(() => server.close())

  test('come by the rules against floods, as those of targets do', async () => {
    const { db, clock, fleet } = server
    const raise = () => alarmWriter(db, clock).raise(fleet.stores.alder)
    const send = () =>
      sendNotices({
        ...{ db, clock, log: silent, kinds: newsKinds, publicUrl: null, random: () => 0.5 },
        channels: { app: async () => ({ kind: 'sent', recipient: '' }) },
      })
    const first = await raise()
    await send()
    clock.advance(minutes(1))
    const second = await raise()
    await send()
    expect(await outboxOf(db, first)).toEqual(['raised app 0 sent'])
    expect(await outboxOf(db, second)).toEqual(['raised app 0 due'])
    clock.advance(minutes(2))
    await send()
    expect(await outboxOf(db, second)).toEqual(['raised app 0 sent'])
  })
})
