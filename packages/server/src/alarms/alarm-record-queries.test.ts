import { type EpochMs, epochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { wholeScope } from '../testing/whole-scope'
import { type DayCount, selectAlarmsByDay, selectRaised } from './alarm-record-queries'

/** In Cairo the 24th begins at one o'clock, which is 22:00 UTC as on the day before; Kathmandu is 5:45 ahead. */
const ZONES = ['Africa/Cairo', 'Asia/Kathmandu', 'Asia/Taipei']
const FIRST = localDate('2026-04-23')
const LAST = localDate('2026-04-24')
const MIDNIGHTS = [
  '2026-04-22T22:00:00Z',
  '2026-04-23T22:00:00Z',
  '2026-04-24T21:00:00Z',
  '2026-04-22T18:15:00Z',
  '2026-04-23T18:15:00Z',
  '2026-04-24T18:15:00Z',
  '2026-04-22T16:00:00Z',
  '2026-04-24T16:00:00Z',
]
const AROUND_MS = [-600_001, -1, 0, 299_999, 300_000]

describeEachDatabase('the record of alarms', (openDatabase) => {
  let server: TestServer
  const raised: { zone: string; priority: number; raisedAt: EpochMs; isSeen: boolean }[] = []
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, cedar, dogwood } = server.fleet.stores
    for (const [index, { storeId, terminalId }] of [cedar, dogwood, alder].entries()) {
      const zone = ZONES[index] ?? 'UTC'
      await server.db.updateTable('store').set({ zone }).where('storeId', '=', storeId).execute()
      const alarms = MIDNIGHTS.flatMap((midnight) =>
        AROUND_MS.map((ms, n) => ({
          zone,
          priority: 1 + (n % 4),
          raisedAt: epochMs(Date.parse(midnight) + ms),
          isSeen: n % 3 === 0,
        })),
      )
      raised.push(...alarms)
      await server.db
        .insertInto('alarm')
        .values(
          alarms.map(({ priority, raisedAt, isSeen }) => ({
            storeId,
            terminalId,
            branch: 'high' as const,
            state: 'cleared' as const,
            priority,
            startedAt: raisedAt,
            raisedAt,
            lastRaisedAt: raisedAt,
            clearedAt: raisedAt,
            changedAt: raisedAt,
            acknowledgedAt: isSeen ? raisedAt : null,
          })),
        )
        .execute()
    }
  })
  afterAll(() => server.close())

  /** Day by day and alarm by alarm. */
  const countedIn = (zones: readonly string[]) => {
    const counts = new Map<string, DayCount>()
    for (const { zone, priority, raisedAt, isSeen } of raised) {
      const on = localDateOf(zone, raisedAt)
      if (!zones.includes(zone) || on < FIRST || on > LAST) continue
      const { alarms, seen } = counts.get(`${on}/${priority}`) ?? { alarms: 0, seen: 0 }
      counts.set(`${on}/${priority}`, { on, priority, alarms: alarms + 1, seen: seen + Number(isSeen) })
    }
    return sorted([...counts.values()])
  }
  const sorted = (days: readonly DayCount[]) =>
    [...days].sort((a, b) => a.on.localeCompare(b.on) || a.priority - b.priority)
  const filterOf = (...stores: ('alder' | 'cedar' | 'dogwood')[]) => {
    const { company, north, south } = server.fleet
    const storeIds = stores.length === 0 ? null : stores.map((name) => server.fleet.stores[name].storeId)
    return { scope: wholeScope([company, north, south]), storeIds, zones: ZONES, first: FIRST, last: LAST }
  }

  test('counts each on the day of its store', async () => {
    const expected = countedIn(ZONES)
    expect(expected.length).toBe(8)
    expect(sorted(await selectAlarmsByDay(server.db, filterOf()))).toEqual(expected)
    expect(sorted((await selectRaised(server.db, filterOf())).byDay)).toEqual(expected)
    const ofOne = await selectRaised(server.db, filterOf('dogwood'))
    expect(sorted(ofOne.byDay)).toEqual(countedIn(['Asia/Kathmandu']))
  })

  test('counts those of the same days in stretches of ten minutes', async () => {
    const { byDay, byTenMinutes } = await selectRaised(server.db, filterOf('cedar'))
    const stretches = new Map(byTenMinutes.map(({ startAt, alarms }) => [startAt, alarms]))
    // from the first midnight on: at once and within five minutes, and after them
    expect(stretches.get(epochMs(Date.parse('2026-04-22T22:00:00Z')))).toBe(3)
    expect(stretches.get(epochMs(Date.parse('2026-04-22T21:50:00Z')))).toBeUndefined()
    expect(stretches.get(epochMs(Date.parse('2026-04-24T20:50:00Z')))).toBe(1)
    expect(stretches.get(epochMs(Date.parse('2026-04-24T21:00:00Z')))).toBeUndefined()
    const sum = (counts: readonly { alarms: number }[]) =>
      counts.reduce((total, { alarms }) => total + alarms, 0)
    expect(sum(byTenMinutes)).toBe(sum(byDay))
  })

  test('has nothing where there is no store', async () => {
    const filter = { ...filterOf(), zones: [] }
    expect(await selectAlarmsByDay(server.db, filter)).toEqual([])
    expect(await selectRaised(server.db, filter)).toEqual({ byDay: [], byTenMinutes: [] })
  })
})
