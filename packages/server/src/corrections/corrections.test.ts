import { randomUUID } from 'node:crypto'
import type { BreachId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs, hours } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { type CorrectionRig, correctionRig } from '../testing/correction-rig'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { selectOpenBreachesOfDay } from './breach-queries'

describeEachKind('corrective action', (kind) => {
  let database: Database
  let rig: CorrectionRig
  let id: BreachId
  beforeAll(async () => {
    database = await testDatabase(kind)
    rig = await correctionRig(database)
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
  })
  beforeEach(async () => {
    rig.server.clock.set(NOON)
    const { db } = rig.server
    await db.deleteFrom('breachEvent').execute()
    await db.deleteFrom('breachDay').execute()
    await db.deleteFrom('breach').execute()
    await forget('2026-11-10T00:00', '2026-11-18T22:00')
    await forget('2026-11-19T10:00', '2026-11-19T15:00')
    await rig.readLate('2026-11-19T10:00', [...Array(14).fill(7.4), ...Array(34).fill(4)])
    await rig.judge('2026-11-19')
    id = await rig.breach()
  })

  const at = (clock: string) => epochMs(Date.parse(`${clock}:00+08:00`))
  /** Readings of the chilled case, as if they had never come. */
  const forget = (from: string, until: string) =>
    rig.server.db
      .deleteFrom('scan')
      .where('deviceId', '=', rig.chilled.deviceId)
      .where('at', '>=', at(from))
      .where('at', '<', at(until))
      .execute()
  const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code]
  const kinds = ({ body }: { body: { history: { kind: string }[] } }) => body.history.map(({ kind }) => kind)
  const state = async () => (await rig.read(id)).body.breach.state

  test('a breach is there once its day is judged, with what was measured and its alarms', async () => {
    const { body } = await rig.read(id)
    expect(body.breach).toMatchObject({
      ...{ store: { code: 'N001' }, equipment: { name: '冷藏櫃=1' }, temperature_zone: 'Chilled 7 °C' },
      ...{ started_at: '2026-11-19T02:00:00.000Z', ended_at: '2026-11-19T03:10:00.000Z' },
      ...{ minutes: 70, degree_minutes: 28, extreme_c: 7.4, limit_c: 7 },
      ...{ state: 'unwritten', closed_at: null, actions: 0, facts: 1, is_under_way: false, can_check: false },
    })
    expect(body.action).toBeNull()
    expect(body.alarms).toMatchObject([{ text: expect.stringContaining('冷藏櫃=1') }])
    expect(kinds({ body })).toEqual(['judged'])
    const [alarm] = body.alarms
    expect((await rig.list(`alarmid=${alarm.id}`)).records.map((row: { id: string }) => row.id)).toEqual([id])
    expect(await rig.list('alarmid=999999')).toMatchObject({ records: [], open: 1 })
    const { db, fleet } = rig.server
    const scope = { departments: [fleet.north], hidden: new Set<never>() }
    const openAt = async (endAt: EpochMs) =>
      (await selectOpenBreachesOfDay(db, scope, fleet.stores.alder.storeId, { endAt })).length
    expect(await openAt(at('2026-11-20T00:00'))).toBe(1)
    expect(await openAt(at('2026-11-19T10:00'))).toBe(0)
    // the freezer was cold
    expect((await rig.list()).total).toBe(1)
  })

  test('it is closed by what one person enters and another one checks', async () => {
    const entered = await rig.act(id)
    expect(entered.status).toBe(200)
    expect(entered.body.action).toMatchObject({
      ...{ action: 'Closed the door', disposition: 'discarded', quantity_kg: 12.5 },
      ...{ quantity_words: '30 boxes', cause: 'Door was left open', by: 'una' },
      ...{ done_at: '2026-11-19T03:00:00.000Z', at: '2026-11-20T04:00:00.000Z' },
    })
    expect(entered.body.breach).toMatchObject({ state: 'unchecked', can_check: false })
    expect(entered.body.why_no_check).toBe('Another person has to check what you entered.')
    expect((await rig.list('show=check')).records).toEqual([])
    expect((await rig.list('show=check', 'ben')).records).toMatchObject([{ id, can_check: true }])
    expect(codeOf(await rig.check(id, {}, 'una'))).toEqual([403, 'correction.own'])
    const { body } = await rig.check(id)
    expect(body.breach).toMatchObject({ state: 'closed', closed_at: '2026-11-20T04:00:00.000Z' })
    expect(body.history.slice(0, 2)).toMatchObject([
      { kind: 'agreed', by: 'ben', lines: [expect.stringContaining('2026-11-19 10:00 – 11:10')] },
      {
        ...{ kind: 'action', by: 'una' },
        lines: [
          'Closed the door',
          expect.stringMatching(/^Discarded, 12\.5\skg, 30 boxes$/),
          'Cause: Door was left open',
        ],
      },
    ])
    expect(await rig.list()).toMatchObject({ total: 0, open: 0 })
    expect((await rig.list('show=period')).total).toBe(1)
    expect(codeOf(await rig.check(id, {}, 'admin'))).toEqual([409, 'correction.nothing_to_check'])
    const audited = await rig.server.db
      .selectFrom('audit')
      .select(['kind', 'accountName'])
      .where('kind', 'like', 'correction.%')
      .orderBy('auditId', 'desc')
      .limit(2)
      .execute()
    expect(audited).toEqual([
      { kind: 'correction.agreed', accountName: 'ben' },
      { kind: 'correction.action', accountName: 'una' },
    ])
  })

  test('what is sent back is entered again; the entries before stay', async () => {
    await rig.act(id)
    expect((await rig.check(id, { agrees: false })).status).toBe(400)
    const { body } = await rig.check(id, { agrees: false, note: 'How many boxes?' })
    expect([body.breach.state, body.history[0].lines[1]]).toEqual(['sent_back', 'How many boxes?'])
    expect(codeOf(await rig.check(id, {}, 'admin'))).toEqual([409, 'correction.nothing_to_check'])
    await rig.act(id, { quantity_words: '31 boxes' }, 'ben')
    // ben has entered what stands now
    expect(codeOf(await rig.check(id))).toEqual([403, 'correction.own'])
    const closed = await rig.check(id, {}, 'una')
    expect(closed.body.breach.state).toBe('closed')
    expect(kinds(closed)).toEqual(['agreed', 'action', 'sent_back', 'action', 'judged'])
    expect(closed.body.history[3].lines[1]).toContain('30 boxes')
    const further = await rig.act(id, { cause: 'Hinge is broken' })
    expect(further.body.breach).toMatchObject({ state: 'unchecked', closed_at: null, actions: 3 })
  })

  test('of two who save at once the second is shown what the first has saved; a repeat is one entry', async () => {
    const key = randomUUID()
    const [a, b] = await Promise.all([
      rig.act(id, { key, actions: 0 }),
      rig.act(id, { actions: 0, action: 'Moved all' }, 'ben'),
    ])
    expect([a.status, b.status].toSorted()).toEqual([200, 409])
    const late = a.status === 409 ? a : b
    expect([late.body.code, late.body.present.breach.actions]).toEqual(['row.changed', 1])
    if (a.status === 200) expect(kinds(await rig.act(id, { key, actions: 0 }))).toEqual(['action', 'judged'])
    // it was written anew after the second person had looked at it
    const before = (await rig.read(id)).body.breach
    const writer = (await rig.read(id)).body.action.by
    const other = writer === 'una' ? 'ben' : 'una'
    await rig.act(id, { action: 'Both' }, writer)
    const outdated = await rig.check(id, { actions: before.actions, facts: before.facts }, other)
    expect(outdated.body.code).toBe('row.changed')
    expect(await state()).toBe('unchecked')
  })

  test('late readings that change a closed one say so and take a new check', async () => {
    await rig.act(id)
    await rig.check(id)
    await rig.judge('2026-11-19')
    expect(await state()).toBe('closed')
    // what was silent from 14:00 to 15:00 was at 9 °C
    await rig.readLate('2026-11-19T14:00', Array(12).fill(9))
    await rig.judge('2026-11-19')
    const { body } = await rig.read(id, 'ben')
    expect(body.breach).toMatchObject({
      ...{ state: 'changed', closed_at: null, facts: 2, minutes: 130, degree_minutes: 148, extreme_c: 9 },
      ...{ ended_at: '2026-11-19T07:00:00.000Z', can_check: true },
    })
    expect(body.history[0]).toMatchObject({ kind: 'changed', by: 'Coldkeep' })
    expect(codeOf(await rig.check(id, { facts: 1 }))).toEqual([409, 'row.changed'])
    expect((await rig.check(id)).body.breach.state).toBe('closed')
    expect(await rig.server.db.selectFrom('breach').select('breachId').execute()).toHaveLength(1)
  })

  test('what is no breach any more by readings that came late says so, and is open again when it is one', async () => {
    await rig.act(id)
    await rig.check(id)
    await forget('2026-11-19T10:00', '2026-11-19T13:00')
    await rig.judge('2026-11-19')
    // what is gone takes nothing back
    expect(await state()).toBe('closed')
    await rig.readLate('2026-11-19T10:00', Array(36).fill(4))
    await rig.judge('2026-11-19')
    const { body } = await rig.read(id)
    expect(body.breach).toMatchObject({ state: 'void', closed_at: null })
    expect(kinds({ body })).toEqual(['withdrawn', 'agreed', 'action', 'judged'])
    expect((await rig.list()).total).toBe(0)
    expect(codeOf(await rig.act(id))).toEqual([409, 'correction.void'])
    await forget('2026-11-19T10:00', '2026-11-19T11:10')
    await rig.readLate('2026-11-19T10:00', Array(14).fill(7.4))
    await rig.judge('2026-11-19')
    expect(await state()).toBe('changed')
    expect((await rig.check(id)).body.breach.state).toBe('closed')
  })

  test('a breach that goes on over midnight is one, however little is known of its days; while it lasts it is not checked', async () => {
    rig.server.clock.set(at('2026-11-17T00:30'))
    await rig.readLate('2026-11-16T22:00', Array(30).fill(8))
    await rig.judge('2026-11-16', '2026-11-17')
    const { records } = await rig.list(
      'show=period&start=2026-11-16T00:00:00&end=2026-11-17T12:00:00&timezone=%2B08:00',
    )
    expect(records).toMatchObject([
      { is_under_way: true, minutes: 150, ended_at: '2026-11-16T16:30:00.000Z' },
    ])
    const [{ id: long }] = records
    await rig.act(long, { done_at: '2026-11-16T16:30:00Z' })
    expect(codeOf(await rig.check(long))).toEqual([409, 'correction.under_way'])
    await rig.readLate('2026-11-17T00:30', Array(6).fill(4))
    rig.server.clock.set(at('2026-11-17T01:00'))
    await rig.judge('2026-11-17')
    // 120 before midnight, 30 after it
    expect((await rig.read(long)).body.breach).toMatchObject({
      minutes: 150,
      degree_minutes: 150,
      is_under_way: false,
    })
    expect((await rig.check(long)).body.breach.state).toBe('closed')
    expect((await rig.list()).total).toBe(1)
  })

  test('of product that is gone it is said how much; what is still to come was not done', async () => {
    const none = { quantity_kg: null, quantity_words: '' }
    expect((await rig.act(id, none)).status).toBe(400)
    expect((await rig.act(id, { ...none, disposition: 'moved' })).status).toBe(400)
    const future = new Date(NOON + hours(1)).toISOString()
    expect(codeOf(await rig.act(id, { done_at: future }))).toEqual([400, 'correction.future'])
    expect((await rig.act(id, { ...none, disposition: 'kept' })).status).toBe(200)
  })

  test('it takes the page, the store and equipment that is not withheld', async () => {
    expect((await rig.act(id, {}, 'vic')).status).toBe(403)
    const without = [
      await rig.server.send('GET', '/api/v2/corrections', { as: 'vic' }),
      await rig.server.send('GET', `/api/v2/corrections/${id}`, { as: 'vic' }),
    ]
    expect(without.map(codeOf)).toEqual([
      [403, 'access.page'],
      [403, 'access.page'],
    ])
    expect(codeOf(await rig.read(id, '南'))).toEqual([403, 'access.page'])
    const { db, fleet } = rig.server
    const { chilled } = rig
    await db.updateTable('device').set({ zone: 'C4' }).where('deviceId', '=', chilled.deviceId).execute()
    await db
      .updateTable('devicePermissionType')
      .set({ sees: ['walk_in'] })
      .execute()
    expect(codeOf(await rig.read(id))).toEqual([404, 'correction.unknown'])
    expect(codeOf(await rig.check(id))).toEqual([404, 'correction.unknown'])
    expect(await rig.list()).toMatchObject({ total: 0, open: 0 })
    await db
      .updateTable('devicePermissionType')
      .set({ sees: ['walk_in', 'c4'] })
      .execute()
    await db.updateTable('device').set({ zone: 'C7' }).where('deviceId', '=', chilled.deviceId).execute()
    await db.updateTable('account').set({ departmentId: fleet.south }).where('login', '=', 'ben').execute()
    expect(codeOf(await rig.read(id, 'ben'))).toEqual([404, 'correction.unknown'])
    expect((await rig.list('', 'ben')).open).toBe(0)
    await db.updateTable('account').set({ departmentId: fleet.north }).where('login', '=', 'ben').execute()
  })

  test('a manager finds how many are open on the first page, who may not open their page does not', async () => {
    const home = async (as = 'admin') =>
      (await rig.server.send('GET', '/api/v2/dashboard/qa-temp', { as })).body.news
    expect(await home()).toContain('1 breach without a checked corrective action')
    expect(await home('una')).toContain('1 breach without a checked corrective action')
    expect((await home('vic')).join()).not.toContain('corrective')
    await rig.act(id)
    await rig.check(id)
    expect((await home()).join()).not.toContain('corrective')
  })
})
