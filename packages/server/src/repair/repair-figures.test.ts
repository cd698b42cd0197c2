import { randomUUID } from 'node:crypto'
import type { RepairEventKind, StandardStep } from '@coldkeep/domain/repair/repair-case'
import { days, type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

interface Course {
  readonly store: TinyStore
  /** Days before noon of the 20th. */
  readonly daysAgo: number
  readonly cause?: string
  readonly end?: StandardStep
  /** Minutes after the report. */
  readonly noted?: number
  readonly worked?: number
  readonly closed?: number
}

describeEachDatabase('figures of repairs', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { north, stores } = server.fleet
    await insertPerson(server, 'una', north, ['4-4'])
    const narrow = await insertPerson(server, 'narrow', north, ['4-4'])
    const offer = { sees: ['c4'], writes: ['c4', 'other'] } as const
    const devicePermissionTypeId = await insertEquipmentType(server.db, 'No walk-in rooms', offer)
    await server.db.deleteFrom('devicePermission').where('accountId', '=', narrow).execute()
    await server.db
      .insertInto('devicePermission')
      .values({ accountId: narrow, devicePermissionTypeId, given: ['c4'] })
      .execute()
    const { alder, birch, cedar } = stores
    // alder, closed as repaired after 60 minutes; ten days later the same again, and once more after twenty
    await plant({
      store: alder,
      daysAgo: 40,
      cause: 'Drain',
      noted: 5,
      worked: 30,
      closed: 60,
      end: 'repaired',
    })
    await plant({
      store: alder,
      daysAgo: 30,
      cause: 'drain ',
      noted: 15,
      worked: 50,
      closed: 100,
      end: 'repaired',
    })
    await plant({ store: alder, daysAgo: 10, noted: 25, closed: 200, end: 'repaired' })
    // birch, of another cause within the 14 days: none is a repeat
    await plant({ store: birch, daysAgo: 12, cause: 'Fan', noted: 10, closed: 80, end: 'repaired' })
    await plant({ store: birch, daysAgo: 8, cause: 'Door' })
    await plant({ store: cedar, daysAgo: 5, noted: 0, closed: 10, end: 'cancelled' })
  })
  afterAll(() => server.close())

  const plant = async ({ store, daysAgo, cause = '', end, noted, worked, closed }: Course) => {
    const { storeId, freezer } = store
    const reportedAt = later(NOON, -days(daysAgo))
    const step = await server.db
      .selectFrom('repairProgress')
      .select('repairProgressId')
      .where('standard', '=', end ?? 'reported')
      .executeTakeFirstOrThrow()
    const after = (minute: number | undefined): EpochMs | null =>
      minute === undefined ? null : later(reportedAt, minutes(minute))
    const { repairCaseId } = await server.db
      .insertInto('repairCase')
      .values({
        ...{ storeId, key: randomUUID(), storeCode: 'as it was', deviceId: freezer.deviceId, cause },
        ...{ fault: 'Ice', reportedAt, reportedBy: 'Ada', closedAt: after(closed), ...step },
      })
      .returning('repairCaseId')
      .executeTakeFirstOrThrow()
    const events: [RepairEventKind, EpochMs | null][] = [
      ['reported', reportedAt],
      ['note', after(noted)],
      ['labour', after(worked)],
    ]
    for (const [kind, at] of events) {
      if (at === null) continue
      await server.db
        .insertInto('repairEvent')
        .values({
          ...{ storeId, repairCaseId, key: randomUUID(), kind, happenedAt: at, receivedAt: at },
          ...{ accountId: null, accountName: 'Ada', detail: JSON.stringify({}) as never },
        })
        .execute()
    }
  }
  const YEAR = 'start=2026-01-01T00:00:00&end=2026-11-20T23:59:59'
  const figures = async (as: string, query = YEAR) => {
    const { body } = await server.send('GET', `/api/v2/fix/figures?${query}`, { as })
    return body as { code?: string; tables: { data: { value: (string | number | null)[] }[] }[] }
  }
  const rows = async (place: number, as: string, query?: string) =>
    (await figures(as, query)).tables[place]?.data.map(({ value }) => value)

  test('median and 90th percentile from the report on, by firm, type and model', async () => {
    // first reactions: 5, 10, 15, 25; on site: 30, 50; repaired: 60, 80, 100, 200; the median of an even number is between
    const north = [13, 25, 40, 50, 90, 200]
    expect(await rows(0, 'una')).toEqual([
      ['All', 'All cases', 5, ...north],
      ['Firm', 'Polar Service', 5, ...north],
      ['Type', expect.any(String), 5, ...north],
      ['Model', expect.stringContaining('Carel'), 5, ...north],
    ])
    // one that was none counts as a case that someone has reacted to, not as one that was repaired
    const glacier = (await rows(0, 'admin'))?.find(([, name]) => name === 'Glacier Works')
    expect(glacier).toEqual(['Firm', 'Glacier Works', 1, 0, 0, null, null, null, null])
  })

  test('repairs that did not last 14 days, by device, cause and firm', async () => {
    expect(await rows(1, 'una')).toEqual([
      // the second came ten days after the first; the third twenty days after the second
      ['Equipment', 'N001 Alder Street · Freezer 1', 3, 1, 33.3],
      ['Cause', 'Drain', 2, 1, 50],
      ['Cause', 'Fan', 1, 0, 0],
      ['Cause', 'No cause entered', 1, 0, 0],
      ['Firm', 'Polar Service', 4, 1, 25],
    ])
  })

  test('a repeat after the period counts for the repair in it, and not as a case', async () => {
    // from 41 to 35 days ago
    const early = 'start=2026-10-10T00:00:00&end=2026-10-16T23:59:59'
    expect((await rows(0, 'una', early))?.[0]?.slice(0, 3)).toEqual(['All', 'All cases', 1])
    expect((await rows(1, 'una', early))?.[0]).toEqual([
      'Equipment',
      'N001 Alder Street · Freezer 1',
      1,
      1,
      100,
    ])
  })

  test('a repair counts in the period in which it was closed, and a repeat for the one that was closed last', async () => {
    const { dogwood } = server.fleet.stores
    const day = 24 * 60
    // reported 100 days ago and closed late, 62 days ago; one in between, 80 to 70 days ago; the repeat 60 days ago
    await plant({ store: dogwood, daysAgo: 100, closed: 38 * day, end: 'repaired' })
    await plant({ store: dogwood, daysAgo: 80, closed: 10 * day, end: 'repaired' })
    await plant({ store: dogwood, daysAgo: 60 })
    const name = expect.stringMatching(/^S\d+ Dogwood/)
    const of = async (from: string, to: string) =>
      (await rows(1, 'admin', `start=${from}T00:00:00&end=${to}T23:59:59`))?.filter(([by, called]) =>
        `${by} ${called}`.startsWith('Equipment S'),
      )
    // NOON is on 20 November: 62 days before is 19 September, 70 days is 11 September
    expect(await of('2026-09-15', '2026-09-20')).toEqual([['Equipment', name, 1, 1, 100]])
    expect(await of('2026-09-09', '2026-09-12')).toEqual([])
    expect(await of('2026-08-01', '2026-10-30')).toEqual([['Equipment', name, 2, 1, 50]])
    // only its report is in this one
    expect(await of('2026-08-11', '2026-08-13')).toEqual([])
    const times = await rows(0, 'admin', 'start=2026-08-11T00:00:00&end=2026-08-13T23:59:59')
    expect(times?.[0]?.slice(0, 3)).toEqual(['All', 'All cases', 1])
  })

  test('only what the reader may see, and of at most 400 days', async () => {
    const { freezer } = server.fleet.stores.alder
    const setType = (type: 'walk_in' | 'doored_case') =>
      server.db.updateTable('device').set({ type }).where('deviceId', '=', freezer.deviceId).execute()
    expect((await rows(0, 'narrow'))?.[0]?.[2]).toBe(5)
    await setType('walk_in')
    expect((await rows(0, 'narrow'))?.[0]?.[2]).toBe(2)
    await setType('doored_case')
    expect((await figures('una', `${YEAR}&depart-id=${server.fleet.south}`)).code).toBe('department.unknown')
    expect((await figures('una', 'start=2025-01-01T00:00:00&end=2026-11-20T23:59:59')).code).toBe(
      'period.too_long',
    )
    const none = 'start=2026-01-01T00:00:00&end=2026-01-02T23:59:59'
    expect((await figures('una', none)).tables.map(({ data }) => data)).toEqual([[], []])
  })
})
