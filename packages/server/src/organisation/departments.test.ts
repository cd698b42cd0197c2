import { epochMs } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPermissionType } from '../accounts/sign-in-queries'
import { upsertTemperatureStoreDays } from '../analysis/temperature-day-queries'
import { describeEachDatabase, testDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { refreshAreaDays } from './area-days'

const preview = (server: TestServer, document: unknown, as = 'admin') =>
  server.send('POST', '/api/v2/util/department/preview', { as, body: { document, file_name: 'plan.json' } })
const update = (server: TestServer, document: unknown, revision: string, as = 'admin') =>
  server.send('PATCH', '/api/v2/util/department/update', {
    as,
    body: { document, revision, file_name: 'plan.json' },
  })

function idsOf({ fleet }: TestServer) {
  return { company: String(fleet.company), north: String(fleet.north), south: String(fleet.south) }
}

/** The tree as names, with the stores of each. */
async function treeOf(server: TestServer): Promise<string[]> {
  const { body } = await server.send('GET', '/api/v2/util/department/list', { as: 'admin' })
  const names = new Map(body.departments.map((one: { id: string; name: string }) => [one.id, one.name]))
  return body.departments.map(
    (one: { parent: string; name: string; stores: number; accounts: number }) =>
      `${names.get(one.parent) ?? ''}/${one.name} ${one.stores} ${one.accounts}`,
  )
}
function renewals({ db }: TestServer) {
  return db
    .selectFrom('audit')
    .select(['accountName', 'detail'])
    .where('kind', '=', 'department.renew')
    .orderBy('auditId')
    .execute()
}

async function renewAs(server: TestServer, document: unknown) {
  const { revision } = (await preview(server, document)).body
  return update(server, document, revision)
}

describeEachDatabase('departments', (openDatabase) => {
  let server: TestServer
  let ids: Record<'company' | 'north' | 'south', string>
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    ids = idsOf(server)
  })
  afterAll(() => server.close())
  const tree = () => treeOf(server)
  const renew = (document: unknown) => renewAs(server, document)

  test('are listed with their stores and accounts, and the example is what may be sent back', async () => {
    expect(await tree()).toEqual(['/Frostline 0 1', 'Frostline/North 2 1', 'Frostline/South 2 1'])
    const example = await server.send('GET', '/api/v2/util/department/sample', { as: 'admin' })
    const { changes, faults } = (await preview(server, example.body)).body
    expect(faults).toEqual([])
    expect(changes).toEqual({ added: [], moved: [], renamed: [], removed: [], is_reordered: false })
    expect((await renew(example.body)).status).toBe(200)
    expect(await renewals(server)).toEqual([])
  })

  test('with stores or accounts are not removed, and it is said which', async () => {
    const document = { name: 'Frostline', children: [{ id: ids.north, name: 'Upper' }] }
    const { changes } = (await preview(server, document)).body
    expect(changes.removed).toEqual([
      {
        id: ids.south,
        path: ['Frostline', 'South'],
        stores: 2,
        store_names: ['S001 Cedar_Road', 'S002 Dogwood Alley'],
        accounts: 1,
        account_names: ['南'],
      },
    ])
    const refused = await renew(document)
    expect([refused.status, refused.body.code]).toEqual([409, 'department.in_use'])
    expect(refused.body.message).toContain('South (S001 Cedar_Road, S002 Dogwood Alley, 南)')
    expect(await tree()).toEqual(['/Frostline 0 1', 'Frostline/North 2 1', 'Frostline/South 2 1'])
  })

  test('that changed after the preview are told as they are now, and stay so', async () => {
    const mine = { name: 'Frostline', children: [{ name: 'North' }, { name: 'South' }, { name: 'Mine' }] }
    const theirs = { name: 'Frostline', children: [{ name: 'North' }, { name: 'South' }, { name: 'Theirs' }] }
    const { revision } = (await preview(server, mine)).body
    await renew(theirs)
    const refused = await update(server, mine, revision)
    expect([refused.status, refused.body.code]).toEqual([409, 'row.changed'])
    expect(refused.body.present.departments.map(({ name }: { name: string }) => name)).toEqual([
      'Frostline',
      'North',
      'South',
      'Theirs',
    ])
    expect(refused.body.present.revision).toBe((await preview(server, mine)).body.revision)
    expect(await tree()).toContain('Frostline/Theirs 0 0')
    const both = await Promise.all([
      update(server, mine, refused.body.present.revision),
      update(
        server,
        { name: 'Frostline', children: [...theirs.children, { name: 'X' }] },
        refused.body.present.revision,
      ),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('are added, moved, renamed and removed in one go, and their stores and sums come along', async () => {
    const { north } = server.fleet
    const { storeId } = server.fleet.stores.alder
    await upsertTemperatureStoreDays(server.db, [
      {
        storeId,
        on: localDate('2026-11-19'),
        breach: 3,
        watch: 0,
        protected: 0,
        noData: 0,
        coveredMinutes: 1,
        expectedMinutes: 1,
        computedAt: epochMs(1),
      },
    ])
    await refreshAreaDays(server.db)
    const first = {
      name: 'Frostline',
      children: [{ name: 'North' }, { name: 'South', children: [{ name: 'Spare' }, { name: 'Empty' }] }],
    }
    expect((await renew(first)).status).toBe(200)
    const { children } = (await server.send('GET', '/api/v2/department-map', { as: 'admin' })).body
    const spare = children[1].children[0]
    const second = {
      name: 'Frostline KK',
      children: [
        {
          id: ids.south,
          name: 'South',
          children: [{ ...spare, children: [{ id: ids.north, name: 'North' }] }],
        },
        { name: 'East' },
      ],
    }
    const { changes } = (await preview(server, second)).body
    expect(changes).toEqual({
      added: [{ path: ['Frostline KK', 'East'] }],
      moved: [{ id: ids.north, name: 'North', from: ['Frostline'], to: ['Frostline KK', 'South', 'Spare'] }],
      renamed: [{ id: ids.company, from: 'Frostline', path: ['Frostline KK'] }],
      removed: [
        {
          id: expect.any(String),
          path: ['Frostline', 'South', 'Empty'],
          stores: 0,
          store_names: [],
          accounts: 0,
          account_names: [],
        },
      ],
      is_reordered: false,
    })
    const renewed = await renew(second)
    expect(renewed.status).toBe(200)
    expect(await tree()).toEqual([
      '/Frostline KK 0 1',
      'Frostline KK/South 2 1',
      'South/Spare 0 0',
      'Spare/North 2 1',
      'Frostline KK/East 0 0',
    ])
    const { path } = await server.db
      .selectFrom('department')
      .select('path')
      .where('departmentId', '=', north)
      .executeTakeFirstOrThrow()
    expect(path.map(String)).toEqual([ids.company, ids.south, spare.id, ids.north])
    const stores = await server.send('GET', `/api/v2/stores?depart=${spare.id}`, { as: 'admin' })
    expect(stores.body.map(({ code }: { code: string }) => code)).toEqual(['N001', 'N002'])
    const areas = await server.db
      .selectFrom('temperatureAreaDay')
      .select(['departmentId', 'breach'])
      .execute()
    expect(areas).toEqual([{ departmentId: north, breach: 3 }])
    const audits = await renewals(server)
    expect(audits.at(-1)?.accountName).toBe('Ada')
    expect(audits.at(-1)?.detail).toMatchObject({ renamed: [{ from: 'Frostline' }] })
  })

  test('what became of a department is found by it, and by the stores that stand in it', async () => {
    const { alder, cedar } = server.fleet.stores
    const kinds = async (query: string) => {
      const { body } = await server.send('GET', `/api/v2/audit?kind=department&${query}`, { as: 'admin' })
      return body.entries.map(({ kind, subject }: { kind: string; subject: string }) => `${kind} ${subject}`)
    }
    // Alder stands in North, which came below Spare; the company above both has a new name
    const ofAlder = await kinds(`storeid=${alder.storeId}`)
    expect(ofAlder).toContain('department.move North')
    expect(ofAlder).toContain('department.rename Frostline KK')
    expect(ofAlder).not.toContain('department.add East')
    expect(await kinds(`storeid=${cedar.storeId}`)).not.toContain('department.move North')
    expect(await kinds('key=East')).toEqual(['department.add East'])
  })
})

describe('departments', () => {
  let server: TestServer
  let ids: Record<'company' | 'north' | 'south', string>
  beforeAll(async () => {
    const database = await testDatabase('embedded')
    server = await testServer({ database: database.kysely })
    ids = idsOf(server)
    return database.close
  })
  afterAll(() => server.close())
  const tree = () => treeOf(server)

  test('are not made of what is no file of departments', async () => {
    const { faults, changes } = (
      await preview(server, { name: 'F', children: [{ name: '<b>' }, { nam: 1 }] })
    ).body
    expect(changes).toBe(null)
    expect(faults[0]).toEqual({
      place: 'children.1.nam',
      code: 'unknown_field',
      message: 'Departments have no such field.',
    })
    const refused = await update(server, [], (await preview(server, [])).body.revision)
    expect([refused.status, refused.body.code]).toEqual([400, 'department.file'])
    const send = (body: string) =>
      server.send('POST', '/api/v2/util/department/preview', { as: 'admin', body })
    expect((await send('{"document": {"name":')).body.code).toBe('request.not_json')
    expect((await send(`{"document": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`)).body.code).toBe(
      'request.malformed',
    )
    expect((await send(`{"document": "${'x'.repeat(2_100_000)}"}`)).body.code).toBe('request.too_large')
  })

  test('of others are neither seen nor changed', async () => {
    const pagePermissionTypeId = await insertPermissionType(server.db, 'Organisation', ['2-2-5'])
    const accountId = server.fleet.accounts.north
    for (const [method, path] of [
      ['GET', 'sample'],
      ['GET', 'list'],
      ['POST', 'preview'],
      ['PATCH', 'update'],
    ] as const) {
      const body = method === 'GET' ? undefined : { document: {}, revision: 'x', file_name: 'x' }
      const { status } = await server.send(method, `/api/v2/util/department/${path}`, { as: 'north', body })
      expect([path, status]).toEqual([path, 403])
    }
    await server.db.insertInto('pagePermission').values({ accountId, pagePermissionTypeId }).execute()
    const { body } = await server.send('GET', '/api/v2/util/department/list', { as: 'north' })
    expect(body.departments.map(({ name }: { name: string }) => name)).toEqual(['North'])
    const faults = async (document: unknown) =>
      (await preview(server, document, 'north')).body.faults.map(
        ({ place, code }: { place: string; code: string }) => `${place}: ${code}`,
      )
    expect(await faults({ id: ids.company, name: 'North' })).toEqual(['id: top'])
    expect(await faults({ name: 'North', children: [{ id: ids.south, name: 'South' }] })).toEqual([
      'children.0.id: not_yours',
    ])
    // six levels below the company are five below North
    const five = [1, 2, 3, 4, 5].reduceRight<object[]>((children, n) => [{ name: `L${n}`, children }], [])
    expect(await faults({ name: 'North', children: five })).toEqual([])
    const six = [{ name: 'L0', children: five }]
    expect(await faults({ name: 'North', children: six })).toEqual([
      'children.0.children.0.children.0.children.0.children.0.children: too_deep',
    ])
    const own = { name: 'North', children: [{ name: 'Own' }] }
    const { revision } = (await preview(server, own, 'north')).body
    expect((await update(server, own, revision, 'north')).status).toBe(200)
    expect(await tree()).toContain('North/Own 0 0')
  })
})
