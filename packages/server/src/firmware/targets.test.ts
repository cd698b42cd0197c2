import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportProgram, uploadReleased } from '../testing/firmware-rig'
import { insertPerson } from '../testing/insert-person'
import { testSigners } from '../testing/make-release'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

const TYPE = 'terminal-linux-x64'

/** North has alder and birch, of Polar; South cedar and dogwood, of Glacier. Dogwood has a terminal of another type. */
describeEachDatabase('stores of an update job', (openDatabase) => {
  let server: TestServer
  let fileId: string
  let fleet: TestServer['fleet']
  beforeAll(async () => {
    const signers = testSigners(NOON)
    server = await testServer({ database: await openDatabase(), releaseRoot: signers.root })
    fleet = server.fleet
    const how = { version: '1.2.0', rollback: false, type: TYPE }
    fileId = await uploadReleased(server, signers, how, randomBytes(1_000))
    for (const { storeId, terminalId } of Object.values(fleet.stores)) {
      const type = storeId === fleet.stores.dogwood.storeId ? 'terminal-linux-arm' : TYPE
      await reportProgram(server, { storeId, terminalId, version: '1.1.0', boot: '00000000000000aa', type })
    }
    await insertPerson(server, 'north-updates', fleet.north, ['2-4'])
  })
  afterAll(() => server.close())

  const departments = async (query: string, as = 'admin') =>
    (await server.send('GET', `/api/v2/ver-update/departments?${query}`, { as })).body
  const list = async (query: string, as = 'admin') =>
    (await server.send('GET', `/api/v2/ver-update/stores?${query}`, { as })).body
  const reached = async (targets: object, as = 'admin') => {
    const body = { file_id: fileId, targets }
    return (await server.send('POST', '/api/v2/ver-update/check', { as, body })).body
  }
  const ids = (...stores: TinyStore[]) => stores.map(({ storeId }) => String(storeId))

  test('each department says how many of its own stores have terminals of a type', async () => {
    const { north, south, vendors } = fleet
    expect(await departments(`type=${TYPE}`)).toEqual({
      departments: [
        { id: String(north), stores: 2, terminals: 2 },
        { id: String(south), stores: 1, terminals: 1 },
      ],
    })
    expect(await departments(`type=${TYPE}&vendor=${vendors.glacier}`)).toEqual({
      departments: [{ id: String(south), stores: 1, terminals: 1 }],
    })
    expect((await departments(`type=${TYPE}`, 'north-updates')).departments).toHaveLength(1)
  })

  test('stores of one department are listed by number, none of departments below it or of others', async () => {
    const { company, north, south } = fleet
    const [alder, birch] = ids(fleet.stores.alder, fleet.stores.birch)
    expect(await list(`type=${TYPE}&depart=${north}`)).toEqual({
      stores: [
        { id: alder, code: 'N001', name: 'Alder Street', terminals: 1 },
        { id: birch, code: 'N002', name: 'Birch Lane 50%', terminals: 1 },
      ],
      total: 2,
    })
    expect(await list(`type=${TYPE}&depart=${company}`)).toEqual({ stores: [], total: 0 })
    expect(await list(`type=${TYPE}&depart=${south}`, 'north-updates')).toEqual({
      stores: [],
      total: 0,
    })
  })

  test('a job reaches departments and stores, without those that are taken out', async () => {
    const { company, north, south, vendors } = fleet
    const [company_, north_, south_] = [company, north, south].map(String)
    const { alder, birch, cedar, dogwood } = fleet.stores
    expect(await reached({})).toMatchObject({ terminals: 3, other_type: 1 })
    expect(await reached({ departments: [north_] })).toMatchObject({ terminals: 2, other_type: 0 })
    expect(await reached({ departments: [company_], without_departments: [south_] })).toMatchObject({
      ...{ terminals: 2, other_type: 0 },
    })
    expect(await reached({ departments: [north_], without_stores: ids(birch) })).toMatchObject({
      terminals: 1,
    })
    const mixed = { departments: [company_], without_departments: [north_], stores: ids(alder) }
    expect(await reached(mixed)).toMatchObject({ terminals: 2, other_type: 1 })
    expect(await reached({ stores: ids(cedar, dogwood) })).toMatchObject({ terminals: 1, other_type: 1 })
    expect(await reached({ ...mixed, vendor: String(vendors.glacier) })).toMatchObject({
      ...{ terminals: 1, other_type: 1 },
    })
    expect(await reached({ without_departments: [south_] })).toMatchObject({ terminals: 2, other_type: 0 })
  })

  test('a department out of reach is refused like one that does not exist, and stores there are not reached', async () => {
    const { south, stores } = fleet
    for (const id of [String(south), '999999'])
      expect((await reached({ departments: [id] }, 'north-updates')).code).toBe('department.unknown')
    expect(await reached({ stores: ids(stores.cedar) }, 'north-updates')).toMatchObject({ terminals: 0 })
    // an id that no table can hold
    expect(await reached({ stores: ['9007199254740991'] })).toMatchObject({ terminals: 0 })
  })
})
