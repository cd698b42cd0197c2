import { days } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { faultsOfBooks } from '../testing/credit-trial'
import { insertPerson } from '../testing/insert-person'
import { hasPoppler, readPdf } from '../testing/poppler'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type Received, type TestServer, testServer } from '../testing/test-server'
import { expirePoints } from './expire-points'
import { reservePoints, type StoreAct, usePoints, useReserved } from './post-act'

const APPLICATION = {
  company: 'Frostline',
  contact: 'Una',
  tel: '02-555',
  service_id: '3',
  detail: 'online_repair',
  point: 10,
}

describeEachDatabase('service points', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { north, south, company } = server.fleet
    await insertPerson(server, 'una', north, ['2-2-5'])
    await insertPerson(server, 'sid', south, ['2-2-5'])
    await insertPerson(server, 'rev', company, ['2-2-5'])
    await insertPerson(server, 'oth', company, ['3-2'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    // entries cannot be deleted
    await sql`truncate credit_leg, credit_entry, credit_grant, credit_hold, credit_balance, credit_month, credit_rule,
      credit_application`.execute(server.db)
    await server.db.deleteFrom('notice').execute()
  })

  const get = async (as: string, path: string) => (await server.send('GET', `/api/v2/${path}`, { as })).body
  const send = (as: string, method: 'POST', path: string, body: object) =>
    server.send(method, path, { as, body })
  const codeOf = ({ status, body }: Received) => [status, body?.code]
  const applyFor = async (as = 'una', more: object = {}) =>
    (await send(as, 'POST', '/api/v2/service/apply/info', { ...APPLICATION, ...more })).body.id as string
  const approve = (id: string, as = 'rev', last_day = '2027-11-20') =>
    send(as, 'POST', '/api/v2/service/apply/decision', { id, approve: true, last_day })
  const grant = async (point: number, lastDay?: string) =>
    approve(await applyFor('una', { point }), 'rev', lastDay)
  const setPrices = (prices: object, may_owe = false, revision = 0) =>
    server.send('PUT', '/api/v2/service/price', { as: 'rev', body: { prices, may_owe, revision } })
  const repairPoints = async (as = 'una', query = '') => {
    const { points } = await get(as, `service/point${query}`)
    return points[2].subservices[0].point[0] as Record<string, number>
  }
  const act = (id: string, more: Partial<StoreAct> = {}): StoreAct => ({
    act: 'screen_control',
    cause: { kind: 'screen', id },
    storeId: server.fleet.stores.alder.storeId,
    by: { accountId: server.fleet.accounts.admin, name: 'Ada' },
    now: server.clock.now(),
    ...more,
  })
  const doAct = (what: typeof usePoints, one: StoreAct) =>
    server.db.transaction().execute((trx) => what(trx, one))
  const reserveFor = (one: StoreAct) => server.db.transaction().execute((trx) => reservePoints(trx, one))
  const news = async (as: string) =>
    (await server.send('GET', '/api/v2/account/messages', { as })).body.messages as { title: string }[]

  test('services 1 to 12 are there with their parts, and nothing of them', async () => {
    const { points, may_manage } = await get('una', 'service/point')
    expect(may_manage).toBe(false)
    expect(points.map((one: { service_id: string }) => one.service_id)).toEqual(
      Array.from({ length: 12 }, (_, index) => String(index + 1)),
    )
    expect(points[2]).toMatchObject({
      service_type: '3',
      name: 'Online repair',
      unit: 'points',
      subservices: [
        {
          id: 'online_repair',
          title: 'Repair session',
          point: [{ total: 0, used: 0, unused: 0, 'to-be-used': 0 }],
        },
      ],
    })
    expect(codeOf(await server.send('GET', '/api/v2/service/point', { as: 'oth' }))).toEqual([
      403,
      'access.page',
    ])
  })

  test('an application is filled in, and each of its fields is required', async () => {
    expect(await get('una', 'service/apply/info')).toMatchObject({
      company: 'Frostline',
      contact: 'una',
      points: [10, 50, 100, 500, 1000],
    })
    const { body } = await server.send('POST', '/api/v2/service/apply/info', {
      as: 'una',
      body: { company: '', contact: '', tel: '', service_id: '', detail: '', point: '' },
    })
    expect(body.code).toBe('request.malformed')
    expect(Object.keys(body.fields).toSorted()).toEqual([
      'company',
      'contact',
      'detail',
      'point',
      'service_id',
      'tel',
    ])
    expect(
      (await send('una', 'POST', '/api/v2/service/apply/info', { ...APPLICATION, detail: 'terminal' })).body,
    ).toMatchObject({
      code: 'request.malformed',
      fields: { detail: 'choice' },
    })
  })

  test('it is granted by somebody else of the top, once, and both sides are notified', async () => {
    const id = await applyFor()
    expect(await news('rev')).toMatchObject([{ title: 'Application for 10 points: Repair session' }])
    expect(await news('oth')).toEqual([])
    expect(await get('sid', 'service/apply')).toMatchObject({ applications: [], total: 0 })
    expect((await get('rev', 'service/apply')).applications).toMatchObject([
      { id, state: 'waiting', department: 'North', applicant: 'una', may_decide: true },
    ])
    expect(codeOf(await approve(id, 'una'))).toEqual([403, 'points.top_only'])
    const two = await Promise.all([approve(id, 'rev'), approve(id, 'admin')])
    expect(two.map(codeOf).toSorted()).toEqual([
      [200, undefined],
      [409, 'points.decided'],
    ])
    expect(await repairPoints()).toEqual({ total: 10, used: 0, unused: 10, 'to-be-used': 0 })
    expect((await news('una')).map(({ title }) => title)).toEqual(['10 points granted: Repair session'])
    // an own one is for somebody else
    const own = await applyFor('rev')
    expect(codeOf(await approve(own, 'rev'))).toEqual([403, 'points.own_application'])
    expect((await approve(own, 'admin')).status).toBe(200)
  })

  test('a rejection has a reason, an approval a day that is not over', async () => {
    const id = await applyFor()
    expect(
      (await send('rev', 'POST', '/api/v2/service/apply/decision', { id, approve: false })).body.fields,
    ).toEqual({
      reason: 'missing',
    })
    expect(
      (await send('rev', 'POST', '/api/v2/service/apply/decision', { id, approve: true })).body.fields,
    ).toEqual({
      last_day: 'missing',
    })
    expect((await approve(id, 'rev', '2026-11-19')).body.code).toBe('points.last_day')
    expect(
      (
        await send('rev', 'POST', '/api/v2/service/apply/decision', {
          id,
          approve: false,
          reason: 'Too early',
        })
      ).status,
    ).toBe(200)
    expect((await get('una', 'service/apply')).applications).toMatchObject([
      { state: 'rejected', reason: 'Too early' },
    ])
    expect((await repairPoints()).total).toBe(0)
    const kinds = await server.db
      .selectFrom('audit')
      .select('kind')
      .where('kind', 'like', 'points.%')
      .orderBy('auditId')
      .execute()
    expect(kinds.slice(-2).map(({ kind }) => kind)).toEqual(['points.apply', 'points.reject'])
  })

  test('two top-ups at once are both there', async () => {
    const ids = [await applyFor(), await applyFor('una', { point: 7 })]
    await Promise.all(ids.map((id) => approve(id)))
    expect((await repairPoints()).unused).toBe(17)
    expect(await faultsOfBooks(server.db)).toEqual([])
  })

  test('an act reserves its price and uses that, whatever the list says at its end', async () => {
    await grant(10)
    await setPrices({ screen_control: 4 })
    expect((await reserveFor(act('one'))).ok).toBe(true)
    expect(await repairPoints()).toEqual({ total: 10, used: 0, unused: 6, 'to-be-used': 4 })
    await setPrices({ screen_control: 9 }, false, 1)
    await doAct(useReserved, act('one', { detail: { beganAt: NOON - 60_000, endedAt: NOON } }))
    await doAct(useReserved, act('one'))
    expect(await repairPoints()).toEqual({ total: 10, used: 4, unused: 6, 'to-be-used': 0 })
    expect((await reserveFor(act('two'))).ok).toBe(false)
    const { services } = await get('una', 'service/point/detail?service_id=3')
    expect(services).toMatchObject([
      {
        service_id: '3',
        total: 1,
        data: [
          {
            store_name: 'N001 Alder Street',
            repair_start: new Date(NOON - 60_000).toISOString(),
            repair_end: new Date(NOON).toISOString(),
            result: '4 points deducted',
            person: 'Ada',
            grants: [{ points: 4 }],
          },
        ],
      },
    ])
    expect(await faultsOfBooks(server.db)).toEqual([])
  })

  test('what has been done is owed where points lack, and a later grant covers it', async () => {
    await setPrices({ terminal_claim: 5 })
    const claimed = act('TB-1', { act: 'terminal_claim', cause: { kind: 'terminal', id: 'TB-1' } })
    await doAct(usePoints, claimed)
    await doAct(usePoints, claimed)
    const first = async () => (await get('una', 'service/point')).points[0].subservices[0]
    expect(await first()).toMatchObject({ owed: 5, point: [{ total: 0, used: 5, unused: -5 }] })
    const { services } = await get('una', 'service/point/detail?service_id=1')
    expect(services[0].data).toMatchObject([{ result: '5 points deducted, 5 of them owed' }])
    await approve(await applyFor('una', { service_id: 1, detail: 'terminal', point: 8 }))
    expect(await first()).toMatchObject({ owed: 0, point: [{ total: 8, used: 5, unused: 3 }] })
    expect(await faultsOfBooks(server.db, true)).toEqual([])
  })

  test('where more may be used than there is, an act is not refused', async () => {
    await setPrices({ screen_control: 4 }, true)
    expect((await reserveFor(act('one'))).ok).toBe(true)
    expect(await repairPoints()).toMatchObject({ unused: -4, 'to-be-used': 4 })
  })

  test('a grant that is ended gives back what is left, and everything else is as before it', async () => {
    await grant(10)
    const before = await repairPoints()
    await grant(50, '2026-12-31')
    await setPrices({ screen_control: 3 })
    await reserveFor(act('one'))
    const [{ id }] = (await get('rev', 'service/grant')).grants
    expect(codeOf(await send('una', 'POST', '/api/v2/service/grant/void', { id, reason: 'Twice' }))).toEqual([
      403,
      'points.top_only',
    ])
    expect((await send('rev', 'POST', '/api/v2/service/grant/void', { id, reason: 'Twice' })).status).toBe(
      200,
    )
    expect(codeOf(await send('rev', 'POST', '/api/v2/service/grant/void', { id, reason: 'Twice' }))).toEqual([
      409,
      'points.grant_ended',
    ])
    // three of it are reserved, and go back with the session
    expect(await repairPoints()).toEqual({ ...before, total: 13, 'to-be-used': 3 })
    await doAct(useReserved, act('one'))
    const [entry] = (await get('rev', 'service/point/detail?service_id=3')).services[0].data
    expect(
      (await send('rev', 'POST', '/api/v2/service/point/correction', { id: entry.id, reason: 'Test' }))
        .status,
    ).toBe(200)
    expect(
      codeOf(await send('rev', 'POST', '/api/v2/service/point/correction', { id: entry.id, reason: 'Test' })),
    ).toEqual([409, 'points.corrected'])
    expect(await repairPoints()).toEqual(before)
    expect(await faultsOfBooks(server.db)).toEqual([])
  })

  test('grants are used up to their last day, and reservations that are forgotten come back', async () => {
    await grant(10, '2026-11-20')
    await grant(6)
    await setPrices({ screen_control: 4 })
    await reserveFor(act('one'))
    server.clock.advance(days(1))
    await expirePoints(server.db, server.clock.now())
    await expirePoints(server.db, server.clock.now())
    expect(await repairPoints()).toEqual({ total: 10, used: 0, unused: 6, 'to-be-used': 4 })
    server.clock.advance(days(1))
    await expirePoints(server.db, server.clock.now())
    expect(await repairPoints()).toEqual({ total: 6, used: 0, unused: 6, 'to-be-used': 0 })
    expect((await get('una', 'service/grant')).grants).toMatchObject([
      { points: 6, left: 6, ended_by: null, last_day: '2027-11-20' },
      { points: 10, left: 0, ended_by: 'expire', last_day: '2026-11-20' },
    ])
    expect(await faultsOfBooks(server.db)).toEqual([])
  })

  test('a store that moves leaves what it used where it was', async () => {
    const { north, south, stores } = server.fleet
    const move = (departmentId: typeof north) =>
      server.db
        .updateTable('store')
        .set({ departmentId })
        .where('storeId', '=', stores.birch.storeId)
        .execute()
    await grant(20)
    await setPrices({ screen_control: 3 })
    const at = { storeId: stores.birch.storeId }
    await doAct(usePoints, act('one', at))
    await move(south)
    await doAct(usePoints, act('two', at))
    const used = async (as: string) => (await get(as, 'service/point/statement?month=2026-11')).total
    expect(await used('una')).toEqual({
      opening: 0,
      granted: 0,
      used: 3,
      corrected: 0,
      lapsed: 0,
      closing: 3,
    })
    expect(await used('sid')).toMatchObject({ used: 3, closing: 3 })
    expect((await get('una', 'service/point/detail?service_id=3')).services[0].total).toBe(1)
    expect(await get('rev', 'service/point/statement?month=2026-11')).toMatchObject({
      of: 'chain',
      name: 'Frostline',
      total: { opening: 0, granted: 20, used: 6, corrected: 0, lapsed: 0, closing: 14 },
    })
    expect(
      await get('rev', `service/point/statement?month=2026-12&storeid=${stores.birch.storeId}`),
    ).toMatchObject({
      of: 'used',
      total: { opening: 6, used: 0, closing: 6 },
    })
    expect((await repairPoints('rev')).unused).toBe(14)
    await move(north)
  })

  test('details are a file too, and a statement is a file and a paper in the language of its reader', async () => {
    await grant(20)
    await setPrices({ screen_control: 3 })
    await doAct(usePoints, act('one', { detail: { terminalId: 'TB-0001', beganAt: NOON, endedAt: NOON } }))
    const as = 'rev'
    const [{ id }] = (await get(as, 'service/grant')).grants
    const csv = await server.send('GET', '/api/v2/service/point/detail.csv?service_id=3', { as })
    expect(csv.text.replace('\ufeff', '').split('\r\n').slice(0, 2)).toEqual([
      'Time,Store name,Repair start,Repair end,By,Deduction result,Of grants',
      `${new Date(NOON).toISOString()},N001 Alder Street,${new Date(NOON).toISOString()},${new Date(NOON).toISOString()},Ada,3 points deducted,#${id}: 3`,
    ])
    const file = await server.send('GET', '/api/v2/service/point/statement.csv?month=2026-11', { as })
    expect(file.text).toContain('Online repair,Repair session,0,20,3,0,0,17')
    const headers = { 'accept-language': 'ja' }
    const pdf = await server.send('GET', '/api/v2/service/point/statement.pdf?month=2026-11', { as, headers })
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    if (hasPoppler) expect(JSON.stringify(await readPdf(pdf.bytes))).toContain('オンライン修理')
  })

  test('prices are set by the top, and a list that somebody else changed is not written over', async () => {
    expect(await get('una', 'service/price')).toMatchObject({ prices: {}, may_owe: false, revision: 0 })
    expect((await setPrices({ screen_view: 2 })).body).toMatchObject({ revision: 1, changed_by: 'rev' })
    expect((await setPrices({ screen_view: 5 })).body.code).toBe('row.changed')
    const body = { prices: {}, may_owe: true, revision: 1 }
    const refused = await server.send('PUT', '/api/v2/service/price', { as: 'una', body })
    expect(codeOf(refused)).toEqual([403, 'points.top_only'])
  })

  test('the points of a store are what it used', async () => {
    const { alder, birch } = server.fleet.stores
    await setPrices({ screen_control: 3 }, true)
    await doAct(usePoints, act('one'))
    const usedBy = async (storeId: number) =>
      (await get('una', `service/point?storeid=${storeId}`)).points[2].subservices[0].used_by_store
    expect([await usedBy(alder.storeId), await usedBy(birch.storeId)]).toEqual([3, 0])
    expect(
      (await server.send('GET', `/api/v2/service/point?storeid=${alder.storeId}`, { as: 'sid' })).body.code,
    ).toBe('store.unknown')
  })

  test('no statement changes an entry', async () => {
    await grant(20)
    for (const table of ['credit_entry', 'credit_leg']) {
      await expect(sql`update ${sql.table(table)} set points = 1`.execute(server.db)).rejects.toThrow(
        /never changed/,
      )
      await expect(sql`delete from ${sql.table(table)}`.execute(server.db)).rejects.toThrow(/never changed/)
    }
  })
})
