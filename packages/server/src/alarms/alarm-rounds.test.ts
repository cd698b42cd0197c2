import type { StoreId } from '@coldkeep/domain/ids'
import type { Scan } from '@coldkeep/domain/points/scan'
import { type EpochMs, epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertAccount } from '../accounts/sign-in-queries'
import type { Database } from '../db/connect'
import { createScanPartitions } from '../storage/partitions'
import { insertStagedScans, upsertStagedLatest } from '../storage/staged-queries'
import { stageScans, stageTables } from '../storage/staging-queries'
import { freezerScan, insertManyStores, listening, live, type ManyStores } from '../testing/many-stores'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON, type TestClock, testClock } from '../testing/test-server'
import { throwing } from '../testing/throwing'
import { alarmRounds } from './alarm-rounds'
import { type Alarms, openAlarms } from './alarms'
import { judgeScans, lockWatched, noAlarms, writeJudged } from './step-scans'

const STORES = 200
const first = [1 as StoreId]
const at = (minute: number) => later(NOON, minutes(minute))

describeEachKind('alarms that need no reading', (kind) => {
  let database: Database
  let fleet: ManyStores
  let clock: TestClock
  let alarms: Alarms
  let round: () => Promise<void>
  beforeAll(async () => {
    database = await testDatabase(kind)
    fleet = await insertManyStores(database.kysely, STORES)
    await insertAccount(
      database.kysely,
      {
        login: 'admin',
        name: 'Ada',
        email: '',
        passwordHash: '-',
        departmentId: fleet.company,
        permissionTypeIds: [],
      },
      NOON,
    )
    await createScanPartitions(database.kysely, [NOON, later(NOON, hours(30))])
  })
  beforeEach(async () => {
    const tables = ['scan', 'latest', 'terminal_hour', 'server_hour', 'alarm', 'alarm_watch', 'alarm_late']
    for (const table of [...tables, 'alarm_store', 'announcement', 'announcement_scope']) {
      await sql`truncate ${sql.table(table)} cascade`.execute(database.kysely)
    }
    await sql`update terminal_state set host_lost_since = null, loss_watch = null`.execute(database.kysely)
    begin(NOON)
  })
  afterAll(() => database.close())

  /** As after a start of the server. */
  const begin = (now: EpochMs) => {
    clock = testClock(now)
    alarms = openAlarms()
    const log = pino({ level: 'silent' })
    round = alarmRounds({ db: database.kysely, alarms, aside: throwing, clock, log, shouldStop: () => false })
  }
  const minutesFrom = async (from: number, to: number, step = 1) => {
    for (let minute = from; minute <= to; minute += step) {
      clock.set(at(minute))
      await round()
    }
  }
  const store = async (scans: readonly Scan[], now: EpochMs) => {
    const session = await database.openSession(stageTables)
    const step = await session.kysely.transaction().execute(async (trx) => {
      const watched = await lockWatched(trx, alarms.watches, scans, now)
      await stageScans(trx, scans)
      await insertStagedScans(trx)
      await upsertStagedLatest(trx)
      return watched === null ? noAlarms : writeJudged(trx, watched, judgeScans(watched, scans), now)
    })
    step.committed()
    await session.close()
  }
  const cycles = (storeIds: readonly StoreId[], fromMinute: number, toMinute: number, airC = -20) => {
    const scans: Scan[] = []
    for (let minute = fromMinute; minute <= toMinute; minute += 5) {
      for (const storeId of storeIds) scans.push(freezerScan(storeId, at(minute), airC))
    }
    return scans
  }
  const records = async (storeIds: readonly StoreId[] = first) =>
    (
      await database.kysely
        .selectFrom('alarm')
        .select([
          'storeId',
          'branch',
          'state',
          'raisedAt',
          'startedAt',
          'returnedAt',
          'isLate',
          'priority',
          'count',
        ])
        .where('storeId', 'in', storeIds)
        .orderBy('raisedAt')
        .orderBy('storeId')
        .execute()
    ).map(({ raisedAt, startedAt, returnedAt, ...record }) => ({
      ...record,
      started: (startedAt - NOON) / minutes(1),
      raised: (raisedAt - NOON) / minutes(1),
      returned: returnedAt === null ? null : (returnedAt - NOON) / minutes(1),
    }))
  test('a device that does not answer is announced when its time is over, and costs nothing before', async () => {
    await store(cycles(first, 0, 30), at(30))
    await live(database.kysely, first, at(-60), at(26 * 60))
    await listening(database.kysely, at(-60), at(26 * 60))
    clock.set(at(61))
    await round()
    expect(await records()).toEqual([])
    clock.set(at(63))
    await round()
    expect(await records()).toMatchObject([
      { branch: 'lost', started: 30, raised: 60, state: 'unacknowledged', priority: 2 },
    ])
    await store(cycles(first, 65, 70), at(70))
    await minutesFrom(71, 75)
    expect(await records()).toMatchObject([{ state: 'returned', returned: 68 }])
    // no one looks after it for a day
    begin(later(at(68 + 2), hours(24)))
    await store([freezerScan(1 as StoreId, later(at(65), hours(24)), -20)], clock.now())
    await round()
    expect(await records()).toMatchObject([{ state: 'returned' }])
    clock.advance(minutes(1))
    await round()
    expect((await records())[0]).toMatchObject({ branch: 'lost', state: 'cleared' })
  })

  test('200 terminals lost at once: 200 records, no child messages, at most 10 announcements, children judged on return', async () => {
    const { storeIds } = fleet
    await store(cycles(storeIds, 0, 0), at(0))
    await live(database.kysely, storeIds, at(-90), at(1))
    await listening(database.kysely, at(-90), at(200))
    await minutesFrom(0, 45)
    const lost = await records(storeIds)
    expect(lost).toHaveLength(200)
    expect(lost.every(({ branch, state }) => branch === 'host_lost' && state === 'unacknowledged')).toBe(true)
    // silent from 12:01 on: the thirtieth lost minute ends at 12:31
    expect(new Set(lost.map(({ started, raised }) => `${started}-${raised}`))).toEqual(new Set(['1-31']))
    const announcements = await database.kysely
      .selectFrom('announcement')
      .select(['kind', 'alarms'])
      .execute()
    expect(announcements.length).toBeLessThanOrEqual(10)
    expect(announcements.reduce((sum, { alarms: count }) => sum + count, 0)).toBe(200)
    const held = await database.kysely
      .selectFrom('alarmWatch')
      .select('deviceId')
      .where('isHeld', '=', true)
      .execute()
    expect(held).toHaveLength(200)

    // a restart changes nothing
    begin(at(46))
    await round()
    expect(await records(storeIds)).toHaveLength(200)

    // all are back at 13:00; of three the device stays silent
    await live(database.kysely, storeIds, at(60), at(150))
    await store(cycles(storeIds.slice(3), 60, 100), at(100))
    await minutesFrom(60, 100)
    const after = await records(storeIds)
    expect(
      after.filter(({ branch }) => branch === 'host_lost').every(({ state }) => state === 'returned'),
    ).toBe(true)
    const children = after.filter(({ branch }) => branch === 'lost')
    expect(children.map(({ storeId }) => storeId)).toEqual([1, 2, 3])
    expect(children[0]).toMatchObject({ state: 'unacknowledged', started: 0 })
    const stillHeld = await database.kysely
      .selectFrom('alarmWatch')
      .select('deviceId')
      .where('isHeld', '=', true)
      .execute()
    expect(stillHeld).toEqual([])
  })

  test('lost contacts that stand are hidden under their terminal, which is critical after four hours', async () => {
    await store(cycles(first, 0, 0), at(0))
    await live(database.kysely, first, at(-90), at(40))
    await listening(database.kysely, at(-90), at(600))
    await minutesFrom(0, 33)
    expect(await records()).toMatchObject([{ branch: 'lost', state: 'unacknowledged' }])
    await minutesFrom(34, 75)
    expect((await records()).map(({ branch, state, priority }) => `${branch} ${state} ${priority}`)).toEqual([
      'lost suppressed 2',
      'host_lost unacknowledged 2',
    ])
    const child = await database.kysely
      .selectFrom('alarm')
      .select('parentId')
      .where('branch', '=', 'lost')
      .executeTakeFirstOrThrow()
    expect(child.parentId).not.toBeNull()
    await minutesFrom(279, 281)
    expect((await records())[1]).toMatchObject({ branch: 'host_lost', priority: 1 })
  })

  test('a terminal that was written as lost has its alarm a minute later', async () => {
    const since = new Date(at(-200)).toISOString()
    await sql`update terminal_state set host_lost_since = ${since}::timestamptz,
      loss_watch = jsonb_build_object('decidedUpTo', ${at(-3)}::bigint, 'raisedAt', ${at(-170)}::bigint,
        'upMinutes', 0, 'lost', jsonb_build_array(jsonb_build_array(${at(-200)}::bigint, ${at(-3)}::bigint)))
      where store_id = 1`.execute(database.kysely)
    await round()
    expect(await records()).toMatchObject([{ branch: 'host_lost', started: -200, raised: -170, count: 1 }])
    await minutesFrom(1, 2)
    expect(await records()).toHaveLength(1)
  })

  test('readings of an outage give the alarms of that time, as if they had come when they were taken', async () => {
    const late = (scans: readonly Scan[]) => scans.map((scan) => ({ ...scan, receivedAt: at(120) }))
    await store(cycles(first, 0, 10), at(10))
    // the line is down; the first to arrive afterwards is a fresh reading
    await store(cycles(first, 120, 120), at(120))
    await live(database.kysely, first, at(-90), at(11))
    await live(database.kysely, first, at(120), at(130))
    await live(database.kysely, first, at(11), at(120), 'reported')
    await listening(database.kysely, at(-90), at(200))
    // the backlog comes last to first: warm from 12:30 to 13:00, and from 13:40 on
    await store(late(cycles(first, 100, 115, -10)), at(121))
    await store(late(cycles(first, 65, 95)), at(121))
    await store(late(cycles(first, 30, 60, -12)), at(121))
    await store(late(cycles(first, 15, 25)), at(121))
    await minutesFrom(122, 126)
    // no one saw the first before the second, so they are one record
    expect(await records()).toMatchObject([
      { branch: 'high', started: 30, raised: 45, returned: 123, count: 2, isLate: true, state: 'returned' },
    ])
    const events = await database.kysely
      .selectFrom('alarmEvent')
      .select(['kind', 'at'])
      .where('storeId', '=', 1 as StoreId)
      .orderBy('alarmEventId')
      .execute()
    expect(events.map(({ kind: what, at: when }) => `${(when - NOON) / minutes(1)} ${what}`)).toEqual([
      '45 raised',
      '68 returned',
      '115 raised_again',
      '123 returned',
    ])
    // once more, with one more late reading: nothing is told twice
    await store(late([freezerScan(1 as StoreId, epochMs(at(62) + 1000), -20, at(126))]), at(126))
    await minutesFrom(127, 129)
    expect(await records()).toHaveLength(1)
  })
})
