import { randomUUID } from 'node:crypto'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('records of upkeep', (openDatabase) => {
  let server: TestServer
  let planId: string
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    for (const name of ['keeper', 'helper']) await insertPerson(server, name, server.fleet.north, ['4-3'])
    await insertPerson(server, 'stranger', server.fleet.south, ['4-3'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('upkeepPlan').execute()
    planId = await add()
  })

  /** Weekly from the 16th on, which was four days ago. */
  const rule = {
    store_id: 'N001',
    store_name: 'Alder Street',
    item: 'Clean condenser',
    period: 1,
    period_unit: 'week',
    dt_start: '2026-11-16',
    note: 'from behind',
    tasks: ['Switch off', 'Brush'],
  }
  const list = async (as = 'keeper') =>
    (await server.send('GET', '/api/v2/maintain/cfg?sort=item', { as })).body.rules
  const add = async (more = {}) => {
    await server.send('POST', '/api/v2/maintain/cfg', {
      as: 'keeper',
      body: { rules: [{ ...rule, ...more }] },
    })
    return (await list()).at(-1).id as string
  }
  const instant = (ms: number) => new Date(later(NOON, ms)).toISOString()
  const work = (more = {}) => ({
    id: randomUUID(),
    cfg_id: planId,
    due_on: '2026-11-16',
    done_at: instant(-minutes(20)),
    entered_at: instant(-minutes(1)),
    result: 'good',
    tasks: rule.tasks.map((text) => ({ text, is_done: true })),
    ...more,
  })
  const complete = (body: object, as = 'keeper') =>
    server.send('POST', '/api/v2/maintain/complete', { as, body })
  const records = async (query = '', as = 'keeper') =>
    (await server.send('GET', `/api/v2/maintain/records?cfg-id=${planId}${query}`, { as })).body

  test('completing keeps who did what and when, and moves the plan to its next day', async () => {
    const sent = work({ note: 'fins bent' })
    const answer = await complete(sent)
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        id: sent.id,
        due_on: '2026-11-16',
        done_on: '2026-11-20',
        done_at: instant(-minutes(20)),
        entered_at: instant(-minutes(1)),
        received_at: instant(0),
        is_late: false,
        by: 'keeper',
        result: 'good',
        note: 'fins bent',
        tasks: sent.tasks,
        photos: [],
        photos_awaited: 0,
      },
    ])
    expect((await records()).records).toEqual([answer.body])
    const [plan] = await list()
    expect(plan).toMatchObject({
      next_days: '2026-11-23',
      last_done_on: '2026-11-20',
      last_due_on: '2026-11-16',
      state: 'soon',
      revision: 2,
    })
    const said = await server.db
      .selectFrom('audit')
      .selectAll()
      .where('kind', '=', 'upkeep.complete')
      .execute()
    expect(said).toMatchObject([
      { subject: 'N001 · Clean condenser', storeId: server.fleet.stores.alder.storeId },
    ])
  })

  test('the same record sent again changes nothing, also at the same time', async () => {
    const sent = work()
    const answers = await Promise.all([complete(sent), complete(sent), complete(sent)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await records()).total).toBe(1)
    expect((await list())[0].next_days).toBe('2026-11-23')
    planId = await add({ item: 'Other work' })
    expect((await complete({ ...sent, cfg_id: planId })).body.code).toBe('upkeep.record_taken')
  })

  test('of two people who complete the same day both are recorded, and the plan moves once', async () => {
    expect((await complete(work())).status).toBe(200)
    expect((await complete(work({ note: 'me too' }), 'helper')).status).toBe(200)
    expect((await records()).records.map(({ by }: { by: string }) => by).sort()).toEqual(['helper', 'keeper'])
    expect((await list())[0].next_days).toBe('2026-11-23')
    // done early for the day that follows: that day is done, not the one before it
    await complete(work({ due_on: '2026-11-23', done_at: instant(-minutes(5)) }))
    expect((await list())[0].next_days).toBe('2026-11-30')
  })

  test('a record that was entered long after the work is late; one of a fast clock was entered when it came', async () => {
    const late = await complete(work({ done_at: instant(-hours(3)), entered_at: instant(-minutes(90)) }))
    expect(late.body).toMatchObject({ is_late: true, entered_at: instant(-minutes(90)) })
    const fast = await complete(work({ done_at: instant(minutes(2)), entered_at: instant(minutes(4)) }))
    expect(fast.body).toMatchObject({ is_late: false, entered_at: instant(0), done_at: instant(minutes(2)) })
  })

  test.each([
    [{ done_at: instant(hours(1)) }, 'done_at', 'range'],
    [{ done_at: instant(-hours(24 * 367)) }, 'done_at', 'range'],
    [{ entered_at: instant(-hours(2)) }, 'entered_at', 'range'],
    [{ result: 'findings' }, 'note', 'missing'],
    [{ tasks: [{ text: 'Brush', is_done: false }] }, 'note', 'missing'],
    [{ id: 'one' }, 'id', 'format'],
    [{ due_on: '2026-02-31' }, 'due_on', 'format'],
  ])('%o is refused at its field', async (wrong, field, problem) => {
    const answer = await complete(work(wrong))
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: problem }])
    expect((await records()).total).toBe(0)
  })

  test('a plan that is changed after work was done goes on from it', async () => {
    await complete(work())
    const change = (more: object) =>
      server.send('PATCH', '/api/v2/maintain/cfg', {
        as: 'keeper',
        body: { rules: [{ ...rule, id: planId, ...more }] },
      })
    await change({ base: 'done', period: 10, period_unit: 'day' })
    expect((await list())[0].next_days).toBe('2026-11-30')
    await change({ dt_start: '2027-01-04' })
    expect((await list())[0].next_days).toBe('2027-01-04')
  })

  test('records stay readable once their plan is ended, page by page, and no more are taken', async () => {
    await complete(work())
    await complete(work({ due_on: '2026-11-23', done_at: instant(-minutes(2)) }))
    await server.send('DELETE', `/api/v2/maintain/cfg?id=${planId}`, { as: 'keeper' })
    const page = await records('&page_size=1&page=2')
    expect(page).toMatchObject({ total: 2, page: 2, records: [{ due_on: '2026-11-16' }] })
    expect((await complete(work())).body.code).toBe('upkeep.plan_unknown')
  })

  test('work of other departments is neither read nor completed, and reading alone lets no one complete', async () => {
    await complete(work())
    expect((await records('', 'stranger')).code).toBe('upkeep.plan_unknown')
    expect((await records('', 'north')).total).toBe(1)
    expect((await complete(work(), 'north')).body.code).toBe('access.page')
    expect((await complete(work(), 'stranger')).body.code).toBe('upkeep.plan_unknown')
  })
})
