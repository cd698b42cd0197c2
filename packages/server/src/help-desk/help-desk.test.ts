import { randomUUID } from 'node:crypto'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openWarning } from '../alarms/early-warnings'
import { readStoreDays } from '../analysis/read-store-days'
import { parameterRounds } from '../parameters/parameter-rounds'
import { insertPerson } from '../testing/insert-person'
import { picture } from '../testing/picture'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { type WriteServer, writeServer } from '../testing/write-server'
import { endForgotten } from './end-session'

const path = '/api/v2/help-desk'

describeEachDatabase('help from afar', (openDatabase) => {
  let rig: WriteServer
  let server: TestServer
  let alder: TinyStore
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
    alder = server.fleet.stores.alder
    const { north, south } = server.fleet
    await insertPerson(server, 'eve', north, ['4-2', '4-4'])
    await insertPerson(server, 'ben', north, ['4-2'])
    // of the store: no page of help
    await insertPerson(server, 'clerk', north, ['1-7'])
    await insertPerson(server, 'stranger', south, ['4-2', '4-4'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await rig.reset()
    server.clock.set(NOON)
    for (const table of [
      'screenSession',
      'helpSession',
      'helpMark',
      'tipVerdict',
      'photo',
      'repairEvent',
      'repairCase',
    ] as const)
      await server.db.deleteFrom(table).execute()
  })

  const open = (given: object = {}, as = 'eve') => {
    const body = {
      session: randomUUID(),
      storeid: String(alder.storeId),
      devices: [String(alder.freezer.deviceId)],
    }
    return server.send('POST', `${path}/sessions`, {
      as,
      body: { ...body, case: null, fault: 'Too warm since noon', ...given },
    })
  }
  const read = async (id: string, as = 'eve', revision = '') =>
    server.send('GET', `${path}/sessions/${id}${revision && `?revision=${revision}`}`, { as })
  const history = async (caseId: string) =>
    (await server.send('GET', `/api/v2/fix/cases/${caseId}`, { as: 'eve' })).body.history as {
      kind: string
      lines: string[]
      by: string
    }[]
  const addPicture = async (session: string, as = 'eve') => {
    const id = randomUUID()
    const at = new Date(NOON).toISOString()
    const query = new URLSearchParams({
      subject: 'help',
      of: session,
      taken_at: at,
      taken_from: 'clock',
      entered_at: at,
    })
    const answer = await server.send('PUT', `/api/v2/photos/${id}?${query}`, {
      as,
      body: Buffer.from(picture(9, { width: 640, height: 480 })),
    })
    return { id, status: answer.status, body: answer.body }
  }
  const arrow = (more: object = {}) => ({
    ...{ id: randomUUID(), kind: 'arrow', color: 'red', text: '' },
    points: [
      [1, 1],
      [2, 2],
    ],
    ...more,
  })
  const draw = (session: string, photo: string, mark: object, as = 'eve') =>
    server.send('POST', `${path}/sessions/${session}/pictures/${photo}/marks`, { as, body: mark })

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
    const { body } = await server.send('GET', `${path}/store?storeid=${alder.storeId}`, { as: 'eve' })
    expect(body.store).toMatchObject({
      ...{
        code: 'N001',
        name: 'Alder Street',
        phone: '02-2345-6789',
        note: 'back door',
        maintainer: 'Polar Service',
      },
      ...{ security_account: 'SEC-7', tax_id: '12345675', address: '1 Alder Street' },
      ...{ opening_date: '2019-03-01', service_end_date: '2027-01-31' },
    })
    expect(body.terminals).toMatchObject([{ id: 'TB-N001', state: 'never_seen' }])
    expect(body.devices.map(({ name }: { name: string }) => name)).toEqual(['Freezer 1', 'Main meter'])
    expect([body.cases, body.session]).toEqual([[], null])
    const other = await server.send('GET', `${path}/store?storeid=${alder.storeId}`, { as: 'stranger' })
    expect(other.body.code).toBe('store.unknown')
    expect(
      (await server.send('GET', `${path}/store?storeid=${alder.storeId}`, { as: 'clerk' })).body.code,
    ).toBe('access.page')
  })

  test('a session has a case of its own, or joins one that is open', async () => {
    const first = await open()
    expect(first.status, first.text).toBe(201)
    expect(first.body).toMatchObject({
      ...{ by: 'eve', is_own: true, ended_at: null, outcome: null },
      repair_case: { fault: 'Too warm since noon' },
      devices: [{ name: 'Freezer 1' }],
      events: [{ by: 'eve', lines: ['Help began: Freezer 1'] }],
    })
    expect(await history(first.body.repair_case.id)).toMatchObject([
      { kind: 'help', lines: ['Help began: Freezer 1'] },
      { kind: 'reported', lines: ['Too warm since noon'] },
    ])
    await server.send('POST', `${path}/sessions/${first.body.session}/end`, {
      as: 'eve',
      body: { outcome: 'watch' },
    })
    const again = await open({ case: first.body.repair_case.id, fault: '' })
    expect(again.body.repair_case).toEqual(first.body.repair_case)
    expect((await server.db.selectFrom('repairCase').selectAll().execute()).length).toBe(1)
  })

  test('sent twice it is one, and a store is helped by one person at a time', async () => {
    const session = randomUUID()
    const [one, two] = await Promise.all([open({ session }), open({ session })])
    expect([one.status, two.status]).toEqual([201, 201])
    expect(two.body.repair_case).toEqual(one.body.repair_case)
    const other = await open({}, 'ben')
    expect([other.status, other.body.code]).toEqual([409, 'help_desk.taken'])
    expect(other.body.message).toContain('eve')
    // nothing of the refused one is left
    expect((await server.db.selectFrom('repairCase').selectAll().execute()).length).toBe(1)
    const racing = await Promise.all([
      open({ storeid: String(server.fleet.stores.birch.storeId), devices: [] }),
      open({ storeid: String(server.fleet.stores.birch.storeId), devices: [] }, 'ben'),
    ])
    expect(racing.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('what is wrong is refused with its reason', async () => {
    expect((await open({ fault: ' ' })).body).toMatchObject({
      code: 'help_desk.fault_missing',
      fields: { fault: 'missing' },
    })
    expect((await open({ devices: [String(server.fleet.stores.birch.freezer.deviceId)] })).body.code).toBe(
      'device.unknown',
    )
    expect((await open({ case: '999' })).body.code).toBe('repair.unknown')
    expect((await open({}, 'stranger')).body.code).toBe('store.unknown')
    expect((await open({}, 'clerk')).body.code).toBe('access.page')
    expect(await server.db.selectFrom('helpSession').selectAll().execute()).toEqual([])
  })

  test('pictures are drawn on by who helps and by the store, and nothing else can be', async () => {
    const { session } = (await open()).body
    const { id, status } = await addPicture(session)
    expect(status).toBe(200)
    const mark = arrow()
    const drawn = await draw(session, id, mark)
    expect(drawn.status, drawn.text).toBe(200)
    // sent again it is the same one
    expect((await draw(session, id, mark)).status).toBe(200)
    server.clock.set(later(NOON, minutes(1)))
    expect(
      (await draw(session, id, arrow({ kind: 'text', points: [[1, 1]], text: '這裡' }), 'clerk')).status,
    ).toBe(200)
    const seen = (await read(session, 'clerk')).body.session
    expect(seen.pictures[0]).toMatchObject({
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      marks: [
        {
          kind: 'arrow',
          by: 'eve',
          is_own: false,
          points: [
            [1, 1],
            [2, 2],
          ],
        },
        { kind: 'text', by: 'clerk', is_own: true, text: '這裡' },
      ],
    })
    // the picture itself is as it was
    const kept = await server.send('GET', seen.pictures[0].photo.url, {})
    expect(kept.status).toBe(200)
    expect(
      (
        await draw(
          session,
          id,
          arrow({
            points: [
              [1, 1],
              [9_999, 1],
            ],
          }),
        )
      ).body.code,
    ).toBe('help_desk.mark')
    expect((await draw(session, randomUUID(), arrow())).body.code).toBe('photo.unknown')
    expect((await draw(session, id, arrow(), 'stranger')).body.code).toBe('help_desk.unknown')
    const erase = (as: string) =>
      server.send('DELETE', `${path}/sessions/${session}/pictures/${id}/marks/${mark.id}`, { as })
    expect((await erase('clerk')).body.code).toBe('help_desk.mark_not_own')
    expect((await erase('eve')).status).toBe(200)
    expect((await erase('eve')).status).toBe(200)
    expect((await read(session)).body.session.pictures[0].marks).toHaveLength(1)
  })

  test('who looks on learns of what changed, and of nothing else', async () => {
    const { session, revision } = (await open()).body
    expect((await read(session, 'clerk', revision)).body).toEqual({ session: null })
    await addPicture(session)
    const seen = (await read(session, 'clerk', revision)).body.session
    expect(seen.pictures).toHaveLength(1)
    expect((await read(session, 'clerk', seen.revision)).body).toEqual({ session: null })
    await draw(session, seen.pictures[0].photo.id, arrow())
    expect((await read(session, 'clerk', seen.revision)).body.session.pictures[0].marks).toHaveLength(1)
    expect((await server.send('GET', `${path}/sessions`, { as: 'clerk' })).body.sessions).toMatchObject([
      { session, by: 'eve' },
    ])
    expect((await server.send('GET', `${path}/sessions`, { as: 'stranger' })).body.sessions).toEqual([])
  })

  test('what was done is one record on the case, and nothing comes after its end', async () => {
    const opened = (await open()).body
    const { session } = opened
    const { id } = await addPicture(session)
    await draw(session, id, arrow())
    const key = randomUUID()
    for (let turn = 0; turn < 2; turn++)
      await server.send('POST', `${path}/sessions/${session}/notes`, {
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
      server.send('POST', `${path}/sessions/${session}/end`, {
        as: 'eve',
        body: { outcome: 'solved', note: 'Closed it' },
      })
    expect((await end()).body).toMatchObject({
      outcome: 'solved',
      note: 'Closed it',
      ended_at: '2026-11-20T04:20:00.000Z',
    })
    expect((await end()).status).toBe(200)
    const help = (await history(opened.repair_case.id)).filter(({ kind }) => kind === 'help')
    expect(help.map(({ lines }) => lines)).toEqual([
      ['Help ended after 20 min: solved', 'Closed it'],
      ['Pictures: 1. Marks drawn: 1'],
      ['eve was on the screen of the store for 4 min'],
      ['Door was open'],
      ['Help began: Freezer 1'],
    ])
    expect((await draw(session, id, arrow())).body.code).toBe('help_desk.ended')
    const note = await server.send('POST', `${path}/sessions/${session}/notes`, {
      as: 'eve',
      body: { key: randomUUID(), text: 'late' },
    })
    expect([note.status, note.body.code]).toEqual([410, 'help_desk.ended'])
    const ofCase = (await server.send('GET', `${path}/cases/${opened.repair_case.id}`, { as: 'eve' })).body
    expect(ofCase.sessions).toMatchObject([{ session, pictures: [{ marks: [{ kind: 'arrow' }] }] }])
  })

  test('one that nobody ends is ended after twelve quiet hours', async () => {
    const { session } = (await open()).body
    const log = pino({ level: 'silent' })
    await endForgotten(server.db, { now: later(NOON, hours(12)), log })
    expect((await read(session)).body.session.ended_at).toBeNull()
    await endForgotten(server.db, { now: later(NOON, hours(12) + 1), log })
    expect((await read(session)).body.session).toMatchObject({
      outcome: 'left',
      events: [{ by: 'Coldkeep' }, {}],
    })
  })

  test('what is suggested has its reason, and a verdict that counts once', async () => {
    const figures = {
      startedAt: later(NOON, -hours(2)),
      raisedAt: later(NOON, -hours(1)),
      value: 61,
      limit: 70,
    }
    const kind = { storeId: alder.storeId, deviceId: alder.freezer.deviceId, kind: 'threshold' as const }
    await server.db.transaction().execute((trx) => openWarning(trx, kind, figures, NOON))
    const { session, repair_case } = (await open()).body
    const tips = async () =>
      (await server.send('GET', `${path}/sessions/${session}/tips`, { as: 'eve' })).body.tips
    const [tip] = await tips()
    expect(tip).toMatchObject({
      ...{ rule: 'warning', title: 'Its health score is low', place: 'alarms', question: 'early-warnings' },
      ...{ helped: null, rate: null, device: { name: 'Freezer 1' } },
    })
    expect(tip.reasons[0]).toContain('Freezer 1')
    const judge = (helped: boolean, rule = 'warning') =>
      server.send('PUT', `${path}/sessions/${session}/tips`, {
        as: 'eve',
        body: { rule, device_id: tip.device.id, helped },
      })
    for (const helped of [true, true, false]) expect((await judge(helped)).status).toBe(200)
    expect((await tips())[0].helped).toBe(false)
    expect((await judge(true, 'drift')).status).toBe(404)
    const lines = (await history(repair_case.id)).flatMap((event) =>
      event.kind === 'help' ? event.lines : [],
    )
    expect(lines.slice(0, 2)).toEqual([
      'Freezer 1: Its health score is low – did not help',
      'Freezer 1: Its health score is low – helped',
    ])
    // of nineteen verdicts nothing is said, of twenty it is
    const verdicts = (count: number) =>
      Array.from({ length: count }, () => ({
        ...{
          storeId: alder.storeId,
          helpSessionId: randomUUID(),
          rule: 'warning',
          deviceId: 1,
          helped: true,
          judgedAt: NOON,
        },
      }))
    await server.db.insertInto('tipVerdict').values(verdicts(18)).execute()
    expect((await tips())[0].rate).toBeNull()
    await server.db.insertInto('tipVerdict').values(verdicts(1)).execute()
    expect((await tips())[0].rate).toEqual({ helped: 19, judged: 20 })
    await server.db.deleteFrom('alarm').execute()
  })

  test('parameters are written where they differ, each with its proof, and kept as a file', async () => {
    const parts = {
      db: server.db,
      readDays: readStoreDays,
      clock: server.clock,
      log: pino({ level: 'silent' }),
    }
    await parameterRounds({ ...parts, shouldStop: () => false })()
    const { session } = (await open({}, 'admin')).body
    const deviceId = String(alder.freezer.deviceId)
    const shown = await server.send('GET', `${path}/sessions/${session}/parameters?device=${deviceId}`, {
      as: 'admin',
    })
    expect(shown.status, shown.text).toBe(200)
    expect(shown.body.values.map(({ parameter }: { parameter: { code: string } }) => parameter.code)).toEqual(
      ['lock', 'set'],
    )
    const meter = String(alder.meter.deviceId)
    const none = await server.send('GET', `${path}/sessions/${session}/parameters?device=${meter}`, {
      as: 'admin',
    })
    expect(none.body).toEqual({ values: [] })
    const value = (code: string, given: number) => ({ id: randomUUID(), code, value: given })
    const write = (values: object[]) =>
      server.send('POST', `${path}/sessions/${session}/parameters`, {
        as: 'admin',
        body: { device: deviceId, values },
      })
    const wrong = await write([value('set', -20), value('lock', 99)])
    expect(wrong.body.code).toBe('write.value')
    // all or none
    expect(await server.db.selectFrom('writeRequest').selectAll().execute()).toEqual([])
    const values = [value('set', -20)]
    const answer = await write(values)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.writes).toMatchObject([{ lines: [{ code: 'set', value: -20, state: 'queued' }] }])
    expect(answer.body.events[0].lines).toEqual(['Freezer 1: set – → −20\u202f°C'])
    expect((await write(values)).body.writes).toHaveLength(1)
    const saved = await server.send('POST', `${path}/sessions/${session}/files`, {
      as: 'admin',
      body: {
        device: deviceId,
        name: 'Alder freezer',
        values: [{ code: 'set', value: -20, reason: 'call' }],
      },
    })
    expect(saved.status, saved.text).toBe(200)
    expect(saved.body.events[0].lines).toEqual(['Parameter file Alder freezer saved, values: 1'])
    const files = await server.send('GET', '/api/v2/tc/param-profile', { as: 'admin' })
    expect(files.body).toMatchObject([{ name: 'Alder freezer', devices: 1 }])
    await server.db.deleteFrom('parameterProfileVersion').execute()
    await server.db.deleteFrom('parameterProfile').execute()
  })
})
