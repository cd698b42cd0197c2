import { later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { throwing } from '../testing/throwing'
import type { TinyStore } from '../testing/tiny-fleet'
import { announceAlarms } from './announce'

describeEachDatabase('a flood of alarms', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  /** New alarms of a freezer that operators are told of at once. */
  const raise = async ({ storeId, terminalId, freezer }: TinyStore, count: number) => {
    const at = server.clock.now()
    const alarm = {
      storeId,
      terminalId,
      deviceId: freezer.deviceId,
      pointId: freezer.pointIds[0]!,
      branch: 'high',
      state: 'unacknowledged',
      priority: 2,
      startedAt: at,
      raisedAt: at,
      lastRaisedAt: at,
      changedAt: at,
    } as const
    await server.db
      .insertInto('alarm')
      .values(Array.from({ length: count }, () => alarm))
      .execute()
    await announceAlarms(server.db, throwing, at)
  }
  const countsOf = async (query = '') =>
    (await server.send('GET', `/api/v2/alarms?${query}`, { as: 'admin' })).body.counts

  test('names nothing before it is one', async () => {
    await raise(server.fleet.stores.alder, 5)
    expect(await countsOf()).toMatchObject({ last_ten_minutes: 5, is_flood: false, mostly: null })
  })

  test('is mostly in the department that holds more than half of the new ones', async () => {
    const { company, north, stores } = server.fleet
    server.clock.set(later(NOON, minutes(4)))
    await raise(stores.birch, 2)
    await raise(stores.cedar, 4)
    // Five of Alder and two of Birch are in the north, four of Cedar in the south.
    const path = [String(company), String(north)]
    const mostly = { path, name: 'North', alarms: 7 }
    expect(await countsOf()).toMatchObject({ last_ten_minutes: 11, is_flood: true, mostly })
    const events = await server.send('GET', '/api/v2/events', { as: 'admin' })
    const counts = /^event: counts\n(?:id: .*\n)?data: (.*)$/m.exec(events.text)?.[1]
    expect(JSON.parse(counts ?? '')).toMatchObject({ mostly })
  })

  test('has no such place below the requested department or store', async () => {
    const { north, stores } = server.fleet
    expect((await countsOf(`depart=${north}`)).mostly).toBeNull()
    expect((await countsOf(`storeid=${stores.alder.storeId}`)).mostly).toBeNull()
  })

  test('forgets what is older than ten minutes', async () => {
    const { company, south, stores } = server.fleet
    server.clock.set(later(NOON, minutes(11)))
    await raise(stores.cedar, 3)
    // Alder's five are eleven minutes old; seven of Cedar stand against two of Birch.
    expect(await countsOf()).toMatchObject({
      last_ten_minutes: 9,
      is_flood: true,
      mostly: { path: [String(company), String(south)], name: 'South', alarms: 7 },
    })
  })
})
