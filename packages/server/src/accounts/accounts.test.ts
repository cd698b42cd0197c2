import type { PagePermissionTypeId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickHash } from '../testing/quick-hash'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'
import { insertAccount, insertPermissionType } from './sign-in-queries'

/** Of the south, by name: Person 0001 to Person 3000. Every tenth is disabled. */
const PEOPLE = 3000

describeEachDatabase('many accounts', (openDatabase) => {
  let server: TestServer
  let type: PagePermissionTypeId
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { db, fleet, clock } = server
    type = await insertPermissionType(db, 'Shift', ['1-1'])
    const keeping = await insertPermissionType(db, 'Keeping', ['1-1', '2-2-4'])
    const draft = { login: 'keeper', name: 'Kay', email: '', passwordHash: await quickHash(PASSWORD) }
    const rights = { departmentId: fleet.north, permissionTypeIds: [keeping] }
    await insertAccount(db, { ...draft, ...rights }, clock.now())
    await sql`
      insert into account (login, name, password_hash, department_id, is_enabled)
      select 'p' || n, 'Person ' || to_char(n, 'FM0000'), '', ${fleet.south}::bigint, n % 10 <> 0
      from generate_series(1, ${PEOPLE}::int) n`.execute(db)
    await sql`
      insert into page_permission (account_id, page_permission_type_id)
      select account_id, ${type}::bigint from account where name like 'Person %'`.execute(db)
  })
  afterAll(() => server.close())

  const get = async (path: string, as = 'admin') => (await server.send('GET', path, { as })).body
  const names = async (query: string, as?: string) => {
    const { accounts, total } = await get(`/api/v2/accounts?${query}`, as)
    return { total, names: accounts.map(({ name }: { name: string }) => name) }
  }

  test('come page by page, searched and sorted by the service', async () => {
    const found = await names('key=PERSON&page=300&page_size=10')
    expect(found.total).toBe(3000)
    expect([found.names.at(0), found.names.at(-1)]).toEqual(['Person 2991', 'Person 3000'])
    expect((await names('key=person&sort=-name&page_size=1')).names).toEqual(['Person 3000'])
    expect(await names('key=person 012&sort=login&page_size=2')).toEqual({
      total: 10,
      names: ['Person 0120', 'Person 0121'],
    })
    expect((await names('key=south&page_size=1')).total).toBe(3001)
    expect((await names('key=person&page=301&page_size=10')).names).toEqual([])
  })

  test('are filtered by state, disabled ones last when sorted by it', async () => {
    expect((await names('key=person&state=disabled&page_size=1')).total).toBe(300)
    expect((await names('key=person&state=temporary')).total).toBe(0)
    expect((await names('key=person&state=enabled&page_size=1')).total).toBe(2700)
    expect((await names('key=person&sort=state&page=2701&page_size=1')).names).toEqual(['Person 0010'])
    expect((await names('sort=lastSignIn&page_size=1')).names).toEqual(['Ada'])
  })

  test('those of others are not found, and a pattern is only letters', async () => {
    expect((await names('key=person', 'keeper')).total).toBe(0)
    expect(await names('', 'keeper')).toEqual({ total: 2, names: ['Kay', 'Nora'] })
    expect((await names('key=%25')).total).toBe(0)
    expect((await names('key=Person _001')).total).toBe(0)
  })

  test.each(['page_size=201', 'page=0', 'sort=passwordHash', 'sort=name;drop table account', 'state=any'])(
    '%s is refused',
    async (query) => {
      expect((await get(`/api/v2/accounts?${query}`)).code).toBe('request.malformed')
    },
  )

  describe('their permissions', () => {
    test('come page by page too, of one category where it is requested', async () => {
      const path = '/api/v2/util/auth/webpage'
      const { data, total, page, page_size } = await get(`${path}?key=person&page=2&page_size=3&sort=-name`)
      expect({ total, page, page_size }).toEqual({ total: 3000, page: 2, page_size: 3 })
      expect(data.map(({ name }: { name: string }) => name)).toEqual([
        'Person 2997',
        'Person 2996',
        'Person 2995',
      ])
      expect((await get(`${path}?type=${type}&key=p3000`)).total).toBe(1)
      expect((await get(`${path}?type=9999`)).total).toBe(0)
      expect((await get(path)).data).toHaveLength(200)
      expect((await get(path, 'keeper')).total).toBe(2)
    })

    test('those for equipment as well', async () => {
      const { auth_type } = await get('/api/v2/util/auth/device-auth-type')
      const rows = ['p7', 'p8', 'p9'].map((login) => ({ data: [login, auth_type[0].id, [true, true]] }))
      await server.send('POST', '/api/v2/util/auth/device', { as: 'admin', body: { data: rows } })
      const path = '/api/v2/util/auth/device?key=Person&sort=-account&page_size=2'
      const { data, total } = await get(path)
      expect([total, data.map(({ value }: { value: string[] }) => value[0])]).toEqual([3, ['p9', 'p8']])
      expect((await get(path, 'keeper')).total).toBe(0)
    })
  })
})

describeEachDatabase('engineers', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  const send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, as = 'admin') =>
    server.send(method, path, { as, body })
  const accountOf = async (login: string) =>
    (await send('GET', `/api/v2/accounts?key=${login}`)).body.accounts[0]
  const change = async (login: string, to: object) => {
    const { id, name, email, department, is_enabled, revision } = await accountOf(login)
    const body = { name, email, department, is_enabled, revision, ...to }
    return send('PATCH', `/api/v2/accounts/${id}`, body)
  }

  test('are made such, with the end of their alert service, and shown where engineers are listed', async () => {
    const { north } = server.fleet
    const draft = { login: 'erik', name: 'Erik', email: 'erik@shop.example', department: String(north) }
    const service = { is_engineer: true, alert_service_ends_on: '2027-02-28' }
    expect((await send('POST', '/api/v2/accounts', { ...draft, ...service })).status).toBe(200)
    expect(await accountOf('erik')).toMatchObject(service)
    const own = await send('GET', '/api/v2/account/profile', undefined, 'north')
    expect(own.body.engineers).toMatchObject([{ name: 'Erik', amber_due_dt: '2027-02-28' }])
  })

  test('what is left out stays; what is sent is written down with what stood before', async () => {
    expect((await change('erik', { name: 'Erika' })).body).toMatchObject({
      is_engineer: true,
      alert_service_ends_on: '2027-02-28',
    })
    const longer = await change('erik', { alert_service_ends_on: '2028-02-29' })
    expect(longer.body.alert_service_ends_on).toBe('2028-02-29')
    const { detail } = await server.db
      .selectFrom('audit')
      .select('detail')
      .where('kind', '=', 'account.change')
      .orderBy('auditId', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({
      alert_service_ends_on: '2028-02-29',
      before: { is_engineer: true, alert_service_ends_on: '2027-02-28' },
    })
  })

  test('no one else has the service, and no day that there is not', async () => {
    const refused = await change('erik', { is_engineer: false })
    expect([refused.status, refused.body.code]).toEqual([400, 'account.no_engineer'])
    expect(refused.body.fields).toEqual({ alert_service_ends_on: 'choice' })
    expect((await change('erik', { alert_service_ends_on: '2027-02-29' })).body.code).toBe(
      'request.malformed',
    )
    const ended = await change('erik', { is_engineer: false, alert_service_ends_on: null })
    expect(ended.body).toMatchObject({ is_engineer: false, alert_service_ends_on: null })
  })

  test('are set by who keeps the accounts of their department alone', async () => {
    const { id, revision } = await accountOf('erik')
    const body = { name: 'E', email: '', department: String(server.fleet.north), is_enabled: true, revision }
    const foreign = await send('PATCH', `/api/v2/accounts/${id}`, { ...body, is_engineer: true }, '南')
    expect(foreign.body.code).toBe('access.page')
  })
})
