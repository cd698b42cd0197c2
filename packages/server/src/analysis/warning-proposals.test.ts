import { type EpochMs, epochMs, hours, later } from '@coldkeep/domain/time/instant'
import { addDays, localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertVerdict } from '../alarms/warning-verdict-queries'
import { insertPerson } from '../testing/insert-person'
import { insertScores } from '../testing/result-days'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { upsertDeviceHealth, upsertEarlyWarnings } from './health-queries'

/** Scores of the days of ten warnings, one each four days: those called right, then those called false. */
const RIGHT = [50, 55, 58, 60, 61]
const FALSE = [69, 68, 66, 64, 61]
const FIRST = localDate('2026-10-10')

describeEachDatabase('proposed thresholds', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { db, fleet } = server
    await insertPerson(server, 'vic', fleet.north, ['1-8'])
    const { storeId, freezer } = fleet.stores.alder
    const { deviceId } = freezer
    await upsertDeviceHealth(db, [
      {
        storeId,
        deviceId,
        baselineFrom: null,
        baseline: null,
        frozenOn: '2026-10-05',
        intensity: 3,
        usualScore: 90,
        lastMeasured: null,
        lastOutdoorC: null,
        watch: null,
        scoredAt: NOON,
        score: 90,
        class: 'good',
        noScore: null,
        losses: [],
        hint: null,
        computedAt: NOON,
      },
    ])
    for (const [index, score] of [...RIGHT, ...FALSE].entries()) {
      const on = addDays(FIRST, 4 * index)
      const firstAt: EpochMs = epochMs(Date.parse(`${on}T00:00:00+08:00`))
      await insertScores(db, storeId, deviceId, {
        on,
        firstAt,
        scores: Array.from({ length: 144 }, () => score),
      })
      const raisedAt = later(firstAt, hours(8))
      const warning = { storeId, deviceId, kind: 'threshold', raisedAt } as const
      const found = { value: score, limitValue: 70, judgedMinutes: 60, score }
      await upsertEarlyWarnings(db, [
        { ...warning, ...found, clearedAt: later(raisedAt, hours(6)), reason: 'recovered' },
      ])
      const by = { accountId: fleet.accounts.admin, name: 'Ada' }
      const says = index < RIGHT.length ? 'right' : 'false'
      await db.transaction().execute((trx) => insertVerdict(trx, warning, { says, at: NOON, by }))
    }
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
