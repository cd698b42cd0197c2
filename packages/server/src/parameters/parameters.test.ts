import { later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readStoreDays } from '../analysis/read-store-days'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { type WriteServer, writeServer, writeTo } from '../testing/write-server'
import { judgeDue } from './judge-due'
import { parameterRounds } from './parameter-rounds'

const as = 'admin'

describeEachDatabase('parameter files', (openDatabase) => {
  let rig: WriteServer
  let server: TestServer
  let alder: TinyStore
  let model: string
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
    alder = server.fleet.stores.alder
    const models = await server.send('GET', `/api/v2/tc/model`, { as })
    model = models.body[0].id
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await rig.reset()
    for (const table of [
      'parameterProfile',
      'parameterProfileVersion',
      'parameterValue',
      'parameterDevice',
      'parameterRead',
      'parameterEvent',
      'parameterDue',
      'writeWear',
    ] as const)
      await server.db.deleteFrom(table).execute()
    await server.db.deleteFrom('command').execute()
  })

  const draft = (values: object[], more: object = {}) => ({
    ...{ model, name: 'Freezers', type_code: 'all', values, note: '' },
    ...more,
  })
  const add = async (values: object[], more: object = {}) =>
    server.send('POST', `/api/v2/tc/param-profile`, { as, body: draft(values, more) })
  const device = async () => {
    await judgeDue(server.db, () => false)
    const { deviceId } = alder.freezer
    return (await server.send('GET', `/api/v2/tc/device/detail?device=${deviceId}`, { as })).body
  }
  /** What its terminal reads of set point and lock, in the order of the numbers of the order. */
  const read = async (set: number | null, lock: number | null, quality = 0) => {
    const requested = await server.send('POST', `/api/v2/tc/device/read`, {
      as,
      body: { device: String(alder.freezer.deviceId) },
    })
    expect(requested.status, requested.text).toBe(200)
    const row = await server.db
      .selectFrom('command')
      .select('arg')
      .where('commandId', '=', requested.body.command)
      .executeTakeFirstOrThrow()
    const [command] = (row.arg as { script: { commands: { nodes: { pointId: number; name: string }[] }[] } })
      .script.commands
    const values = (command?.nodes ?? []).map(({ pointId, name }) => {
      const value = name === 'Set point' ? set : lock
      return { pointId, name, value, quality: value === null ? quality : 0 }
    })
    const rows = [{ commandCode: 'settings', unitId: 1, deviceName: 'Freezer 1', ms: 30, packet: '', values }]
    await rig.reportResult(alder, requested.body.command, { st: 'done', out: { rows } })
  }

  test('kinds have titles, and the parameters of a model have bounds, steps and a source', async () => {
    const kinds = await server.send('GET', `/api/v2/tc/param-type`, {
      as,
      headers: { 'accept-language': 'ja' },
    })
    expect(kinds.body[0]).toEqual({ id: 'all', title: 'すべてのパラメーター' })
    const { body } = await server.send('GET', `/api/v2/tc/parameter?model=${model}`, { as })
    expect(body).toMatchObject([
      { code: 'lock', name: 'Lock', lowest: 0, highest: 9, step: 1, factory: null },
      { code: 'set', name: 'Set point', unit: '°C', lowest: -40, highest: 20, step: 0.1, source: 'p. 12' },
    ])
  })

  test('a file is kept as typed values with reasons, and each save is a version', async () => {
    const added = await add([{ code: 'set', value: -21.5, reason: 'ice cream', is_locked: true }])
    expect(added.status, added.text).toBe(200)
    const { id } = added.body
    const listed = await server.send('GET', `/api/v2/tc/param-profile?type-code=all`, { as })
    expect(listed.body).toMatchObject([
      { id, name: 'Freezers', version: 1, values: 1, faults: 0, saved_by: 'Ada', brand: null },
    ])
    const values = [{ code: 'set', value: -22 }]
    const { model: _, ...saved } = draft(values, { note: 'colder' })
    const change = { id, revision: 1, ...saved }
    const changed = await server.send('PATCH', `/api/v2/tc/param-profile`, { as, body: change })
    expect(changed.body).toEqual({ version: 2 })
    const again = await server.send('PATCH', `/api/v2/tc/param-profile`, { as, body: change })
    expect([again.status, again.body.code]).toEqual([409, 'row.changed'])
    const detail = await server.send('GET', `/api/v2/tc/param-profile/detail?id=${id}`, { as })
    expect(detail.body).toMatchObject({
      values: [{ code: 'set', value: -22, reason: '', is_locked: false }],
      versions: [{ version: 2, note: 'colder' }, { version: 1 }],
      faults: [],
    })
    const first = await server.send('GET', `/api/v2/tc/param-profile/detail?id=${id}&version=1`, { as })
    expect(first.body.values).toEqual([{ code: 'set', value: -21.5, reason: 'ice cream', is_locked: true }])
    const taken = await add([{ code: 'set', value: -20 }], { name: 'FREEZERS' })
    expect([taken.status, taken.body.code]).toEqual([409, 'parameter.profile_exists'])
  })

  test.each([
    ['between two steps', { code: 'set', value: -21.55 }, 'format'],
    ['below the lowest value', { code: 'set', value: -40.1 }, 'range'],
    ['of no parameter of the model', { code: 'fan', value: 1 }, 'unknown'],
  ])('a value %s is refused where it stands', async (_, value, problem) => {
    const { status, body } = await add([{ code: 'lock', value: 1 }, value])
    expect([status, body.code]).toEqual([400, 'parameter.values'])
    expect(body.fields).toEqual({ 'values.1.value': problem })
  })

  test('a device is unknown until it was read, then the same or different, or the device refuses to show it', async () => {
    await add([
      { code: 'set', value: -21.5 },
      { code: 'lock', value: 3 },
    ])
    const states = ({ parameters }: { parameters: { code: string; state: string }[] }) =>
      Object.fromEntries(parameters.map(({ code, state }) => [code, state]))
    const before = await device()
    expect([before.device.state, states(before)]).toEqual(['unknown', { set: 'unknown', lock: 'unknown' }])
    await read(-21.5, 2)
    const after = await device()
    expect([after.device.state, states(after)]).toEqual(['differs', { set: 'same', lock: 'differs' }])
    expect(after.device.counts).toMatchObject({ same: 1, differs: 1, unknown: 0 })
    const { deviceId } = alder.freezer
    const known = await server.send('GET', `/api/v2/tc/device/values?device=${deviceId}`, { as })
    expect(known.body).toMatchObject({
      model,
      values: [
        { parameter: { code: 'lock' }, observed: { value: 2, quality: 0 } },
        { parameter: { code: 'set' }, observed: { value: -21.5, quality: 0 } },
      ],
    })
    // quality 3: the device answered with an exception
    await read(-21.5, null, 3)
    expect(states(await device())).toEqual({ set: 'same', lock: 'absent' })
    const list = await server.send('GET', `/api/v2/tc/device?depart=all&storeid=all&state=absent`, { as })
    expect(list.body).toMatchObject({ total: 1, devices: [{ name: 'Freezer 1', state: 'absent' }] })
  })

  test('two files of one rank that want different values are rivals; one that names more wins', async () => {
    await add([{ code: 'set', value: -21 }])
    const { body } = await add([{ code: 'set', value: -23 }], { name: 'Colder' })
    expect((await device()).device.state).toBe('rivals')
    await server.send('DELETE', `/api/v2/tc/param-profile?id=${body.id}`, { as })
    expect((await device()).device.state).toBe('unknown')
  })

  test('what changed by itself is an event that says who it could have been, and who may change it is notified', async () => {
    await add([{ code: 'set', value: -21 }])
    await device()
    await read(-21, 1)
    server.clock.set(later(NOON, minutes(10)))
    await read(-18, 1)
    const { events, device: shown } = await device()
    expect(events).toMatchObject([
      {
        cause: 'keypad',
        changes: [{ code: 'set', name: 'Set point', before: -21, after: -18, unit: '°C' }],
        seen_by: null,
      },
    ])
    expect(shown).toMatchObject({ state: 'differs', drift: { cause: 'keypad', changes: 1 } })
    const notices = await server.db
      .selectFrom('notice')
      .select('about')
      .where('subjectKind', '=', 'parameter')
      .execute()
    expect(notices.length).toBeGreaterThan(0)
    const body = { device: String(alder.freezer.deviceId), id: events[0].id }
    expect((await server.send('PATCH', `/api/v2/tc/device/drift`, { as, body })).status).toBe(200)
    expect(await device()).toMatchObject({ device: { drift: null }, events: [{ seen_by: 'Ada' }] })
  })

  test('a value that was written from here is known by its proof, and is no drift', async () => {
    await add([{ code: 'set', value: -20 }])
    await device()
    await read(-21, 1)
    server.clock.set(later(NOON, minutes(1)))
    await rig.requestWrite(writeTo(alder, 'set', -20))
    const [command] = await rig.commands(alder)
    const at = later(server.clock.now(), seconds(2))
    const proof = { before: { value: -21, quality: 0, at }, after: { value: -20, quality: 0, at } }
    await rig.reportResult(alder, command?.commandId as string, { st: 'done', out: proof })
    server.clock.set(later(NOON, minutes(20)))
    await read(-20, 1)
    const { device: shown, events, parameters } = await device()
    expect([shown.state, events]).toEqual(['same', []])
    expect(parameters.find(({ code }: { code: string }) => code === 'set').wear).toEqual({
      today: 1,
      last_year: 1,
      left: 99_999,
    })
  })

  test('the thirteenth write of a register on one day waits for a second person, who sees what is left', async () => {
    for (let n = 0; n < 12; n += 1) {
      const { body } = await rig.requestWrite(writeTo(alder, 'set', n % 2 === 0 ? -20 : -21))
      expect(body).toMatchObject({ approval: 'not_needed', lines: [{ wear: null }] })
      const command = (await rig.commands(alder)).at(-1)
      await rig.reportResult(alder, command?.commandId as string, { st: 'done', out: {} })
    }
    const { body } = await rig.requestWrite(writeTo(alder, 'set', -20))
    expect(body).toMatchObject({
      approval: 'waiting',
      risk: 3,
      lines: [{ wear: { above: 'day', most: 12, left: 99_988 } }],
    })
    server.clock.set(later(NOON, minutes(24 * 60)))
    const next = await rig.requestWrite(writeTo(server.fleet.stores.birch, 'set', -20))
    expect(next.body.approval).toBe('not_needed')
  })

  test('on the cycle of the service what is polled is kept where a terminal cannot be asked', async () => {
    await add([{ code: 'set', value: -21 }])
    const round = parameterRounds({
      db: server.db,
      readDays: readStoreDays,
      clock: server.clock,
      log: pino({ level: 'silent' }),
      shouldStop: () => false,
    })
    const { storeId, terminalId } = alder
    const seen = { storeId, terminalId, connection: 'online', since: NOON }
    await server.db
      .insertInto('terminalState')
      .values(seen as never)
      .execute()
    await round()
    const reads = await server.db.selectFrom('parameterRead').select(['terminalId', 'isRoutine']).execute()
    expect(reads).toEqual([{ terminalId, isRoutine: true }])
    const audited = await server.db
      .selectFrom('audit')
      .select('kind')
      .where('kind', '=', 'command.run.once')
      .execute()
    const before = audited.length
    await round()
    expect(await server.db.selectFrom('parameterRead').select('commandId').execute()).toHaveLength(1)
    server.clock.set(later(NOON, minutes(6 * 60 + 1)))
    await round()
    expect(await server.db.selectFrom('parameterRead').select('commandId').execute()).toHaveLength(2)
    const after = await server.db
      .selectFrom('audit')
      .select('kind')
      .where('kind', '=', 'command.run.once')
      .execute()
    expect(after).toHaveLength(before)
  })

  test('devices with parameters are listed before any file claims them, and can be read to make one', async () => {
    const round = parameterRounds({
      ...{ db: server.db, readDays: readStoreDays, clock: server.clock },
      ...{ log: pino({ level: 'silent' }), shouldStop: () => false },
    })
    await round()
    const { body } = await server.send('GET', '/api/v2/tc/device?depart=all&storeid=all', { as })
    // the four freezers; meters have no parameters
    expect(body).toMatchObject({ total: 4, counts: { unclaimed: 4, unknown: 0 } })
    await read(-19.5, 1)
    const { deviceId } = alder.freezer
    const known = await server.send('GET', `/api/v2/tc/device/values?device=${deviceId}`, { as })
    expect(known.body.values.at(-1)).toMatchObject({ parameter: { code: 'set' }, observed: { value: -19.5 } })
  })

  test('a type of fridge that files name is not removed, and files follow a merge', async () => {
    const list = '/api/v2/fridge/device-type'
    for (const title of ['Island', 'Iceland'])
      expect((await server.send('POST', list, { as, body: { title } })).status).toBe(200)
    const types = (await server.send('GET', list, { as })).body as { id: string; title: string }[]
    const [island, slip] = ['Island', 'Iceland'].map((name) => types.find(({ title }) => title === name)?.id)
    await add([{ code: 'set', value: -24 }], { dev_type: slip })
    const refused = await server.send('DELETE', `${list}?id=${slip}`, { as })
    expect([refused.status, refused.body.code]).toEqual([409, 'fridge.in_files'])
    const body = { list: 'type', from: slip, into: island }
    expect((await server.send('POST', '/api/v2/fridge/merge', { as, body })).status).toBe(200)
    const files = await server.send('GET', '/api/v2/tc/param-profile', { as })
    expect(files.body).toMatchObject([{ dev_type: island, revision: 2 }])
  })

  test('a service note is that of the nearest department that has one', async () => {
    const note = { note: 'Call the maker before you lower a defrost end.', revision: 0 }
    expect((await server.send('PATCH', `/api/v2/tc/param/service/note`, { as, body: note })).status).toBe(200)
    const { body } = await server.send('GET', `/api/v2/tc/param/service/note`, { as })
    expect(body).toMatchObject({ note: note.note, saved_by: 'Ada', revision: 1 })
    const late = await server.send('PATCH', `/api/v2/tc/param/service/note`, { as, body: note })
    expect(late.body.code).toBe('row.changed')
  })
})
