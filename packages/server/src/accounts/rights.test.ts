import { pageKeys } from '@coldkeep/domain/access/page-key'
import type { AccountId } from '@coldkeep/domain/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickHash } from '../testing/quick-hash'
import { auditOf } from '../testing/terminal-records'
import { describeEachDatabase } from '../testing/test-database'
import { basic, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'
import { replaceRecoveryCodes } from './second-factor'
import { insertAccount, insertPermissionType, selectWholeEquipmentType } from './sign-in-queries'

describeEachDatabase('who may do what', (openDatabase) => {
  let server: TestServer
  let keeperId: AccountId
  let types: Record<'connection' | 'keeping' | 'everything', string>
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { db, fleet, clock } = server
    const keeping = await insertPermissionType(db, 'Keeping', ['1-1', '2-2-4', '3-2'])
    const draft = { login: 'keeper', name: 'Kay', email: '', passwordHash: await quickHash(PASSWORD) }
    const rights = { departmentId: fleet.north, permissionTypeIds: [keeping] }
    keeperId = await insertAccount(db, { ...draft, ...rights }, clock.now())
    const { auth_type } = (await send('GET', '/api/v2/util/auth/page-auth-type')).body
    const typeOf = (title: string) => auth_type.find((type: { title: string }) => type.title === title).id
    types = { connection: typeOf('Connection'), keeping: typeOf('Keeping'), everything: typeOf('All pages') }
  })
  afterAll(() => server.close())

  const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, as = 'admin') =>
    server.send(method, path, { as, body })
  const codeOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).body.code
  const rows = async (table: 'webpage' | 'device', as = 'admin') =>
    (await send('GET', `/api/v2/util/auth/${table}`, undefined, as)).body.data
  const rowOf = async (table: 'webpage' | 'device', login: string) =>
    (await rows(table)).find((row: { value: string[] }) => row.value[0] === login)
  const accounts = async (as = 'admin') =>
    (await send('GET', '/api/v2/accounts', undefined, as)).body.accounts
  const accountOf = async (login: string) =>
    (await accounts()).find((one: { login: string }) => one.login === login)
  const change = async (login: string, to: object, as = 'admin') => {
    const { id, name, email, department, is_enabled, revision } = await accountOf(login)
    const body = { name, email, department, is_enabled, revision, ...to }
    return send('PATCH', `/api/v2/accounts/${id}`, body, as)
  }

  describe('tables of permissions', () => {
    test('each row says account and type; only those below the own department are there', async () => {
      const { body } = await send('GET', '/api/v2/util/auth/webpage')
      expect(body).toMatchObject({ title: 'Page permission', page_size: 200, filter_index: 1, total: 3 })
      expect(body.header.map((head: { value: string }) => head.value)).toEqual([
        'Account',
        'Permission type',
        'Walk-in rooms',
        '4 °C equipment',
      ])
      expect(body.data.map((row: { value: string[] }) => row.value)).toEqual([
        ['admin', 'All pages', [true, true]],
        ['keeper', 'Keeping', [true, true]],
        ['north', 'Connection', [true, true]],
      ])
      expect((await rows('webpage', 'keeper')).map((row: { value: string[] }) => row.value[0])).toEqual([
        'keeper',
        'north',
      ])
      expect(await codeOf('GET', '/api/v2/util/auth/webpage', undefined, 'north')).toBe('access.page')
    })

    test('a permission is given, changed, refused a second time, and taken away; each is in the audit', async () => {
      const add = { data: [{ data: ['南', types.connection] }] }
      expect((await send('POST', '/api/v2/util/auth/webpage', add)).status).toBe(200)
      const again = await send('POST', '/api/v2/util/auth/webpage', add)
      expect([again.status, again.body.code]).toEqual([409, 'right.exists'])
      expect(again.body.fields).toEqual({ 'data.0.data.1': 'choice' })
      const row = await rowOf('webpage', '南')
      const to = { data: [{ id: row.id, data: ['南', types.keeping], revision: row.revision }] }
      expect((await send('PATCH', '/api/v2/util/auth/webpage', to)).status).toBe(200)
      expect((await rowOf('webpage', '南')).value).toEqual(['南', 'Keeping', [true, true]])
      const stale = await send('PATCH', '/api/v2/util/auth/webpage', to)
      expect([stale.status, stale.body.code]).toEqual([409, 'row.changed'])
      expect(stale.body.present).toMatchObject({
        id: row.id,
        value: ['南', 'Keeping', [true, true]],
        revision: 2,
      })
      const seen = `/api/v2/util/auth/webpage?id=${row.id}&revision`
      const kept = await send('DELETE', `${seen}=1`)
      expect([kept.status, kept.body.code, kept.body.present.revision]).toEqual([409, 'row.changed', 2])
      expect((await send('DELETE', `${seen}=2`)).status).toBe(200)
      expect(await codeOf('DELETE', `/api/v2/util/auth/webpage?id=${row.id}`)).toBe('right.unknown')
      const noted = await server.db.selectFrom('audit').select('kind').where('subject', '=', '南').execute()
      expect(noted.map(({ kind }) => kind)).toEqual([
        'right.page_add',
        'right.page_change',
        'right.page_remove',
      ])
    })

    test('equipment permissions carry two flags, which may narrow what the type shows', async () => {
      const [type] = (await send('GET', '/api/v2/util/auth/device-auth-type')).body.auth_type
      expect(type).toMatchObject({
        title: 'All equipment',
        sees: ['WI', '4C'],
        writes: ['WI', '4C', 'other'],
      })
      const add = { data: [{ data: ['north', type.id, [true, false]] }] }
      expect((await send('POST', '/api/v2/util/auth/device', add)).status).toBe(200)
      const row = await rowOf('device', 'north')
      const own = await send('GET', '/api/v2/util/auth/device', undefined, 'keeper')
      expect(own.body.data).toEqual([row])
      expect(row.value).toEqual(['north', 'All equipment', true, false])
      const to = { data: [{ id: row.id, data: ['north', type.id, [false, true]], revision: row.revision }] }
      expect((await send('PATCH', '/api/v2/util/auth/device', to)).status).toBe(200)
      expect((await rowOf('device', 'north')).value).toEqual(['north', 'All equipment', false, true])
      const kept = await send('DELETE', `/api/v2/util/auth/device?id=${row.id}&revision=1`)
      expect([kept.status, kept.body.present.value]).toEqual([409, ['north', 'All equipment', false, true]])
      expect((await send('DELETE', `/api/v2/util/auth/device?id=${row.id}&revision=2`)).status).toBe(200)
    })

    test.each(['page', 'device'])(
      'a %s type that somebody has changed since is not removed',
      async (kind) => {
        const path = `/api/v2/util/auth/${kind}-auth-type`
        const cells = kind === 'page' ? { page_keys: ['1-1'] } : { sees: ['WI'], writes: [] }
        expect((await send('POST', path, { data: [{ title: 'Brief', ...cells }] })).status).toBe(200)
        const one = async () =>
          (await send('GET', path)).body.auth_type.find(({ title }: { title: string }) => title === 'Brief')
        const { id, revision } = await one()
        await send('PATCH', path, { data: [{ id, title: 'Brief', revision, ...cells }] })
        const kept = await send('DELETE', `${path}?id=${id}&revision=${revision}`)
        expect([kept.status, kept.body.code, kept.body.present.title]).toEqual([409, 'row.changed', 'Brief'])
        const now = await one()
        expect((await send('DELETE', `${path}?id=${id}&revision=${now.revision}`)).status).toBe(200)
      },
    )

    test.each([
      ['an account that is not there', { data: [{ data: ['nobody', '1'] }] }, 'account.unknown'],
      ['a type that is not there', { data: [{ data: ['north', '9999'] }] }, 'category.unknown'],
      ['no row', { data: [] }, 'request.malformed'],
      ['a hostile account', { data: [{ data: ["x' or '1'='1", '1'] }] }, 'account.unknown'],
      ['half a row', { data: [{ data: ['north'] }] }, 'request.malformed'],
      ['a type of letters', { data: [{ data: ['north', '=1+1'] }] }, 'request.malformed'],
    ])('%s is refused', async (_, body, code) => {
      expect(await codeOf('POST', '/api/v2/util/auth/webpage', body)).toBe(code)
    })
  })

  describe('no one grants more than they hold, or outside their department', () => {
    const grant = (login: string, type: keyof typeof types) =>
      codeOf('POST', '/api/v2/util/auth/webpage', { data: [{ data: [login, types[type]] }] }, 'keeper')

    test('pages that the caller lacks, accounts elsewhere, equipment that is not theirs to write to', async () => {
      expect(await grant('north', 'everything')).toBe('right.beyond_own')
      expect(await grant('keeper', 'everything')).toBe('right.beyond_own')
      expect(await grant('南', 'connection')).toBe('account.unknown')
      expect(await grant('admin', 'connection')).toBe('account.unknown')
      expect(await grant('north', 'keeping')).toBeUndefined()
      const [type] = (await send('GET', '/api/v2/util/auth/device-auth-type')).body.auth_type
      const device = { data: [{ data: ['north', type.id, [true, true]] }] }
      expect(await codeOf('POST', '/api/v2/util/auth/device', device, 'keeper')).toBe('right.beyond_own')
      const row = await rowOf('webpage', 'admin')
      expect(await codeOf('DELETE', `/api/v2/util/auth/webpage?id=${row.id}`, undefined, 'keeper')).toBe(
        'right.unknown',
      )
      expect((await rows('webpage')).length).toBe(4)
    })

    test.each(['page-auth-type', 'device-auth-type'])(
      '%s tells how many accounts below the own department have each',
      async (path) => {
        const counted = async (as: string) => {
          const { auth_type } = (await send('GET', `/api/v2/util/auth/${path}`, undefined, as)).body
          return auth_type.reduce((sum: number, type: { accounts: number }) => sum + type.accounts, 0)
        }
        const table = path === 'page-auth-type' ? 'webpage' : 'device'
        const given = async (as: string) => (await rows(table, as)).length
        expect([await counted('admin'), await counted('keeper')]).toEqual([
          await given('admin'),
          await given('keeper'),
        ])
        expect(await counted('keeper')).toBeLessThan(await counted('admin'))
      },
    )

    test('a type is changed only by who holds all of it and reaches everyone who has it', async () => {
      const put = (id: string, title: string, keys: string[], as: string) =>
        codeOf('PATCH', '/api/v2/util/auth/page-auth-type', { data: [{ id, title, page_keys: keys }] }, as)
      expect(await put(types.keeping, 'Keeping', [...pageKeys], 'keeper')).toBe('right.beyond_own')
      expect(await put(types.everything, 'All pages', ['1-1'], 'keeper')).toBe('right.beyond_own')
      await send('POST', '/api/v2/util/auth/webpage', { data: [{ data: ['南', types.connection] }] })
      expect(await put(types.connection, 'Connection', ['1-1', '3-2'], 'keeper')).toBe('right.beyond_own')
      expect(await put(types.connection, 'Connection', ['1-1', '3-2'], 'admin')).toBeUndefined()
      expect(await put(types.connection, 'Connection', ['1-1'], 'admin')).toBeUndefined()
      expect(await put(types.connection, 'Keeping', ['1-1'], 'admin')).toBe('category.exists')
      expect(await codeOf('DELETE', `/api/v2/util/auth/page-auth-type?id=${types.connection}`)).toBe(
        'category.in_use',
      )
    })

    test('an account is made, moved and given a password only below the own department', async () => {
      const { company, north } = server.fleet
      const draft = { login: 'new', name: 'New', email: 'new@example.org', department: String(company) }
      expect(await codeOf('POST', '/api/v2/accounts', draft, 'keeper')).toBe('department.unknown')
      const beyond = { ...draft, department: String(north), page_permission: types.everything }
      expect(await codeOf('POST', '/api/v2/accounts', beyond, 'keeper')).toBe('right.beyond_own')
      const admin = await accountOf('admin')
      expect(
        await codeOf('POST', `/api/v2/accounts/${admin.id}/temporary-password`, undefined, 'keeper'),
      ).toBe('account.unknown')
      expect((await change('north', { department: String(company) }, 'keeper')).body.code).toBe(
        'department.unknown',
      )
    })
  })

  describe('accounts', () => {
    test('one is made with a password that is shown once; it signs in until it is disabled', async () => {
      const { north } = server.fleet
      const draft = { login: 'mei', name: ' Mei ', email: '', department: String(north) }
      const made = await send('POST', '/api/v2/accounts', { ...draft, page_permission: types.connection })
      expect(made.body.password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
      expect(await accountOf('mei')).toMatchObject({
        name: 'Mei',
        must_change_password: true,
        pages: ['Connection'],
        is_enabled: true,
      })
      expect(await codeOf('POST', '/api/v2/accounts', draft)).toBe('account.exists')
      const signIn = (password: string) =>
        server.send('POST', '/api/v2/auth', { headers: basic('mei', password) })
      expect((await signIn(made.body.password)).status).toBe(200)
      const given = await send('POST', `/api/v2/accounts/${made.body.id}/temporary-password`)
      expect((await signIn(made.body.password)).status).toBe(401)
      expect((await signIn(given.body.password)).status).toBe(200)
      expect((await change('mei', { is_enabled: false })).body.is_enabled).toBe(false)
      expect((await signIn(given.body.password)).body.code).toBe('session.account_disabled')
      const stale = await change('mei', { name: 'Other', revision: 1 })
      expect([stale.status, stale.body.code, stale.body.present.name]).toEqual([409, 'row.changed', 'Mei'])
    })

    test.each([
      ['empty', { login: '' }, 'login'],
      ['with a colon, which ends the account at sign-in', { login: 'a:b' }, 'login'],
      ['with a line break', { name: 'a\r\nb' }, 'name'],
      ['overlong', { name: 'x'.repeat(121) }, 'name'],
      ['no address', { email: 'nobody' }, 'email'],
    ])('a field %s is named', async (_, wrong, field) => {
      const draft = { login: 'x', name: 'X', email: '', department: String(server.fleet.north), ...wrong }
      const { status, body } = await send('POST', '/api/v2/accounts', draft)
      expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
    })

    test('the last administrator is neither disabled, moved nor demoted, not even by two at once', async () => {
      const code = 'account.last_administrator'
      expect((await change('admin', { is_enabled: false })).body.code).toBe(code)
      expect((await change('admin', { department: String(server.fleet.north) })).body.code).toBe(code)
      const row = await rowOf('webpage', 'admin')
      expect(await codeOf('DELETE', `/api/v2/util/auth/webpage?id=${row.id}`)).toBe(code)
      const device = await rowOf('device', 'admin')
      expect(await codeOf('DELETE', `/api/v2/util/auth/device?id=${device.id}`)).toBe(code)
      const { db, fleet, clock } = server
      const draft = { login: 'second', name: 'Sec', email: '', passwordHash: await quickHash(PASSWORD) }
      const everything = [Number(types.everything) as never]
      const equipmentTypeIds = await selectWholeEquipmentType(db)
      const rights = { departmentId: fleet.company, permissionTypeIds: everything, equipmentTypeIds }
      await insertAccount(db, { ...draft, ...rights }, clock.now())
      const [first, second] = await Promise.all([
        change('admin', { is_enabled: false }, 'second'),
        change('second', { is_enabled: false }, 'admin'),
      ])
      expect([first.status, second.status].filter((status) => status === 200)).toHaveLength(1)
      await db.updateTable('account').set({ isEnabled: true }).where('login', '=', 'admin').execute()
      // who was disabled has no sign-in any more
      server.clock.advance(0)
      expect((await change('second', { is_enabled: false })).status).toBe(200)
    })
  })

  test('a lost second factor is taken away by who reaches the account, never the own one', async () => {
    const { db, clock, fleet } = server
    const codes = async (accountId: AccountId) => {
      const secret = new Uint8Array(20)
      await db.insertInto('secondFactor').values({ accountId, secret, confirmedAt: clock.now() }).execute()
      await replaceRecoveryCodes(db, accountId)
    }
    const take = (id: number, as = 'keeper') =>
      codeOf('DELETE', `/api/v2/accounts/${id}/second-factor`, undefined, as)
    const { admin, north, south } = fleet.accounts
    const waiting = { accountId: north, secret: new Uint8Array(20), confirmedAt: null }
    await db.insertInto('secondFactor').values(waiting).execute()
    expect((await accountOf('north')).has_second_factor).toBe(false)
    expect(await take(north)).toBe('account.second_factor_off')
    expect(await take(north, '南')).toBe('access.page')
    await db.deleteFrom('secondFactor').execute()
    const { body: signedIn } = await server.send('POST', '/api/v2/auth', {
      headers: basic('north', PASSWORD),
    })
    for (const id of [admin, north, south, keeperId]) await codes(id)
    expect((await accountOf('north')).has_second_factor).toBe(true)
    expect(await take(keeperId)).toBe('account.second_factor_own')
    expect(await take(south)).toBe('account.unknown')
    expect(await take(admin)).toBe('account.unknown')
    expect(await take(999_999)).toBe('account.unknown')
    const more = { accountId: north, pagePermissionTypeId: Number(types.everything) as never }
    await db.insertInto('pagePermission').values(more).execute()
    expect(await take(north)).toBe('right.beyond_own')
    const { pagePermissionTypeId } = more
    await db
      .deleteFrom('pagePermission')
      .where('accountId', '=', north)
      .where('pagePermissionTypeId', '=', pagePermissionTypeId)
      .execute()
    expect(await take(north)).toBeUndefined()
    const kept = await db.selectFrom('secondFactor').select('accountId').orderBy('accountId').execute()
    expect(kept.map(({ accountId }) => accountId)).toEqual([admin, south, keeperId].sort((a, b) => a - b))
    const left = db.selectFrom('recoveryCode').select('accountId').where('accountId', '=', north)
    expect(await left.execute()).toEqual([])
    const headers = { authorization: `Bearer ${signedIn.token}` }
    expect((await server.send('GET', '/api/v2/account/info', { headers })).status).toBe(401)
    expect(await auditOf(server, 'north')).toContain('account.second_factor_taken · Kay · done')
    await db.deleteFrom('secondFactor').execute()
  })

  test('tidying lists what is of no use, and removes that alone', async () => {
    await send('POST', '/api/v2/util/auth/webpage', { data: [{ data: ['keeper', types.connection] }] })
    const { body } = await send('GET', '/api/v2/util/auth/tidy/webpage')
    const idle = body.rows.map((row: Record<string, string>) => [row.account, row.permission, row.reason])
    expect(idle).toEqual([
      ['keeper', 'Connection', 'covered'],
      ['mei', 'Connection', 'disabled'],
      ['north', 'Connection', 'covered'],
      ['second', 'All pages', 'disabled'],
    ])
    const chosen = body.rows.filter((row: { account: string }) => row.account !== 'north')
    const data = chosen.map(({ id, revision }: { id: string; revision: number }) => ({ id, revision }))
    const kept = await rowOf('webpage', 'admin')
    const sent = { data: [...data, { id: kept.id, revision: kept.revision }] }
    expect((await send('POST', '/api/v2/util/auth/tidy/webpage', sent)).body).toEqual({ removed: 3 })
    expect(
      (await rows('webpage')).map((row: { value: string[] }) => row.value.slice(0, 2).join(' ')),
    ).toEqual(['admin All pages', 'keeper Keeping', 'north Connection', 'north Keeping', '南 Connection'])
    // those of a disabled account that has no page any more
    const device = (await send('GET', '/api/v2/util/auth/tidy/device')).body.rows
    expect(device.map((row: { account: string }) => row.account)).toEqual(['second'])
  })

  test('why someone can or cannot is explained rule by rule', async () => {
    const { alder, cedar } = server.fleet.stores
    const why = async (query: string, as = 'admin') =>
      (await send('GET', `/api/v2/util/auth/explain?${query}`, undefined, as)).body
    const explained = async (query: string) => {
      const { is_allowed, rules } = await why(query)
      return [
        is_allowed,
        ...rules.map((one: { rule: string; is_allowed: boolean }) => [one.rule, one.is_allowed]),
      ]
    }
    expect(await explained('account=north&page=1-1')).toEqual([true, ['account', true], ['page', true]])
    expect(await explained('account=north&page=1-2')).toEqual([false, ['account', true], ['page', false]])
    expect(await explained(`account=north&storeid=${cedar.storeId}`)).toEqual([
      false,
      ['account', true],
      ['store', false],
    ])
    expect(await explained(`account=north&deviceid=${alder.freezer.deviceId}`)).toEqual([
      true,
      ['account', true],
      ['store', true],
      ['equipment', true],
      ['writing', false],
    ])
    expect((await why('account=mei&page=1-1')).rules[0].text).toBe('Mei is disabled and cannot sign in.')
    expect((await why('account=admin', 'keeper')).code).toBe('account.unknown')
    expect((await why(`account=north&storeid=${cedar.storeId}`, 'keeper')).code).toBe('store.unknown')
    expect(keeperId).toBeGreaterThan(0)
  })

  test('examples can be sent as they are', async () => {
    const page = await send('GET', '/api/v2/util/auth/page-cfg-eg')
    expect(page.body.data[0].data).toEqual(['admin', types.everything, [true, true]])
    const device = (await send('GET', '/api/v2/util/auth/device-cfg-eg')).body
    expect(device.data[0].data[2]).toEqual([true, false])
    expect((await send('POST', '/api/v2/util/auth/device-auth-type')).status).toBe(200)
    const titles = (await send('GET', '/api/v2/util/auth/device-auth-type')).body.auth_type.map(
      (one: { title: string }) => one.title,
    )
    expect(titles).toEqual(['All equipment', 'All equipment, read only'])
    const [, readOnly] = (await send('GET', '/api/v2/util/auth/device-auth-type')).body.auth_type
    const wider = {
      data: [{ id: readOnly.id, title: readOnly.title, sees: ['WI'], writes: [], revision: 1 }],
    }
    expect((await send('PATCH', '/api/v2/util/auth/device-auth-type', wider)).status).toBe(200)
    expect((await send('PATCH', '/api/v2/util/auth/device-auth-type', wider)).body.code).toBe('row.changed')
    expect((await send('DELETE', `/api/v2/util/auth/device-auth-type?id=${readOnly.id}`)).status).toBe(200)
    const made = await send('POST', '/api/v2/util/auth/page-auth-type', {
      data: [{ title: 'Support', page_keys: ['5-1'] }],
    })
    expect(made.status).toBe(200)
  })
})
