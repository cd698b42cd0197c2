import { localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { insertJudgedWarnings } from '../testing/judged-warnings'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('proposed thresholds', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { db, fleet } = server
    await insertPerson(server, 'vic', fleet.north, ['1-8'])
    const { storeId, freezer } = fleet.stores.alder
    const of = { storeId, deviceId: freezer.deviceId, accountId: fleet.accounts.admin }
    await insertJudgedWarnings(db, of, localDate('2026-10-10'), NOON)
  })
  afterAll(() => server.close())

  const propose = (place: string, as = 'vic') =>
    server.send(
      'GET',
      `/api/v2/pre-alarm/detail/proposals?${place}&start=2026-10-01T00:00:00&end=2026-11-20T23:59:59&timezone=%2B08:00`,
      { as },
    )

  test('points that spare false warnings and lose none that came true; little to go by says so', async () => {
    const { status, body } = await propose(`depart=${server.fleet.north}`)
    expect(status).toBe(200)
    const none = { advice: 'too_few', came_true: 0, false: 0, x: null, spared: 0 }
    expect(body.proposals).toEqual([
      {
        kind: 'threshold',
        rule: 'Score low',
        present: 70,
        advice: 'change',
        came_true: 5,
        false: 5,
        x: 64,
        spared: 4,
      },
      { kind: 'falling', rule: 'Score falling', present: 10, ...none },
      { kind: 'oscillation', rule: 'Score swinging', present: 8, ...none },
    ])
  })

  test('they are measured against the rule that holds in the place', async () => {
    const { alder, birch } = server.fleet.stores
    const body = { scope: 'store', scope_id: alder.storeId, type: 'threshold', enabled: true, x: 64, y: 60 }
    const rule = { ...body, intensity: null, window_h: 24, revision: null }
    const saved = await server.send('POST', '/api/v2/util/pre-alarm/cfg', { as: 'admin', body: rule })
    expect(saved.status).toBeLessThan(300)
    const ofAlder = await propose(`depart=${server.fleet.north}&storeid=${alder.storeId}`)
    // with 64 points only six of them would have come
    expect(ofAlder.body.proposals[0]).toMatchObject({
      present: 64,
      advice: 'too_few',
      came_true: 5,
      false: 1,
    })
    const ofBirch = await propose(`depart=${server.fleet.north}&storeid=${birch.storeId}`)
    expect(ofBirch.body.proposals[0]).toMatchObject({ present: 70, advice: 'too_few', came_true: 0 })
  })

  test('the page is needed, and the place must be the caller’s', async () => {
    expect((await propose(`depart=${server.fleet.north}`, 'north')).status).toBe(403)
    const { cedar } = server.fleet.stores
    expect((await propose(`depart=${server.fleet.north}&storeid=${cedar.storeId}`)).body.code).toBe(
      'store.unknown',
    )
    expect((await propose(`depart=${server.fleet.south}`)).body.code).toBe('department.unknown')
  })
})
