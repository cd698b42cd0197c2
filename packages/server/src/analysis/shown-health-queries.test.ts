import { localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { wholeScope } from '../testing/whole-scope'
import { upsertHealthStoreDays } from './health-queries'
import { packTenths } from './median-tenths'
import { selectHealthOfStores } from './shown-health-queries'

describeEachDatabase('the health of stores on their last days', (openDatabase) => {
  let server: TestServer
  const days = { first: localDate('2026-11-16'), last: localDate('2026-11-19') }
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, birch, cedar } = server.fleet.stores
    const classes = { good: 0, fair: 0, watch: 0, poor: 0, noScore: 0, medianTenths: packTenths([]) }
    const day = (
      { storeId }: { storeId: typeof alder.storeId },
      on: string,
      given: Partial<typeof classes>,
    ) => ({
      storeId,
      on: localDate(on),
      ...classes,
      ...given,
      computedAt: NOON,
    })
    await upsertHealthStoreDays(server.db, [
      day(alder, '2026-11-17', { good: 5 }),
      day(alder, '2026-11-18', { poor: 1 }),
      day(birch, '2026-11-18', { poor: 7 }),
      day(birch, '2026-11-19', { watch: 2 }),
      day(cedar, '2026-11-17', { good: 3, noScore: 1 }),
      day(cedar, '2026-11-20', { poor: 9 }),
    ])
  })
  afterAll(() => server.close())

  test('is known of those whose last day lies before the newest too', async () => {
    const { company, north, south, stores } = server.fleet
    const { alder, birch, cedar } = stores
    const scope = wholeScope([company, north, south])
    const { classes, first, total } = await selectHealthOfStores(server.db, {
      scope,
      storeIds: null,
      ...days,
    })
    expect(total).toBe(3)
    expect(classes).toMatchObject({ good: 3, fair: 0, watch: 2, poor: 1, noScore: 1, computedAt: NOON })
    expect(first).toEqual([
      { storeId: alder.storeId, on: '2026-11-18' },
      { storeId: birch.storeId, on: '2026-11-19' },
      { storeId: cedar.storeId, on: '2026-11-17' },
    ])
  })

  test('is known of a department none of whose stores has the newest day', async () => {
    const { south, stores } = server.fleet
    const filter = { scope: wholeScope([south]), storeIds: null, ...days }
    const { classes, first } = await selectHealthOfStores(server.db, filter)
    expect(classes).toMatchObject({ good: 3, poor: 0, noScore: 1 })
    expect(first).toEqual([{ storeId: stores.cedar.storeId, on: '2026-11-17' }])
    const { dogwood } = stores
    const ofNone = await selectHealthOfStores(server.db, { ...filter, storeIds: [dogwood.storeId] })
    expect(ofNone).toEqual({ classes: null, first: [], total: 0 })
  })
})
