import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DownloadId } from '@coldkeep/domain/ids'
import { days, epochMs } from '@coldkeep/domain/time/instant'
import { parse } from 'csv-parse/sync'
import readExcel from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database, Session } from '../db/connect'
import { stageTables } from '../storage/staging-queries'
import { type HistoryBlock, writeHours, writeScans } from '../testing/plant/write-history'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyDevice, TinyStore } from '../testing/tiny-fleet'

const at = (iso: string) => Date.parse(`${iso}Z`)

describeEachKind('reports of sensors', (kind) => {
  let database: Database
  let session: Session
  let server: TestServer
  let alder: TinyStore
  beforeAll(async () => {
    database = await testDatabase(kind)
    server = await testServer({ database: database.kysely })
    session = await database.openSession(stageTables)
    alder = server.fleet.stores.alder
    // an hour that is packed, in which the third reading failed and the meter was not asked
    const packed = ['2026-11-18T00:00:00', '2026-11-18T00:05:00', '2026-11-18T00:10:00'].map(at)
    await writeHours(session, [
      {
        ...block(alder, alder.freezer, packed, [-18.5, -18.4, Number.NaN]),
        values: [Float32Array.of(-18.5, -18.4, Number.NaN), Float32Array.of(0, 1, 0)],
        quality: [Uint8Array.of(0, 0, 1), Uint8Array.of(0, 0, 0)],
      },
      meterBlock(packed.slice(0, 2), [1000.25, 1000.5]),
    ])
    // and readings of five minutes ago, which are not packed yet
    await writeScans(session, [block(alder, alder.freezer, [at('2026-11-20T03:55:00')], [-17.9])], NOON)
  })
  afterAll(async () => {
    await server.close()
    await session.close()
    await database.close()
  })
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('download').execute()
  })

  const block = (store: TinyStore, device: TinyDevice, times: number[], air: number[]): HistoryBlock => ({
    storeId: store.storeId,
    deviceId: device.deviceId,
    pointListId: device.pointListId,
    periodSeconds: 300,
    valuePoints: device.pointIds,
    counterPoints: [],
    at: Float64Array.from(times),
    values: [Float32Array.from(air), Float32Array.from(air, () => 0)],
    counters: [],
    quality: null,
  })
  const meterBlock = (times: number[], energy: number[]): HistoryBlock => ({
    ...block(alder, alder.meter, times, []),
    valuePoints: [alder.meter.pointIds[1]!],
    counterPoints: [alder.meter.pointIds[0]!],
    values: [Float32Array.from(times, () => 1.5)],
    counters: [Float64Array.from(energy)],
  })
  const pick = ({ deviceId, pointIds }: TinyDevice, place = 0) => `${deviceId},${pointIds[place]}`
  const order = (more: object = {}, as = 'admin') =>
    server.send('POST', '/api/v2/data-dl/gen-report', {
      as,
      body: {
        store_id: String(alder.storeId),
        dt_start: '2026-11-18T08:00:00',
        dt_end: '2026-11-20T23:59:59',
        data_type: 'all',
        timezone: '+08:00',
        query: [pick(alder.freezer), pick(alder.freezer, 1), pick(alder.meter)],
        ...more,
      },
    })
  const made = async (more: object = {}): Promise<{ path: string; name: string | null }> => {
    const { status, body, text } = await order(more)
    expect(status, text).toBe(200)
    await server.makeDownloads()
    const id = Number(body.id) as DownloadId
    const row = await server.db
      .selectFrom('download')
      .selectAll()
      .where('downloadId', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ state: 'done', fault: null })
    return { path: join(server.downloads.files.folder, `${id}-1`), name: row.fileName }
  }
  const get = (path: string, as = 'admin') => server.send('GET', `/api/v2/${path}`, { as })

  test('a row per time with a column per sensor; gaps and bad readings stay empty', async () => {
    const { path, name } = await made()
    expect(name).toBe('N001 Alder Street 2026-11-18 2026-11-20.csv')
    expect(readFileSync(path, 'utf8')).toBe(
      [
        '\ufeffTime (UTC+08:00),"Freezer 1,Air (°C)","Freezer 1,Defrost","Main meter,Energy (kWh)"',
        '2026-11-18 08:00:00,-18.5,0,1000.25',
        '2026-11-18 08:05:00,-18.4,1,1000.5',
        '2026-11-18 08:10:00,,0,',
        '2026-11-20 11:55:00,-17.9,0,',
        '',
      ].join('\r\n'),
    )
  })

  test('a row per reading, with its quality, on the clock of the store', async () => {
    const { path } = await made({ form: 'long', clock: 'store', query: [pick(alder.freezer)] })
    expect(parse(readFileSync(path), { bom: true })).toEqual([
      [
        'Time (Asia/Taipei)',
        'UTC offset',
        'Store number',
        'Store',
        'Device',
        'Sensor',
        'Value',
        'Unit',
        'Quality',
      ],
      ['2026-11-18 08:00:00', 'UTC+08:00', 'N001', 'Alder Street', 'Freezer 1', 'Air', '-18.5', '°C', 'Good'],
      ['2026-11-18 08:05:00', 'UTC+08:00', 'N001', 'Alder Street', 'Freezer 1', 'Air', '-18.4', '°C', 'Good'],
      ['2026-11-18 08:10:00', 'UTC+08:00', 'N001', 'Alder Street', 'Freezer 1', 'Air', '', '°C', 'No answer'],
      ['2026-11-20 11:55:00', 'UTC+08:00', 'N001', 'Alder Street', 'Freezer 1', 'Air', '-17.9', '°C', 'Good'],
    ])
  })

  test('the same as a workbook: times are times, numbers are numbers', async () => {
    const { path, name } = await made({ format: 'xlsx', timezone: '+00:00' })
    expect(name).toBe('N001 Alder Street 2026-11-18 2026-11-20.xlsx')
    const [sheet] = await readExcel(readFileSync(path))
    expect(sheet?.data).toEqual([
      ['Time (UTC+00:00)', 'Freezer 1,Air (°C)', 'Freezer 1,Defrost', 'Main meter,Energy (kWh)'],
      [new Date(at('2026-11-20T03:55:00')), -17.9, 0, null],
    ])
  })

  test('the end is taken with its whole second, and the start exactly', async () => {
    const query = [pick(alder.freezer)]
    const { path } = await made({ dt_start: '2026-11-18T08:05:00', dt_end: '2026-11-18T08:05:00', query })
    expect(readFileSync(path, 'utf8').split('\r\n').slice(1)).toEqual(['2026-11-18 08:05:00,-18.4', ''])
  })

  test('a type of device and a kind of sensor stand for all of them at the store', async () => {
    const { path } = await made({ query: ['doored_case,air_temperature', 'main_meter,power'] })
    expect(readFileSync(path, 'utf8').split('\r\n')[0]).toBe(
      '\ufeffTime (UTC+08:00),"Freezer 1,Air (°C)","Main meter,Power (kW)"',
    )
    const none = await order({ query: ['walk_in,air_temperature'] })
    expect([none.status, none.body.code]).toEqual([400, 'report.no_sensors'])
  })

  test('what cannot be made is refused where it is requested, and says why', async () => {
    const { cedar } = server.fleet.stores
    const refusal = async (more: object, as = 'admin') => {
      const { status, body } = await order(more, as)
      return [status, body.code, body.fields]
    }
    expect(await refusal({ dt_end: '2026-11-17T00:00:00' })).toEqual([
      400,
      'period.reversed',
      { dt_end: 'range' },
    ])
    expect(await refusal({ dt_start: '2025-11-19T00:00:00' })).toEqual([
      400,
      'period.too_long',
      { dt_end: 'range' },
    ])
    expect(await refusal({ query: [pick(cedar.freezer)] })).toEqual([
      404,
      'point.unknown',
      { query: 'unknown' },
    ])
    expect(await refusal({ query: [] })).toEqual([400, 'request.malformed', { query: 'length' }])
    const many = Array.from({ length: 10_000 }, (_, i) => `${alder.freezer.deviceId},${1_000_000 + i}`)
    expect(await refusal({ query: many })).toEqual([400, 'report.too_many_sensors', { query: 'length' }])
    expect(await refusal({ store_id: String(cedar.storeId) }, 'north')).toEqual([
      403,
      'access.page',
      undefined,
    ])
    expect(await server.db.selectFrom('download').select('downloadId').execute()).toEqual([])
  })

  test('nothing of equipment that is withheld, and nothing of a store of others, is offered or made', async () => {
    const { north } = server.fleet.accounts
    const { cedar, birch } = server.fleet.stores
    const type = await server.db
      .selectFrom('pagePermissionType')
      .select('pagePermissionTypeId')
      .where('title', '=', 'All pages')
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('pagePermission')
      .values({ accountId: north, ...type })
      .execute()
    const sees = await server.db
      .insertInto('devicePermissionType')
      .values({ title: 'No walk-in rooms here', sees: ['c4'], writes: [] })
      .returning('devicePermissionTypeId')
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('devicePermission')
      .values({ accountId: north, ...sees, given: ['c4'] })
      .execute()
    await server.db
      .updateTable('device')
      .set({ type: 'walk_in' })
      .where('deviceId', '=', birch.freezer.deviceId)
      .execute()
    const devices = await get(`data-dl/device-types?data-type=all&storeid=${birch.storeId}`, 'north')
    expect(devices.body).toEqual([{ id: String(birch.meter.deviceId), title: 'Main meter' }])
    const sensors = await get(`data-dl/sensors?data-type=all&dev=${birch.freezer.deviceId}`, 'north')
    expect(sensors.body).toEqual([])
    const withheld = await order({ store_id: String(birch.storeId), query: [pick(birch.freezer)] }, 'north')
    expect(withheld.body.code).toBe('point.unknown')
    const foreign = await order({ store_id: String(cedar.storeId), query: [pick(cedar.freezer)] }, 'north')
    expect(foreign.body.code).toBe('store.unknown')
    const unseen = await get(`data-dl/device-types?data-type=all&storeid=${cedar.storeId}`, 'north')
    expect([unseen.status, unseen.body.code]).toEqual([404, 'store.unknown'])
  })

  test('data types, devices and sensors are offered step by step', async () => {
    const groups = await get('data-dl/data-type')
    expect(groups.body.map(({ uid }: { uid: string }) => uid)).toEqual([
      'all',
      'temperature',
      'operation',
      'electricity',
      'line',
      'other',
    ])
    const devices = await get(`data-dl/device-types?data-type=temperature&storeid=${alder.storeId}`)
    expect(devices.body).toEqual([{ id: String(alder.freezer.deviceId), title: 'Freezer 1' }])
    const sensors = await get(`data-dl/sensors?data-type=temperature&dev=${alder.freezer.deviceId}`)
    expect(sensors.body).toEqual([{ id: String(alder.freezer.pointIds[0]), title: 'Air (°C)' }])
    const types = await get('data-dl/device-types?data-type=all')
    expect(types.body[0]).toEqual({ id: 'doored_case', title: 'Doored case' })
    const kinds = await get('data-dl/sensors?data-type=other&dev=doored_case')
    expect(kinds.body).toEqual([{ id: 'other', title: expect.any(String) }])
  })

  test('records and their status tell how far each is, in the language of who reads', async () => {
    const { body } = await order()
    const id = body.id
    expect((await get('data-dl/status')).body.jobs).toMatchObject([
      { id, state: 'waiting', percent: 0, size: null },
    ])
    await server.makeDownloads()
    const { records } = (await get('data-dl/records')).body
    expect(records).toMatchObject([
      {
        id,
        kind: 'sense',
        title: 'N001 Alder Street · 3 sensors · 2026-11-18 to 2026-11-20',
        state: 'done',
        percent: 100,
        account: 'Ada',
        fault: null,
        expires_at: new Date(NOON + days(7)).toISOString(),
      },
    ])
    const [job] = (await get('data-dl/status')).body.jobs
    expect(job).toMatchObject({ id, state: 'done', percent: 100, size: records[0].size })
    expect((await get('data-dl/status', 'north')).body.jobs).toEqual([])
    const all = await server.send('GET', '/api/v2/download-status', { as: 'admin' })
    expect(all.body.jobs).toEqual([job])
    expect(epochMs(Date.parse(records[0].ended_at))).toBe(NOON)
  })
})
