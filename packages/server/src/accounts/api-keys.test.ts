import { days, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'
import { setPassword } from './set-password'

describeEachDatabase('API keys', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())
  beforeEach(() => server.clock.set(NOON))

  const draft = (more = {}) => ({
    name: 'ERP export',
    department: String(server.fleet.company),
    pages: ['1-1', '2-2-4', '3-2'],
    expires_at: new Date(NOON + days(90)).toISOString(),
    ...more,
  })
  const add = (more = {}, as = 'admin') => server.send('POST', '/api/v2/api-key', { as, body: draft(more) })
  const made = async (more = {}): Promise<{ id: string; key: string }> => {
    const received = await add(more)
    expect(received.status, received.text).toBe(200)
    return received.body
  }
  const use = (
    key: string,
    path = '/api/v2/department-map',
    method: 'GET' | 'POST' | 'DELETE' = 'GET',
    body?: object,
  ) => server.send(method, path, { headers: { authorization: `Bearer ${key}` }, body })
  const list = async (as = 'admin') => (await server.send('GET', '/api/v2/api-key', { as })).body.keys
  const one = async (id: string) => (await list()).find((each: { id: string }) => each.id === id)
  const noraHoldsAllPages = async () => {
    const type = await server.db
      .selectFrom('pagePermissionType')
      .select('pagePermissionTypeId')
      .where('title', '=', 'All pages')
      .executeTakeFirstOrThrow()
    const { north } = server.fleet.accounts
    await server.db
      .insertInto('pagePermission')
      .values({ accountId: north, ...type })
      .execute()
  }

  test('a key is shown once, kept as a hash, and opens what it was given', async () => {
    const { id, key } = await made()
    expect(key).toMatch(/^ck_[\w-]{51}$/)
    expect((await use(key)).status).toBe(200)
    expect((await use(key, '/api/v2/terminals?depart=all')).status).toBe(200)
    expect(JSON.stringify(await list())).not.toContain(key.slice(11))
    const kept = await server.db
      .selectFrom('apiKey')
      .selectAll()
      .where('apiKeyId', '=', Number(id) as never)
      .executeTakeFirstOrThrow()
    expect(Buffer.from(kept.secretHash).toString()).not.toContain(key.slice(11))
    expect(await one(id)).toMatchObject({
      ...{ name: 'ERP export', begins: key.slice(0, 11), account: 'Ada', state: 'active' },
      pages: ['1-1', '2-2-4', '3-2'],
    })
  })

  test('it sees its own department only, although its account sees more', async () => {
    const { key } = await made({ department: String(server.fleet.north) })
    const { body } = await use(key, '/api/v2/terminals?depart=all')
    expect(body.terminals.map((each: { id: string }) => each.id)).toEqual(['TB-N001', 'TB-N002'])
    expect((await use(key, `/api/v2/terminals?depart=${server.fleet.south}`)).body.code).toBe(
      'department.unknown',
    )
  })

  test('pages it was not given stay closed, and so does what belongs to a person', async () => {
    const { key } = await made({ pages: ['1-1'] })
    expect((await use(key, '/api/v2/system/tasks')).body.code).toBe('access.page')
    const strong = (await made()).key
    expect((await use(strong, '/api/v2/system/tasks')).status).toBe(200)
    for (const [path, method] of [
      ['/api/v2/api-key', 'GET'],
      ['/api/v2/api-key', 'POST'],
      ['/api/v2/api-key/1', 'DELETE'],
    ] as const) {
      expect((await use(strong, path, method, method === 'POST' ? draft() : undefined)).body.code).toBe(
        'access.key',
      )
    }
  })

  test.each([
    ['a page that the account does not hold', { pages: ['1-1', '1-2'] }, 'key.beyond', { pages: 'choice' }],
    ['a department above', {}, 'department.unknown', undefined],
    ['no page', { pages: [] }, 'request.malformed', { pages: 'length' }],
    ['an unknown page', { pages: ['9-9'] }, 'request.malformed', { 'pages.0': 'choice' }],
    ['no name', { name: '  ' }, 'request.malformed', { name: 'length' }],
    ['a long name', { name: 'x'.repeat(81) }, 'request.malformed', { name: 'length' }],
    [
      'a time that is over',
      { expires_at: new Date(NOON).toISOString() },
      'request.malformed',
      { expires_at: 'range' },
    ],
    [
      'more than a year',
      { expires_at: new Date(NOON + days(367)).toISOString() },
      'request.malformed',
      { expires_at: 'range' },
    ],
  ])('%s is refused', async (what, more, code, fields) => {
    if (what.startsWith('a page') || what.startsWith('a department')) {
      await server.db
        .deleteFrom('pagePermission')
        .where('accountId', '=', server.fleet.accounts.north)
        .execute()
      await server.db
        .insertInto('pagePermissionType')
        .values({ title: what, pageKeys: ['1-1', '2-2-4'] })
        .execute()
      const { pagePermissionTypeId } = await server.db
        .selectFrom('pagePermissionType')
        .select('pagePermissionTypeId')
        .where('title', '=', what)
        .executeTakeFirstOrThrow()
      await server.db
        .insertInto('pagePermission')
        .values({ accountId: server.fleet.accounts.north, pagePermissionTypeId })
        .execute()
      const own = what.startsWith('a page') ? { department: String(server.fleet.north) } : { pages: ['1-1'] }
      const { body } = await add({ ...own, ...more }, 'north')
      expect([body.code, body.fields]).toEqual([code, fields])
      return
    }
    const { body } = await add(more)
    expect([body.code, body.fields]).toEqual([code, fields])
  })

  test('it ends at once when it is revoked, and at its time by itself', async () => {
    const { id, key } = await made()
    expect((await server.send('DELETE', `/api/v2/api-key/${id}`, { as: 'admin' })).status).toBe(200)
    expect([(await use(key)).status, (await use(key)).body.code]).toEqual([401, 'key.refused'])
    expect((await one(id)).state).toBe('revoked')
    expect((await server.send('DELETE', `/api/v2/api-key/${id}`, { as: 'admin' })).body.code).toBe(
      'key.unknown',
    )
    const short = await made({ expires_at: new Date(NOON + minutes(1)).toISOString() })
    server.clock.set(later(NOON, minutes(1)))
    expect((await use(short.key)).body.code).toBe('key.refused')
    expect((await one(short.id)).state).toBe('expired')
  })

  test('what its account loses, it loses: pages, department, and being enabled', async () => {
    await noraHoldsAllPages()
    const { north } = server.fleet.accounts
    const { body } = await add({ department: String(server.fleet.north), pages: ['2-2-4'] }, 'north')
    const tasks = () => use(body.key, '/api/v2/system/tasks')
    expect((await tasks()).status).toBe(200)
    const set = (change: object) =>
      server.db.updateTable('account').set(change).where('accountId', '=', north).execute()
    await set({ departmentId: server.fleet.south })
    expect((await tasks()).body.code).toBe('key.refused')
    expect((await one(body.id)).state).toBe('idle')
    await set({ departmentId: server.fleet.north, isEnabled: false })
    expect((await tasks()).body.code).toBe('key.refused')
    await set({ isEnabled: true })
    await server.db.deleteFrom('pagePermission').where('accountId', '=', north).execute()
    expect((await tasks()).body.code).toBe('access.page')
  })

  test('they end when someone else replaces the password of their account, and not when its owner does', async () => {
    await noraHoldsAllPages()
    const own = { department: String(server.fleet.north), pages: ['1-1'] }
    const north = server.fleet.accounts.north
    const keyOf = async () => (await add(own, 'north')).body.key as string
    const passwd = (current: string, next: string) =>
      server.send('PATCH', '/api/v2/account/passwd', { as: 'north', body: { passwd: next, current } })
    const kept = await keyOf()
    expect((await passwd(PASSWORD, 'colder than before')).status).toBe(200)
    expect((await passwd('colder than before', PASSWORD)).status).toBe(200)
    expect((await use(kept)).status).toBe(200)
    const given = await server.send('POST', `/api/v2/accounts/${north}/temporary-password`, { as: 'admin' })
    expect(given.status, given.text).toBe(200)
    expect((await use(kept)).body.code).toBe('key.refused')
    const restored = { password: PASSWORD, by: null, now: NOON }
    await setPassword(server.db, north, restored)
    server.clock.set(NOON)
    const other = await keyOf()
    // as a mailed link does
    await setPassword(server.db, north, restored)
    expect((await use(other)).body.code).toBe('key.refused')
    const { detail } = await server.db
      .selectFrom('audit')
      .select('detail')
      .where('kind', '=', 'account.temporary_password')
      .executeTakeFirstOrThrow()
    expect(detail).toEqual({ keys: expect.any(Number) })
    await server.db
      .deleteFrom('pagePermission')
      .where('accountId', '=', north)
      .where('pagePermissionTypeId', 'in', (query) =>
        query
          .selectFrom('pagePermissionType')
          .select('pagePermissionTypeId')
          .where('title', '=', 'All pages'),
      )
      .execute()
  })

  test('a guess is refused, whatever its form, and is audited', async () => {
    const { key } = await made()
    const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`
    for (const guess of [
      wrong,
      'ck_',
      'ck_short',
      `ck_${'A'.repeat(51)}`,
      `ck_${'A'.repeat(5000)}`,
      "ck_' or 1=1 --",
    ]) {
      expect([401, 400]).toContain((await use(guess)).status)
    }
    expect((await use(wrong)).body.code).toBe('key.refused')
    const { body } = await server.send('GET', '/api/v2/audit?kind=key.refused', { as: 'admin' })
    expect(body.total).toBe(1)
  })

  test('its making, what is done with it and its end are in the audit under its name', async () => {
    const { id, key } = await made({ name: 'Auditor' })
    const { storeId } = server.fleet.stores.alder
    await use(key, '/api/v2/terminals', 'POST', { store: storeId })
    await server.send('DELETE', `/api/v2/api-key/${id}`, { as: 'admin' })
    const kinds = async (query: string) =>
      (await server.send('GET', `/api/v2/audit?${query}`, { as: 'admin' })).body.entries.map(
        (entry: { kind: string }) => entry.kind,
      )
    expect(await kinds('key=auditor')).toEqual(['key.revoke', 'key.add'])
    expect(await kinds('account=auditor')).toEqual(['terminal.add'])
  })

  test('the time of its last use is kept to the minute', async () => {
    const { id, key } = await made()
    expect((await one(id)).last_used_at).toBeNull()
    await use(key)
    server.clock.advance(30_000)
    await use(key)
    expect((await one(id)).last_used_at).toBe('2026-11-20T04:00:00.000Z')
    server.clock.advance(minutes(1))
    await use(key)
    expect((await one(id)).last_used_at).toBe('2026-11-20T04:01:30.000Z')
  })

  test('page 2-2-4 opens the list, of the own departments', async () => {
    expect((await server.send('GET', '/api/v2/api-key', { as: '南' })).body.code).toBe('access.page')
    await noraHoldsAllPages()
    const { id } = await made({ name: 'of all' })
    const { body } = await add({ name: 'of north', department: String(server.fleet.north) }, 'north')
    const seen = (await list('north')).map((each: { name: string }) => each.name)
    expect(seen).toContain('of north')
    expect(seen).not.toContain('of all')
    const foreign = await server.send('DELETE', `/api/v2/api-key/${id}`, { as: 'north' })
    expect(foreign.body.code).toBe('key.unknown')
    expect((await use(body.key)).status).toBe(200)
  })
})
