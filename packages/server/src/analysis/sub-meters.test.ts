import type { DeviceId, DeviceModelId } from '@coldkeep/domain/ids'
import { localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparison } from '../testing/energy-days'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { upsertEnergyComparisons } from './electricity-queries'
import { upsertSubMeterDays } from './sub-meter-queries'

describeEachDatabase('meters behind the main meter', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { alder, birch } = server.fleet.stores
    const sums = { days: 30, energyKwh: 9300 }
    await upsertEnergyComparisons(
      server.db,
      [alder, birch].map(({ storeId }) => comparison(storeId, sums)),
    )
  })
  afterAll(() => server.close())

  const compare = (query: string, as: string) =>
    server.send('GET', `/api/v2/pwr-compare/detail?${query}&timezone=%2B08:00`, { as })

  test('one store with sub-meters: the share of each, and what passed none', async () => {
    const { fleet, db } = server
    const { alder } = fleet.stores
    const meters = await db
      .insertInto('device')
      .values(
        ['Cases', 'Kitchen'].map((name, index) => ({
          ...{
            storeId: alder.storeId,
            terminalId: alder.terminalId,
            name,
            type: 'sub_meter' as const,
            zone: null,
          },
          ...{ unitId: 20 + index, commissionedAt: NOON, removedAt: null },
          deviceModelId: sql<DeviceModelId>`(select min(device_model_id) from device_model)`,
        })),
      )
      .returning('deviceId')
      .execute()
    const [cases, kitchen] = meters.map(({ deviceId }) => deviceId) as [DeviceId, DeviceId]
    const day = (deviceId: DeviceId, on: string, days: number, energyKwh: number | null) => ({
      ...{ storeId: alder.storeId, deviceId, on: localDate(on), days, energyKwh, computedAt: NOON },
    })
    await upsertSubMeterDays(db, [
      // out of the thirty days that end on the 19th
      day(cases, '2026-10-20', 1, 999),
      day(cases, '2026-10-21', 15, 4000),
      day(cases, '2026-11-19', 15, 650),
      day(kitchen, '2026-11-18', 12, 1860),
      day(kitchen, '2026-11-19', 0, null),
    ])
    const chosen = async (storeId: number | string, as = 'admin') =>
      (await compare(`depart=${fleet.company}&storeid=${storeId}`, as)).body.charts
    expect((await chosen('all')).length).toBe(1)
    // 4650, 1860 and 2790 of 9300 kWh
    expect((await chosen(alder.storeId))[1]).toMatchObject({
      type: 'bar',
      name: 'Energy by sub-meter over 30 days',
      data: [
        { label: 'Cases: 4,650\u202fkWh', values: [50], drill: { device: String(cases) } },
        { label: 'Kitchen: 1,860\u202fkWh on 12 of the days', values: [20] },
        { label: 'Other: 2,790\u202fkWh', values: [30] },
      ],
      summary: 'The main meter counted 9,300\u202fkWh; 30.0% of it passed no sub-meter.',
    })
    await upsertSubMeterDays(db, [day(kitchen, '2026-11-19', 1, 3000)])
    const above = (await chosen(alder.storeId))[1]
    expect([above.data.length, above.summary]).toEqual([2, expect.stringContaining('counted more than')])
  })
})
