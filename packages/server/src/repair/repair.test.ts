import { randomUUID } from 'node:crypto'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWarning } from '../alarms/early-warnings'
import { insertPerson } from '../testing/insert-person'
import { picture } from '../testing/picture'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'

describeEachDatabase('cases of repair', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { north } = server.fleet
    await insertPerson(server, 'una', north, ['4-4', '1-7'])
    await insertPerson(server, 'vic', north, ['1-7'])
    await insertPerson(server, 'kim', north, ['4-3'])
    await warn(server.fleet.stores.alder)
    await warn(server.fleet.stores.cedar)
  })
  afterAll(() => server.close())

  const warn = async ({ storeId, freezer }: TinyStore) => {
    const figures = {
      startedAt: later(NOON, -hours(2)),
      raisedAt: later(NOON, -hours(1)),
      value: 61,
      limit: 70,
    }
    await server.db
      .transaction()
      .execute((trx) =>
        openWarning(trx, { storeId, deviceId: freezer.deviceId, kind: 'threshold' }, figures, NOON),
      )
  }
  const alarmOf = async ({ storeId }: TinyStore) =>
    (await server.send('GET', `/api/v2/alarms?storeid=${storeId}`, { as: 'admin' })).body.alarms[0]
  const report = (given: object = {}, as = 'una') => {
    const { storeId, freezer } = server.fleet.stores.alder
    const body = { key: randomUUID(), storeid: storeId, device: freezer.deviceId, fault: 'Ice on the coil' }
    return server.send('POST', '/api/v2/fix/cases', { as, body: { ...body, ...given } })
  }
  const renew = ({ id, revision }: { id: string; revision: number }, given: object, as = 'una') =>
    server.send('PATCH', `/api/v2/fix/cases/${id}`, { as, body: { key: randomUUID(), revision, ...given } })
  const list = async (query = '', as = 'una') =>
    (await server.send('GET', `/api/v2/fix/cases?${query}`, { as })).body
  const stepCalled = async (title: string) => {
    const { body } = await server.send('GET', '/api/v2/fix/progresses', { as: 'una' })
    return body.progresses.find((one: { title: string }) => one.title === title)?.id
  }
  const instantText = (at: number) => new Date(at).toISOString()

  test('one is reported by hand and has the columns that the table asks for', async () => {
    const { status, body } = await report()
    expect(status).toBe(201)
    const { alder } = server.fleet.stores
    expect(body.case).toMatchObject({
      ticket: expect.stringMatching(/^R-\d{6}$/),
      report_time: instantText(NOON),
      store_number: 'N001',
      store: { id: String(alder.storeId), code: 'N001', name: 'Alder Street' },
      equipment: { id: String(alder.freezer.deviceId), name: 'Freezer 1' },
      temperature_zone: 'Frozen',
      fault: 'Ice on the coil',
      progress: { title: 'Reported', phase: 'open' },
      assignee: null,
      closed_at: null,
      reported_by: 'una',
    })
    expect(body.case.equipment_code).toBe('TB-N001 / 1')
    expect(body.history).toMatchObject([{ kind: 'reported', lines: ['Ice on the coil'], by: 'una' }])
    expect((await list()).records[0].ticket).toBe(body.case.ticket)
    const path = `/api/v2/fix/cases/${body.case.id}`
    expect((await server.send('GET', `/api/v2/fix/cases/${body.case.id}`, { as: 'una' })).body).toEqual(body)
    expect((await server.send('GET', path, { as: '南' })).body.code).toBe('repair.unknown')
  })

  test('a report that is sent twice is one case', async () => {
    const key = randomUUID()
    const first = await report({ key, fault: 'Fan is loud' })
    const again = await report({ key, fault: 'Fan is loud' })
    expect([again.status, again.body.case.id]).toEqual([201, first.body.case.id])
    expect(again.body.history).toHaveLength(1)
  })

  test('an alarm leads to a case, others of its store join it, and each is in one case', async () => {
    const { alder, cedar } = server.fleet.stores
    const alarm = await alarmOf(alder)
    const foreign = await alarmOf(cedar)
    const made = await report({ alarms: [alarm.id] })
    expect(made.body.alarms).toMatchObject([{ id: alarm.id, text: alarm.text, is_open: true }])
    expect(made.body.history.map(({ kind }: { kind: string }) => kind)).toEqual(['alarm', 'reported'])
    const other = await report({ alarms: [alarm.id] })
    expect([other.status, other.body.code]).toEqual([409, 'repair.alarm_taken'])
    expect(other.body.message).toContain(made.body.case.ticket)
    const join = (alarms: unknown[], as = 'admin') =>
      server.send('POST', `/api/v2/fix/cases/${made.body.case.id}/alarms`, { as, body: { alarms } })
    // what it has is joined once
    expect((await join([alarm.id])).body.history).toHaveLength(2)
    expect((await join([foreign.id])).body.code).toBe('repair.other_store')
    // una sees the north alone
    expect((await join([foreign.id], 'una')).body.code).toBe('alarm.unknown')
  })

  test('of two reports of one alarm at once one becomes a case, the other is told which', async () => {
    const { birch } = server.fleet.stores
    await warn(birch)
    const { id } = await alarmOf(birch)
    const given = { storeid: birch.storeId, device: null, alarms: [id] }
    const answers = await Promise.all([report(given), report(given), report(given)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const ticket = answers.find(({ status }) => status === 201)?.body.case.ticket
    for (const { status, body } of answers) if (status === 409) expect(body.message).toContain(ticket)
  })

  test('a refused report leaves nothing', async () => {
    const before = (await list()).total
    const { cedar } = server.fleet.stores
    expect((await report({ alarms: ['999999'] })).body.code).toBe('alarm.unknown')
    expect((await report({ device: cedar.freezer.deviceId })).body.code).toBe('device.unknown')
    expect((await report({ storeid: cedar.storeId })).body.code).toBe('store.unknown')
    expect((await report({ fault: ' ' })).status).toBe(400)
    expect((await report({}, 'vic')).status).toBe(403)
    expect((await list()).total).toBe(before)
  })

  test('progress, assignment, cause and note are renewed in one step, which is sent once', async () => {
    const { body: made } = await report({ fault: 'Door does not close' })
    const { storeId } = server.fleet.stores.alder
    const { body: candidates } = await server.send('GET', `/api/v2/fix/engineers?storeid=${storeId}`, {
      as: 'una',
    })
    // the administrator above and una; vic has not the page
    expect(candidates.engineers.map(({ name }: { name: string }) => name)).toEqual(['Ada', 'una'])
    const una = candidates.engineers[1].id
    const sent = {
      key: randomUUID(),
      'progress-id': await stepCalled('On site'),
      ...{ assignee: una, cause: 'Hinge is bent', note: 'New hinge ordered' },
    }
    const { status, body } = await renew(made.case, sent)
    expect(status).toBe(200)
    expect(body.case).toMatchObject({
      progress: { title: 'On site', phase: 'open' },
      assignee: { id: una, name: 'una' },
      cause: 'Hinge is bent',
      revision: made.case.revision + 1,
    })
    expect(
      body.history.map(({ kind, lines }: { kind: string; lines: string[] }) => [kind, ...lines]),
    ).toEqual([
      ['note', 'New hinge ordered'],
      ['cause', 'Hinge is bent'],
      ['assigned', 'una'],
      ['progress', 'On site'],
      ['reported', 'Door does not close'],
    ])
    // the answer was lost: the same again changes nothing, although the revision is an old one by now
    expect((await renew(made.case, sent)).body.history).toHaveLength(5)
    expect((await list('owner=mine')).records.map(({ ticket }: { ticket: string }) => ticket)).toEqual([
      made.case.ticket,
    ])
    expect((await list('owner=mine', 'admin')).records).toEqual([])
  })

  test('of two people who save one case the second is shown what the first has saved', async () => {
    const { body: made } = await report({ fault: 'Light is out' })
    await renew(made.case, { note: 'Bulb is on its way' })
    const late = await renew(made.case, { note: 'Nothing done yet' }, 'admin')
    expect([late.status, late.body.code]).toEqual([409, 'row.changed'])
    expect(late.body.present.history[0]).toMatchObject({ kind: 'note', lines: ['Bulb is on its way'] })
  })

  test('a case is closed by its step of progress, and open again by another', async () => {
    const { body: made } = await report({ fault: 'Compressor is hot' })
    const closed = await renew(made.case, { 'progress-id': await stepCalled('Repaired') })
    expect(closed.body.case.closed_at).toBe(instantText(NOON))
    const tickets = async (query = '') =>
      (await list(query)).records.map(({ ticket }: { ticket: string }) => ticket)
    expect(await tickets()).not.toContain(made.case.ticket)
    const day = 'start=2026-11-20T00:00:00&end=2026-11-20T23:59:59&timezone=%2B08:00'
    expect(await tickets(`${day}&progress-id=${await stepCalled('Repaired')}`)).toEqual([made.case.ticket])
    const join = await server.send('POST', `/api/v2/fix/cases/${made.case.id}/alarms`, {
      as: 'una',
      body: { alarms: [(await alarmOf(server.fleet.stores.alder)).id] },
    })
    expect(join.body.code).toBe('repair.closed')
    const open = await renew(closed.body.case, { 'progress-id': await stepCalled('Waiting for parts') })
    expect(open.body.case.closed_at).toBeNull()
    expect(await tickets()).toContain(made.case.ticket)
  })

  test('work and parts are noted, and add up', async () => {
    const { body: made } = await report({ fault: 'Evaporator fan stands' })
    const { id } = made.case
    const work = (from: number, to: number) =>
      server.send('POST', `/api/v2/fix/cases/${id}/labour`, {
        as: 'una',
        body: {
          ...{ key: randomUUID(), who: 'Lin' },
          ...{ from: instantText(later(NOON, minutes(from))), to: instantText(later(NOON, minutes(to))) },
        },
      })
    expect((await work(-120, -60)).status).toBe(200)
    const { body } = await work(-90, -30)
    expect([body.labour_minutes, body.arrived_at]).toEqual([120, instantText(later(NOON, -minutes(120)))])
    for (const [from, to] of [
      [-30, -30],
      [-10, 10],
      [-1500, -30],
    ] as const)
      expect((await work(from, to)).body.code).toBe('repair.labour_times')
    const part = { key: randomUUID(), name: 'Fan motor', number: 'FM-10', quantity: 2 }
    const send = () => server.send('POST', `/api/v2/fix/cases/${id}/parts`, { as: 'una', body: part })
    await send()
    expect((await send()).body.history[0]).toMatchObject({ kind: 'part', lines: ['2 × Fan motor (FM-10)'] })
  })

  test('a case is found by its number, its fault, its store and its equipment', async () => {
    const { body: made } = await report({ fault: 'Fan 50% slower' })
    const found = async (text: string) =>
      (await list(`key=${encodeURIComponent(text)}`)).records.map(({ id }: { id: string }) => id)
    const { id, ticket } = made.case
    expect(await found('50% slow')).toEqual([id])
    for (const text of [ticket, ticket.toLowerCase(), id, 'N001', 'alder', 'freezer'])
      expect(await found(text), text).toContain(id)
    expect(await found('R-999999')).toEqual([])
    expect(await found('50_ slow')).toEqual([])
  })

  test('a case has photos, of who has its page', async () => {
    const { body: made } = await report({ fault: 'Hinge is broken' })
    const times = { taken_at: instantText(NOON), taken_from: 'clock', entered_at: instantText(NOON) }
    const put = (as: string, of: string = made.case.key) => {
      const query = new URLSearchParams({ subject: 'repair', of, ...times })
      return server.send('PUT', `/api/v2/photos/${randomUUID()}?${query}`, {
        as,
        body: Buffer.from(picture(1)),
        headers: { 'content-type': 'image/png' },
      })
    }
    const { status, body } = await put('una')
    expect(status).toBe(200)
    const shown = await server.send('GET', `/api/v2/fix/cases/${made.case.id}`, { as: 'una' })
    expect(shown.body.photos).toEqual([body])
    expect((await server.send('GET', body.url)).status).toBe(200)
    expect((await put('kim')).body.code).toBe('access.page')
    expect((await put('南')).status).toBe(403)
    expect((await put('una', randomUUID())).body.code).toBe('photo.no_subject')
  })

  test('what was done is in the audit, in words', async () => {
    const { body: made } = await report({ fault: 'Gasket is torn' })
    await renew(made.case, { note: 'Gasket replaced' })
    const rows = await server.db
      .selectFrom('audit')
      .select(['kind', 'accountName'])
      .where('subject', '=', made.case.ticket)
      .orderBy('auditId')
      .execute()
    expect(rows.map(({ kind, accountName }) => [kind, accountName])).toEqual([
      ['repair.reported', 'una'],
      ['repair.note', 'una'],
    ])
  })
})
