import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { beforeEach, expect, test } from 'vitest'
import { insertDepartments, insertStore } from '../areas/organisation/queries'
import type { Db } from '../db/connect'
import { describeEachDatabase } from '../testing/test-database'
import { refreshAreaDays } from './area-days'
import { upsertTemperatureStoreDays } from './temperature-day-queries'

const ON = localDate('2026-11-19')

describeEachDatabase('sums of departments', (openDatabase) => {
  let db: Db
  let departmentId: DepartmentId
  let stores: StoreId[]
  beforeEach(async () => {
    db = await openDatabase()
    departmentId = (await insertDepartments(db, { name: 'Frostline', children: [] })).id
    stores = []
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
  })

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

  async function breaches() {
    const rows = await db
      .selectFrom('temperatureAreaDay')
      .select(['zone', 'breach', 'coveredMinutes', 'computedAt'])
      .where('departmentId', '=', departmentId)
      .orderBy('zone')
      .execute()
    return rows.map((row) => [row.zone, row.breach, row.coveredMinutes, row.computedAt])
  }

  test('are made of all stores of a department, each time zone for itself, and again when a day changes', async () => {
    for (const store of [0, 1, 2]) await write(db, store, store)
    expect(await breaches()).toEqual([])
    await refreshAreaDays(db)
    const first = [
      ['Asia/Taipei', 1, 2_000, 1],
      ['Asia/Tokyo', 2, 1_000, 2],
    ]
    expect(await breaches()).toEqual(first)
    await refreshAreaDays(db)
    expect(await breaches()).toEqual(first)

    await write(db, 1, 5)
    await refreshAreaDays(db)
    expect(await breaches()).toEqual([['Asia/Taipei', 5, 2_000, 1], first[1]])
  })

  test('follow a store into another time zone once its day is written again', async () => {
    for (const store of [0, 1, 2]) await write(db, store, store)
    await refreshAreaDays(db)
    await db
      .updateTable('store')
      .set({ zone: 'Asia/Taipei' })
      .where('storeId', '=', stores[2] as StoreId)
      .execute()
    await write(db, 2, 2)
    await refreshAreaDays(db)
    expect(await breaches()).toEqual([['Asia/Taipei', 3, 3_000, 2]])
  })

  test('a day that is rolled back marks nothing', async () => {
    await db
      .transaction()
      .execute(async (trx) => {
        await write(trx, 0, 1)
        throw new Error('power cut')
      })
      .catch(() => undefined)
    expect(await db.selectFrom('areaDue').selectAll().execute()).toEqual([])
  })
})
