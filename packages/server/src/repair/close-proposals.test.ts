import { randomUUID } from 'node:crypto'
import { days, type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { insertRepair } from '../testing/insert-repair'
import { insertFaultyDay, insertHealth, insertHighAlarm } from '../testing/repair-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { throwing } from '../testing/throwing'
import { proposeClosing } from './propose-closing'

const at = (hour: number): EpochMs => later(NOON, hours(hour))
const instantText = (ms: number) => new Date(ms).toISOString()

describeEachDatabase('a case that proposes to close', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    await insertPerson(server, 'una', server.fleet.north, ['4-4'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    const { db } = server
    for (const table of ['repairEvent', 'repairAlarm', 'repairCase', 'alarm', 'scoreDay'] as const)
      await db.deleteFrom(table).execute()
    await db.deleteFrom('deviceHealth').execute()
    await db.deleteFrom('latest').execute()
    server.clock.set(at(30))
  })

  const alder = () => server.fleet.stores.alder
  const propose = (now = server.clock.now(), isProposing = false) =>
    proposeClosing({ db: server.db, aside: throwing, shouldStop: () => false }, now, isProposing)
  const list = async (query = '') =>
    (await server.send('GET', `/api/v2/fix/cases?${query}`, { as: 'una' })).body.records
  const record = async () => {
    const [{ id }] = await list()
    return (await server.send('GET', `/api/v2/fix/cases/${id}`, { as: 'una' })).body
  }
  const kinds = async () => (await record()).history.map(({ kind }: { kind: string }) => kind)
  /** Reported at noon, of an alarm from 10:00 to 16:00. */
  const repaired = async () => {
    await insertRepair(server.db, alder(), NOON)
    await insertHighAlarm(server.db, alder(), at(-2), at(4))
    await insertFaultyDay(server.db, alder(), '2026-11-20', { deviationK: 5, runRatio: 0.9 })
    await insertHealth(server.db, alder(), at(30), { runRatio: 0.5 })
  }

  test('says so in the list and in its record, with what it saw, and for how long it stays', async () => {
    await repaired()
    expect(await propose((at(28) - 1) as EpochMs)).toMatchObject({ looked: 1, proposed: 0 })
    await insertHealth(server.db, alder(), at(28), { runRatio: 0.5 })
    expect(await propose(at(28))).toEqual({ looked: 1, proposed: 1, withdrawn: 0 })
    // nothing is written twice
    expect(await propose(later(at(28), minutes(10)))).toEqual({ looked: 1, proposed: 0, withdrawn: 0 })
    const [row] = await list('proposal=proposed')
    expect(row.close_proposed_at).toBe(instantText(at(28)))
    const { proposal, history } = await record()
    expect(proposal).toMatchObject({
      at: instantText(at(28)),
      quiet_since: instantText(at(4)),
      least_quiet_minutes: 1440,
      alarms: 1,
      scored_at: instantText(at(28)),
      unseen: [],
    })
    expect(proposal.figures).toMatchObject([
      { figure: 'deviation', before: 5, was_in_band: false, value: 0.2, usual: 0.2, side: 'most' },
      { figure: 'run_ratio', before: 0.9, was_in_band: false, value: 0.5, usual: 0.48 },
      { figure: 'starts', was_in_band: true },
      { figure: 'pull_down', side: 'least' },
      { figure: 'recovery', value: 8 },
    ])
    expect(history[0]).toMatchObject({
      kind: 'close_proposed',
      by: 'Coldkeep',
      // the clock of the store in Taipei
      lines: ['Quiet since 2026-11-20 16:00'],
      at: instantText(at(28)),
    })
  })

  test('is closed by a person in the way of renewing, and keeps why it was', async () => {
    await repaired()
    await propose()
    const { case: shown, proposal } = await record()
    const { progresses } = (await server.send('GET', '/api/v2/fix/progresses', { as: 'una' })).body
    const done = progresses.find(({ phase }: { phase: string }) => phase === 'done')
    const accept = (given: object) => {
      const body = { key: randomUUID(), revision: shown.revision, 'progress-id': done.id, ...given }
      return server.send('PATCH', `/api/v2/fix/cases/${shown.id}`, { as: 'una', body })
    }
    const stale = await accept({ proposed_at: instantText(at(29)) })
    expect([stale.status, stale.body.code]).toEqual([409, 'row.changed'])
    const { status, body } = await accept({ proposed_at: proposal.at })
    expect(status).toBe(200)
    expect(body.case).toMatchObject({ progress: { title: 'Repaired' }, close_proposed_at: null })
    expect(body.proposal).toEqual(proposal)
    expect(await list()).toEqual([])
    expect(await propose()).toMatchObject({ looked: 0 })
  })

  test('takes it back when an alarm comes, which one that was accepted too late is told', async () => {
    await repaired()
    await propose()
    const { case: shown, proposal } = await record()
    await insertHighAlarm(server.db, alder(), at(30), null)
    expect(await propose(at(31), true)).toEqual({ looked: 1, proposed: 0, withdrawn: 1 })
    expect(await list('proposal=proposed')).toEqual([])
    const now = await record()
    expect(now.proposal).toBeNull()
    expect(now.history[0]).toMatchObject({ kind: 'close_withdrawn', lines: ['A new alarm'] })
    const body = { key: randomUUID(), revision: shown.revision, proposed_at: proposal.at }
    const late = await server.send('PATCH', `/api/v2/fix/cases/${shown.id}`, { as: 'una', body })
    expect([late.status, late.body.code]).toEqual([409, 'row.changed'])
  })

  test('that is opened again is watched from then on', async () => {
    await repaired()
    await propose()
    const { progresses } = (await server.send('GET', '/api/v2/fix/progresses', { as: 'una' })).body
    const step = (phase: string) => progresses.find((one: { phase: string }) => one.phase === phase).id
    const { case: shown } = await record()
    const renew = async (revision: number, phase: string) => {
      const body = { key: randomUUID(), revision, 'progress-id': step(phase) }
      return (await server.send('PATCH', `/api/v2/fix/cases/${shown.id}`, { as: 'una', body })).body
    }
    const closed = await renew(shown.revision, 'done')
    expect((await renew(closed.case.revision, 'open')).proposal).toBeNull()
    expect(await propose()).toMatchObject({ proposed: 0 })
    await insertHealth(server.db, alder(), at(54))
    expect(await propose(at(54))).toMatchObject({ proposed: 1 })
  })

  test('two servers that look at once make one proposal', async () => {
    await repaired()
    const done = await Promise.all([propose(), propose()])
    expect(done.map(({ proposed }) => proposed).toSorted()).toEqual([0, 1])
    expect(await kinds()).toEqual(['close_proposed'])
  })

  test('is none while its alarm, its terminal or a figure is not well, or its device says nothing', async () => {
    await insertRepair(server.db, alder(), NOON)
    const alarmId = await insertHighAlarm(server.db, alder(), at(-2), null)
    await insertHealth(server.db, alder(), at(30))
    const proposed = async () => (await propose()).proposed
    const change = (values: object) =>
      server.db.updateTable('alarm').set(values).where('alarmId', '=', alarmId).execute()
    expect(await proposed()).toBe(0)
    await change({ returnedAt: at(4) })
    await insertHealth(server.db, alder(), at(30), { runRatio: 0.7 })
    expect(await proposed()).toBe(0)
    await insertHealth(server.db, alder(), at(28))
    expect(await proposed()).toBe(0)
    await insertHealth(server.db, alder(), at(30))
    // all that was read of it was answers that did not come
    const quality = Buffer.from([1, 1])
    await server.db.updateTable('latest').set({ quality }).execute()
    expect(await proposed()).toBe(0)
    await server.db.updateTable('latest').set({ quality: null }).execute()
    const { terminalId, storeId } = alder()
    const lost = {
      ...{ storeId, terminalId, deviceId: null, pointId: null, branch: 'host_lost', state: 'returned' },
      ...{ priority: 2, startedAt: at(10), raisedAt: at(10), lastRaisedAt: at(10), returnedAt: at(11) },
      changedAt: at(11),
    }
    await server.db.insertInto('alarm').values(lost).execute()
    expect(await proposed()).toBe(0)
    await server.db.deleteFrom('alarm').where('branch', '=', 'host_lost').execute()
    expect(await proposed()).toBe(1)
  })

  test('of a device that is not scored says so; without a device and an alarm there is none', async () => {
    const { freezer } = alder()
    await repaired()
    await server.db.deleteFrom('deviceHealth').execute()
    await insertRepair(server.db, server.fleet.stores.birch, NOON)
    await server.db
      .updateTable('repairCase')
      .set({ deviceId: null })
      .where('storeId', '=', server.fleet.stores.birch.storeId)
      .execute()
    expect(await propose()).toEqual({ looked: 2, proposed: 1, withdrawn: 0 })
    const [row] = await list('proposal=proposed')
    expect(row.equipment.id).toBe(String(freezer.deviceId))
    const { body } = await server.send('GET', `/api/v2/fix/cases/${row.id}`, { as: 'una' })
    expect(body.proposal).toMatchObject({
      scored_at: null,
      figures: [],
      unseen: [
        { group: 'temperature', why: 'no_score' },
        { group: 'duty', why: 'no_score' },
        { group: 'defrosts', why: 'no_score' },
      ],
    })
  })

  test('looks at alarms that have joined it, also where it names no device', async () => {
    await repaired()
    const { storeId } = alder()
    await server.db.updateTable('repairCase').set({ deviceId: null }).execute()
    expect(await propose()).toMatchObject({ proposed: 0 })
    const { alarmId } = await server.db.selectFrom('alarm').select('alarmId').executeTakeFirstOrThrow()
    const { repairCaseId } = await server.db
      .selectFrom('repairCase')
      .select('repairCaseId')
      .executeTakeFirstOrThrow()
    await server.db.insertInto('repairAlarm').values({ storeId, alarmId, repairCaseId }).execute()
    expect(await propose()).toMatchObject({ proposed: 1 })
    // whose figures they are, a reader of the case may not be one to see
    expect((await record()).proposal).toMatchObject({ figures: [], unseen: [] })
  })

  test('batches go on where they ended, past what is more than one', async () => {
    for (let n = 0; n < 201; n++) await insertRepair(server.db, alder(), later(NOON, n))
    await insertHighAlarm(server.db, alder(), at(-2), at(4))
    await insertHealth(server.db, alder(), at(30))
    expect(await propose()).toEqual({ looked: 201, proposed: 201, withdrawn: 0 })
    expect(await propose(at(30), true)).toEqual({ looked: 201, proposed: 0, withdrawn: 0 })
  })

  test('the curve is shown before and after, with the limit of its alarm and what happened when', async () => {
    await repaired()
    await propose()
    const { curve } = await record()
    expect(curve).toMatchObject({
      point: { id: String(alder().freezer.pointIds[0]), name: 'Air', unit: '°C' },
      before: { from: instantText(at(-48)), to: instantText(NOON) },
      // quiet since 16:00
      after: { from: instantText(at(4)), to: instantText(at(52)) },
      moments: [{ kind: 'reported', at: instantText(NOON) }],
    })
    expect(curve.limits).toMatchObject([{ side: 'high', value: -18 }])
    const { storeId, freezer } = alder()
    await server.db
      .insertInto('alarmRule')
      .values({
        ...{ storeId, deviceId: freezer.deviceId, pointId: freezer.pointIds[0] as never },
        ...{ lowLimit: -30, lowDelayMinutes: 15, highLimit: -17, highDelayMinutes: -1, lostDelayMinutes: -1 },
      })
      .execute()
    expect((await record()).curve.limits).toEqual([{ side: 'low', value: -30 }])
    await server.db.deleteFrom('alarmRule').execute()
  })

  test('a case within 14 days of a repair of its device is shown as a repeat', async () => {
    const first = await insertRepair(server.db, alder(), later(NOON, -days(9)))
    await first.end('repaired')
    await insertRepair(server.db, alder(), NOON)
    const { repeat } = await record()
    expect(repeat).toMatchObject({ ordinal: 2, before: { closed_at: instantText(later(NOON, -days(9))) } })
    await server.db.updateTable('repairCase').set({ cause: 'Fan' }).where('closedAt', 'is', null).execute()
    await server.db
      .updateTable('repairCase')
      .set({ cause: 'Leak' })
      .where('closedAt', 'is not', null)
      .execute()
    expect((await record()).repeat).toBeNull()
  })
})
