import type { FirmwareImageId } from '@coldkeep/domain/ids'
import { hours } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBox } from '../testing/box-rig'
import { reportProgram } from '../testing/firmware-rig'
import { insertPerson } from '../testing/insert-person'
import { insertReleased, TERMINAL_TYPE } from '../testing/plant/plant-updates'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { updateImageState } from './image-queries'
import { notifyOfOutdated } from './notify-of-outdated'

describeEachDatabase('terminals that were left behind', (openDatabase) => {
  let server: TestServer
  let newest: FirmwareImageId
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    for (const version of ['1.2.0', '1.9.0']) await insertReleased(server, version)
    newest = await insertReleased(server, '1.10.0')
    // who may open the page of terminals, and who may not
    await insertPerson(server, 'watcher', server.fleet.north, ['3-2'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await setState('released')
    for (const table of ['outdatedTerminal', 'terminalState', 'boxSystem', 'notice'] as const)
      await server.db.deleteFrom(table).execute()
  })

  const runs = ({ storeId, terminalId }: TinyStore, version: string) =>
    reportProgram(server, { storeId, terminalId, version, boot: '00000000000000aa', type: TERMINAL_TYPE })
  const look = () => notifyOfOutdated(server.db, server.clock.now())
  const setState = (state: 'released' | 'withdrawn') =>
    server.db.transaction().execute((trx) => updateImageState(trx, newest, state))
  const messages = async (as: string) =>
    (await server.send('GET', '/api/v2/account/messages', { as })).body.messages as {
      title: string
      body: string
      terminal: string | null
      left_behind: number | null
    }[]

  test('each account is notified of its own stores in one message, once', async () => {
    const { alder, birch, cedar } = server.fleet.stores
    await runs(alder, '1.2.0')
    await runs(birch, '1.9.0')
    await runs(cedar, '1.1.0')
    // one version behind is on its way
    expect(await look()).toBe(2)
    expect(await messages('admin')).toMatchObject([
      {
        title: '2 terminals are two or more versions behind',
        body: 'terminal-linux-x64: 1.10.0 is the newest release.\nN001 Alder Street, S001 Cedar_Road',
        left_behind: 2,
        terminal: null,
      },
    ])
    expect(await messages('watcher')).toMatchObject([
      { title: '1 terminal is two or more versions behind', terminal: 'TB-N001', left_behind: null },
    ])
    expect(await messages('north')).toEqual([])
    server.clock.advance(hours(24))
    expect(await look()).toBe(0)
    expect(await messages('watcher')).toHaveLength(1)
  })

  test('one that has caught up and falls behind again is news again; a step that is too small is none', async () => {
    const { alder } = server.fleet.stores
    await runs(alder, '1.1.0')
    expect(await look()).toBe(1)
    await runs(alder, '1.2.0')
    expect(await look()).toBe(0)
    await runs(alder, '1.10.0')
    expect(await look()).toBe(0)
    expect(await server.db.selectFrom('outdatedTerminal').selectAll().execute()).toEqual([])
    server.clock.advance(hours(1))
    await runs(alder, '1.2.0')
    expect(await look()).toBe(1)
    expect(await messages('watcher')).toHaveLength(2)
  })

  test('a box counts as its terminal does, and with it in one message', async () => {
    const { alder, birch } = server.fleet.stores
    const type = 'box-swupdate'
    for (const version of ['2.0.0', '2.1.0', '2.2.0']) await insertReleased(server, version, type)
    const boxRuns = async ({ terminalId }: TinyStore, version: string) => {
      const box = await openBox(server, terminalId, type)
      await box.send('PUT', '/configData', { data: { version } })
    }
    await runs(alder, '1.2.0')
    await boxRuns(alder, '2.0.0')
    await boxRuns(birch, '2.0.0')
    expect(await look()).toBe(2)
    expect(await messages('watcher')).toMatchObject([
      {
        title: '2 terminals are two or more versions behind',
        body: [
          'box-swupdate: 2.2.0 is the newest release.',
          'terminal-linux-x64: 1.10.0 is the newest release.',
          'N001 Alder Street, N002 Birch Lane 50%',
        ].join('\n'),
      },
    ])
    // of the first its box is left
    await runs(alder, '1.10.0')
    await boxRuns(birch, '2.1.0')
    expect(await look()).toBe(0)
    const kept = await server.db.selectFrom('outdatedTerminal').select('terminalId').execute()
    expect(kept).toEqual([{ terminalId: alder.terminalId }])
  })

  test('what is released makes news, what is withdrawn takes none', async () => {
    const { alder } = server.fleet.stores
    await setState('withdrawn')
    await runs(alder, '1.2.0')
    expect(await look()).toBe(0)
    await setState('released')
    expect(await look()).toBe(1)
  })

  test('a terminal that is disabled, of another type or of no version is not behind', async () => {
    const { alder, birch, cedar } = server.fleet.stores
    await runs(alder, '1.1.0')
    await runs(birch, 'trial')
    const { storeId, terminalId } = cedar
    const type = 'terminal-linux-arm'
    await reportProgram(server, { storeId, terminalId, version: '0.1.0', boot: '00000000000000aa', type })
    const setEnabled = (isEnabled: boolean) =>
      server.db
        .updateTable('terminal')
        .set({ isEnabled })
        .where('terminalId', '=', alder.terminalId)
        .execute()
    await setEnabled(false)
    expect(await look()).toBe(0)
    await setEnabled(true)
    expect(await look()).toBe(1)
  })

  test('of two servers that look at the same time one is notifying', async () => {
    const { alder, birch } = server.fleet.stores
    await runs(alder, '1.1.0')
    await runs(birch, '1.1.0')
    expect((await Promise.all([look(), look()])).toSorted()).toEqual([0, 2])
    expect(await messages('watcher')).toHaveLength(1)
  })
})
