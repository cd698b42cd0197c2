import type { PointId } from '@coldkeep/domain/ids'
import { quality } from '@coldkeep/domain/points/reading'
import { type EpochMs, epochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertDeviceModel } from '../instructions/product-model-queries'
import { createScanPartitions } from '../storage/partitions'
import { insertDevice } from '../testing/plant/plant-devices'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyDevice, TinyStore } from '../testing/tiny-fleet'

describeEachDatabase('devices', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.db.deleteFrom('latest').execute()
    await server.db.deleteFrom('terminalState').execute()
  })

  const get = (path: string, as = 'admin') => server.send('GET', `/api/v2/${path}`, { as })
  const device = async (id: number, as = 'admin') => (await get(`device/${id}`, as)).body
  const live = async (id: number) =>
    (await device(id)).points.map(
      (point: { name: string; value: unknown; quality: unknown; at: unknown }) => [
        point.name,
        point.value,
        point.quality,
        point.at,
      ],
    )

  const putLatest = (
    store: TinyStore,
    { deviceId, pointListId }: TinyDevice,
    at: EpochMs,
    read: { values: number[]; counters?: number[]; quality?: Uint8Array },
  ) =>
    server.db
      .insertInto('latest')
      .values({
        storeId: store.storeId,
        deviceId,
        pointListId,
        at,
        values: read.values,
        counters: read.counters ?? [],
        quality: read.quality ?? null,
      })
      .execute()

  test('a device shows where it is and what it is', async () => {
    const { company, north, stores } = server.fleet
    expect(await device(stores.alder.freezer.deviceId)).toMatchObject({
      id: String(stores.alder.freezer.deviceId),
      name: 'Freezer 1',
      type: 'doored_case',
      zone: 'FZ',
      brand: 'Carel',
      model: 'IR33',
      unit_id: 1,
      period_seconds: 300,
      store: {
        id: String(stores.alder.storeId),
        code: 'N001',
        name: 'Alder Street',
        address: '1 Alder Street',
        zone: 'Asia/Taipei',
        departments: [
          { id: String(company), name: 'Frostline' },
          { id: String(north), name: 'North' },
        ],
        vendor: 'Polar Service',
      },
      terminal: {
        id: 'TB-N001',
        state: 'never_seen',
        since: null,
        host_lost_since: null,
        last_message_at: null,
      },
    })
  })

  test('the departments above the caller are not named', async () => {
    const { north, stores } = server.fleet
    const { store } = await device(stores.alder.freezer.deviceId, 'north')
    expect(store.departments).toEqual([{ id: String(north), name: 'North' }])
  })

  test('before anything is read the points stand there without a value', async () => {
    expect(await live(server.fleet.stores.alder.freezer.deviceId)).toEqual([
      ['Air', null, quality.timeout, null],
      ['Defrost', null, quality.timeout, null],
    ])
  })

  test('each point shows its last value; values and counters find their points', async () => {
    const { alder } = server.fleet.stores
    await putLatest(alder, alder.meter, later(NOON, -minutes(5)), { values: [4.2], counters: [1_234_567.89] })
    expect(await live(alder.meter.deviceId)).toEqual([
      ['Energy', 1_234_567.89, quality.good, '2026-11-20T03:55:00.000Z'],
      ['Power', 4.2, quality.good, '2026-11-20T03:55:00.000Z'],
    ])
  })

  test('a missing value is null and says why; one that is older than two poll periods is stale', async () => {
    const { alder } = server.fleet.stores
    await putLatest(alder, alder.freezer, later(NOON, -minutes(11)), {
      values: [-18.5, Number.NaN],
      quality: Uint8Array.of(quality.good, quality.exception),
    })
    const at = '2026-11-20T03:49:00.000Z'
    expect(await live(alder.freezer.deviceId)).toEqual([
      ['Air', -18.5, quality.stale, at],
      ['Defrost', null, quality.exception, at],
    ])
  })

  test('the terminal shows since when it is offline and lost', async () => {
    const { alder } = server.fleet.stores
    await server.db
      .insertInto('terminalState')
      .values({
        storeId: alder.storeId,
        terminalId: alder.terminalId,
        connection: 'offline',
        since: later(NOON, -hours(2)),
        hostLostSince: later(NOON, -hours(1)),
        lastMessageAt: later(NOON, -hours(2)),
        connectionName: null,
        program: null,
        revision: null,
        backlog: null,
        lossWatch: null,
      })
      .execute()
    expect((await device(alder.freezer.deviceId)).terminal).toEqual({
      id: 'TB-N001',
      state: 'offline',
      since: '2026-11-20T02:00:00.000Z',
      host_lost_since: '2026-11-20T03:00:00.000Z',
      last_message_at: '2026-11-20T02:00:00.000Z',
    })
  })

  test('a device of a foreign store is as unknown as one that does not exist', async () => {
    const { cedar } = server.fleet.stores
    const series = 'series?points=1&start=2026-11-20T00:00:00Z&end=2026-11-20T01:00:00Z'
    for (const path of ['', `/${series}`]) {
      const foreign = await get(`device/${cedar.freezer.deviceId}${path}`, 'north')
      const missing = await get(`device/999999${path}`, 'north')
      expect([foreign.status, foreign.body.code]).toEqual([404, 'device.unknown'])
      expect(missing.body.message).toBe(foreign.body.message)
    }
  })

  test('every signed-in account may read the devices of its stores, and no one else', async () => {
    const { cedar } = server.fleet.stores
    expect((await get(`device/${cedar.freezer.deviceId}`, '南')).status).toBe(200)
    const path = `/api/v2/device/${cedar.freezer.deviceId}`
    expect((await server.send('GET', path)).body.code).toBe('session.required')
  })

  test('devices are found by their name or their store, only in the own stores, in use', async () => {
    const found = async (key: string, as = 'admin') =>
      (await get(`device-quick?key=${encodeURIComponent(key)}`, as)).body.map(
        (each: { name: string; store: string }) => `${each.store}: ${each.name}`,
      )
    expect(await found('freezer', 'north')).toEqual(['Alder Street: Freezer 1', 'Birch Lane 50%: Freezer 1'])
    expect(await found('S001')).toEqual(['Cedar_Road: Freezer 1', 'Cedar_Road: Main meter'])
    expect(await found('50%')).toHaveLength(2)
    expect(await found('Cedar', 'north')).toEqual([])
    const { dogwood } = server.fleet.stores
    const { deviceId } = dogwood.meter
    await server.db.updateTable('device').set({ removedAt: NOON }).where('deviceId', '=', deviceId).execute()
    expect(await found('Dogwood')).toEqual(['Dogwood Alley: Freezer 1'])
  })

  const seriesOf = (points: string, start: string, end: string, columns = '') =>
    get(
      `device/${server.fleet.stores.alder.freezer.deviceId}/series?points=${points}&start=${start}&end=${end}${columns}`,
    )

  test('a series runs through the readings and breaks where they are missing', async () => {
    const { alder } = server.fleet.stores
    const start = epochMs(Date.UTC(2026, 10, 20, 0))
    const put = (minute: number, air: number) =>
      server.db
        .insertInto('scan')
        .values({
          storeId: alder.storeId,
          deviceId: alder.freezer.deviceId,
          pointListId: alder.freezer.pointListId,
          at: later(start, minutes(minute)),
          values: [air, 0],
          counters: [],
          quality: null,
          receivedAt: NOON,
        })
        .execute()
    await createScanPartitions(server.db, [start])
    for (const [minute, air] of [
      [0, -18],
      [5, -18.5],
      [30, -17],
    ] as const)
      await put(minute, air)
    const [air] = alder.freezer.pointIds
    const { status, body } = await seriesOf(String(air), '2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z')
    expect(status).toBe(200)
    // Polled every 5 minutes, a reading holds for 10: after 00:15 nothing is known until 00:30.
    expect(body).toEqual({
      period_seconds: 300,
      series: [
        {
          point: String(air),
          times: [0, 5, 15, 30].map((minute) => later(start, minutes(minute))),
          values: [-18, -18.5, null, -17],
        },
      ],
    })
  })

  test('a point of another device is unknown', async () => {
    const { alder, birch } = server.fleet.stores
    const codeOf = async (point: PointId | undefined) =>
      (await seriesOf(String(point), '2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z')).body.code
    expect(await codeOf(alder.meter.pointIds[0])).toBe('point.unknown')
    expect(await codeOf(birch.freezer.pointIds[0])).toBe('point.unknown')
  })

  test('a series is as wide as a screen and has as many points as a chart', async () => {
    const code = async (points: number, columns: string, language = 'en') => {
      const path = `device/${server.fleet.stores.alder.freezer.deviceId}/series`
      const ids = Array.from({ length: points }, (_, index) => index + 1).join(',')
      const query = `points=${ids}&start=2026-11-20T00:00:00Z&end=2026-11-20T01:00:00Z${columns}`
      const { body } = await server.send('GET', `/api/v2/${path}?${query}`, {
        as: 'admin',
        headers: { language },
      })
      return [body.code, body.message]
    }
    expect((await code(12, ''))[0]).toBe('point.unknown')
    expect(await code(13, '')).toEqual(['series.too_many_points', expect.stringContaining('12')])
    // 2,000 columns of one point, 12,000 of all together: 12,000 / 9 is 1,333.3
    expect((await code(6, '&columns=2000'))[0]).toBe('point.unknown')
    expect(await code(6, '&columns=2001')).toEqual(['series.too_wide', expect.stringContaining('2,000')])
    expect((await code(9, '&columns=1333'))[0]).toBe('point.unknown')
    expect(await code(9, '&columns=1334', 'ja')).toEqual([
      'series.too_wide',
      expect.stringContaining('1,333 列以下'),
    ])
    expect((await code(1, '&columns=99999'))[0]).toBe('series.too_wide')
  })

  test('a series runs forward over at most 40 days', async () => {
    const point = String(server.fleet.stores.alder.freezer.pointIds[0])
    const codeOf = async (start: string, end: string) => (await seriesOf(point, start, end)).body.code
    expect(await codeOf('2026-11-20T01:00:00Z', '2026-11-20T00:00:00Z')).toBe('period.reversed')
    expect(await codeOf('2026-10-01T00:00:00Z', '2026-11-20T00:00:00Z')).toBe('period.too_long')
  })

  test('points, instants and columns of another form are refused', async () => {
    const { body } = await seriesOf('1;2', 'yesterday', '2026-11-20', '&columns=x')
    expect(body).toMatchObject({
      code: 'request.malformed',
      fields: {
        'query.points': 'format',
        'query.start': 'format',
        'query.end': 'format',
        'query.columns': 'format',
      },
    })
  })

  test('points of built-in models are named in the language of the reader, others as they were typed', async () => {
    const { alder } = server.fleet.stores
    const { deviceId } = await insertDevice(server.db, {
      storeId: alder.storeId,
      terminalId: alder.terminalId,
      name: 'Island 4',
      type: 'open_case',
      zone: 'FZ',
      modelId: await insertDeviceModel(server.db, 'Danfoss', 'AK-CC55 Compact'),
      unitId: 40,
      commissionedAt: NOON,
      periodSeconds: 300,
      revision: 1,
      points: [
        { name: 'Food temperature (U72)', kind: 'product_temperature', unit: '°C' },
        { name: 'Lid 2 left', kind: 'other', unit: '°C' },
      ],
    })
    const names = async (language: string) => {
      const { body } = await server.send('GET', `/api/v2/device/${deviceId}`, {
        as: 'admin',
        headers: { language },
      })
      return body.points.map((point: { name: string }) => point.name)
    }
    expect(await names('zh-TW')).toEqual(['食品溫度 (U72)', 'Lid 2 left'])
    expect(await names('en')).toEqual(['Food temperature (U72)', 'Lid 2 left'])
  })
})
