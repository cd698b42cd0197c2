import { randomUUID } from 'node:crypto'
import type { DepartmentId } from '@coldkeep/domain/ids'
import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { dayPeriod } from '@coldkeep/domain/time/store-calendar'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/connect'
import { stageTables } from '../storage/staging-queries'
import { type EvidenceRig, evidenceRig } from '../testing/evidence-rig'
import { insertPerson } from '../testing/insert-person'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { writeScans } from '../testing/plant/write-history'
import { describeEachKind, testDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'

const YESTERDAY = '2026-11-19'
const DAY = dayPeriod('Asia/Taipei', localDate(YESTERDAY))

describeEachKind('daily sheets', (kind) => {
  let database: Database
  let rig: EvidenceRig
  let storeId: number
  beforeAll(async () => {
    database = await testDatabase(kind)
    rig = await evidenceRig(database)
    storeId = rig.server.fleet.stores.alder.storeId
    for (const name of ['keeper', 'second'])
      await insertPerson(rig.server, name, rig.server.fleet.north, ['4-3'])
    await insertPerson(rig.server, 'stranger', rig.server.fleet.south, ['4-3'])
  })
  afterAll(async () => {
    await rig.close()
    await database.close()
  })
  beforeEach(async () => {
    rig.server.clock.set(NOON)
    for (const table of ['daySheet', 'handCheck', 'checkPlace'] as const)
      await rig.server.db.deleteFrom(table).execute()
  })

  const get = (on = YESTERDAY, as = 'keeper') =>
    rig.server.send('GET', `/api/v2/day-sheets/sheet?storeid=${storeId}&date=${on}`, { as })
  const sheet = async (on = YESTERDAY, as = 'keeper') => (await get(on, as)).body
  const send = (path: string, body: object, as = 'keeper') =>
    path === 'sign'
      ? rig.server.send('POST', '/api/v2/day-sheets/sign', { as, body })
      : rig.server.send('POST', '/api/v2/day-sheets/review', { as, body })
  const seen = async (on = YESTERDAY, as = 'keeper') => {
    const { digest, now } = await sheet(on, as)
    return { storeid: String(storeId), date: on, until: now.until, digest }
  }
  const sign = async (on = YESTERDAY, as = 'keeper') => send('sign', await seen(on, as), as)
  const addPlace = async (more: object = {}, as = 'keeper') => {
    const place = { storeid: String(storeId), position: 1, name: 'Dairy case', device: null, zone: 'C7' }
    const body = { places: [{ ...place, low_c: null, high_c: null, ...more }] }
    const answer = await rig.server.send('POST', '/api/v2/hand-checks/places', { as, body })
    if (answer.status !== 200) return answer
    const { places } = await placesOf()
    return places.find(({ name }: { name: string }) => name === body.places[0]?.name)
  }
  const placesOf = async (as = 'keeper') =>
    (await rig.server.send('GET', `/api/v2/hand-checks/places?storeid=${storeId}`, { as })).body
  const instant = (at: number) => new Date(at).toISOString()
  const entry = (placeId: string, more: object = {}, takenAt: number = DAY.startAt + hours(9)) => ({
    ...{ id: randomUUID(), round_id: randomUUID(), place_id: placeId, value_c: 3.4 },
    ...{ taken_at: instant(takenAt), entered_at: instant(takenAt), ...more },
  })
  const enter = (body: object, as = 'keeper') => rig.server.send('POST', '/api/v2/hand-checks', { as, body })
  const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code]
  const countAudits = async (what: string) =>
    (await rig.server.db.selectFrom('audit').select('subject').where('kind', '=', what).execute()).length

  test('of 1440 minutes 1315 were in limits, 70 out and 55 are unknown; the alarm of the day is there', async () => {
    const { now, store, date, today, signed, places } = await sheet()
    expect([date, today, store.code, signed, places]).toEqual([YESTERDAY, '2026-11-20', 'N001', null, 0])
    expect([now.until, now.minutes]).toEqual([instant(DAY.endAt), 1440])
    expect(now.rows).toEqual([
      {
        device: { id: String(rig.freezer.deviceId), name: 'Freezer 1' },
        ...{ zone: 'FZ', measured_by: 'air', low_c: null, high_c: -18, in_limits: 1385, out_of_limits: 0 },
        ...{ unknown: 55, lowest_c: -20, highest_c: -20, has_late_readings: false },
      },
      {
        device: { id: String(rig.chilled.deviceId), name: '冷藏櫃=1' },
        ...{ zone: 'C7', measured_by: 'food', low_c: 0, high_c: 7, in_limits: 1315, out_of_limits: 70 },
        ...{ unknown: 55, lowest_c: 4, highest_c: 7.4, has_late_readings: false },
      },
    ])
    expect(now.alarms).toMatchObject([
      {
        device: String(rig.chilled.deviceId),
        text: 'Above the limit',
        started_at: instant(DAY.startAt + hours(10)),
      },
    ])
  })

  test('of a day that goes on the three add up to its minutes so far; nothing has come, so all are unknown', async () => {
    const { now } = await sheet('2026-11-20')
    const soFar = (Date.parse(now.until) - DAY.endAt) / 60_000
    expect(soFar).toBeGreaterThan(11 * 60)
    for (const row of now.rows) {
      expect(row.in_limits + row.out_of_limits + row.unknown).toBe(now.minutes)
      // the last reading of the evening before holds for ten minutes, of which five are of this day
      expect(row.unknown).toBe(soFar - 5)
    }
    expect(code(await get('2026-11-21'))).toEqual([409, 'sheet.not_begun'])
  })

  test('places are walked in their order, changed, and gone once removed; a name is there once', async () => {
    const first = await addPlace({ position: 2 })
    const device = String(rig.chilled.deviceId)
    const second = await addPlace({ position: 1, name: 'Counter', zone: null, device, high_c: 5 })
    const { zone, places } = await placesOf()
    expect(zone).toBe('Asia/Taipei')
    expect(places).toMatchObject([
      { name: 'Counter', device_name: '冷藏櫃=1', limits: { low_c: null, high_c: 5 } },
      { name: 'Dairy case', limits: { low_c: 0, high_c: 7 } },
    ])
    expect(code(await addPlace({ position: 3 }))).toEqual([409, 'check.place_exists'])
    expect(code(await addPlace({ name: 'No case', device: '999999' }))).toEqual([404, 'device.unknown'])
    const wrong = await addPlace({ name: 'Turned', low_c: 5, high_c: 5 })
    expect([wrong.status, wrong.body.fields]).toEqual([400, { 'places.0.high_c': 'range' }])
    expect(second.id).not.toBe(first.id)
    const [counter] = places
    const { revision, device_name: _, limits: __, ...kept } = counter
    const change = (more: object) =>
      rig.server.send('PATCH', '/api/v2/hand-checks/places', {
        as: 'keeper',
        body: { places: [{ ...kept, ...more }] },
      })
    expect((await change({ revision, position: 9 })).status).toBe(200)
    expect((await placesOf()).places.map(({ name }: { name: string }) => name)).toEqual([
      'Dairy case',
      'Counter',
    ])
    expect(code(await change({ revision, position: 1 }))).toEqual([409, 'row.changed'])
    await rig.server.send('DELETE', `/api/v2/hand-checks/places?id=${counter.id}`, { as: 'keeper' })
    expect((await placesOf()).places).toHaveLength(1)
    // a phone that was offline may still bring what was measured there
    expect((await enter(entry(counter.id))).status).toBe(200)
  })

  test('an entry that is sent again is one entry, also at the same time; three times are kept apart', async () => {
    const { id } = await addPlace()
    const takenAt = DAY.startAt + hours(9)
    const sent = entry(id, {
      value_c: -3.6,
      note: 'tested again',
      entered_at: instant(takenAt + minutes(61)),
    })
    const answers = await Promise.all([enter(sent), enter(sent), enter(sent)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await sheet()).now.checks).toEqual([
      {
        ...{ id: sent.id, round_id: sent.round_id, place: 'Dairy case', device: null, value_c: -3.6 },
        ...{ skip_reason: null, is_repeated: false, note: 'tested again', low_c: 0, high_c: 7 },
        ...{ is_out_of_limits: true, taken_at: instant(takenAt), entered_at: sent.entered_at },
        ...{ received_at: instant(NOON), by: 'keeper', late: 'entered_late', marks: [] },
      },
    ])
    const other = await addPlace({ name: 'Other' })
    expect(code(await enter({ ...sent, place_id: other.id }))).toEqual([409, 'check.taken'])
  })

  test.each([
    [{ value_c: null }, 'value_c', 'missing'],
    [{ skip_reason: 'empty' }, 'skip_reason', 'choice'],
    [{ value_c: null, skip_reason: 'other' }, 'note', 'missing'],
    [{ value_c: 151 }, 'value_c', 'range'],
    [{ taken_at: instant(NOON + hours(1)) }, 'taken_at', 'range'],
    [{ entered_at: instant(DAY.startAt) }, 'entered_at', 'range'],
    [{ id: 'one' }, 'id', 'format'],
  ])('%o is refused at its field', async (wrong, field, problem) => {
    const { id } = await addPlace()
    const answer = await enter(entry(id, wrong))
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: problem }])
  })

  test('a value that the probe of the device did not show is marked, with a tolerance of 2.5 K; so is a burst', async () => {
    const device = String(rig.chilled.deviceId)
    const { id } = await addPlace({ device })
    // food at 4 and air at 5 °C
    for (const [value, second] of [7.5, 7.7, 1.3, 4, 5].map((one, index) => [one, index * 14] as const))
      await enter(entry(id, { value_c: value }, DAY.startAt + hours(9) + 1000 * second))
    const { checks, marks } = (await sheet()).now
    expect(checks.map((one: { marks: string[] }) => one.marks)).toEqual([
      ['burst'],
      ['contradicts_sensor', 'burst'],
      ['contradicts_sensor', 'burst'],
      ['burst'],
      ['burst'],
    ])
    expect(marks).toEqual(['contradicts_sensor', 'burst'])
  })

  test('what was signed stays as it was; readings and entries that come later are shown as later', async () => {
    const { id } = await addPlace()
    const early = entry(id)
    await enter(early)
    const before = await sheet()
    expect((await sign()).status).toBe(200)
    rig.server.clock.advance(hours(1))
    const late = entry(id, { value_c: 5 }, DAY.startAt + hours(10))
    await enter(late)
    await writeGap(rig, database, rig.server.clock.now())
    const after = await sheet()
    expect(after.signed).toMatchObject({
      ...{ at: instant(NOON), by: 'keeper', is_own: true, is_intact: true, is_partial: false, review: null },
      ...{ digest: before.digest, sheet: { ...before.now } },
    })
    const [freezer] = after.now.rows
    expect(freezer).toMatchObject({ in_limits: 1440, unknown: 0, has_late_readings: true })
    expect(after.signed.sheet.rows[0]).toMatchObject({
      in_limits: 1385,
      unknown: 55,
      has_late_readings: false,
    })
    expect(after.now.rows[1].has_late_readings).toBe(false)
    expect(after.now.checks.map((one: { late: string }) => one.late)).toEqual([null, 'after_signing'])
    // what is kept was changed behind the product's back
    const row = await rig.server.db.selectFrom('daySheet').select('content').executeTakeFirstOrThrow()
    const content = row.content.replace('"unknown":55', '"unknown":5')
    await rig.server.db.updateTable('daySheet').set({ content }).execute()
    expect((await sheet()).signed.is_intact).toBe(false)
  })

  test('a day is signed once, as it was seen, by a person', async () => {
    const { id } = await addPlace()
    const looked = await seen()
    await enter(entry(id))
    expect(code(await send('sign', looked))).toEqual([409, 'sheet.changed'])
    const now = await seen()
    expect(code(await send('sign', { ...now, until: instant(DAY.endAt + 1000) }))).toEqual([
      409,
      'sheet.changed',
    ])
    const answers = await Promise.all([send('sign', now), send('sign', now, 'second')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const signer = answers[0]?.status === 200 ? 'keeper' : 'second'
    // sent again it is the same signature
    expect((await send('sign', now, signer)).status).toBe(200)
    expect(await countAudits('day_sheet.sign')).toBeGreaterThan(0)
    const { body } = await rig.server.send('POST', '/api/v2/api-key', {
      as: 'admin',
      body: {
        name: `machine ${kind}`,
        department: String(rig.server.fleet.company),
        pages: ['4-3'],
        expires_at: instant(NOON + hours(24)),
      },
    })
    const headers = { authorization: `Bearer ${body.key}` }
    const byMachine = { headers, body: now }
    expect(code(await rig.server.send('POST', '/api/v2/day-sheets/sign', byMachine))).toEqual([
      403,
      'sheet.person_needed',
    ])
  })

  test('a second person reviews, once; who signed does not', async () => {
    const looked = await seen()
    const review = { storeid: looked.storeid, date: looked.date, digest: looked.digest, note: 'looks right' }
    expect(code(await send('review', review, 'second'))).toEqual([409, 'sheet.not_signed'])
    await send('sign', looked)
    expect(code(await send('review', review))).toEqual([403, 'sheet.own'])
    const wrong = { ...review, digest: '0'.repeat(64) }
    expect(code(await send('review', wrong, 'second'))).toEqual([409, 'sheet.changed'])
    expect((await send('review', review, 'second')).status).toBe(200)
    expect((await send('review', review, 'second')).status).toBe(200)
    expect(code(await send('review', review, 'admin'))).toEqual([409, 'sheet.reviewed'])
    expect((await sheet()).signed.review).toEqual({ at: instant(NOON), by: 'second', note: 'looks right' })
    expect(await countAudits('day_sheet.review')).toBe(1)
  })

  test('the last 14 days of stores: signed, reviewed, rounds, values out of limits; a blank is shown', async () => {
    const { id } = await addPlace()
    const round = randomUUID()
    await enter(entry(id, { round_id: round }))
    await enter(entry(id, { round_id: round, value_c: 9, note: 'moved' }))
    await enter(entry(id, { value_c: null, skip_reason: 'defrosting' }))
    await sign()
    const list = async (query: string, as = 'keeper') =>
      (await rig.server.send('GET', `/api/v2/day-sheets?depart-id=all&storeid=${query}`, { as })).body
    const { stores, total } = await list('all')
    expect(total).toBe(2)
    expect(stores.map((store: { code: string; places: number }) => [store.code, store.places])).toEqual([
      ['N001', 1],
      ['N002', 0],
    ])
    const [{ days }] = stores
    expect([days.length, days[0].date, days.at(-1).date]).toEqual([14, '2026-11-07', '2026-11-20'])
    expect(days.at(-2)).toEqual({
      ...{ date: YESTERDAY, signed_by: 'keeper', reviewed_by: null, rounds: 2, checks: 3, out_of_limits: 1 },
    })
    expect(days[0]).toMatchObject({ signed_by: null, rounds: 0, checks: 0 })
    expect((await list(`${storeId}&page_size=1`)).stores).toHaveLength(1)
    expect((await list(String(storeId), 'stranger')).code).toBe('store.unknown')
    expect((await list('all', 'stranger')).stores.map(({ code }: { code: string }) => code)).toEqual([
      'S001',
      'S002',
    ])
  })

  test('stores of others are neither read, signed, reviewed nor measured', async () => {
    const { id } = await addPlace()
    const looked = await seen()
    expect(code(await get(YESTERDAY, 'stranger'))).toEqual([404, 'store.unknown'])
    expect(code(await send('sign', looked, 'stranger'))).toEqual([404, 'store.unknown'])
    expect(code(await send('review', { ...looked, until: undefined }, 'stranger'))).toEqual([
      404,
      'store.unknown',
    ])
    expect(code(await enter(entry(id), 'stranger'))).toEqual([404, 'check.place_unknown'])
    expect(code(await addPlace({}, 'stranger'))).toEqual([404, 'store.unknown'])
    expect((await placesOf('stranger')).code).toBe('store.unknown')
    // who may only look writes nothing
    expect((await get(YESTERDAY, 'north')).status).toBe(200)
    expect(code(await send('sign', looked, 'north'))).toEqual([403, 'access.page'])
  })

  test('withheld equipment is in no sheet, no place and no signed sheet of who may not see it', async () => {
    const { db, fleet } = rig.server
    const as = await insertNarrow(rig.server, fleet.north)
    await db
      .updateTable('device')
      .set({ type: 'walk_in' })
      .where('deviceId', '=', rig.freezer.deviceId)
      .execute()
    try {
      const { id } = await addPlace({ device: String(rig.freezer.deviceId), zone: null })
      await enter(entry(id, { value_c: -20 }))
      await sign()
      const whole = await sheet()
      expect([whole.now.rows.length, whole.signed.sheet.checks.length]).toEqual([2, 1])
      const part = await sheet(YESTERDAY, as)
      expect(part.now.rows.map(({ device }: { device: { name: string } }) => device.name)).toEqual([
        '冷藏櫃=1',
      ])
      expect([part.now.checks, part.signed.sheet.checks, part.signed.sheet.rows.length]).toEqual([[], [], 1])
      expect((await placesOf(as)).places).toEqual([])
      expect(code(await enter(entry(id), as))).toEqual([404, 'check.place_unknown'])
      await db.deleteFrom('daySheet').execute()
      expect((await sign(YESTERDAY, as)).status).toBe(200)
      expect((await sheet()).signed).toMatchObject({ is_partial: true, by: 'narrow', is_own: false })
      expect(
        (await rig.server.send('GET', '/api/v2/day-sheets?depart-id=all&storeid=all', { as })).text,
      ).not.toContain('"checks":1')
    } finally {
      await db
        .updateTable('device')
        .set({ type: 'doored_case' })
        .where('deviceId', '=', rig.freezer.deviceId)
        .execute()
    }
  })
})

/** Someone of a department who signs and does not see walk-in rooms. */
async function insertNarrow(server: TestServer, departmentId: DepartmentId): Promise<string> {
  const accountId = await insertPerson(server, 'narrow', departmentId, ['4-3'])
  const offer = { sees: ['c4'], writes: ['c4', 'other'] } as const
  const devicePermissionTypeId = await insertEquipmentType(server.db, 'No walk-in rooms', offer)
  await server.db.deleteFrom('devicePermission').where('accountId', '=', accountId).execute()
  await server.db
    .insertInto('devicePermission')
    .values({ accountId, devicePermissionTypeId, given: ['c4'] })
    .execute()
  return 'narrow'
}

/** What the freezer had not sent of 14:00 to 15:00. */
async function writeGap({ server, freezer }: EvidenceRig, database: Database, now: EpochMs): Promise<void> {
  const session = await database.openSession(stageTables)
  const at = Float64Array.from({ length: 12 }, (_, index) => later(DAY.startAt, minutes(840 + 5 * index)))
  await writeScans(
    session,
    [
      {
        ...{ storeId: server.fleet.stores.alder.storeId, deviceId: freezer.deviceId },
        ...{ pointListId: freezer.pointListId, periodSeconds: 300, valuePoints: freezer.pointIds, at },
        values: [Float32Array.from(at, () => -20), Float32Array.from(at, () => 0)],
        ...{ counterPoints: [], counters: [], quality: null },
      },
    ],
    now,
  )
  await session.close()
}
