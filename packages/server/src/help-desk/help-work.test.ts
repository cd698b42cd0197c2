import { randomUUID } from 'node:crypto'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openWarning } from '../alarms/early-warnings'
import { readStoreDays } from '../analysis/read-store-days'
import { parameterRounds } from '../parameters/parameter-rounds'
import { arrowMark, HelpRig } from '../testing/help-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

describeEachDatabase('work in help from afar', (openDatabase) => {
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

  test('pictures are drawn on by who helps and by the store, and nothing else can be', async () => {
    const { session } = (await rig.begin()).body
    const { id, status } = await rig.addPicture(session)
    expect(status).toBe(200)
    const mark = arrowMark()
    const drawn = await rig.draw(session, id, mark)
    expect(drawn.status, drawn.text).toBe(200)
    // sent again it is the same one
    expect((await rig.draw(session, id, mark)).status).toBe(200)
    server.clock.set(later(NOON, minutes(1)))
    expect(
      (await rig.draw(session, id, arrowMark({ kind: 'text', points: [[1, 1]], text: '這裡' }), 'clerk'))
        .status,
    ).toBe(200)
    const seen = (await rig.read(session, 'clerk')).body.session
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
        await rig.draw(
          session,
          id,
          arrowMark({
            points: [
              [1, 1],
              [9_999, 1],
            ],
          }),
        )
      ).body.code,
    ).toBe('help_desk.mark')
    expect((await rig.draw(session, randomUUID(), arrowMark())).body.code).toBe('photo.unknown')
    expect((await rig.draw(session, id, arrowMark(), 'stranger')).body.code).toBe('help_desk.unknown')
    const erase = (as: string) =>
      server.send('DELETE', `/api/v2/help-desk/sessions/${session}/pictures/${id}/marks/${mark.id}`, { as })
    expect((await erase('clerk')).body.code).toBe('help_desk.mark_not_own')
    expect((await erase('eve')).status).toBe(200)
    expect((await erase('eve')).status).toBe(200)
    expect((await rig.read(session)).body.session.pictures[0].marks).toHaveLength(1)
  })

  test('who looks on learns of what changed, and of nothing else', async () => {
    const { session, revision } = (await rig.begin()).body
    expect((await rig.read(session, 'clerk', revision)).body).toEqual({ session: null })
    await rig.addPicture(session)
    const seen = (await rig.read(session, 'clerk', revision)).body.session
    expect(seen.pictures).toHaveLength(1)
    expect((await rig.read(session, 'clerk', seen.revision)).body).toEqual({ session: null })
    await rig.draw(session, seen.pictures[0].photo.id, arrowMark())
    expect((await rig.read(session, 'clerk', seen.revision)).body.session.pictures[0].marks).toHaveLength(1)
    expect(
      (await server.send('GET', `/api/v2/help-desk/sessions`, { as: 'clerk' })).body.sessions,
    ).toMatchObject([{ session, by: 'eve' }])
    expect(
      (await server.send('GET', `/api/v2/help-desk/sessions`, { as: 'stranger' })).body.sessions,
    ).toEqual([])
  })

  test('a picture is ordered of a camera that the store has, and of no other', async () => {
    const { storeId, terminalId } = alder
    await server.db.deleteFrom('terminalState').where('storeId', '=', storeId).execute()
    await server.db
      .insertInto('terminalState')
      .values({ storeId, terminalId, connection: 'online', program: '1.0.0' })
      .execute()
    const cameras = JSON.stringify([{ id: 'till', name: 'Till' }])
    await server.db.updateTable('terminalState').set({ cameras }).where('storeId', '=', storeId).execute()
    const { session } = (await rig.begin()).body
    const order = (camera: string, as = 'eve') =>
      server.send('POST', `/api/v2/help-desk/sessions/${session}/pictures`, {
        as,
        body: { terminal: terminalId, camera },
      })
    expect((await order('yard')).body.code).toBe('camera.unknown')
    expect((await order('till', 'clerk')).body.code).toBe('access.page')
    const answer = await order('till')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.orders).toMatchObject([{ camera: 'Till', state: 'ordered', reason: null }])
    const looked = await server.send('GET', `/api/v2/help-desk/sessions/${session}`, { as: 'clerk' })
    expect(looked.body.session.orders).toHaveLength(1)
    const nowhere = await server.send(
      'POST',
      `/api/v2/help-desk/sessions/${session}/pictures/${randomUUID()}/marks`,
      { as: 'eve', body: arrowMark() },
    )
    expect(nowhere.body.code).toBe('photo.unknown')
    await server.send('POST', `/api/v2/help-desk/sessions/${session}/end`, {
      as: 'eve',
      body: { outcome: 'watch' },
    })
    expect((await order('till')).body.code).toBe('help_desk.ended')
    await server.db.deleteFrom('terminalState').where('storeId', '=', storeId).execute()
    await server.db.deleteFrom('cameraPicture').execute()
  })

  test('of equipment that is withheld neither pictures nor what was done are seen', async () => {
    const { freezer, meter } = alder
    const typed = (type: 'walk_in') =>
      server.db.updateTable('device').set({ type }).where('deviceId', '=', meter.deviceId).execute()
    const { type: before } = await server.db
      .selectFrom('device')
      .select('type')
      .where('deviceId', '=', meter.deviceId)
      .executeTakeFirstOrThrow()
    await typed('walk_in')
    const end = (id: string) =>
      server.send('POST', `/api/v2/help-desk/sessions/${id}/end`, { as: 'eve', body: { outcome: 'watch' } })
    const seenBy = async (as: string) =>
      (await server.send('GET', `/api/v2/help-desk/sessions`, { as })).body.sessions.length
    for (const [devices, count] of [
      [[], 0],
      [[freezer, meter], 0],
      [[freezer], 1],
    ] as const) {
      const opened = await rig.begin({ devices: devices.map(({ deviceId }) => String(deviceId)) })
      const { session, repair_case } = opened.body
      const { body } = await rig.addPicture(session)
      expect([await seenBy('narrow'), await seenBy('clerk')]).toEqual([count, 1])
      const answer = await rig.read(session, 'narrow')
      expect(answer.body.code).toBe(count === 0 ? 'help_desk.unknown' : undefined)
      const drawn = await rig.draw(session, body.id, arrowMark(), 'narrow')
      expect(drawn.body.code).toBe(count === 0 ? 'help_desk.unknown' : undefined)
      const ofCase = await server.send('GET', `/api/v2/fix/cases/${repair_case.id}`, { as: 'narrow' })
      const kinds = (ofCase.body.history ?? []).map(({ kind }: { kind: string }) => kind)
      // the case itself is seen where it is of a device that is
      expect(kinds).toEqual(ofCase.status === 200 ? ['reported'] : [])
      await end(session)
    }
    const begun = await rig.begin({}, 'narrow')
    expect(begun.body.code).toBe('access.equipment')
    await server.db
      .updateTable('device')
      .set({ type: before })
      .where('deviceId', '=', meter.deviceId)
      .execute()
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
    const { session, repair_case } = (await rig.begin()).body
    const tips = async () =>
      (await server.send('GET', `/api/v2/help-desk/sessions/${session}/tips`, { as: 'eve' })).body.tips
    const [tip] = await tips()
    expect(tip).toMatchObject({
      ...{ rule: 'warning', title: 'Its health score is low', place: 'alarms', question: 'early-warnings' },
      ...{ helped: null, rate: null, device: { name: 'Freezer 1' } },
    })
    expect(tip.reasons[0]).toContain('Freezer 1')
    const judge = (helped: boolean, rule = 'warning') =>
      server.send('PUT', `/api/v2/help-desk/sessions/${session}/tips`, {
        as: 'eve',
        body: { rule, device_id: tip.device.id, helped },
      })
    for (const helped of [true, true, false]) expect((await judge(helped)).status).toBe(200)
    expect((await tips())[0].helped).toBe(false)
    expect((await judge(true, 'drift')).status).toBe(404)
    const lines = (await rig.history(repair_case.id)).flatMap((event) =>
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
    const { session } = (await rig.begin({}, 'admin')).body
    const deviceId = String(alder.freezer.deviceId)
    const shown = await server.send(
      'GET',
      `/api/v2/help-desk/sessions/${session}/parameters?device=${deviceId}`,
      {
        as: 'admin',
      },
    )
    expect(shown.status, shown.text).toBe(200)
    expect(shown.body.values.map(({ parameter }: { parameter: { code: string } }) => parameter.code)).toEqual(
      ['lock', 'set'],
    )
    const meter = String(alder.meter.deviceId)
    const none = await server.send(
      'GET',
      `/api/v2/help-desk/sessions/${session}/parameters?device=${meter}`,
      {
        as: 'admin',
      },
    )
    expect(none.body).toEqual({ values: [] })
    const value = (code: string, given: number) => ({ id: randomUUID(), code, value: given })
    const write = (values: object[]) =>
      server.send('POST', `/api/v2/help-desk/sessions/${session}/parameters`, {
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
    // a repeat is one although a value of it was the same and became no write
    const repeated = await write([...values, value('lock', 1)])
    expect([repeated.status, repeated.body.writes.length]).toEqual([200, 1])
    const saved = await server.send('POST', `/api/v2/help-desk/sessions/${session}/files`, {
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
