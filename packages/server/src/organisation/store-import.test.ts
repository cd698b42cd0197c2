import { epochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPermissionType } from '../accounts/sign-in-queries'
import { upsertTemperatureStoreDays } from '../analysis/temperature-day-queries'
import { describeEachDatabase, testDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { refreshAreaDays } from './area-days'

const preview = (server: TestServer, csv: string, as = 'admin') =>
  server.send('POST', '/api/v2/stores/import/preview', { as, body: { csv } })
const importAs = (server: TestServer, csv: string, plan: string, as = 'admin') =>
  server.send('POST', '/api/v2/stores/import', { as, body: { csv, plan, file_name: 'stores.csv' } })
const manyCodes = (count: number) => Array.from({ length: count }, (_, n) => `Z${n}\r\n`).join('')
const lines = (...rows: string[]) => rows.map((row) => `${row}\r\n`).join('')

describeEachDatabase('import of stores', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  const run = async (csv: string) => {
    const { plan } = (await preview(server, csv)).body
    return (await importAs(server, csv, plan)).body
  }
  const current = async () =>
    (await server.send('GET', '/api/v2/stores/csv', { as: 'admin' })).body.csv as string

  test('what is written is read again without a change', async () => {
    const csv = await current()
    expect(csv).toContain('\r\nN002,Birch Lane 50%,Frostline / North,Polar Service,TW,Asia/Taipei,')
    expect((await preview(server, csv)).body).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 4,
      faults: [],
    })
    expect(await run(csv)).toEqual({ added: 0, changed: 0, unchanged: 4 })
  })

  test('stores are added and changed by their number, once, and whole', async () => {
    const csv = lines(
      'code;name;department;vendor;country;time_zone;opens;closes;opening_date;phone;floor_area;note',
      'W001;"Willow; East";North;Fjord Service;tw;Asia/Taipei;7:00;23:30;2026-04-01;+886 2 123;185.5;"two',
      'lines"',
      ';;;;;;;;;;;',
      'S001;Cedar Road;South;;JP;Asia/Tokyo;;;;;;new',
    )
    const first = (await preview(server, csv)).body
    expect(first).toMatchObject({ added: 1, changed: 1, unchanged: 0, fault_count: 0 })
    expect(first.new_vendors).toEqual(['Fjord Service'])
    expect(first.changes[0]).toEqual({
      code: 'S001',
      name: 'Cedar Road',
      is_new: false,
      columns: ['name', 'vendor', 'note'],
    })
    expect((await importAs(server, csv, first.plan)).body).toEqual({ added: 1, changed: 1, unchanged: 0 })
    const stores = await server.db
      .selectFrom('store')
      .leftJoin('vendor', 'vendor.vendorId', 'store.vendorId')
      .select([
        'code',
        'store.name',
        'departmentId',
        'vendor.name as vendor',
        'opensAtMinute',
        'closesAtMinute',
      ])
      .select(['openedOn', 'phone', 'floorAreaM2', 'note', 'address', 'revision'])
      .where('code', 'in', ['W001', 'S001'])
      .orderBy('code')
      .execute()
    expect(stores).toEqual([
      {
        code: 'S001',
        name: 'Cedar Road',
        departmentId: server.fleet.south,
        vendor: null,
        opensAtMinute: 0,
        closesAtMinute: 0,
        openedOn: null,
        phone: '',
        floorAreaM2: null,
        note: 'new',
        // the table has no column for it
        address: '1 Cedar_Road',
        revision: 2,
      },
      {
        code: 'W001',
        name: 'Willow; East',
        departmentId: server.fleet.north,
        vendor: 'Fjord Service',
        opensAtMinute: 420,
        closesAtMinute: 1_410,
        openedOn: '2026-04-01',
        phone: '+886 2 123',
        floorAreaM2: 185.5,
        note: 'two\r\nlines',
        address: '',
        revision: 1,
      },
    ])
    expect((await preview(server, csv)).body).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
    // sent again by mistake: nothing to do is no conflict
    expect((await importAs(server, csv, first.plan)).body).toEqual({ added: 0, changed: 0, unchanged: 2 })
    const noted = (await server.send('GET', '/api/v2/audit?kind=store', { as: 'admin' })).body.entries
    expect(noted).toMatchObject([
      {
        kind: 'store.change',
        subject: 'S001',
        store: { code: 'S001' },
        detail: {
          file: 'stores.csv',
          now: { name: 'Cedar Road', vendor: '', note: 'new' },
          before: { name: 'Cedar_Road', note: '' },
        },
      },
      {
        kind: 'store.add',
        subject: 'W001',
        store: { code: 'W001' },
        detail: { now: { name: 'Willow; East' } },
      },
      {
        kind: 'store.import',
        account: { name: 'Ada' },
        store: null,
        detail: { file: 'stores.csv', added: 1, changed: 1 },
      },
    ])
    const willow = noted[1].store.id
    const ofStore = await server.send('GET', `/api/v2/audit?storeid=${willow}`, { as: 'admin' })
    expect(ofStore.body.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['store.add'])
  })

  test('a store that moves takes its days to the sums of its new department', async () => {
    const { north, south, stores } = server.fleet
    const day = { on: localDate('2026-11-19'), watch: 0, protected: 0, noData: 0, coveredMinutes: 1 }
    await upsertTemperatureStoreDays(
      server.db,
      [stores.alder, stores.birch].map(({ storeId }, index) => ({
        ...day,
        storeId,
        breach: 10 ** index,
        expectedMinutes: 1,
        computedAt: epochMs(1),
      })),
    )
    await refreshAreaDays(server.db)
    const sums = () =>
      server.db
        .selectFrom('temperatureAreaDay')
        .select(['departmentId', 'zone', 'breach'])
        .orderBy('departmentId')
        .orderBy('zone')
        .execute()
    expect(await sums()).toEqual([{ departmentId: north, zone: 'Asia/Taipei', breach: 11 }])
    await run(lines('code,department', 'N002,South'))
    await refreshAreaDays(server.db)
    expect(await sums()).toEqual([
      { departmentId: north, zone: 'Asia/Taipei', breach: 1 },
      { departmentId: south, zone: 'Asia/Taipei', breach: 10 },
    ])
    await run(lines('code,time_zone', 'N001,Asia/Tokyo'))
    await refreshAreaDays(server.db)
    expect((await sums())[0]).toEqual({ departmentId: north, zone: 'Asia/Tokyo', breach: 1 })
  })

  test('what would do something else than in the preview is refused, and of two imports at once one wins', async () => {
    const mine = lines('code,name', 'S002,Mine')
    const { plan } = (await preview(server, mine)).body
    await run(lines('code,phone', 'S002,123'))
    const refused = await importAs(server, mine, plan)
    expect([refused.status, refused.body.code, refused.body.present]).toEqual([
      409,
      'row.changed',
      { added: 0, changed: 1, unchanged: 0 },
    ])
    const head = 'code,name,department,country,time_zone'
    const [one, other] = ['One', 'Other'].map((name) => lines(head, `X1,${name},North,TW,Asia/Taipei`))
    const plans = await Promise.all(
      [one, other].map(async (csv) => (await preview(server, csv ?? '')).body.plan),
    )
    const both = await Promise.all(
      [one, other].map((csv, index) => importAs(server, csv ?? '', plans[index])),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('tables of stores', () => {
  let server: TestServer
  beforeAll(async () => {
    const database = await testDatabase('embedded')
    server = await testServer({ database: database.kysely })
    const pagePermissionTypeId = await insertPermissionType(server.db, 'Organisation', ['2-2-5'])
    const accountId = server.fleet.accounts.north
    await server.db.insertInto('pagePermission').values({ accountId, pagePermissionTypeId }).execute()
    return database.close
  })
  afterAll(() => server.close())
  const faults = async (csv: string, as = 'admin') => {
    const { body } = await preview(server, csv, as)
    expect([body.plan, body.fault_count]).toEqual([null, body.faults.length])
    return body.faults.map(
      ({ row, column, code }: { row: number; column: string; code: string }) => `${row} ${column} ${code}`,
    )
  }

  test('the template is the head alone, and holds nothing to import', async () => {
    const { csv } = (await server.send('GET', '/api/v2/stores/csv?rows=none', { as: 'admin' })).body
    expect(csv).toMatch(/^\ufeffcode,name,department,.*,note\r\n$/)
    expect(await faults(csv)).toEqual(['0  no_rows'])
  })

  test('faults are reported by row and column, and nothing is changed while there is one', async () => {
    const csv = lines(
      'code,name,department,country,time_zone,opens,closes,opening_date,service_end_date',
      'A1,Aspen,North,TW,Asia/Taipei,,,,',
      'A1,,East,XX,Taipei,8,,2026-02-30,',
      ',=1+1,Frostline / North,TW,Asia/Taipei,08:00,,2026-02-01,2026-01-31',
      'A2,Ash,North,TW,Asia/Taipei,08:00,,2026-02-01,2026-01-31',
      'A3,Ash,North,TW',
      'A4,Ash,North,TW,Asia/Taipei,,,,',
    )
    expect(await faults(csv)).toEqual([
      '3 name required',
      '3 country country',
      '3 time_zone time_zone',
      '3 opens time',
      '3 opening_date date',
      '3 department department_unknown',
      '3 code code_twice',
      '4 code required',
      '4 name formula',
      '5 closes hours',
      '5 service_end_date dates',
      '6  cell_count',
      '6 time_zone required',
    ])
    const { body } = await preview(server, csv)
    expect(body.faults[0]).toEqual({
      row: 3,
      column: 'name',
      code: 'required',
      message: 'Required',
      value: '',
    })
    expect((await importAs(server, csv, 'x')).body.code).toBe('store.file')
    expect(await server.db.selectFrom('store').select('code').where('code', 'like', 'A%').execute()).toEqual(
      [],
    )
  })

  test.each([
    ['no code', 'name\r\nA', '1 code column_missing'],
    ['unknown and doubled columns', 'code,nmae,code\r\nN001,,', '1 nmae column_unknown'],
    ['a quote that never ends', 'code,name\r\nN001,"A\r\n', 'quotes'],
    ['bytes of another encoding', 'code,name\r\nN001,\ufffd\ufffd', '0  encoding'],
    ['a new store without the needed columns', 'code,name\r\nZ9,Zed', '2 department required'],
    ['something else', '{"a":1}', 'quotes'],
    ['more rows than are taken', `code\r\n${manyCodes(20_001)}`, 'too_many_rows'],
  ])('%s is refused', async (_, csv, expected) => {
    const { body } = await preview(server, csv)
    const found = body.faults.map(
      ({ row, column, code }: { row: number; column: string; code: string }) => `${row} ${column} ${code}`,
    )
    expect(found.filter((fault: string) => fault.includes(expected))).toHaveLength(1)
  })

  test('a table of commas alone is answered with the limit that it passes', async () => {
    const { status, body } = await preview(server, `code${','.repeat(7_000_000)}`)
    expect([status, body.code]).toEqual([400, 'table.line_too_long'])
    expect(body.message).toContain('64 KB')
  })

  test('a file that is too large is not read', async () => {
    const answer = await preview(server, 'x'.repeat(17_000_000))
    expect([answer.status, answer.body.code]).toEqual([413, 'request.too_large'])
  })

  test('stores and departments of others are neither seen, taken nor given away', async () => {
    const { csv } = (await server.send('GET', '/api/v2/stores/csv', { as: 'north' })).body
    expect([csv.includes('N001'), csv.includes('S001')]).toEqual([true, false])
    const south = server.fleet.south
    const foreign = await server.send('GET', `/api/v2/stores/csv?depart=${south}`, { as: 'north' })
    expect(foreign.body.code).toBe('department.unknown')
    const table = lines('code,name,department', 'S001,Mine,North', 'N001,Alder,South', `N002,Birch,${south}`)
    expect(await faults(table, 'north')).toEqual([
      '2 code code_taken',
      '3 department department_unknown',
      '4 department department_unknown',
    ])
    for (const [method, path] of [
      ['GET', 'csv'],
      ['POST', 'import/preview'],
      ['POST', 'import'],
    ] as const) {
      const body = method === 'GET' ? undefined : { csv: 'code', plan: 'x', file_name: 'x' }
      expect((await server.send(method, `/api/v2/stores/${path}`, { as: '南', body })).status).toBe(403)
    }
  })
})
