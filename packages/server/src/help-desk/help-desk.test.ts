import { randomUUID } from 'node:crypto'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrowMark, HelpRig } from '../testing/help-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { endForgotten } from './end-session'

describeEachDatabase('help from afar', (openDatabase) => {
  let rig: HelpRig
  let server: TestServer
  let alder: TinyStore
  beforeAll(async () => {
    rig = await HelpRig.open(await openDatabase())
    server = rig.server
    alder = rig.alder
  })
  afterAll(() => server.close())
  beforeEach(() => rig.reset())

  test('who helps sees the store with all that is written down of it', async () => {
    await server.db
      .updateTable('store')
      .set({ phone: '02-2345-6789', note: 'back door', securityAccount: 'SEC-7', taxId: '12345675' })
      .set({
        openedOn: '2019-03-01' as never,
        serviceEndsOn: '2027-01-31' as never,
        address: '1 Alder Street',
      })
      .where('storeId', '=', alder.storeId)
      .execute()
    const { body } = await server.send('GET', `/api/v2/help-desk/store?storeid=${alder.storeId}`, {
      as: 'eve',
    })
    expect(body.store).toMatchObject({
      ...{
        code: 'N001',
        name: 'Alder Street',
        phone: '02-2345-6789',
        note: 'back door',
        maintainer: 'Polar Service',
      },
      ...{ security: 'SEC-7', taxid: '12345675', address: '1 Alder Street' },
      ...{ opened: '2019-03-01', serviceend: '2027-01-31' },
    })
    expect(body.terminals).toMatchObject([{ id: 'TB-N001', state: 'never_seen' }])
    expect(body.devices.map(({ name }: { name: string }) => name)).toEqual(['Freezer 1', 'Main meter'])
    expect([body.cases, body.session]).toEqual([[], null])
    const other = await server.send('GET', `/api/v2/help-desk/store?storeid=${alder.storeId}`, {
      as: 'stranger',
    })
    expect(other.body.code).toBe('store.unknown')
    expect(
      (await server.send('GET', `/api/v2/help-desk/store?storeid=${alder.storeId}`, { as: 'clerk' })).body
        .code,
    ).toBe('access.page')
  })

  test('a session has a case of its own, or joins one that is open', async () => {
    const first = await rig.begin()
    expect(first.status, first.text).toBe(201)
    expect(first.body).toMatchObject({
      ...{ by: 'eve', is_own: true, ended_at: null, outcome: null },
      repair_case: { fault: 'Too warm since noon' },
      devices: [{ name: 'Freezer 1' }],
      events: [{ by: 'eve', lines: ['Help began: Freezer 1'] }],
    })
    expect(await rig.history(first.body.repair_case.id)).toMatchObject([
      { kind: 'help', lines: ['Help began: Freezer 1'] },
      { kind: 'reported', lines: ['Too warm since noon'] },
    ])
    await server.send('POST', `/api/v2/help-desk/sessions/${first.body.session}/end`, {
      as: 'eve',
      body: { outcome: 'watch' },
    })
    const again = await rig.begin({ case: first.body.repair_case.id, fault: '' })
    expect(again.body.repair_case).toEqual(first.body.repair_case)
    const audited = await server.db
      .selectFrom('audit')
      .select('deviceIds')
      .where('kind', '=', 'repair.help')
      .where('storeId', '=', alder.storeId)
      .execute()
    // whoever may not know of the freezer reads none of it there
    expect(new Set(audited.flatMap(({ deviceIds }) => deviceIds))).toEqual(new Set([alder.freezer.deviceId]))
    expect(audited.every(({ deviceIds }) => deviceIds.length > 0)).toBe(true)
    expect((await server.db.selectFrom('repairCase').selectAll().execute()).length).toBe(1)
  })

  test('sent twice it is one, and a store is helped by one person at a time', async () => {
    const session = randomUUID()
    const [one, two] = await Promise.all([rig.begin({ session }), rig.begin({ session })])
    expect([one.status, two.status]).toEqual([201, 201])
    expect(two.body.repair_case).toEqual(one.body.repair_case)
    const other = await rig.begin({}, 'ben')
    expect([other.status, other.body.code]).toEqual([409, 'help_desk.taken'])
    expect(other.body.message).toContain('eve')
    // nothing of the refused one is left
    expect((await server.db.selectFrom('repairCase').selectAll().execute()).length).toBe(1)
    const racing = await Promise.all([
      rig.begin({ storeid: String(server.fleet.stores.birch.storeId), devices: [] }),
      rig.begin({ storeid: String(server.fleet.stores.birch.storeId), devices: [] }, 'ben'),
    ])
    expect(racing.map(({ status }) => status).toSorted()).toEqual([201, 409])
    // one of each store: who was too late has reported nothing
    expect((await server.db.selectFrom('repairCase').selectAll().execute()).length).toBe(2)
  })

  test('what is wrong is refused with its reason', async () => {
    expect((await rig.begin({ fault: ' ' })).body).toMatchObject({
      code: 'help_desk.fault_missing',
      fields: { fault: 'missing' },
    })
    expect(
      (await rig.begin({ devices: [String(server.fleet.stores.birch.freezer.deviceId)] })).body.code,
    ).toBe('device.unknown')
    expect((await rig.begin({ case: '999' })).body.code).toBe('repair.unknown')
    expect((await rig.begin({}, 'stranger')).body.code).toBe('store.unknown')
    expect((await rig.begin({}, 'clerk')).body.code).toBe('access.page')
    expect(await server.db.selectFrom('helpSession').selectAll().execute()).toEqual([])
  })

  test('what was done is one record on the case, and nothing comes after its end', async () => {
    const opened = (await rig.begin()).body
    const { session } = opened
    const { id } = await rig.addPicture(session)
    await rig.draw(session, id, arrowMark())
    const key = randomUUID()
    for (let turn = 0; turn < 2; turn++)
      await server.send('POST', `/api/v2/help-desk/sessions/${session}/notes`, {
        as: 'eve',
        body: { key, text: 'Door was open' },
      })
    await server.db
      .insertInto('screenSession')
      .values({
        ...{
          storeId: alder.storeId,
          screenSessionId: 'a-1',
          terminalId: alder.terminalId,
          mode: 'control',
          commandId: 'c',
        },
        ...{ accountId: server.fleet.accounts.admin, accountName: 'eve' },
        ...{ requestedAt: later(NOON, minutes(1)), connectedAt: later(NOON, minutes(1)), seenAt: NOON },
        ...{
          endedAt: later(NOON, minutes(5)),
          endedReason: 'operator',
          endedDetail: null,
          width: 1,
          height: 1,
        },
      })
      .execute()
    server.clock.set(later(NOON, minutes(20)))
    const end = () =>
      server.send('POST', `/api/v2/help-desk/sessions/${session}/end`, {
        as: 'eve',
        body: { outcome: 'solved', note: 'Closed it' },
      })
    expect((await end()).body).toMatchObject({
      outcome: 'solved',
      note: 'Closed it',
      ended_at: '2026-11-20T04:20:00.000Z',
    })
    expect((await end()).status).toBe(200)
    const help = (await rig.history(opened.repair_case.id)).filter(({ kind }) => kind === 'help')
    expect(help.map(({ lines }) => lines)).toEqual([
      ['Help ended after 20 min: solved', 'Closed it'],
      ['Pictures: 1. Marks drawn: 1'],
      ['eve was on the screen of the store for 4 min'],
      ['Door was open'],
      ['Help began: Freezer 1'],
    ])
    expect((await rig.draw(session, id, arrowMark())).body.code).toBe('help_desk.ended')
    const note = await server.send('POST', `/api/v2/help-desk/sessions/${session}/notes`, {
      as: 'eve',
      body: { key: randomUUID(), text: 'late' },
    })
    expect([note.status, note.body.code]).toEqual([410, 'help_desk.ended'])
    const ofCase = (
      await server.send('GET', `/api/v2/help-desk/cases/${opened.repair_case.id}`, { as: 'eve' })
    ).body
    expect(ofCase.sessions).toMatchObject([{ session, pictures: [{ marks: [{ kind: 'arrow' }] }] }])
  })

  test('one that nobody ends is ended after twelve quiet hours', async () => {
    const { session } = (await rig.begin()).body
    const log = pino({ level: 'silent' })
    await endForgotten(server.db, { now: later(NOON, hours(12)), log })
    expect((await rig.read(session)).body.session.ended_at).toBeNull()
    await endForgotten(server.db, { now: later(NOON, hours(12) + 1), log })
    expect((await rig.read(session)).body.session).toMatchObject({
      outcome: 'left',
      events: [{ by: 'Coldkeep' }, {}],
    })
  })

  test('one in which something happens again and again lasts a day at most', async () => {
    const { session } = (await rig.begin()).body
    const log = pino({ level: 'silent' })
    const note = async (ms: number) => {
      server.clock.set(later(NOON, ms))
      const body = { key: randomUUID(), text: 'Still looking' }
      await server.send('POST', `/api/v2/help-desk/sessions/${session}/notes`, { as: 'eve', body })
      await endForgotten(server.db, { now: later(NOON, ms), log })
      return (await rig.read(session)).body.session.outcome
    }
    const outcomes = []
    for (const passed of [hours(11), hours(22), hours(24), hours(24) + 1]) outcomes.push(await note(passed))
    expect(outcomes).toEqual([null, null, null, 'left'])
  })
})
