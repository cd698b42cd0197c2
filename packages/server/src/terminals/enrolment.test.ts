import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPermissionType } from '../accounts/sign-in-queries'
import { auditOf } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

const CODE = /^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/

interface Row {
  readonly row: number
  readonly store: string
  readonly fault: string | null
}

describeEachDatabase('the enrolment of many terminals', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  const preview = async (csv: string, as = 'admin') =>
    (await server.send('POST', '/api/v2/terminals/enrolment/preview', { as, body: { csv } })).body
  const enrol = (csv: string, as = 'admin') =>
    server.send('POST', '/api/v2/terminals/enrolment', { as, body: { csv, file_name: 'new.csv' } })
  const count = async () => (await server.db.selectFrom('terminal').select('terminalId').execute()).length
  const faults = async (csv: string, as = 'admin') =>
    (await preview(csv, as)).rows.map(({ row, store, fault }: Row) => [row, store, fault])

  test('a dry run says what each row would make and changes nothing', async () => {
    const before = await count()
    const { rows, fault_count } = await preview('store,terminal\nN001,tb-7777\nS002,\n')
    expect(fault_count).toBe(0)
    expect(rows).toEqual([
      { row: 2, store: 'N001', store_name: 'Alder Street', terminal: 'TB-7777', present: 1, fault: null },
      { row: 3, store: 'S002', store_name: 'Dogwood Alley', terminal: null, present: 1, fault: null },
    ])
    expect(await count()).toBe(before)
  })

  test('a dry run reports of every row why it cannot be', async () => {
    const csv = [
      'store;terminal',
      'N001;TB-N001',
      'N001;TB-N002',
      'N009;',
      ';TB-8888',
      'N002;',
      'N002;',
      'S001;TB-9999',
      'S002;TB-9999',
      'S002;box 1',
    ].join('\n')
    expect(await faults(csv)).toEqual([
      [2, 'N001', 'The store already has this terminal.'],
      [3, 'N001', 'This ID is already in use.'],
      [4, 'N009', 'Store not found.'],
      [5, '', 'Required'],
      [6, 'N002', null],
      [7, 'N002', 'The store is in the table twice. Give the rows terminal IDs, or remove one.'],
      [8, 'S001', null],
      [9, 'S002', 'The terminal is in the table twice.'],
      [10, 'S002', 'An ID is TB- with 4 to 16 digits or capital letters.'],
    ])
    const { status, body } = await enrol(csv)
    expect([status, body.code]).toEqual([409, 'enrolment.file'])
  })

  test.each([
    ['no store column', 'terminal\nTB-7000', 'store: The header lacks this column. Required: store.'],
    ['nothing in it', 'store,terminal\n', 'The table has no rows.'],
    ['too many rows', `store\n${'N001\n'.repeat(2001)}`, 'A table can have at most 2000 rows.'],
  ])('a table with %s is refused as a whole', async (_, csv, words) => {
    const { rows, fault_count } = await preview(csv)
    expect(fault_count).toBeGreaterThan(0)
    expect(rows[0].fault.slice(0, 8)).toBe(words.slice(0, 8))
    expect((await enrol(csv)).body.code).toBe('enrolment.file')
  })

  test('a head of commas alone is answered with the limit that it passes', async () => {
    expect((await preview(`store${','.repeat(130_000)}`)).code).toBe('table.line_too_long')
    expect((await preview(`store${','.repeat(1_000)}`)).code).toBe('table.too_many_columns')
  })

  test('one run makes terminals and codes, shown this once, each audited', async () => {
    const { status, body } = await enrol('store,terminal\nN001,TB-7001\nS001,\n')
    expect(status).toBe(200)
    const [named, other] = body.terminals
    expect(named).toEqual({
      store: 'N001',
      terminal: 'TB-7001',
      code: expect.stringMatching(CODE),
      expires_at: '2026-11-23T04:00:00.000Z',
    })
    expect(other.terminal).toMatch(/^TB-[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(await auditOf(server, 'TB-7001')).toEqual(['terminal.enrol · Ada · done'])
    const claimed = await server.send('POST', '/field/v1/claim', {
      body: { code: named.code, serial: 'SN-1', hw: 'linux arm64' },
      headers: { host: 'hub.example' },
    })
    expect(claimed.body.tid).toBe('TB-7001')
  })

  test('all or nothing', async () => {
    const before = await count()
    expect((await enrol('store,terminal\nN001,TB-7002\nN001,TB-7001\n')).status).toBe(409)
    expect(await count()).toBe(before)
  })

  test('takes the page, and ends at the own stores', async () => {
    expect(await preview('store\nN001\n', 'north')).toMatchObject({ code: 'access.page' })
    const pagePermissionTypeId = await insertPermissionType(server.db, 'Terminals', ['3-2'])
    const accountId = server.fleet.accounts.north
    await server.db.insertInto('pagePermission').values({ accountId, pagePermissionTypeId }).execute()
    expect(await faults('store\nN001\nS001\n', 'north')).toEqual([
      [2, 'N001', null],
      [3, 'S001', 'Store not found.'],
    ])
    expect((await enrol('store\nS001\n', 'north')).body.code).toBe('enrolment.file')
  })
})
