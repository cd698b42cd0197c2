import type { FirmwareImageId } from '@coldkeep/domain/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateImageState } from '../firmware/image-queries'
import { openBox } from '../testing/box-rig'
import { reportProgram } from '../testing/firmware-rig'
import { insertReleased, TERMINAL_TYPE } from '../testing/plant/plant-updates'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('versions of terminals', (openDatabase) => {
  let server: TestServer
  const images = new Map<string, FirmwareImageId>()
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    for (const version of ['1.2.0', '1.9.0', '1.10.0', '1.11.0'])
      images.set(version, await insertReleased(server, version))
    // what was withdrawn is nothing to run
    await server.db
      .transaction()
      .execute((trx) => updateImageState(trx, images.get('1.11.0') as FirmwareImageId, 'withdrawn'))
    const { alder, birch, cedar } = server.fleet.stores
    const boot = '00000000000000aa'
    await reportProgram(server, { ...alder, version: '1.10.0', boot, type: TERMINAL_TYPE })
    await reportProgram(server, { ...birch, version: '1.2.0', boot, type: TERMINAL_TYPE })
    await reportProgram(server, { ...cedar, version: '1.9.0', boot, type: 'terminal-linux-arm' })
    const { storeId } = cedar
    await server.db
      .updateTable('terminalState')
      .set({ connection: 'offline' })
      .where('storeId', '=', storeId)
      .execute()
  })
  afterAll(() => server.close())

  const list = async (query = '', as = 'admin') =>
    (await server.send('GET', `/api/v2/terminals?${query}`, { as })).body
  const ids = async (query: string) => (await list(query)).terminals.map(({ id }: { id: string }) => id)

  test('each terminal says what it runs, how many released versions are newer, and which is the newest', async () => {
    const { terminals, versions } = await list()
    const type = TERMINAL_TYPE
    expect(terminals.map(({ firmware }: { firmware: unknown }) => firmware)).toEqual([
      { type, version: '1.10.0', behind: 0, newest: '1.10.0' },
      { type, version: '1.2.0', behind: 2, newest: '1.10.0' },
      { type: 'terminal-linux-arm', version: '1.9.0', behind: 0, newest: null },
      // never heard of
      null,
    ])
    expect(versions).toEqual([
      { type: 'terminal-linux-arm', version: '1.9.0', behind: 0, terminals: 1 },
      { type, version: '1.10.0', behind: 0, terminals: 1 },
      { type, version: '1.2.0', behind: 2, terminals: 1 },
    ])
    const { terminalId } = server.fleet.stores.birch
    const one = await server.send('GET', `/api/v2/terminals/${terminalId}`, { as: 'admin' })
    expect(one.body.firmware).toEqual({ type, version: '1.2.0', behind: 2, newest: '1.10.0' })
  })

  test('terminals are found by type, by version and by how far they are behind', async () => {
    expect(await ids(`dev_type=${TERMINAL_TYPE}`)).toEqual(['TB-N001', 'TB-N002'])
    expect(await ids('version=1.9.0')).toEqual(['TB-S001'])
    expect(await ids(`version=1.9.0&dev_type=${TERMINAL_TYPE}`)).toEqual([])
    expect(await ids('behind=1')).toEqual(['TB-N002'])
    expect(await ids('behind=2')).toEqual(['TB-N002'])
    expect(await ids('behind=3')).toEqual([])
    expect(await ids('behind=2&state=offline')).toEqual([])
    const behind = await list('behind=2&page_size=1')
    expect([behind.total, behind.counts.online, behind.counts.never_seen]).toEqual([1, 1, 0])
    expect((await list('state=offline')).versions).toHaveLength(1)
    expect((await list('key=alder')).versions).toHaveLength(1)
    expect((await list('', 'north')).versions.map(({ type }: { type: string }) => type)).toEqual([
      TERMINAL_TYPE,
      TERMINAL_TYPE,
    ])
    const refused = await server.send('GET', '/api/v2/terminals?behind=-1', { as: 'admin' })
    expect(refused.status).toBe(400)
  })

  test('boxes say what they run below the program, and are found by it too', async () => {
    const { alder, birch, cedar } = server.fleet.stores
    const withBox = async (terminalId: string, version: string | null) => {
      const box = await openBox(server, terminalId)
      if (version !== null) await box.send('PUT', '/configData', { data: { version } })
    }
    const type = 'box-swupdate'
    for (const version of ['2.0.0', '2.1.0', '2.2.0']) await insertReleased(server, version, type)
    await withBox(alder.terminalId, '2.0.0')
    await withBox(birch.terminalId, '2.2.0')
    await withBox(cedar.terminalId, null)
    const { terminals, versions } = await list()
    expect(terminals.map(({ box }: { box: unknown }) => box)).toEqual([
      { type, version: '2.0.0', behind: 2, newest: '2.2.0' },
      { type, version: '2.2.0', behind: 0, newest: '2.2.0' },
      { type, version: null, behind: null, newest: '2.2.0' },
      null,
    ])
    expect(versions.slice(0, 2)).toEqual([
      { type, version: '2.2.0', behind: 0, terminals: 1 },
      { type, version: '2.0.0', behind: 2, terminals: 1 },
    ])
    expect(await ids(`dev_type=${type}`)).toEqual(['TB-N001', 'TB-N002'])
    expect(await ids('version=2.2.0')).toEqual(['TB-N002'])
    expect(await ids(`dev_type=${TERMINAL_TYPE}&version=2.2.0`)).toEqual([])
    // one by its box, and one by its program
    expect(await ids('behind=2')).toEqual(['TB-N001', 'TB-N002'])
    // the program of one is behind, not its box
    expect(await ids(`behind=2&dev_type=${type}`)).toEqual(['TB-N001'])
    expect((await list('behind=2')).total).toBe(2)
  })

  test('what is released later is counted at once, and what is no version has none before it', async () => {
    const { dogwood } = server.fleet.stores
    await reportProgram(server, {
      ...dogwood,
      version: 'trial',
      boot: '00000000000000aa',
      type: TERMINAL_TYPE,
    })
    await insertReleased(server, '1.12.0')
    const { terminals } = await list(`dev_type=${TERMINAL_TYPE}`)
    expect(terminals.map((one: { firmware: { behind: number | null } }) => one.firmware.behind)).toEqual([
      1,
      3,
      null,
    ])
    expect(await ids('behind=1')).toEqual(['TB-N001', 'TB-N002'])
  })
})
