import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('organisation', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
  })
  afterAll(() => server.close())

  const get = (path: string, as: string) => server.send('GET', `/api/v2/${path}`, { as })
  const names = (rows: { name: string }[]) => rows.map((row) => row.name)

  test('the map is the whole tree for who stands at its top', async () => {
    const { company, north, south } = server.fleet
    expect((await get('department-map', 'admin')).body).toEqual({
      id: String(company),
      name: 'Frostline',
      children: [
        { id: String(north), name: 'North', children: [] },
        { id: String(south), name: 'South', children: [] },
      ],
    })
  })

  test('the map begins at the own department of everyone else', async () => {
    const { body } = await get('department-map', 'north')
    expect(body).toEqual({ id: String(server.fleet.north), name: 'North', children: [] })
  })

  test('the stores of a department include those below it, by name', async () => {
    const { company, north, stores } = server.fleet
    expect(names((await get(`stores?depart=${company}`, 'admin')).body)).toEqual([
      'Alder Street',
      'Birch Lane 50%',
      'Cedar_Road',
      'Dogwood Alley',
    ])
    const { body } = await get(`stores?depart=${north}`, 'north')
    expect(body[0]).toEqual({ id: String(stores.alder.storeId), name: 'Alder Street', code: 'N001' })
  })

  test('a department of others is as unknown as one that does not exist', async () => {
    const foreign = await get(`stores?depart=${server.fleet.south}`, 'north')
    const above = await get(`stores?depart=${server.fleet.company}`, 'north')
    const missing = await get('stores?depart=999999', 'north')
    for (const { status, body } of [foreign, above, missing]) {
      expect([status, body.code, body.message]).toEqual([404, 'department.unknown', missing.body.message])
    }
  })

  test('vendors are those that serve stores the caller may see', async () => {
    expect(names((await get('vendors?depart=all&type=all', 'admin')).body)).toEqual([
      'Glacier Works',
      'Polar Service',
    ])
    expect(names((await get('vendors?type=all', 'north')).body)).toEqual(['Polar Service'])
    expect(names((await get(`vendors?depart=${server.fleet.south}`, 'admin')).body)).toEqual([
      'Glacier Works',
    ])
  })

  test('a store is found by part of its name or number, whatever the case', async () => {
    const { north, stores } = server.fleet
    const found = {
      id: String(stores.alder.storeId),
      name: 'Alder Street',
      code: 'N001',
      depart: String(north),
    }
    expect((await get('store-quick?key=street', 'admin')).body).toEqual([found])
    expect((await get('store-quick?key=n001', 'admin')).body).toEqual([found])
  })

  test('a search looks for the characters that were typed, not for patterns', async () => {
    expect(names((await get('store-quick?key=%25', 'admin')).body)).toEqual(['Birch Lane 50%'])
    expect(names((await get('store-quick?key=_', 'admin')).body)).toEqual(['Cedar_Road'])
    expect((await get(`store-quick?key=${encodeURIComponent('\\')}`, 'admin')).body).toEqual([])
  })

  test('a search finds none of the stores of others', async () => {
    expect((await get('store-quick?key=S00', 'north')).body).toEqual([])
  })

  test('a blank parameter is an absent one: all that the caller sees', async () => {
    for (const path of ['stores', 'stores?depart=', 'stores?depart=%20', 'store-quick', 'store-quick?key=']) {
      expect([path, names((await get(path, 'north')).body)]).toEqual([
        path,
        ['Alder Street', 'Birch Lane 50%'],
      ])
    }
    expect((await get('device-quick?key=', 'admin')).body).toMatchObject({
      code: 'request.malformed',
      fields: { 'query.key': 'missing' },
    })
  })

  test('no one sees any of it without signing in', async () => {
    for (const path of ['department-map', 'stores?depart=1', 'vendors', 'store-quick?key=a']) {
      const { status, body } = await server.send('GET', `/api/v2/${path}`)
      expect([path, status, body.code]).toEqual([path, 401, 'session.required'])
    }
  })
})
