import { hours, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endOverdue } from '../../commands/command-queries'
import { type ApplyRig, applyRig } from '../../testing/apply-rig'
import { describeEachDatabase } from '../../testing/test-database'
import type { TestServer } from '../../testing/test-server'
import type { TinyStore } from '../../testing/tiny-fleet'
import { codeOf, type WriteServer, writeServer } from '../../testing/write-server'

describeEachDatabase('parameter files that are put into devices', (openDatabase) => {
  let rig: WriteServer
  let applies: ApplyRig
  let server: TestServer
  let alder: TinyStore
  let birch: TinyStore
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
    applies = applyRig(rig)
    alder = server.fleet.stores.alder
    birch = server.fleet.stores.birch
  })
  afterAll(() => server.close())
  beforeEach(() =>
    applies.reset(
      new Map([
        [alder, -22],
        [birch, -22],
      ]),
    ),
  )

  const trialAt = (store: TinyStore) => ({ trial: String(store.freezer.deviceId) })
  const post = (path: 'decision' | 'undo', body: object, as: string) =>
    path === 'undo'
      ? server.send('POST', '/api/v2/tc/apply/undo', { as, body })
      : server.send('POST', '/api/v2/tc/apply/decision', { as, body })
  const steer = (id: string, act: string) =>
    server.send('PATCH', '/api/v2/tc/apply', { as: 'admin', body: { id, act } })

  test('each firmware has a plan and a first device of its own, and a file may be for some of them', async () => {
    const says = ({ storeId, freezer: { deviceId } }: TinyStore, value: number) =>
      server.db
        .insertInto('parameterValue')
        .values({ storeId, deviceId, code: 'firmware', value, quality: 0, at: server.clock.now() })
        .execute()
    await says(alder, 5.9)
    await says(birch, 6.1)
    const profile = await applies.profile({ set: -20 })
    const { body } = await applies.plan(profile)
    expect(body.firmwares).toEqual([
      { firmware: 5.9, devices: 1 },
      { firmware: 6.1, devices: 1 },
    ])
    const refused = await applies.start(profile, { fingerprint: body.fingerprint })
    expect([refused.status, refused.body.code]).toEqual([409, 'apply.firmware'])
    const one = (await applies.plan(profile, '&firmware=6.1')).body
    expect(one).toMatchObject({ totals: { ready: 1 }, trial: { store: { code: 'N002' } } })
    const started = await applies.start(profile, { fingerprint: one.fingerprint, firmware: '6.1' })
    expect(started.status, started.text).toBe(200)
    expect((await applies.plan(profile, '&firmware=unknown')).body.totals).toMatchObject({ ready: 0 })

    const some = await applies.profile({ set: -19 }, { firmware_from: 6, firmware_to: 6.5 })
    expect((await applies.plan(some)).body.totals).toMatchObject({ devices: 1, hindered: 1 })
    const turned = { model: one.model.id, name: 'Turned', type_code: 'all', values: [] }
    const bad = await server.send('POST', '/api/v2/tc/param-profile', {
      as: 'admin',
      body: { ...turned, firmware_from: 6, firmware_to: 5 },
    })
    expect([bad.status, Object.keys(bad.body.fields)]).toEqual([400, ['firmware_to']])
  })

  test('a plan has the differences only, and what is in the way', async () => {
    await server.db
      .updateTable('parameterValue')
      .set({ value: -20 })
      .where('storeId', '=', birch.storeId)
      .where('code', '=', 'set')
      .execute()
    const { body } = await applies.plan(await applies.profile({ set: -20, lock: 0 }))
    // the others were never read
    expect(body.totals).toMatchObject({ devices: 4, ready: 1, same: 1, hindered: 0, writes: 1 })
    expect(body.totals.left).toMatchObject({ unknown: 4, rivals: 0 })
    expect(body.risk).toBe(2)
    expect(body.trial).toMatchObject({ name: 'Freezer 1', store: { code: 'N001' } })
    expect(body.devices[0]).toMatchObject({
      hindrance: null,
      writes: [{ code: 'set', unit: '°C', before: -22, value: -20, risk: 2 }],
      left: [],
    })
  })

  test('it goes to one device, which is watched, then to the others, and a second time nowhere', async () => {
    const profile = await applies.profile({ set: -20 })
    const id = await applies.apply(profile, trialAt(alder))
    await applies.round()
    expect([await applies.openWrites(alder), await applies.openWrites(birch)]).toMatchObject([
      [{ expected: -20 }],
      [],
    ])
    await applies.confirm(alder, -22)
    await applies.round()
    const watching = await applies.read(id)
    expect(watching.apply).toMatchObject({
      state: 'watching',
      trial_ends_at: '2026-11-21T04:00:00.000Z',
      counts: { done: 1, planned: 1 },
    })
    server.clock.advance(hours(24) + minutes(20))
    await applies.round()
    // what was not read says nothing yet, and after six hours a person is called
    expect((await applies.read(id)).apply.state).toBe('watching')
    server.clock.advance(hours(6))
    await applies.round()
    expect((await applies.read(id)).apply).toMatchObject({
      state: 'paused',
      because: 'trial_unknown',
      finding: { verdict: 'unknown' },
      can_resume: true,
    })
    expect(await applies.openWrites(birch)).toEqual([])
    expect((await steer(id, 'resume')).body).toMatchObject({ state: 'waves', wave: 1 })
    await applies.round()
    await applies.confirm(birch, -22)
    await applies.round()
    const { apply, devices } = await applies.read(id)
    expect(apply).toMatchObject({ state: 'done', counts: { done: 2 }, can_undo: true })
    expect(devices).toMatchObject([
      { wave: 0, state: 'done', steps: [{ code: 'set', state: 'confirmed', was: -22, is: -20 }] },
      { wave: 1, state: 'done', steps: [{ code: 'set', state: 'confirmed', was: -22, is: -20 }] },
    ])
    const sent = (await rig.commands(alder)).length + (await rig.commands(birch)).length
    const again = await applies.plan(profile)
    expect(again.body).toMatchObject({ totals: { ready: 0, same: 2, writes: 0 }, trial: null })
    expect(codeOf(await applies.start(profile, { fingerprint: again.body.fingerprint }))).toEqual([
      409,
      'apply.nothing',
    ])
    await applies.round()
    expect((await rig.commands(alder)).length + (await rig.commands(birch)).length).toBe(sent)
    expect((await rig.audits('parameter_apply.start')).at(-1)).toMatchObject({
      accountName: 'Ada',
      detail: { devices: 2, writes: 2, risk: 2 },
    })
  })

  test('what is risky waits for a second person, whose approval goes with each write', async () => {
    const id = await applies.apply(await applies.profile({ lock: 1 }), trialAt(alder))
    expect((await applies.read(id)).apply).toMatchObject({ state: 'waiting', risk: 3, can_decide: false })
    await applies.round()
    expect(await rig.commands(alder)).toEqual([])
    const approves = { id, approves: true }
    expect(codeOf(await post('decision', approves, 'admin'))).toEqual([403, 'apply.own'])
    expect(codeOf(await post('decision', approves, 'reader'))).toEqual([403, 'access.equipment'])
    expect(codeOf(await post('decision', approves, 'north'))).toEqual([403, 'access.page'])
    expect((await post('decision', { id, approves: false }, 'second')).status).toBe(400)
    const notified = await server.db
      .selectFrom('notice')
      .select(['accountId', 'about'])
      .where('subjectKind', '=', 'apply')
      .where('channel', '=', 'app')
      .execute()
    expect(notified).toEqual([{ accountId: await rig.accountOf('second'), about: 'apply_requested' }])
    const approved = await post('decision', approves, 'second')
    expect(approved.body).toMatchObject({ state: 'trial', decided_by: 'second' })
    await applies.round()
    const writes = await server.send('GET', '/api/v2/remote/writes', { as: 'admin' })
    expect(writes.body.writes).toMatchObject([{ risk: 3, approval: 'approved', decided_by: 'second' }])
    expect(codeOf(await post('decision', approves, 'second'))).toEqual([409, 'apply.decided'])
  })

  test('an author who may not write there any more is not approved, and writes nothing', async () => {
    const profile = await applies.profile({ lock: 1 })
    const { fingerprint } = (await applies.plan(profile, '', 'second')).body
    const { body } = await applies.start(profile, { fingerprint }, 'second')
    await rig.setAccount('second', { isEnabled: false })
    expect(codeOf(await post('decision', { id: body.id, approves: true }, 'admin'))).toEqual([
      409,
      'apply.asker',
    ])
    await rig.setAccount('second', { isEnabled: true })
    await post('decision', { id: body.id, approves: true }, 'admin')
    await rig.setAccount('second', { isEnabled: false })
    await applies.round()
    await rig.setAccount('second', { isEnabled: true })
    const { apply, devices } = await applies.read(body.id)
    expect(apply).toMatchObject({ state: 'stopped', because: 'trial_failed' })
    expect(devices).toMatchObject([{ state: 'failed', fault: 'no_right' }, { state: 'skipped' }])
    expect([await rig.commands(alder), await rig.commands(birch)]).toEqual([[], []])
  })

  test('a plan that is another by now is refused, and a device is in one apply at a time', async () => {
    const profile = await applies.profile({ set: -20 })
    const { fingerprint } = (await applies.plan(profile)).body
    const setTo = (value: number) =>
      server.db
        .updateTable('parameterValue')
        .set({ value })
        .where('storeId', '=', alder.storeId)
        .where('code', '=', 'set')
        .execute()
    await setTo(-23)
    expect(codeOf(await applies.start(profile, { fingerprint }))).toEqual([409, 'apply.changed'])
    await setTo(-22)
    expect((await applies.start(profile, { fingerprint })).status).toBe(200)
    const busy = await applies.plan(profile)
    expect(busy.body.totals).toMatchObject({ ready: 0, hindered: 2 })
    expect(busy.body.devices[0].hindrance).toBe('busy')
  })

  test('one write is under way at a device at a time, in the order of the parameters', async () => {
    const id = await applies.apply(await applies.profile({ lock: 1, set: -20 }), trialAt(alder))
    await post('decision', { id, approves: true }, 'second')
    await applies.round()
    const [first] = await applies.openWrites(alder)
    expect(await applies.openWrites(alder)).toHaveLength(1)
    await applies.confirm(alder, first?.expected === 1 ? 0 : -22)
    // in the transaction that took the word of the terminal, without a round
    const [second] = await applies.openWrites(alder)
    expect([first?.expected, second?.expected].toSorted()).toEqual([-20, 1].toSorted())
    await applies.confirm(alder, second?.expected === 1 ? 0 : -22)
    expect((await applies.read(id)).devices[0].state).toBe('done')
  })

  test('a device that keeps its old value stops it at the first device, and what was written is known', async () => {
    const id = await applies.apply(await applies.profile({ lock: 1, set: -20 }), trialAt(alder))
    await post('decision', { id, approves: true }, 'second')
    await applies.round()
    const [first] = await applies.openWrites(alder)
    const isLock = first?.expected === 1
    await applies.confirm(alder, isLock ? 0 : -22)
    await applies.confirm(alder, isLock ? -22 : 0, isLock ? -22 : 0)
    await applies.round()
    const { apply, devices } = await applies.read(id)
    expect(apply).toMatchObject({ state: 'stopped', because: 'trial_failed', can_undo: true })
    expect(devices[0]).toMatchObject({
      state: 'failed',
      fault: 'refused',
      steps: [{ state: 'confirmed' }, { state: 'failed' }],
    })
    expect(devices[1]).toMatchObject({
      state: 'skipped',
      steps: [{ state: 'planned' }, { state: 'planned' }],
    })
    expect(await rig.commands(birch)).toEqual([])
    const undone = await post('undo', { id }, 'admin')
    const undo = await applies.read(undone.body.id)
    // only what was written is taken back
    expect(undo.devices).toMatchObject([
      { steps: [isLock ? { code: 'lock', before: 1, value: 0 } : { code: 'set', before: -20, value: -22 }] },
    ])
  })

  test('what someone else has set since the plan is left as it is', async () => {
    const id = await applies.apply(await applies.profile({ set: -20 }), trialAt(alder))
    await server.db
      .updateTable('parameterValue')
      .set({ value: -24 })
      .where('storeId', '=', alder.storeId)
      .where('code', '=', 'set')
      .execute()
    await applies.round()
    expect((await applies.read(id)).devices[0]).toMatchObject({ state: 'failed', fault: 'changed' })
    expect(await rig.commands(alder)).toEqual([])
  })

  test('a store that is away is missed, which a round finds out that begins anew', async () => {
    const id = await applies.apply(await applies.profile({ set: -20 }), trialAt(alder))
    await applies.round()
    server.clock.advance(hours(4))
    await server.db.transaction().execute((trx) => endOverdue(trx, server.clock.now()))
    await applies.round()
    const { apply, devices } = await applies.read(id)
    expect(devices[0]).toMatchObject({ state: 'missed', steps: [{ state: 'missed' }] })
    expect(apply).toMatchObject({ state: 'stopped', because: 'trial_failed', can_undo: false })
  })

  test('no one decides in time, or someone rejects it: nothing is written, and the devices are free', async () => {
    const profile = await applies.profile({ lock: 1 })
    const late = await applies.apply(profile)
    server.clock.advance(hours(24))
    await applies.round()
    expect((await applies.read(late)).apply).toMatchObject({ state: 'expired', counts: { skipped: 2 } })
    const rejected = await applies.apply(profile)
    const answer = await post('decision', { id: rejected, approves: false, reason: 'not now' }, 'second')
    expect(answer.body).toMatchObject({ state: 'rejected', decision_note: 'not now' })
    expect((await applies.plan(profile)).body.totals.ready).toBe(2)
    expect(await rig.commands(alder)).toEqual([])
  })

  test('paused it begins nothing, stopped it never does, and undoing sets back what it wrote', async () => {
    const id = await applies.apply(await applies.profile({ set: -20 }), trialAt(alder))
    await steer(id, 'pause')
    await applies.round()
    expect(await rig.commands(alder)).toEqual([])
    await steer(id, 'resume')
    await applies.round()
    await applies.confirm(alder, -22)
    await applies.round()
    expect((await post('undo', { id }, 'admin')).body.code).toBe('apply.open')
    await steer(id, 'stop')
    expect(codeOf(await steer(id, 'resume'))).toEqual([409, 'apply.ended'])
    const undone = await post('undo', { id }, 'admin')
    expect(codeOf(await post('undo', { id }, 'admin'))).toEqual([409, 'apply.undone'])
    await applies.round()
    expect(await applies.openWrites(alder)).toMatchObject([{ expected: -22 }])
    await applies.confirm(alder, -20)
    await applies.round()
    expect((await applies.read(undone.body.id)).apply).toMatchObject({ state: 'done', undo_of: id })
    expect((await applies.read(id)).devices).toMatchObject([{ state: 'undone' }, { state: 'skipped' }])
  })

  test('what it did is said from the days before and after, at equal weather, of each device and of all', async () => {
    const id = await applies.apply(await applies.profile({ set: -20 }), trialAt(alder))
    await applies.round()
    await applies.confirm(alder, -22)
    // 20 kWh before and 19 after, and a kWh for each of up to 4 kelvins, give or take a tenth
    await sql`
      insert into score_day (store_id, device_id, "on", measured, outdoor_c, is_breach, is_whole, first_at, scores)
      select ${alder.storeId}, ${alder.freezer.deviceId}, date '2026-11-20' + n, jsonb_build_object('runRatio', 0.5,
          'energyKwh', 20 + n % 5 * sign(n) - (n > 0)::int + (n % 2) * 0.1 * sign(n)), 20 + n % 5 * sign(n), false, true,
        date '2026-11-20' + n, '{}'
      from generate_series(-30, 14) n`.execute(server.db)
    const path = `/api/v2/tc/apply/effect?id=${id}`
    const { body } = await server.send('GET', path, { as: 'admin' })
    // the day of the change is none of them, and neither are those of more than 28 days before
    expect(body).toMatchObject({ devices: 1, whole_at: '2026-12-05T04:00:00.000Z' })
    const [energy, duty, temperature] = body.figures
    expect(energy).toMatchObject({ figure: 'energy', verdict: 'less', days_before: 28, days_after: 14 })
    expect(energy.difference).toBeCloseTo(-1, 1)
    expect(duty).toMatchObject({ figure: 'duty', verdict: 'not_proven', days_after: 14 })
    expect(duty.difference).toBeCloseTo(0, 9)
    expect(temperature).toMatchObject({ verdict: 'not_proven', difference: null, days_after: 0 })
    expect(body.of_devices).toMatchObject([{ name: 'Freezer 1', figures: [{ verdict: 'less' }, {}, {}] }])
    await server.db.deleteFrom('scoreDay').execute()
  })

  test('who is elsewhere does not see it, and effects need days', async () => {
    const id = await applies.apply(await applies.profile({ set: -20 }), trialAt(alder))
    const elsewhere = { profile: '1', fingerprint: 'x' }
    expect((await server.send('POST', '/api/v2/tc/apply', { as: 'north', body: elsewhere })).status).toBe(403)
    expect(codeOf(await server.send('GET', '/api/v2/tc/apply/plan?profile=1', { as: 'north' }))).toEqual([
      404,
      'parameter.profile_unknown',
    ])
    const list = await server.send('GET', '/api/v2/tc/apply', { as: 'admin' })
    expect(list.body).toMatchObject({ total: 1, applies: [{ id, state: 'trial' }] })
    expect(codeOf(await server.send('GET', `/api/v2/tc/apply/detail?id=${id}9`, { as: 'admin' }))).toEqual([
      404,
      'apply.unknown',
    ])
    await applies.round()
    await applies.confirm(alder, -22)
    const effect = await server.send('GET', `/api/v2/tc/apply/effect?id=${id}`, { as: 'admin' })
    expect(effect.body).toMatchObject({
      devices: 0,
      figures: [
        { figure: 'energy', verdict: 'not_proven', days_after: 0 },
        { figure: 'duty', verdict: 'not_proven' },
        { figure: 'temperature', verdict: 'not_proven' },
      ],
    })
  })
})
