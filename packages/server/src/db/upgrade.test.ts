import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSeries } from '../storage/read-series'
import { insertDevice } from '../testing/plant/plant-devices'
import { insertDepartments, insertStore, insertTerminal } from '../testing/plant/plant-stores'
import { describeEachKind, emptyDatabase } from '../testing/test-database'
import type { Database, Db } from './connect'
import { migrateTo, migrateToLatest } from './migrator'

const COMPUTED = '2026-11-20T04:00:00Z'

/** A store with three devices of one point each, as an earlier version wrote them. */
async function insertPlace(db: Db) {
  const { id: departmentId } = await insertDepartments(db, { name: 'Frostline', children: [] })
  const { deviceModelId: modelId } = await db
    .insertInto('deviceModel')
    .values({ brand: 'Carel', model: 'IR33' })
    .returning('deviceModelId')
    .executeTakeFirstOrThrow()
  const storeId = await insertStore(db, {
    code: 'N001',
    name: 'Alder Street',
    departmentId,
    vendorId: null,
    country: 'TW',
    zone: 'Asia/Taipei',
    address: '',
    opensAtMinute: 0,
    closesAtMinute: 0,
  })
  const terminal = { terminalId: 'TB-N001' as never, storeId, secretHash: Buffer.alloc(32) }
  await insertTerminal(db, terminal, epochMs(0))
  const devices: { deviceId: DeviceId; pointId: PointId }[] = []
  for (const unitId of [1, 2, 3]) {
    const { deviceId, pointIds } = await insertDevice(db, {
      storeId,
      terminalId: terminal.terminalId,
      commissionedAt: epochMs(Date.UTC(2026, 0, 1)),
      periodSeconds: 60,
      revision: 1,
      name: `Freezer ${unitId}`,
      type: 'doored_case',
      zone: 'FZ',
      modelId,
      unitId,
      points: [{ name: 'Air', kind: 'air_temperature', unit: '°C' }],
    })
    devices.push({ deviceId, pointId: pointIds[0] as PointId })
  }
  return { storeId, devices }
}

describeEachKind('an upgrade takes along', (kind) => {
  let database: Database
  let db: Db
  beforeEach(async () => {
    database = await emptyDatabase(kind)
    db = database.kysely
  })
  afterEach(() => database.close())

  async function before(migration: string) {
    await migrateTo(db, migration)
    return insertPlace(db)
  }

  test('models and folders that people made belong to the top, those that no one has touched to the product', async () => {
    await before('0039_entered_devices')
    await sql`insert into device_model (brand, model) values ('Dixell', 'untouched'), ('Dixell', 'edited'),
      ('Dixell', 'own')`.execute(db)
    await sql`insert into poll_command (device_model_id, command_code, note, request_hex, response_length_bytes,
        includes_unit_id, appends_crc, decoder_id, revision)
      select device_model_id, 'probes', '', '03 01 00 00 03', 11, false, true, 1,
        case model when 'edited' then 2 else 1 end
      from device_model where brand = 'Dixell'`.execute(db)
    await sql`insert into model_version (device_model_id, version, content, note, published_by, published_at)
      select device_model_id, 1, '{"commands": [{"points": []}], "writes": []}', '',
        case model when 'own' then 'Ada' else 'Coldkeep' end, now()
      from device_model where brand = 'Dixell'`.execute(db)
    await sql`insert into script_folder (name) values ('Chillers')`.execute(db)
    await migrateToLatest(db)
    const { rows } = await sql<{ name: string }>`select model as name, department_id is null as "isProduct"
      from device_model where brand = 'Dixell' union all select name, department_id is null from script_folder
      order by 1`.execute(db)
    expect(rows).toEqual([
      { name: 'Chillers', isProduct: false },
      { name: 'edited', isProduct: false },
      { name: 'own', isProduct: false },
      { name: 'untouched', isProduct: true },
    ])
  })

  test('what people were notified of, whatever it was about, with what they have read', async () => {
    const { storeId } = await before('0047_terminal_replacements')
    const [at, read] = ['2026-11-20T04:00:00.000Z', '2026-11-20T04:05:00.000Z']
    await sql`insert into notice (store_id, key, alarm_id, about, kind, rank, notice_target_id, account_id, channel, step,
        state, due_at, message_key, title, body, ended_at, created_at)
      values (${storeId}, '8:3.5:app:0', 4711, 'raised', 'limit', 1, 3, 5, 'app', 0, 'sent', ${at}, '8:3.5:app:0',
        'Critical', 'Too warm', ${at}, ${at})`.execute(db)
    await sql`insert into write_message values (${storeId}, 'w-1', 5, 'wanted', ${at}, ${read}),
      (${storeId}, 'w-1', 6, 'wanted', ${at}, null)`.execute(db)
    await sql`insert into model_message (account_id, about, brand, model, person, note, model_publication_id, at)
      values (5, 'wanted', 'Carel', 'IR33', 'Ada', 'wider', 12, ${at})`.execute(db)
    await sql`insert into terminal_message values (${storeId}, 'TB-N001', 5, 'code', ${at}, 'Ada', null)`.execute(
      db,
    )
    await migrateToLatest(db)
    const { rows } =
      await sql`select store_id, message_key, key, subject_kind, subject_id, subject_name, detail, about,
        rank, notice_target_id, account_id, channel, state, title, ended_at = ${at} as is_then,
        read_at = ${read} as is_read
      from notice order by subject_kind, account_id`.execute(db)
    const own = {
      ...{ rank: 3, noticeTargetId: null, accountId: 5, channel: 'app', state: 'sent', title: null },
      ...{ isThen: true, isRead: null, subjectId: null, subjectName: null, detail: null },
    }
    const write = {
      ...own,
      ...{ storeId, messageKey: `write:${storeId}:w-1:wanted`, subjectKind: 'write', subjectName: 'w-1' },
      about: 'requested',
    }
    // 2026-11-20 12:00 in Taipei
    const terminal = `terminal:TB-N001:code:${Date.UTC(2026, 10, 20, 4)}`
    expect(rows).toEqual([
      {
        ...own,
        ...{ storeId, messageKey: '8:3.5:app:0', key: '8:3.5:app:0', subjectKind: 'alarm', subjectId: 4711 },
        ...{ about: 'raised', rank: 1, noticeTargetId: 3, title: 'Critical' },
      },
      {
        ...own,
        ...{ storeId: 0, messageKey: 'model:1', key: 'model:1:5:app', subjectKind: 'model', subjectId: 12 },
        detail: { brand: 'Carel', model: 'IR33', person: 'Ada', note: 'wider' },
        about: 'requested',
      },
      {
        ...own,
        ...{ storeId, messageKey: terminal, key: `${terminal}:5:app`, subjectKind: 'terminal' },
        ...{ subjectName: 'TB-N001', detail: { person: 'Ada' }, about: 'code' },
      },
      { ...write, key: `write:${storeId}:w-1:wanted:5:app`, isRead: true },
      { ...write, key: `write:${storeId}:w-1:wanted:6:app`, accountId: 6 },
    ])
  })

  test('writes that were published or wait for it, as values of which nothing more is known', async () => {
    await before('0074_help')
    const content = '{"commands": [], "writes": [{"commandCode": "set"}, {"commandCode": "light-on"}]}'
    await sql`insert into model_version (device_model_id, version, content, note, published_by, published_at,
        has_reviewed_writes)
      select device_model_id, 1, ${content}::jsonb, '', 'Ada', now(), true from device_model`.execute(db)
    await sql`insert into model_publication (device_model_id, base_version, content, note, account_id, created_by,
        created_at, approve_until, state)
      select device_model_id, 1, ${content}::jsonb, '', 5, 'Ada', now(), now(), 'waiting' from device_model`.execute(
      db,
    )
    await sql`insert into write_command (device_model_id, command_code, note, request_hex, expected_reply_hex,
        includes_unit_id, appends_crc, reply_has_crc)
      select device_model_id, 'set', '', '06', '06', false, true, true from device_model`.execute(db)
    await migrateToLatest(db)
    const unsaid = {
      ...{ group: 'other', factoryValue: null, applyOrder: 0, isVolatile: false },
      ...{ mostPerDay: null, mostPerYear: null },
    }
    const writes = ['set', 'light-on'].map((commandCode) => ({ commandCode, ...unsaid }))
    for (const table of ['modelVersion', 'modelPublication'] as const) {
      expect(await db.selectFrom(table).select('content').execute(), table).toEqual([
        { content: { commands: [], writes } },
      ])
    }
    expect(await db.selectFrom('writeCommand').selectAll().execute()).toMatchObject([unsaid])
  })

  test('which devices of a store are insured, and until when', async () => {
    const { storeId, devices } = await before('0011_field')
    const [first, second, removed] = devices.map(({ deviceId }) => deviceId)
    await sql`insert into insured_coverage (store_id, device_id, zone, first_on, last_on) values
      (${storeId}, ${first}, 'FZ', '2026-01-01', '2026-06-30'),
      (${storeId}, ${first}, 'FZ', '2026-07-01', '2026-12-31'),
      (${storeId}, ${second}, 'FZ', '2026-03-01', '2026-11-30'),
      (${storeId}, ${removed}, 'FZ', '2026-01-01', '2026-02-01')`.execute(db)
    await sql`update device set removed_at = now() where device_id = ${removed}`.execute(db)
    await migrateToLatest(db)
    const { rows } = await sql`select store_id, ends_on::text, from_on::text[], devices
      from store_insurance`.execute(db)
    expect(rows).toEqual([
      {
        storeId,
        endsOn: '2026-11-30',
        fromOn: ['2026-01-01', '2026-03-01', '2026-07-01', '2026-12-01', '2027-01-01'],
        devices: [1, 2, 2, 1, 0],
      },
    ])
  })

  test('the median scores of the devices of a store, the lowest first', async () => {
    const { storeId, devices } = await before('0011_field')
    const scores = [91.25, 60, null]
    for (const [index, { deviceId }] of devices.entries()) {
      await sql`insert into health_day (store_id, device_id, "on", zone, median_score, computed_at)
        values (${storeId}, ${deviceId}, '2026-11-19', 'FZ', ${scores[index]}, ${COMPUTED})`.execute(db)
    }
    await sql`insert into health_store_day (store_id, "on", good, fair, watch, poor, no_score, computed_at)
      values (${storeId}, '2026-11-19', 1, 1, 0, 0, 1, ${COMPUTED})`.execute(db)
    await migrateToLatest(db)
    const { rows } = await sql`select encode(median_tenths, 'hex') as tenths from health_store_day`.execute(
      db,
    )
    // 600 and 913 tenths, two bytes each
    expect(rows).toEqual([{ tenths: '02580391' }])
    const sums = await sql`select good, fair, no_score, encode(median_tenths, 'hex') as tenths
      from health_area_day`.execute(db)
    expect(sums.rows).toEqual([{ good: 1, fair: 1, noScore: 1, tenths: '02580391' }])
  })

  test('packed hours of each point', async () => {
    const { storeId, devices } = await before('0012_sums')
    const [{ deviceId, pointId }] = devices as [{ deviceId: DeviceId; pointId: PointId }]
    const hour = Date.UTC(2026, 10, 19, 3)
    await sql`create table point_hour_2026_11 partition of point_hour
      for values from ('2026-11-01') to ('2026-12-01')`.execute(db)
    // Version 1, decimals, three readings: one at once and two after a minute each; 3.5, a tenth more, two less.
    await sql`insert into point_hour (store_id, point_id, hour, count, coverage, series)
      values (${storeId}, ${pointId}, ${new Date(hour).toISOString()}, 3, 0.05,
        decode('0108030001e0d403020146' || '0203', 'hex'))`.execute(db)
    await migrateToLatest(db)
    const query = { storeId: storeId as StoreId, deviceId, pointIds: [pointId] }
    const series = await readSeries(db, { ...query, from: hour, to: hour + 3_600_000 })
    expect(series.get(pointId)).toMatchObject({
      timesMs: [hour, hour + 60_000, hour + 120_000],
      values: [3.5, 3.6, 3.4],
    })
  })

  test('days of stores, added up per department and time zone', async () => {
    const { storeId } = await before('0014_store_by_code')
    const { departmentId } = await db.selectFrom('store').select('departmentId').executeTakeFirstOrThrow()
    for (const [id, zone] of [
      [storeId + 1, 'Asia/Taipei'],
      [storeId + 2, 'Asia/Tokyo'],
    ] as const) {
      await sql`insert into store (store_id, department_id, code, name, country, zone)
        values (${id}, ${departmentId}, ${`N${id}`}, 'Store', 'TW', ${zone})`.execute(db)
    }
    await sql`insert into connection_store_day select ${storeId}::int + n, '2026-11-19', 280 + n, n, 2, 300 * n, 600,
      ${COMPUTED} from generate_series(0, 2) n`.execute(db)
    await sql`insert into energy_day (store_id, "on", days, open_minutes, held_minutes, expected_minutes, spread,
        demand_minutes, contracted_kw, known, judged, over, over_minutes, excess_kw, maximum_kw, computed_at)
      select ${storeId}::int + n, '2026-11-19', 1, 1440, 1435, 1440, '{}', 15, 100, 96, 96, n, 15 * n, n, 100 + n,
        ${COMPUTED} from generate_series(0, 2) n`.execute(db)
    await migrateToLatest(db)
    const withRanks = await db.selectFrom('connectionAreaDay').selectAll().orderBy('zone').execute()
    const slots = withRanks.map(({ ranks: _, ...sums }) => sums)
    // four bytes each of id, first and second figure: slots that were good, and all of them
    expect(withRanks.map(({ ranks }) => entriesOf(ranks))).toEqual([
      [
        [storeId, 280, 282],
        [storeId + 1, 281, 284],
      ],
      [[storeId + 2, 282, 286]],
    ])
    const place = { departmentId, on: '2026-11-19', computedAt: Date.parse(COMPUTED) }
    expect(slots).toEqual([
      {
        ...place,
        zone: 'Asia/Taipei',
        ok: 561,
        deviceLost: 1,
        hostLost: 4,
        deviceLostSeconds: 300,
        hostLostSeconds: 1200,
      },
      {
        ...place,
        zone: 'Asia/Tokyo',
        ok: 282,
        deviceLost: 2,
        hostLost: 2,
        deviceLostSeconds: 600,
        hostLostSeconds: 600,
      },
    ])
    const demand = await db.selectFrom('energyAreaDay').selectAll().orderBy('zone').execute()
    expect(demand).toMatchObject([
      {
        judged: 192,
        over: 1,
        storesOver: 1,
        overMinutes: 15,
        excessKw: 1,
        maximumKw: 101,
        highestUse: 1.01,
        heldMinutes: 2870,
      },
      {
        judged: 96,
        over: 2,
        storesOver: 1,
        overMinutes: 30,
        excessKw: 2,
        maximumKw: 102,
        highestUse: 1.02,
        heldMinutes: 1435,
      },
    ])
  })

  test('scripts on their way and orders of logs are jobs, and go on', async () => {
    const { storeId } = await before('0049_pages_show_equipment')
    await sql`insert into script_folder (script_folder_id, department_id, name)
      select 1, min(department_id), 'Cases' from department`.execute(db)
    await sql`insert into poll_script (poll_script_id, script_folder_id, name, period_seconds)
      values (3, 1, 'Cases', 60)`.execute(db)
    await sql`insert into script_deployment (script_deployment_id, poll_script_id, script_name, mode, adds_devices,
        entered_devices, note, created_by, created_at)
      values (7, 3, 'Cases', 'deploy', true, '[]', 'spring', 'Ada', ${COMPUTED}::timestamptz),
        (8, 3, 'Cases', 'once', false, '[]', '', 'Ada', ${COMPUTED}::timestamptz)`.execute(db)
    await sql`insert into deployment_store (store_id, script_deployment_id, terminal_id, state, bundle_revision, changed_at)
      values (${storeId}, 7, 'TB-N001', 'given', 4, ${COMPUTED}::timestamptz),
        (${storeId}, 8, '', 'waiting', null, ${COMPUTED}::timestamptz)`.execute(db)
    await migrateToLatest(db)
    const jobs = await db.selectFrom('job').select(['jobId', 'kind', 'input']).orderBy('jobId').execute()
    expect(jobs).toEqual([
      {
        jobId: 7,
        kind: 'script',
        input: {
          pollScriptId: 3,
          scriptName: 'Cases',
          note: 'spring',
          mode: 'deploy',
          addsDevices: true,
          enteredDevices: [],
        },
      },
      { jobId: 8, kind: 'script.run', input: { pollScriptId: 3, scriptName: 'Cases', note: '' } },
    ])
    const targets = await db
      .selectFrom('jobTarget')
      .select(['jobId', 'terminalId', 'state', 'outcome'])
      .orderBy('jobId')
      .execute()
    expect(targets).toEqual([
      { jobId: 7, terminalId: 'TB-N001', state: 'given', outcome: { revision: 4 } },
      { jobId: 8, terminalId: '', state: 'waiting', outcome: null },
    ])
    // the next job gets a number of its own
    const { jobId } = await db
      .insertInto('job')
      .values({ kind: 'script', input: '{}', createdBy: 'Ada', createdAt: epochMs(0) })
      .returning('jobId')
      .executeTakeFirstOrThrow()
    expect(jobId).toBe(9)
  })
})

function entriesOf(ranks: Uint8Array): number[][] {
  const bytes = Buffer.from(ranks)
  return Array.from({ length: bytes.length / 12 }, (_, n) => [
    bytes.readInt32BE(12 * n),
    bytes.readFloatBE(12 * n + 4),
    bytes.readFloatBE(12 * n + 8),
  ]).sort(([a = 0], [b = 0]) => a - b)
}
