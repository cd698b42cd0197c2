import type { StoreId } from '@coldkeep/domain/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('the organisation in figures', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, birch, cedar } = server.fleet.stores
    await insertAlarms(alder, [1, 2, 4])
    await insertAlarms(birch, [2], { state: 'suppressed' })
    await insertAlarms(birch, [3], { clearedAt: NOON, state: 'cleared' })
    await insertAlarms(cedar, [2])
  })
  afterAll(() => server.close())

  async function insertAlarms(
    { storeId, terminalId, freezer }: typeof server.fleet.stores.alder,
    priorities: readonly number[],
    given: object = {},
  ): Promise<void> {
    const rows = priorities.map((priority, index) => ({
      storeId: storeId as StoreId,
      terminalId,
      deviceId: freezer.deviceId,
      pointId: freezer.pointIds[0] ?? null,
      branch: 'high',
      ordinal: 10 * priority + index,
      state: 'unacknowledged',
      priority,
      startedAt: NOON,
      raisedAt: NOON,
      lastRaisedAt: NOON,
      changedAt: NOON,
      ...given,
    }))
    await server.db
      .insertInto('alarm')
      .values(rows as never)
      .execute()
  }

  const parts = async (query = '', as = 'admin') =>
    (await server.send('GET', `/api/v2/dashboard/organisation${query}`, { as })).body

  test('each department has its stores and the alarms that stand in them', async () => {
    const { fleet } = server
    expect(await parts()).toEqual({
      parts: [
        {
          depart: String(fleet.north),
          store: null,
          name: 'North',
          stores: 2,
          hosts_lost: 0,
          open: { critical: 1, high: 1, medium: 0, low: 1 },
        },
        {
          depart: String(fleet.south),
          store: null,
          name: 'South',
          stores: 2,
          hosts_lost: 0,
          open: { critical: 0, high: 1, medium: 0, low: 0 },
        },
      ],
    })
  })

  test('a department without others below it is made of its stores', async () => {
    const body = await parts(`?depart=${server.fleet.south}`)
    expect(body.parts.map((part: { name: string; stores: number }) => [part.name, part.stores])).toEqual([
      ['Cedar_Road', 1],
      ['Dogwood Alley', 1],
    ])
    expect(body.parts[0]).toMatchObject({
      depart: String(server.fleet.south),
      store: String(server.fleet.stores.cedar.storeId),
      open: { high: 1 },
    })
  })

  test('a department of someone else is unknown', async () => {
    expect((await parts(`?depart=${server.fleet.south}`, 'north')).code).toBe('department.unknown')
  })
})
