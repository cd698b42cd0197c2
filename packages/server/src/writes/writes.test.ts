import { minutes, seconds } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endOverdue } from '../commands/command-queries'
import { insertDevice } from '../testing/plant/plant-devices'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { newWriteId } from '../testing/write-rig'
import { codeOf, lineOf, valueRead, type WriteServer, writeServer, writeTo } from '../testing/write-server'
import { auditExpiredWrites } from './follow-writes'

describeEachDatabase('writes with proof', (openDatabase) => {
  let rig: WriteServer
  let server: TestServer
  let alder: TinyStore
  let birch: TinyStore
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
    alder = server.fleet.stores.alder
    birch = server.fleet.stores.birch
  })
  afterAll(() => server.close())
  beforeEach(() => rig.reset())

  test('what can be set is shown with bounds, what is usual, and where it comes from', async () => {
    const { body } = await server.send('GET', `/api/v2/remote/devices/${alder.freezer.deviceId}`, {
      as: 'admin',
    })
    expect(body).toMatchObject({
      model: 'T3',
      model_version: 1,
      hindrance: null,
      terminal: { state: 'never_seen' },
    })
    expect(body.controls).toMatchObject([
      { code: 'defrost', effect: 'defrost', takes_value: false, point: '', usual: null },
      { code: 'light-off', effect: 'light', sets_to: 0 },
      { code: 'light-on', effect: 'light', sets_to: 1 },
      { code: 'lock', takes_value: true, lowest: 0, highest: 9, step: 1, usual: null },
      // a freezer: 3 K around −22, and tenths of a degree
      {
        code: 'set',
        unit: '°C',
        lowest: -40,
        highest: 20,
        step: 0.1,
        usual: { low: -25, high: -19 },
        source: 'p. 12',
      },
    ])
    const list = await server.send('GET', `/api/v2/remote/devices?storeid=${alder.storeId}`, { as: 'admin' })
    expect(list.body.devices).toMatchObject([
      { name: 'Freezer 1', hindrance: null },
      { name: 'Main meter', hindrance: 'unpublished', controls: [] },
    ])
  })

  test('what is polled is shown beside its bounds, and is known before the write', async () => {
    const { storeId, terminalId, freezer } = alder
    const { deviceModelId } = await server.db
      .selectFrom('device')
      .select('deviceModelId')
      .where('deviceId', '=', freezer.deviceId)
      .executeTakeFirstOrThrow()
    const place = {
      storeId,
      terminalId,
      name: 'Case 44',
      type: 'open_case' as const,
      zone: 'C4' as const,
      unitId: 44,
    }
    const points = [{ name: 'Set point', kind: 'setpoint' as const, unit: '°C' as const }]
    const times = { commissionedAt: NOON, periodSeconds: 60, revision: 1 }
    const { deviceId, pointListId } = await insertDevice(server.db, {
      ...place,
      ...times,
      modelId: deviceModelId,
      points,
    })
    const read = { at: NOON, values: [2.5], counters: [], quality: null }
    await server.db
      .insertInto('latest')
      .values({ storeId, deviceId, pointListId, ...read } as never)
      .execute()
    const { body } = await server.send('GET', `/api/v2/remote/devices/${deviceId}`, { as: 'admin' })
    const present = { value: 2.5, quality: 0, at: '2026-11-20T04:00:00.000Z' }
    // insured from 0 to 4 °C
    expect(body.controls.at(-1)).toMatchObject({ code: 'set', present, usual: { low: 0, high: 4 } })
    const answer = await rig.requestWrite({
      store: String(storeId),
      devices: [String(deviceId)],
      code: 'set',
      value: 3,
    })
    expect(lineOf(answer.body)).toMatchObject({ known: present, before: null, after: null })
    await server.db.deleteFrom('device').where('deviceId', '=', deviceId).execute()
  })

  test('a set point in its usual range goes out at once, and its proof is what was read back', async () => {
    const answer = await rig.requestWrite(writeTo(alder, 'set', -20))
    expect(answer.status, answer.text).toBe(200)
    const { id, risk, approval, is_open } = answer.body
    expect({ risk, approval, is_open }).toEqual({ risk: 2, approval: 'not_needed', is_open: true })
    const [command] = await rig.commands(alder)
    // −200 tenths are FF 38
    expect(command).toMatchObject({
      state: 'queued',
      arg: {
        portId: 'p1',
        unitId: 1,
        requestHex: '06 03 55 FF 38',
        expectedReplyHex: '06 03 55 FF 38',
        readBack: { requestHex: '03 03 55 00 03', skipLeadingBytes: 0, skipTrailingBytes: 4, expected: -20 },
      },
    })
    const commandId = command?.commandId as string
    const state = async () => lineOf(await rig.read(id)).state
    const unknown = await server.send('GET', `/api/v2/remote/writes/${newWriteId()}`, { as: 'admin' })
    expect(codeOf(unknown)).toEqual([404, 'write.unknown'])
    await server.db.updateTable('command').set({ state: 'sent' }).where('commandId', '=', commandId).execute()
    expect(await state()).toBe('queued')
    server.clock.advance(seconds(2))
    await rig.reportResult(alder, commandId, { st: 'accepted' })
    expect(await state()).toBe('delivered')
    const written = { request: '01 06 03 55 FF 38 D9 BC', packet: '01 06 03 55 FF 38 D9 BC', writtenAt: NOON }
    await rig.reportResult(alder, commandId, { st: 'progress', out: { ...written, before: valueRead(-22) } })
    expect(await state()).toBe('written')
    await rig.reportResult(alder, commandId, {
      st: 'done',
      out: { ...written, before: valueRead(-22), after: valueRead(-20) },
    })
    const done = await rig.read(id)
    expect(done).toMatchObject({ is_open: false, can_undo: true })
    expect(lineOf(done)).toMatchObject({
      state: 'confirmed',
      before: { value: -22 },
      after: { value: -20 },
      packet: '01 06 03 55 FF 38 D9 BC',
      delivered_at: '2026-11-20T04:00:02.000Z',
      error: null,
    })
    const audited = (await rig.audits('command.write')).at(-1)
    expect(audited).toMatchObject({
      outcome: 'done',
      detail: { write: id, device: alder.freezer.deviceId, value: -20, before: -22, after: -20 },
    })
    expect((await rig.audits('write.request')).at(-1)).toMatchObject({
      accountName: 'Ada',
      subject: 'Freezer 1',
    })
  })

  test('the same request twice is one; its id with something else is refused', async () => {
    const id = newWriteId()
    const first = await rig.requestWrite({ id, ...writeTo(alder, 'light-on') })
    const again = await rig.requestWrite({ id, ...writeTo(alder, 'light-on') })
    expect([first.status, again.status, again.body.id]).toEqual([200, 200, id])
    expect(await rig.commands(alder)).toHaveLength(1)
    expect(codeOf(await rig.requestWrite({ id, ...writeTo(birch, 'light-on') }))).toEqual([
      409,
      'write.exists',
    ])
    expect(codeOf(await rig.requestWrite({ id, ...writeTo(alder, 'light-on') }, 'second'))).toEqual([
      409,
      'write.exists',
    ])
  })

  test('requested by several at once it is written once', async () => {
    const id = newWriteId()
    const all = await Promise.all(
      Array.from({ length: 5 }, () => rig.requestWrite({ id, ...writeTo(alder, 'defrost') })),
    )
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await rig.commands(alder)).toHaveLength(1)
    const others = await Promise.all(
      Array.from({ length: 5 }, () => rig.requestWrite(writeTo(alder, 'set', -21))),
    )
    expect(others.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test.each([
    ['set', null, 400, 'write.value'],
    ['set', -40.1, 400, 'write.value'],
    ['set', 20.1, 400, 'write.value'],
    ['set', -20.05, 400, 'write.value'],
    ['defrost', 1, 400, 'write.value'],
    ['melt', null, 409, 'write.not_known'],
  ])('%s %d is refused before anything is noted', async (code, given, status, problem) => {
    expect(codeOf(await rig.requestWrite(writeTo(alder, code, given)))).toEqual([status, problem])
    expect(await rig.commands(alder)).toEqual([])
  })

  test('what is in the way of a device is reported', async () => {
    const setDevice = (change: object) =>
      server.db.updateTable('device').set(change).where('deviceId', '=', birch.freezer.deviceId).execute()
    const setTerminal = (isEnabled: boolean) =>
      server.db
        .updateTable('terminal')
        .set({ isEnabled })
        .where('terminalId', '=', birch.terminalId)
        .execute()
    await setDevice({ removedAt: NOON })
    expect(codeOf(await rig.requestWrite(writeTo(birch, 'set', -20)))).toEqual([409, 'equipment.retired'])
    await setDevice({ removedAt: null, portId: 'p9' })
    expect(codeOf(await rig.requestWrite(writeTo(birch, 'set', -20)))).toEqual([409, 'write.no_port'])
    await setDevice({ portId: null })
    await setTerminal(false)
    expect(codeOf(await rig.requestWrite(writeTo(birch, 'set', -20)))).toEqual([409, 'terminal.disabled'])
    await setTerminal(true)
    const { dogwood } = server.fleet.stores
    expect(codeOf(await rig.requestWrite(writeTo(dogwood, 'set', -20)))).toEqual([409, 'write.no_port'])
    await server.db
      .insertInto('terminalState')
      .values({
        storeId: dogwood.storeId,
        terminalId: dogwood.terminalId,
        connection: 'online',
        since: NOON,
        revision: 1,
      } as never)
      .onConflict((conflict) => conflict.columns(['storeId', 'terminalId']).doUpdateSet({ revision: 1 }))
      .execute()
    expect(codeOf(await rig.requestWrite(writeTo(dogwood, 'set', -20)))).toEqual([
      409,
      'configuration.own_file',
    ])
  })

  test('who may only look writes nothing, and who may see only some does not learn of the rest', async () => {
    expect(codeOf(await rig.requestWrite(writeTo(alder, 'set', -20), 'reader'))).toEqual([
      403,
      'access.equipment',
    ])
    expect(codeOf(await rig.requestWrite(writeTo(alder, 'set', -20), 'north'))).toEqual([403, 'access.page'])
    expect(codeOf(await rig.requestWrite(writeTo(server.fleet.stores.cedar, 'set', -20), 'north'))).toEqual([
      403,
      'access.page',
    ])
    const { body } = await rig.requestWrite(writeTo(alder, 'set', -10))
    const path = `/api/v2/remote/writes/${body.id}`
    expect(codeOf(await server.send('GET', path, { as: '南' }))).toEqual([404, 'write.unknown'])
    expect((await rig.read(body.id, 'reader')).can_decide).toBe(false)
    expect(codeOf(await rig.decide(body.id, 'reader'))).toEqual([403, 'access.equipment'])
    const list = await server.send('GET', `/api/v2/remote/writes?storeid=${alder.storeId}`, { as: '南' })
    expect(list.body).toMatchObject({ writes: [], total: 0, waiting: 0 })
  })

  test('a store that is away keeps it queued until it expires, which is noted with the value before', async () => {
    const { body } = await rig.requestWrite({ ...writeTo(alder, 'set', -20), wait_minutes: 10 })
    expect(lineOf(body).expires_at).toBe('2026-11-20T04:10:00.000Z')
    server.clock.advance(minutes(10))
    const now = server.clock.now()
    await server.db
      .transaction()
      .execute(async (trx) => auditExpiredWrites(trx, await endOverdue(trx, now), now))
    expect(lineOf(await rig.read(body.id))).toMatchObject({ state: 'expired', delivered_at: null })
    expect((await rig.audits('command.write')).at(-1)).toMatchObject({
      accountName: 'Coldkeep',
      outcome: 'failed',
      detail: {
        write: body.id,
        value: -20,
        state_before: 'queued',
        state_after: 'expired',
        code: 'E_EXPIRED',
      },
    })
  })

  test('records are listed by store, device and status, page by page', async () => {
    const first = (await rig.requestWrite(writeTo(alder, 'light-on'))).body.id
    server.clock.advance(seconds(1))
    const second = (await rig.requestWrite(writeTo(birch, 'set', -10))).body.id
    const list = async (query: string) => {
      const { body } = await server.send('GET', `/api/v2/remote/writes?${query}`, { as: 'admin' })
      return [body.total, body.writes.map(({ id }: { id: string }) => id)]
    }
    expect(await list('')).toEqual([2, [second, first]])
    expect(await list('page=2&page_size=1')).toEqual([2, [first]])
    expect(await list(`storeid=${alder.storeId}`)).toEqual([1, [first]])
    expect(await list(`deviceid=${birch.freezer.deviceId}`)).toEqual([1, [second]])
    expect(await list('status=waiting')).toEqual([1, [second]])
    expect(await list('status=open')).toEqual([2, [second, first]])
    for (const found of ['search=birch', 'search=Set%20POINT', 'search=n002'])
      expect([found, await list(found)]).toEqual([found, [1, [second]]])
    expect(await list('search=Ada')).toEqual([2, [second, first]])
    expect(await list('search=Freezer%201&status=waiting')).toEqual([1, [second]])
    // no character means more than itself
    // Birch Lane 50%
    expect([await list('search=%25'), await list('search=Freezer_1')]).toEqual([
      [1, [second]],
      [0, []],
    ])
  })
})
