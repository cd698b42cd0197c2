import type { WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import { type EpochMs, hours, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openFeed } from '../live/feed'
import { silent } from '../testing/ingest-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { ChangedAlarm } from './alarm-queries'
import { openWarning } from './early-warnings'
import { changeFollower } from './follow-changes'

describeEachDatabase('what other servers did to alarms', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('alarm').execute()
  })

  const warn = async (kind: WarningKind, at: EpochMs = server.clock.now()) => {
    const { storeId, freezer } = server.fleet.stores.alder
    const figures = { startedAt: later(NOON, -hours(1)), raisedAt: NOON, value: 60, limit: 70 }
    const warned = { storeId, deviceId: freezer.deviceId, kind }
    return server.db.transaction().execute((trx) => openWarning(trx, warned, figures, at))
  }
  const follower = () => {
    const feed = openFeed<ChangedAlarm>()
    const received: number[] = []
    let lost = 0
    feed.subscribe({
      received: ({ news }) => received.push(...news.map(({ alarmId }) => alarmId)),
      lost: () => lost++,
      ended: () => {},
    })
    const look = changeFollower({ db: server.db, feed, clock: server.clock, log: silent })
    return { feed, received, look, timesLost: () => lost }
  }

  test('is announced once, and again when it changes', async () => {
    const { received, look } = follower()
    const [{ alarmId }] = (await warn('falling')) as [ChangedAlarm]
    await look()
    await look()
    server.clock.advance(seconds(1))
    const changed = { changedAt: server.clock.now(), assignedTo: 'Ada' }
    await server.db.updateTable('alarm').set(changed).where('alarmId', '=', alarmId).execute()
    await look()
    expect(received).toEqual([alarmId, alarmId])
  })

  test('is announced however late the look is', async () => {
    const { received, look } = follower()
    await look()
    const [{ alarmId }] = (await warn('falling')) as [ChangedAlarm]
    server.clock.advance(minutes(20))
    await look()
    expect(received).toEqual([alarmId])
  })

  test('is announced though this server announced the same alarm a moment later by its own clock', async () => {
    const { feed, received, look } = follower()
    const [changed] = (await warn('falling')) as [ChangedAlarm]
    await look()
    server.clock.advance(seconds(3))
    feed.publish([changed])
    const theirs = { changedAt: later(NOON, seconds(2)), assignedTo: 'Sven' }
    await server.db.updateTable('alarm').set(theirs).where('alarmId', '=', changed.alarmId).execute()
    await look()
    expect(received).toEqual([changed.alarmId, changed.alarmId, changed.alarmId])
  })

  test('is read again where it is too much to announce', async () => {
    const { received, look, timesLost } = follower()
    const { storeId } = server.fleet.stores.alder
    const row = {
      storeId,
      terminalId: server.fleet.stores.alder.terminalId,
      branch: 'low' as const,
      state: 'cleared' as const,
      priority: 2,
      startedAt: NOON,
      raisedAt: NOON,
      lastRaisedAt: NOON,
      clearedAt: NOON,
      changedAt: NOON,
    }
    for (let count = 0; count < 3; count++)
      await server.db
        .insertInto('alarm')
        .values(Array.from({ length: 700 }, () => row))
        .execute()
    await look()
    await look()
    expect([received, timesLost()]).toEqual([[], 1])
  })
})
