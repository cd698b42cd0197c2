import type { Expectation } from '@coldkeep/domain/analysis/fit-figure'
import type { HealthBaseline } from '@coldkeep/domain/analysis/health-baseline'
import { NOTHING_MEASURED } from '@coldkeep/domain/analysis/nothing-measured'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertScores } from '../testing/result-days'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { upsertDeviceHealth } from './health-queries'

const ON = localDate('2026-11-19')
const level = (typical: number): Expectation => ({
  ...{ atZero: typical, perKelvin: 0, typical, scatter: 0, meanC: 20, slopeError: 0 },
})
const baseline: HealthBaseline = {
  deviationK: level(0),
  runRatio: level(0.482),
  startsPerHour: level(3),
  pullDownKPerMinute: level(0.3),
  coilDifferenceK: null,
  energyKwh: level(16),
  recoveryMinutes: level(6),
  doorShare: null,
  superheatK: null,
  restDifferenceK: null,
  ...{ stillMinutes: level(20), moveK: level(1), outdoorC: 20, control: 'on_off', setpointC: 2, stepK: 0 },
  ...{ isUsuallyBreached: false, usualFaults: [] },
}
/** Points: temperature 80, run time 66.67, starts 100, cooling speed 62.5, energy 78.57, recovery 80. */
const measured = {
  ...NOTHING_MEASURED,
  ...{ periodSeconds: 60, coverage: 0.99, coveredMinutes: 1425, setpointC: 2, stillMinutes: 20, moveK: 1 },
  ...{ deviationK: 1.2, recoveryMinutes: 9, runRatio: 0.622, startsPerHour: 4.2 },
  ...{ pullDownKPerMinute: 0.21, energyKwh: 18.72 },
}

describeEachDatabase('weights of health scores', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { storeId, freezer } = server.fleet.stores.alder
    const { deviceId } = freezer
    await insertScores(server.db, storeId, deviceId, {
      ...{ on: ON, firstAt: dayPeriod('Asia/Taipei', ON).startAt, scores: [], measured },
    })
    await upsertDeviceHealth(server.db, [
      {
        ...{ storeId, deviceId, baseline, baselineFrom: null, frozenOn: null, intensity: 3, usualScore: 90 },
        ...{ watch: null, scoredAt: NOON, score: 71, class: 'fair', noScore: null, losses: [] },
        ...{ hint: null, hintChance: null, hintReasons: [] },
        ...{ lastMeasured: null, lastOutdoorC: null, computedAt: NOON },
      },
    ])
  })
  afterAll(() => server.close())

  const preview = async (figures: object) => {
    const body = { figure_group: 'health', figures, department_id: String(server.fleet.north) }
    return (await server.send('POST', '/api/v2/util/figures/preview', { as: 'admin', body })).body
  }

  test('a device is scored by others: by temperature and starts alone it is good', async () => {
    const none = { recovery: 0, run_ratio: 0, pull_down: 0, coil_difference: 0, door: 0, energy: 0 }
    // 0.6 · 90 + 0.4 · 80 = 86
    expect(await preview({ ...none, deviation: 50, starts: 50 })).toMatchObject({
      ...{ judged: 1, subjects: 1, unseen: 0 },
      changes: [{ before: 'fair', after: 'good', count: 1 }],
    })
    // 0.6 · 80 + 0.4 · 80 = 80
    expect(await preview({ ...none, deviation: 50, starts: 0 })).toMatchObject({ judged: 1, changes: [] })
  })
})
