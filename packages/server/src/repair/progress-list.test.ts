import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

interface Step {
  readonly id: string
  readonly revision: number
  readonly title: string
  readonly phase: string
  readonly position: number
  readonly is_standard: boolean
}

describeEachDatabase('lists of repair progress', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    await insertPerson(server, 'una', server.fleet.north, ['2-2-1', '4-4'])
    await insertPerson(server, 'vic', server.fleet.north, ['4-4'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.db.deleteFrom('repairCase').execute()
    await server.db.deleteFrom('repairProgress').where('departmentId', 'is not', null).execute()
    since = Math.max(since, ...(await audited()).map(({ auditId }) => auditId))
  })

  let since = 0
  const audited = () =>
    server.db
      .selectFrom('audit')
      .select(['auditId', 'kind', 'accountName', 'subject'])
      .where('auditId', '>', since)
      .where('kind', 'like', 'repair.list%')
      .orderBy('auditId')
      .execute()
  const CFG = '/api/v2/util/repair-progress/cfg'
  const standard = ['Reported', 'Assigned', 'On site', 'Waiting for parts', 'Repaired', 'Cancelled']
  const list = async (department: number, as = 'admin') =>
    (await server.send('GET', `/api/v2/util/repair-progress/cfg?depart=${department}`, { as })).body as {
      steps: Step[]
      is_own: boolean
      source: { scope: string; name: string | null }
    }
  const titles = async (department: number, as?: string) =>
    (await list(department, as)).steps.map(({ title }) => title)
  const step = (title: string, position: number, more: object = {}) => ({
    title,
    position,
    phase: 'open',
    ...more,
  })
  const add = (department: number, steps: object[], as = 'admin') =>
    server.send('POST', '/api/v2/util/repair-progress/cfg', {
      as,
      body: { depart: String(department), steps },
    })
  const change = (department: number, { id, revision }: Step, draft: object, as = 'admin') =>
    server.send('PATCH', '/api/v2/util/repair-progress/cfg', {
      as,
      body: { depart: String(department), steps: [{ id, revision, ...draft }] },
    })
  const remove = (department: number, { id, revision }: Step, as = 'admin') =>
    server.send(
      'DELETE',
      `/api/v2/util/repair-progress/cfg?depart=${department}&id=${id}&revision=${revision}`,
      {
        as,
      },
    )
  const inherit = (department: number, as = 'admin') =>
    server.send('POST', '/api/v2/util/repair-progress/inherit', { as, body: { depart: String(department) } })
  const named = async (department: number, title: string) => {
    const found = (await list(department)).steps.find((one) => one.title === title)
    if (found === undefined) throw new Error(`no step ${title}`)
    return found
  }
  const offered = async (as: string, storeId?: number, language = 'en') => {
    const query = storeId === undefined ? '' : `?storeid=${storeId}`
    const { body } = await server.send('GET', `/api/v2/fix/progresses${query}`, {
      as,
      headers: { 'accept-language': language },
    })
    return body.progresses as { id: string; title: string; phase: string }[]
  }
  const report = async () => {
    const { storeId, freezer } = server.fleet.stores.alder
    const body = { key: randomUUID(), storeid: storeId, device: freezer.deviceId, fault: 'Ice' }
    return (await server.send('POST', '/api/v2/fix/cases', { as: 'admin', body })).body.case
  }
  const renew = async ({ id, revision }: { id: string; revision: number }, given: object) =>
    (
      await server.send('PATCH', `/api/v2/fix/cases/${id}`, {
        as: 'admin',
        body: { key: randomUUID(), revision, ...given },
      })
    ).body

  test('what comes with the product is used until a department changes it, which makes the list its own', async () => {
    const { company, north, south, stores } = server.fleet
    expect(await list(north)).toMatchObject({ is_own: false, source: { scope: 'default', name: null } })
    expect(await titles(north)).toEqual(standard)
    const added = step('Waiting for the landlord', 3, { title_ja: '貸主待ち' })
    expect((await add(north, [added])).status).toBe(200)
    const own = ['Reported', 'Assigned', 'Waiting for the landlord', ...standard.slice(2)]
    expect(await titles(north)).toEqual(own)
    expect(await list(north)).toMatchObject({ is_own: true, source: { scope: 'department', name: 'North' } })
    expect(await titles(company)).toEqual(standard)
    expect(await titles(south)).toEqual(standard)
    // cases of a store are offered the list of its department, in the words of its reader
    const of = async (storeId: number, language?: string) =>
      (await offered('admin', storeId, language)).map(({ title }) => title)
    expect(await of(stores.alder.storeId)).toEqual(own)
    expect(await of(stores.cedar.storeId)).toEqual(standard)
    expect((await of(stores.alder.storeId, 'ja')).slice(0, 4)).toEqual([
      '受付',
      '担当決定',
      '貸主待ち',
      '現地対応中',
    ])
    // who looks for cases of all departments is offered each word once
    expect((await offered('admin')).map(({ title }) => title)).toEqual([
      ...standard,
      'Waiting for the landlord',
    ])
  })

  test('the nearest list above is inherited, and given up again', async () => {
    const { company, north } = server.fleet
    await add(company, [step('Phoned', 1)])
    expect(await list(north)).toMatchObject({
      is_own: false,
      source: { scope: 'department', name: 'Frostline' },
    })
    expect((await titles(north))[0]).toBe('Phoned')
    // who does not see the department above is not told its name
    expect((await list(north, 'una')).source).toEqual({ scope: 'above', name: null })
    await add(north, [step('Mailed', 1)])
    expect((await titles(north)).slice(0, 2)).toEqual(['Mailed', 'Phoned'])
    expect((await titles(company)).slice(0, 2)).toEqual(['Phoned', 'Reported'])
    expect((await inherit(north)).status).toBe(200)
    expect((await titles(north))[0]).toBe('Phoned')
    await inherit(company)
    expect(await titles(north)).toEqual(standard)
  })

  test('a case begins with the first open step of its list and is closed by the one that says so', async () => {
    const { north } = server.fleet
    await add(north, [step('Phoned', 1), step('Sealed', 2, { phase: 'done' })])
    const made = await report()
    expect(made.progress).toMatchObject({ title: 'Phoned', phase: 'open' })
    const { case: closed } = await renew(made, { 'progress-id': (await named(north, 'Sealed')).id })
    expect(closed).toMatchObject({ progress: { title: 'Sealed', phase: 'done' } })
    expect(closed.closed_at).not.toBeNull()
    // a step of another list is none of this store's
    const { id } = await named(server.fleet.south, 'On site')
    expect((await renew(closed, { 'progress-id': id })).code).toBe('repair.progress_unknown')
  })

  test('a case whose step is taken away keeps its words, and is found by them', async () => {
    const { north } = server.fleet
    await add(north, [step('Phoned', 1)])
    const made = await report()
    const phoned = await named(north, 'Phoned')
    expect((await remove(north, phoned)).status).toBe(200)
    const shown = (await server.send('GET', `/api/v2/fix/cases/${made.id}`, { as: 'admin' })).body.case
    expect(shown.progress).toEqual({ id: phoned.id, title: 'Phoned', phase: 'open' })
    expect((await titles(north)).includes('Phoned')).toBe(false)
    const found = await server.send('GET', `/api/v2/fix/cases?progress-id=${phoned.id}`, { as: 'admin' })
    expect(found.body.total).toBe(1)
    // nothing else can be set to it any more, and it can go on from it
    expect((await renew(await report(), { 'progress-id': phoned.id })).code).toBe('repair.progress_unknown')
    const { case: on } = await renew(shown, { 'progress-id': (await named(north, 'On site')).id })
    expect(on.progress.title).toBe('On site')
  })

  test('a step is renamed for its cases, and one that means something else from now on is another', async () => {
    const { north } = server.fleet
    await add(north, [step('Phoned', 1)])
    const made = await report()
    await change(north, await named(north, 'Phoned'), step('Called', 3))
    expect((await titles(north)).slice(0, 3)).toEqual(['Reported', 'Assigned', 'Called'])
    const titleOf = async () =>
      (await server.send('GET', `/api/v2/fix/cases/${made.id}`, { as: 'admin' })).body.case.progress
    expect(await titleOf()).toMatchObject({ title: 'Called', phase: 'open' })
    await change(north, await named(north, 'Called'), step('Called', 3, { phase: 'done' }))
    expect((await named(north, 'Called')).phase).toBe('done')
    expect(await titleOf()).toMatchObject({ title: 'Called', phase: 'open' })
    // cases of both are found by the words
    const { id } = await named(north, 'Called')
    expect(
      (await server.send('GET', `/api/v2/fix/cases?progress-id=${id}`, { as: 'admin' })).body.total,
    ).toBe(1)
  })

  test('one of the product that is only moved stays in the language of its readers', async () => {
    const { north, stores } = server.fleet
    await change(north, await named(north, 'On site'), step('On site', 1))
    expect((await list(north)).steps[0]).toMatchObject({ title: 'On site', is_standard: true })
    expect((await offered('admin', stores.alder.storeId, 'ja'))[0]?.title).toBe('現地対応中')
    await change(north, await named(north, 'On site'), step('At the store', 1))
    expect((await list(north)).steps[0]).toMatchObject({ title: 'At the store', is_standard: false })
  })

  test('a list without a beginning or an end, or with a name twice, is refused', async () => {
    const { north } = server.fleet
    expect((await remove(north, await named(north, 'Repaired'))).body.code).toBe('repair.list_no_done')
    const twice = await add(north, [step('Phoned', 1), step('phoned', 1)])
    expect(twice.body.code).toBe('repair.list_repeated')
    const many = Array.from({ length: 25 }, (_, n) => step(`Step ${n}`, 1))
    expect((await add(north, many)).body.code).toBe('repair.list_too_many')
    for (const title of ['Reported', 'Assigned', 'On site']) await remove(north, await named(north, title))
    expect((await remove(north, await named(north, 'Waiting for parts'))).body.code).toBe(
      'repair.list_no_open',
    )
    expect(await titles(north)).toEqual(['Waiting for parts', 'Repaired', 'Cancelled'])
  })

  test('of two people who change a step the second is shown what the first has saved', async () => {
    const { north } = server.fleet
    await add(north, [step('Phoned', 1)])
    const read = await named(north, 'Phoned')
    await change(north, read, step('Called', 1))
    const late = await change(north, read, step('Rung', 1), 'una')
    expect([late.status, late.body.code, late.body.present.title]).toEqual([409, 'row.changed', 'Called'])
    const [one, other] = await Promise.all([add(north, [step('A', 1)]), add(north, [step('B', 1)])])
    expect([one.status, other.status]).toEqual([200, 200])
    expect((await titles(north)).slice(0, 2).toSorted()).toEqual(['A', 'B'])
  })

  test('takes the page of settings, and a department within reach', async () => {
    const { north, south, company } = server.fleet
    for (const answer of [
      await server.send('GET', `${CFG}?depart=${north}`, { as: 'vic' }),
      await add(north, [step('Phoned', 1)], 'vic'),
      await inherit(north, 'vic'),
    ])
      expect(answer.body.code).toBe('access.page')
    const repaired = await named(south, 'Repaired')
    for (const answer of [
      await server.send('GET', `${CFG}?depart=${company}`, { as: 'una' }),
      await add(south, [step('Phoned', 1)], 'una'),
      await change(company, repaired, step('Done', 1), 'una'),
      await remove(south, repaired, 'una'),
      await inherit(company, 'una'),
    ])
      expect(answer.body.code).toBe('department.unknown')
    expect((await remove(north, { ...repaired, id: '999999' })).body.code).toBe('repair.step_unknown')
    expect(await audited()).toEqual([])
  })

  test('each change is in the audit of its department, with the list before and after', async () => {
    const { north } = server.fleet
    await add(north, [step('Phoned', 1)], 'una')
    await change(north, await named(north, 'Phoned'), step('Called', 1), 'una')
    await remove(north, await named(north, 'Called'), 'una')
    await inherit(north, 'una')
    const rows = await audited()
    expect(rows.map(({ kind, accountName }) => [kind, accountName])).toEqual([
      ['repair.list_add', 'una'],
      ['repair.list_change', 'una'],
      ['repair.list_remove', 'una'],
      ['repair.list_inherit', 'una'],
    ])
    expect(rows[0]?.subject).toBe(['Phoned', ...standard].join(', '))
  })

  test('the choice of a department has the steps of those below it once each, and at most 200 of them', async () => {
    const { north, south } = server.fleet
    const insert = (departmentId: typeof north, titled: readonly string[]) =>
      server.db
        .insertInto('repairProgress')
        .values(
          titled.map((title, index) => ({
            ...{ departmentId, standard: null, title, phase: 'open' as const, position: index + 1 },
          })),
        )
        .execute()
    const many = Array.from({ length: 205 }, (_, index) => `Step ${index + 1}`)
    await insert(north, many)
    await insert(south, ['Step 1', 'Of the south'])
    const { body } = await server.send('GET', '/api/v2/fix/progresses', { as: 'admin' })
    const shown = body.progresses.map(({ title }: { title: string }) => title)
    // by their place in the lists: the south has two, of which one is called as the first of the north
    expect(shown).toEqual([...standard, 'Step 1', 'Step 2', 'Of the south', ...many.slice(2, 199)])
  })
})
