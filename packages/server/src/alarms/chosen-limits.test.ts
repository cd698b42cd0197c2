import { completeFigures } from '@coldkeep/domain/analysis/figures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { readStoreWatches } from './store-watch'

describeEachDatabase('limits that were chosen for a zone', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  test('are what equipment without rules of its own is watched by, from the moment of the choice on', async () => {
    const { db, clock, fleet } = server
    const { storeId, freezer } = fleet.stores.alder
    const limits = async () => {
      const watch = (await readStoreWatches(db, [storeId], clock.now())).get(storeId)
      const points = watch?.devices.get(freezer.deviceId)?.device.points ?? []
      return points.flatMap(({ isAir, rule, limits: held }) =>
        isAir ? [rule.highLimit, held?.insuredHighC] : [],
      )
    }
    expect(await limits()).toEqual([-18, -18])
    const figures = { ...completeFigures('FZ'), high: -21.5 }
    const body = { figure_group: 'FZ', figures, department_id: String(fleet.north) }
    const saved = await server.send('POST', '/api/v2/util/figures/cfg', { as: 'admin', body })
    expect(saved.status).toBe(200)
    expect(await limits()).toEqual([-21.5, -21.5])
  })
})
