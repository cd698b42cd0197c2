import type { StoreId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { upsertTemperatureStoreDays } from '../analysis/temperature-day-queries'
import type { Database, Db } from '../db/connect'
import { insertDepartments, insertStore } from '../testing/plant/plant-stores'
import { describeEachDatabase, describeKind, testDatabase } from '../testing/test-database'
import { holdStores, markAllAreaDays } from './area-day-queries'
import { refreshAreaDays } from './area-days'

const ON = localDate('2026-11-19')

/** A department of three stores, the last of them in another time zone. */
async function insertStores(db: Db) {
  const { id: departmentId } = await insertDepartments(db, { name: 'Frostline', children: [] })
  const stores: StoreId[] = []
  for (const zone of ['Asia/Taipei', 'Asia/Taipei', 'Asia/Tokyo']) {
    const code = `N${stores.length}`
    stores.push(
      await insertStore(db, {
        code,
        name: code,
        departmentId,
        vendorId: null,
        country: 'TW',
        zone,
        address: '',
        opensAtMinute: 0,
        closesAtMinute: 0,
      }),
    )
  }
  const write = (trx: Db, store: number, breach: number) =>
    upsertTemperatureStoreDays(trx, [
      {
        storeId: stores[store] as StoreId,
        on: ON,
        breach,
        watch: 0,
        protected: 9 - breach,
        noData: 0,
        coveredMinutes: 1_000,
        expectedMinutes: 1_440,
        computedAt: epochMs(store),
      },
    ])
  const breaches = async () => {
    const rows = await db
      .selectFrom('temperatureAreaDay')
      .select(['zone', 'breach', 'coveredMinutes', 'computedAt'])
      .where('departmentId', '=', departmentId)
      .orderBy('zone')
      .execute()
    return rows.map((row) => [row.zone, row.breach, row.coveredMinutes, row.computedAt])
  }
  return { stores, write, breaches }
}

describeEachDatabase('sums of departments', (openDatabase) => {
  let db: Db
  let place: Awaited<ReturnType<typeof insertStores>>
  beforeEach(async () => {
    db = await openDatabase()
    place = await insertStores(db)
  })

  test('are made of all stores of a department, each time zone for itself, and again when a day changes', async () => {
    for (const store of [0, 1, 2]) await place.write(db, store, store)
    expect(await place.breaches()).toEqual([])
    await refreshAreaDays(db)
    const first = [
      ['Asia/Taipei', 1, 2_000, 1],
      ['Asia/Tokyo', 2, 1_000, 2],
    ]
    expect(await place.breaches()).toEqual(first)
    await refreshAreaDays(db)
    expect(await place.breaches()).toEqual(first)

    await place.write(db, 1, 5)
    await refreshAreaDays(db)
    expect(await place.breaches()).toEqual([['Asia/Taipei', 5, 2_000, 1], first[1]])
  })

  test('follow a store into another time zone once its day is written again', async () => {
    for (const store of [0, 1, 2]) await place.write(db, store, store)
    await refreshAreaDays(db)
    await db
      .updateTable('store')
      .set({ zone: 'Asia/Taipei' })
      .where('storeId', '=', place.stores[2] as StoreId)
      .execute()
    await place.write(db, 2, 2)
    await refreshAreaDays(db)
    expect(await place.breaches()).toEqual([['Asia/Taipei', 3, 3_000, 2]])
  })

  test('a day that is rolled back marks nothing', async () => {
    await db
      .transaction()
      .execute(async (trx) => {
        await place.write(trx, 0, 1)
        throw new Error('power cut')
      })
      .catch(() => undefined)
    expect(await db.selectFrom('areaDue').selectAll().execute()).toEqual([])
  })
})

// The embedded database has one session: nothing happens there at the same time.
describeKind('sums of departments while their stores are written', 'postgresql', () => {
  let database: Database
  beforeEach(async () => {
    database = await testDatabase('postgresql')
  })
  afterEach(() => database.close())

  test('a day under way, whose sum was marked before, is waited for', async () => {
    const db = database.kysely
    const { write, breaches } = await insertStores(db)
    await write(db, 0, 1)
    let refreshed: Promise<void> | null = null
    await db.transaction().execute(async (trx) => {
      await write(trx, 1, 4)
      refreshed = refreshAreaDays(db)
      await expect.poll(() => waitingFor(db, 'delete from area_due')).toBe(1)
    })
    await refreshed
    expect(await breaches()).toEqual([['Asia/Taipei', 5, 2_000, 1]])
  })

  test('a store that moves while a day of it is written for the first time takes the day along', async () => {
    const db = database.kysely
    const { stores, write, breaches } = await insertStores(db)
    const { id: elsewhere } = await insertDepartments(db, { name: 'Elsewhere', children: [] })
    await write(db, 1, 4)
    const moving = stores.slice(0, 1)
    let moved: Promise<void> | null = null
    await db.transaction().execute(async (trx) => {
      await write(trx, 0, 1)
      moved = db.transaction().execute(async (other) => {
        await holdStores(other, moving)
        await markAllAreaDays(other, moving)
        await other
          .updateTable('store')
          .set({ departmentId: elsewhere })
          .where('storeId', 'in', moving)
          .execute()
        await markAllAreaDays(other, moving)
      })
      await expect.poll(() => waitingFor(db, 'from store where')).toBe(1)
    })
    await moved
    await refreshAreaDays(db)
    expect(await breaches()).toEqual([['Asia/Taipei', 4, 1_000, 1]])
    const sums = await db
      .selectFrom('temperatureAreaDay')
      .select(['zone', 'breach', 'coveredMinutes'])
      .where('departmentId', '=', elsewhere)
      .execute()
    expect(sums).toEqual([{ zone: 'Asia/Taipei', breach: 1, coveredMinutes: 1_000 }])
  })
})

/** How many sessions wait for a lock with a query that holds this text. */
async function waitingFor(db: Db, text: string): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like ${`%${text}%`}`.execute(db)
  return rows.length
}
