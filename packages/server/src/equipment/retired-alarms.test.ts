import type { Scan } from '@coldkeep/domain/points/scan'
import { type EpochMs, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judgeScans, lockWatched, noAlarms, writeJudged } from '../alarms/step-scans'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('alarms of a retired device', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  const at = (minute: number): EpochMs => later(NOON, minutes(minute))
  /** Cycles of the freezer, five minutes apart, judged as they would be when they come in. */
  const judge = async (air: readonly number[], from: number) => {
    const { storeId, freezer } = server.fleet.stores.alder
    for (const [index, value] of air.entries()) {
      const when = at(from + 5 * index)
      const scan: Scan = {
        storeId,
        deviceId: freezer.deviceId,
        pointListId: freezer.pointListId,
        at: when,
        values: Float32Array.of(value, 0),
        counters: new Float64Array(),
        quality: null,
        receivedAt: when,
      }
      const step = await server.db.transaction().execute(async (trx) => {
        const watched = await lockWatched(trx, server.alarms.watches, [scan], when)
        return watched === null ? noAlarms : writeJudged(trx, watched, judgeScans(watched, [scan]), when)
      })
      step.committed()
    }
  }
  const states = async () =>
    (
      await server.db
        .selectFrom('alarm')
        .select('state')
        .where('deviceId', '=', server.fleet.stores.alder.freezer.deviceId)
        .orderBy('alarmId')
        .execute()
    ).map(({ state }) => state)
  const retire = (is_retired: boolean) => {
    const { deviceId } = server.fleet.stores.alder.freezer
    return server.send('POST', `/api/v2/equipment/${deviceId}/retired`, { as: 'admin', body: { is_retired } })
  }

  test('end with it, and a breach after it has come back is another one', async () => {
    // above −18 °C from 12:05 on: raised a quarter of an hour later
    await judge([-20, -17, -16, -15, -14], 0)
    expect(await states()).toEqual(['unacknowledged'])
    server.clock.set(at(30))
    expect((await retire(true)).body.state).toBe('retired')
    expect(await states()).toEqual(['cleared'])
    // what is still read from it is judged by no one
    await judge([-14, -14, -14, -14, -14], 35)
    expect(await states()).toEqual(['cleared'])
    server.clock.set(at(65))
    expect((await retire(false)).status).toBe(200)
    await judge([-20, -17, -16, -15, -14], 70)
    expect(await states()).toEqual(['cleared', 'unacknowledged'])
    const reasons = await server.db
      .selectFrom('alarmEvent')
      .select(['kind', 'reason'])
      .orderBy('alarmEventId')
      .execute()
    expect(reasons).toEqual([
      { kind: 'raised', reason: null },
      { kind: 'cleared', reason: 'retired' },
      { kind: 'raised', reason: null },
    ])
  })
})
