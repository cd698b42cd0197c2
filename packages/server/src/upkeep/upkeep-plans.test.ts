import type { DepartmentId } from '@coldkeep/domain/ids'
import { days, epochMs } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { insertEquipmentType } from '../testing/plant/plant-types'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

interface Rule {
  readonly id: string
  readonly store_id: string
  readonly store_name: string
  readonly item: string
  readonly next_days: string
  readonly state: string
  readonly due_in_days: number
  readonly revision: number
  readonly [other: string]: unknown
}

describeEachDatabase('plans of upkeep', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    await insertPerson(server, 'keeper', server.fleet.north, ['4-3'])
    await insertPerson(server, 'stranger', server.fleet.south, ['4-3'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('upkeepPlan').execute()
  })

  /** With the fields of the specification alone. */
  const specified = {
    store_id: 'N001',
    store_name: 'Alder Street',
    item: 'Clean condenser',
    period: 30,
    dt_start: '2026-11-25T00:00:00',
    note: 'from behind',
  }
  const add = (...rules: object[]) =>
    server.send('POST', '/api/v2/maintain/cfg', { as: 'keeper', body: { rules } })
  const list = async (query = '', as = 'keeper') =>
    (await server.send('GET', `/api/v2/maintain/cfg?depart-id=${query}`, { as })).body
  const rules = async (query = '', as = 'keeper') => (await list(query, as)).rules as Rule[]
  const only = async () => {
    const [rule, ...others] = await rules()
    expect(others).toEqual([])
    if (rule === undefined) throw new Error('no plan')
    return rule
  }
  const change = (body: object, as = 'keeper') =>
    server.send('PATCH', '/api/v2/maintain/cfg', { as, body: { rules: [body] } })

  test('a plan of the specified fields is listed with the day on which it is due first', async () => {
    expect((await add(specified)).status).toBe(200)
    const page = await list()
    expect(page).toMatchObject({ total: 1, page: 1 })
    expect(page.rules).toEqual([
      {
        id: expect.stringMatching(/^\d+$/),
        revision: 1,
        store_id: 'N001',
        store_name: 'Alder Street',
        item: 'Clean condenser',
        period: 30,
        period_unit: 'day',
        dt_start: '2026-11-25',
        next_days: '2026-11-25',
        note: 'from behind',
        storeid: String(server.fleet.stores.alder.storeId),
        device: null,
        device_name: null,
        group: null,
        base: 'due',
        grace_days: 0,
        tasks: [],
        least_photos: 0,
        last_done_on: null,
        last_due_on: null,
        zone: 'Asia/Taipei',
        state: 'soon',
        due_in_days: 5,
      },
    ])
  })

  test('a plan is changed by its own id; what is not sent stays', async () => {
    const own = { period_unit: 'month', base: 'done', grace_days: 3, tasks: ['Switch off', 'Brush'] }
    await add({ ...specified, period: 3, ...own })
    const { id } = await only()
    const sent = { ...specified, id, period: 6, item: 'Clean both condensers', dt_start: '2026-12-31' }
    expect((await change(sent)).status).toBe(200)
    expect(await only()).toMatchObject({
      ...{ id, item: 'Clean both condensers', period: 6, ...own },
      ...{ next_days: '2026-12-31', due_in_days: 41, state: 'later', revision: 2 },
    })
  })

  test('of two people who save one plan the second is shown what the first has saved', async () => {
    await add(specified)
    const { id, revision } = await only()
    expect((await change({ ...specified, id, revision, note: 'first' })).status).toBe(200)
    const second = await change({ ...specified, id, revision, note: 'second' })
    expect([second.status, second.body.code, second.body.present.note]).toEqual([409, 'row.changed', 'first'])
    const removed = await server.send('DELETE', `/api/v2/maintain/cfg?id=${id}&revision=${revision}`, {
      as: 'keeper',
    })
    expect([removed.status, removed.body.code]).toEqual([409, 'row.changed'])
    expect(await only()).toMatchObject({ note: 'first', revision: 2 })
  })

  test('an ended plan is gone, and its item may be planned again', async () => {
    await add(specified)
    expect((await add(specified)).body.code).toBe('upkeep.plan_exists')
    const { id } = await only()
    expect((await server.send('DELETE', `/api/v2/maintain/cfg?id=${id}`, { as: 'keeper' })).status).toBe(200)
    expect(await rules()).toEqual([])
    expect((await change({ ...specified, id })).body.code).toBe('upkeep.plan_unknown')
    expect((await add(specified)).status).toBe(200)
  })

  test.each([
    [{ period: 0 }, 'rules.0.period', 'range'],
    [{ period: -1 }, 'rules.0.period', 'range'],
    [{ period: 1.5 }, 'rules.0.period', 'type'],
    [{ period: 121, period_unit: 'month' }, 'rules.0.period', 'range'],
    [{ period_unit: 'year' }, 'rules.0.period_unit', 'choice'],
    [{ period: 7, grace_days: 7 }, 'rules.0.grace_days', 'range'],
    [{ period: 500, period_unit: 'running_hour' }, 'rules.0.device', 'missing'],
    [{ dt_start: '2026-02-30' }, 'rules.0.dt_start', 'format'],
    [{ item: ' ' }, 'rules.0.item', 'length'],
    [{ note: '' }, 'rules.0.note', 'length'],
    [{ store_id: 'N002' }, 'rules.0.store_name', 'choice'],
    [{ group: 'walk_in', device: '1' }, 'rules.0.group', 'choice'],
  ])('%o is refused at its field', async (wrong, field, problem) => {
    const answer = await add({ ...specified, ...wrong })
    expect([answer.status, answer.body.code]).toEqual([400, 'request.malformed'])
    expect(answer.body.fields).toEqual({ [field]: problem })
    expect(await rules()).toEqual([])
  })

  test('all rules of one call are added or none', async () => {
    expect((await add(specified, { ...specified, item: 'Second', period: 0 })).status).toBe(400)
    expect(await rules()).toEqual([])
    expect((await add(specified, { ...specified, item: 'Second' })).status).toBe(200)
    expect((await rules()).map(({ item }) => item)).toEqual(['Clean condenser', 'Second'])
  })

  test('what is due is found by its state on the day of the store', async () => {
    const starting = (item: string, dt_start: string, more = {}) => ({
      ...specified,
      item,
      dt_start,
      ...more,
    })
    await add(
      starting('late', '2026-11-19'),
      starting('in grace', '2026-11-18', { grace_days: 2 }),
      starting('today', '2026-11-20'),
      starting('near', '2026-11-27'),
      starting('far', '2026-11-28'),
    )
    const items = async (state: string) => (await rules(`&state=${state}`)).map(({ item }) => item)
    expect(await items('overdue')).toEqual(['late'])
    expect(await items('soon')).toEqual(['in grace', 'today', 'near'])
    expect(await items('due')).toEqual(['in grace', 'late', 'today', 'near'])
    expect(await items('later')).toEqual(['far'])
    expect(await items('all')).toHaveLength(5)
    // 15:59 UTC is still the 20th in Taipei, 16:00 is not
    server.clock.set(epochMs(Date.UTC(2026, 10, 20, 15, 59)))
    expect(await items('overdue')).toEqual(['late'])
    server.clock.set(epochMs(Date.UTC(2026, 10, 20, 16, 0)))
    expect(await items('overdue')).toEqual(['in grace', 'late', 'today'])
    server.clock.advance(-days(30))
    expect(await items('due')).toEqual([])
  })

  test('a list is searched, sorted and paged by the service', async () => {
    const named = (item: string, dt_start: string) => ({ ...specified, item, dt_start })
    await add(named('b', '2027-01-01'), named('c', '2026-12-01'), named('a_%', '2027-02-01'))
    const items = async (query: string) => (await rules(query)).map(({ item }) => item)
    expect(await items('')).toEqual(['c', 'b', 'a_%'])
    expect(await items('&sort=item')).toEqual(['a_%', 'b', 'c'])
    expect(await items('&sort=-start&page_size=2')).toEqual(['a_%', 'b'])
    expect(await items('&sort=-start&page_size=2&page=2')).toEqual(['c'])
    expect(await items('&key=_%25')).toEqual(['a_%'])
    expect(await items('&key=alder')).toHaveLength(3)
  })

  test('stores of other departments are neither listed nor planned for', async () => {
    const foreign = { ...specified, store_id: 'S001', store_name: 'Cedar_Road' }
    const asAdmin = (rule: object) =>
      server.send('POST', '/api/v2/maintain/cfg', { as: 'admin', body: { rules: [rule] } })
    expect((await asAdmin(foreign)).status).toBe(200)
    const [theirs] = await rules('', 'admin')
    expect(await rules()).toEqual([])
    expect((await list(String(server.fleet.south))).code).toBe('department.unknown')
    const { id } = theirs as Rule
    expect((await change({ ...foreign, id })).body.code).toBe('upkeep.plan_unknown')
    expect((await add(foreign)).body).toMatchObject({
      code: 'store.unknown',
      fields: { 'rules.0.store_id': 'choice' },
    })
    // a store that exists nowhere is told from it by nothing
    expect((await add({ ...foreign, store_id: 'X999' })).body).toMatchObject({ code: 'store.unknown' })
    // and a plan does not go to another store
    await add(specified)
    const own = await only()
    const moved = { ...specified, id: own.id, store_id: 'N002', store_name: 'Birch Lane 50%' }
    expect((await change(moved)).body.fields).toEqual({ 'rules.0.store_id': 'choice' })
  })

  test('everyone reads within their stores, and only the page of upkeep lets write', async () => {
    await add(specified)
    const [rule] = await rules('', 'north')
    expect(rule).toMatchObject({ item: 'Clean condenser' })
    const refused = await server.send('POST', '/api/v2/maintain/cfg', {
      as: 'north',
      body: { rules: [specified] },
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'access.page'])
    expect(await rules('', 'stranger')).toEqual([])
  })

  test('plans for withheld equipment are withheld with it', async () => {
    const { freezer } = server.fleet.stores.alder
    const device = String(freezer.deviceId)
    await server.db
      .updateTable('device')
      .set({ type: 'walk_in' })
      .where('deviceId', '=', freezer.deviceId)
      .execute()
    await add(
      { ...specified, device },
      { ...specified, item: 'All rooms', group: 'walk_in' },
      {
        ...specified,
        item: 'All cases',
        group: 'doored_case',
      },
    )
    expect((await rules()).map(({ device_name }) => device_name)).toEqual([null, null, 'Freezer 1'])
    const narrow = await insertNarrow(server, server.fleet.north)
    expect((await rules('', narrow)).map(({ item }) => item)).toEqual(['All cases'])
    const send = (rule: object) =>
      server.send('POST', '/api/v2/maintain/cfg', { as: narrow, body: { rules: [rule] } })
    expect((await send({ ...specified, item: 'x', device })).body.code).toBe('device.unknown')
    expect((await send({ ...specified, item: 'x', group: 'walk_in' })).body.code).toBe('request.malformed')
    expect((await list('&key=Freezer', narrow)).total).toBe(0)
    const devicesFor = async (as: string, code = 'N001') =>
      (await server.send('GET', `/api/v2/maintain/device?store_id=${code}`, { as })).body
    expect((await devicesFor('keeper')).devices.map(({ name }: { name: string }) => name)).toEqual([
      'Freezer 1',
      'Main meter',
    ])
    expect((await devicesFor(narrow)).devices).toHaveLength(1)
    expect((await devicesFor('keeper', 'S001')).code).toBe('store.unknown')
    const said = await server.db.selectFrom('audit').select(['kind', 'storeId', 'deviceIds']).execute()
    expect(said.filter(({ deviceIds }) => deviceIds?.includes(freezer.deviceId))).toEqual([
      {
        kind: 'upkeep_plan.add',
        storeId: server.fleet.stores.alder.storeId,
        deviceIds: [freezer.deviceId],
      },
    ])
  })

  test('what is due is taken along as a calendar in the language of the reader', async () => {
    await add({ ...specified, period: 3, period_unit: 'month', tasks: ['Brush'] })
    const read = (query: string, language: string) =>
      server.send('GET', `/api/v2/maintain/calendar?depart-id=${query}`, {
        as: 'keeper',
        headers: { language },
      })
    const file = await read('', 'en')
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(file.text).toContain('DTSTART;VALUE=DATE:20261125\r\nDTEND;VALUE=DATE:20261126')
    expect(file.text).toContain('SUMMARY:Clean condenser · N001 Alder Street')
    expect(file.text).toContain('DESCRIPTION:Every 3 months\\n- Brush\\nfrom behind')
    expect((await read('all', 'zh-TW')).text).toContain('DESCRIPTION:每 3 個月')
    expect((await read(String(server.fleet.south), 'en')).body.code).toBe('department.unknown')
  })

  test('a plan for a device that is out of use is due to no one, and may still be changed', async () => {
    const { freezer } = server.fleet.stores.birch
    const rule = {
      ...specified,
      store_id: 'N002',
      store_name: 'Birch Lane 50%',
      device: String(freezer.deviceId),
    }
    await add({ ...rule, dt_start: '2026-11-01' })
    expect(await only()).toMatchObject({ state: 'overdue', due_in_days: -19 })
    const retire = (removedAt: number | null) =>
      server.db
        .updateTable('device')
        .set({ removedAt: removedAt === null ? null : epochMs(removedAt) })
        .where('deviceId', '=', freezer.deviceId)
        .execute()
    await retire(NOON)
    const { id, state } = await only()
    expect(state).toBe('retired')
    expect(await rules('&state=due')).toEqual([])
    expect((await change({ ...rule, id, note: 'stored away' })).status).toBe(200)
    expect((await add({ ...rule, item: 'another' })).body.code).toBe('device.unknown')
    await retire(null)
  })
})

/** Someone of a department who may write plans and does not see walk-in rooms. */
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
