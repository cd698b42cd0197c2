import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { type Received, type TestServer, testServer } from '../testing/test-server'
import { passOnEntries } from './entry-queries'

describeEachDatabase('brands of fridges are reviewed', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    const { north, south, company } = server.fleet
    await insertPerson(server, 'una', north, ['3-3'])
    await insertPerson(server, 'ben', north, ['3-3'])
    await insertPerson(server, 'sid', south, ['3-3'])
    await insertPerson(server, 'rev', company, ['3-3'])
    await insertPerson(server, 'oth', company, ['3-2'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await server.db.deleteFrom('fridgeEntry').execute()
    await server.db.deleteFrom('notice').execute()
  })

  const send = (as: string, method: Parameters<TestServer['send']>[0], path: string, body?: object) =>
    server.send(method, path, { as, ...(body && { body }) })
  const codeOf = ({ status, body }: Received) => [status, body?.code]
  const propose = async (brand_name: string, as = 'una') =>
    (await send(as, 'POST', '/api/v2/fridge/brand', { brand_name, contact: 'Ito' })).body as {
      id: string
      state: string
    }
  const names = async (as: string) =>
    ((await send(as, 'GET', '/api/v2/fridge/brand')).body.brands as { name: string }[]).map(
      ({ name }) => name,
    )
  const proposals = async (as: string) => (await send(as, 'GET', '/api/v2/fridge/brand/proposal')).body
  const review = (as: string, id: string, more: object) =>
    send(as, 'POST', '/api/v2/fridge/brand/review', { id, ...more })
  const news = async (as: string, language = 'en') =>
    (await server.send('GET', '/api/v2/account/messages', { as, headers: { 'accept-language': language } }))
      .body.messages as { title: string; body: string; fridge_brand: string }[]

  test('one that is proposed is in no list until the top approves it, and its proposer is notified', async () => {
    const { id, state } = await propose('Permafrost')
    expect(state).toBe('proposed')
    for (const as of ['una', 'admin', 'sid']) expect(await names(as)).toEqual([])
    expect(await proposals('una')).toMatchObject({
      proposals: [{ name: 'Permafrost', state: 'proposed' }],
      may_review: false,
    })
    expect(await proposals('sid')).toMatchObject({ proposals: [] })
    const waiting = await proposals('rev')
    expect(waiting).toMatchObject({
      may_review: true,
      proposals: [
        {
          id,
          proposer: 'una',
          contact: 'Ito',
          places: [{ name: 'Frostline' }, { name: 'North' }],
          can_edit: true,
        },
      ],
    })
    expect(await news('rev')).toMatchObject([
      {
        title: 'Fridge brand to review: Permafrost',
        body: 'una proposed it for the list.',
        fridge_brand: id,
      },
    ])
    expect(await news('oth')).toEqual([])
    expect(await news('ben')).toEqual([])
    expect((await review('rev', id, { approve: true })).status).toBe(200)
    expect(await names('una')).toEqual(['Permafrost'])
    expect(await names('sid')).toEqual([])
    expect(await news('una', 'ja')).toMatchObject([
      { title: 'ブランドの承認：Permafrost', body: 'rev が一覧に追加しました。これから選択できます。' },
    ])
    expect(await proposals('rev')).toMatchObject({ proposals: [] })
    expect(codeOf(await review('admin', id, { approve: false, reason: 'Late' }))).toEqual([
      409,
      'fridge.reviewed',
    ])
  })

  test('the list of a department above may take it, and none beside it', async () => {
    const { company, south } = server.fleet
    const { id } = await propose('Permafrost')
    expect((await review('rev', id, { approve: true, department: String(south) })).body.code).toBe(
      'department.unknown',
    )
    expect((await review('rev', id, { approve: true, department: String(company) })).status).toBe(200)
    expect(await names('sid')).toEqual(['Permafrost'])
  })

  test('one that is refused says why, holds no name, and is proposed again once it is changed', async () => {
    const { id } = await propose('Permafrost')
    expect((await review('rev', id, { approve: false, reason: ' ' })).body).toMatchObject({
      code: 'request.malformed',
      fields: { reason: 'missing' },
    })
    expect((await review('rev', id, { approve: false, reason: 'That is <b>Perma</b>' })).status).toBe(200)
    expect((await news('una'))[0]).toMatchObject({
      title: 'Fridge brand refused: Permafrost',
      body: 'rev did not add it to the list.\nReason: That is <b>Perma</b>',
    })
    expect(await proposals('una')).toMatchObject({
      proposals: [{ state: 'refused', reason: 'That is <b>Perma</b>', reviewer: 'rev' }],
    })
    const second = await propose('permafrost', 'ben')
    expect(second.state).toBe('proposed')
    expect(
      (await send('una', 'PATCH', '/api/v2/fridge/brand', { id, brand_name: 'Permafrost' })).body.code,
    ).toBe('fridge.name_taken')
    expect((await send('una', 'PATCH', '/api/v2/fridge/brand', { id, brand_name: 'Perma' })).body).toEqual({
      id,
      state: 'proposed',
    })
    expect((await proposals('rev')).proposals).toMatchObject([
      { name: 'Perma', state: 'proposed', reason: '' },
      { name: 'permafrost', proposer: 'ben' },
    ])
    expect((await send('una', 'DELETE', `/api/v2/fridge/brand?id=${second.id}`)).status).toBe(200)
  })

  test('reviewing takes the top department and its page', async () => {
    const { id } = await propose('Permafrost')
    expect(codeOf(await review('una', id, { approve: true }))).toEqual([403, 'fridge.reviewer_only'])
    expect(codeOf(await review('oth', id, { approve: true }))).toEqual([403, 'access.page'])
    expect(await proposals('oth')).toMatchObject({ may_review: false })
    expect(codeOf(await review('rev', '999999', { approve: true }))).toEqual([404, 'fridge.unknown'])
    const two = await Promise.all([
      review('rev', id, { approve: true, revision: 1 }),
      review('admin', id, { approve: false, reason: 'No', revision: 1 }),
    ])
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('the name of an approved one is changed by the top alone, what else it says by its department', async () => {
    const { id } = await propose('Permafrost')
    await review('rev', id, { approve: true })
    expect((await send('una', 'PATCH', '/api/v2/fridge/brand', { id, brand_name: 'Perma' })).body.code).toBe(
      'fridge.name_approved',
    )
    expect(
      (await send('una', 'PATCH', '/api/v2/fridge/brand', { id, brand_name: 'Permafrost', tel: '02-555' }))
        .status,
    ).toBe(200)
    expect((await send('rev', 'PATCH', '/api/v2/fridge/brand', { id, brand_name: 'Perma' })).body.state).toBe(
      'approved',
    )
    const audit = await server.db
      .selectFrom('audit')
      .select(['kind', 'accountName'])
      .where('kind', 'like', 'fridge.%')
      .orderBy('auditId')
      .execute()
    expect(audit.slice(-4).map(({ kind, accountName }) => [kind, accountName])).toEqual([
      ['fridge.propose', 'una'],
      ['fridge.approve', 'rev'],
      ['fridge.change', 'una'],
      ['fridge.change', 'rev'],
    ])
  })

  test('entries of a department that is removed go to the one above it', async () => {
    await propose('Permafrost')
    const { north, company } = server.fleet
    const left = await server.db.transaction().execute((trx) => passOnEntries(trx, [north]))
    expect(left).toEqual([])
    expect(
      await server.db
        .selectFrom('fridgeEntry')
        .select('departmentId')
        .where('title', '=', 'Permafrost')
        .execute(),
    ).toEqual([{ departmentId: company }])
    // a name that is taken above stays where it is, and keeps its department from being removed
    await server.db.updateTable('fridgeEntry').set({ state: 'approved' }).execute()
    await server.db
      .insertInto('fridgeEntry')
      .values({ list: 'brand', departmentId: north, title: 'permafrost', folded: 'permafrost' })
      .execute()
    expect(await server.db.transaction().execute((trx) => passOnEntries(trx, [north]))).toEqual([
      'permafrost',
    ])
  })
})
