import type { Method } from '@coldkeep/contract/call'
import { hours } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'
import { type WriteServer, writeServer, writeTo } from '../testing/write-server'
import { expirePublications } from './expire-publications'

const TABLES = '/api/v2/append-poll'
const MODEL = { brand: 'Nordwind', model: 'T3' }
const named = 'brand=Nordwind&model=T3'

describeEachDatabase('a version that changes writes waits for a second person', (openDatabase) => {
  let rig: WriteServer
  let server: TestServer
  beforeAll(async () => {
    rig = await writeServer(await openDatabase())
    server = rig.server
    const { company, north, south } = server.fleet
    await insertPerson(server, 'a_all', north)
    await insertPerson(server, 'b_all', south)
    await insertPerson(server, 'a_operator', north, ['3-1'])
    await insertPerson(server, 'third', company)
  })
  afterAll(() => server.close())
  /** As it was published first: version 1, and a draft that is the same. */
  beforeEach(async () => {
    await rig.reset()
    await server.db.deleteFrom('modelPublication').execute()
    await server.db.deleteFrom('notice').where('subjectKind', '=', 'model').execute()
    await server.db.deleteFrom('modelVersion').where('version', '>', 1).execute()
    await server.db.updateTable('modelVersion').set({ hasReviewedWrites: true }).execute()
    expect(
      (await send('admin', 'POST', `${TABLES}/model-version/return`, { ...MODEL, version: 1 })).status,
    ).toBe(200)
  })

  const send = (as: string, method: Method, path: string, body?: object) =>
    server.send(method, path, { as, ...(body && { body }) })
  const answer = async (...sent: Parameters<typeof send>) => {
    const { status, body } = await send(...sent)
    return [status, body?.code ?? body]
  }
  const list = async (as = 'admin') => (await send(as, 'GET', `${TABLES}/model-version?${named}`)).body
  const relabel = async (as = 'admin', effect = 'light') => {
    const rows = (await send(as, 'GET', `${TABLES}/write-mid?${named}`)).body
    const { mid, value } = rows.find((one: { value: string[] }) => one.value[2] === 'set')
    const row = (value as unknown[]).with(9, effect)
    return answer(as, 'PATCH', `${TABLES}/write-mid`, { mids: [{ mid, row }] })
  }
  const renote = async () => {
    const rows = (await send('admin', 'GET', `${TABLES}/write-mid?${named}`)).body
    const { mid, value } = rows.find((one: { value: string[] }) => one.value[2] === 'set')
    return answer('admin', 'PATCH', `${TABLES}/write-mid`, {
      mids: [{ mid, row: (value as unknown[]).with(3, 'Cut-out of the case') }],
    })
  }
  const publish = (as = 'admin', seen = 1) =>
    answer(as, 'POST', `${TABLES}/model-version`, { ...MODEL, note: 'why', seen })
  const decide = async (as: string, approves = true) => {
    const publication = (await list()).waiting?.id ?? '1'
    const reason = approves ? {} : { reason: 'wrong register' }
    return answer(as, 'POST', '/api/v2/append-poll/model-version/decision', {
      ...MODEL,
      publication,
      approves,
      ...reason,
    })
  }
  const bell = async (as: string) =>
    (await server.send('GET', '/api/v2/account/messages', { as })).body.messages
      .filter((one: { model: unknown }) => one.model !== null)
      .map(({ title, is_read }: { title: string; is_read: boolean }) => [title, is_read])
  const WAITS = [200, { version: null }]

  test('what another department does to it does not reach a store, and the owner alone does not either', async () => {
    // South neither changes nor publishes a model of the company
    expect(await relabel('b_all')).toEqual([403, 'access.owner'])
    expect(await publish('b_all')).toEqual([403, 'access.owner'])
    // the company does, and it waits
    expect(await relabel()).toMatchObject([200, {}])
    expect(await publish()).toEqual(WAITS)
    const listed = await list()
    expect(listed.versions).toHaveLength(1)
    expect(listed.waiting).toMatchObject({
      requested_by: 'Ada',
      can_decide: false,
      can_withdraw: true,
      writes: [
        {
          command: 'set',
          what: 'changed',
          fields: [
            { field: 'effect', before: 'setpoint', after: 'light' },
            // it takes a value, so that no label makes it a light
            { field: 'judgedEffect', before: 'setpoint', after: 'other' },
          ],
        },
      ],
    })
    expect((listed.waiting.reach as { devices: number }[]).length).toBeGreaterThan(0)
    // a write of a set point goes on as before
    const { alder } = server.fleet.stores
    expect((await rig.requestWrite(writeTo(alder, 'set', 5))).body).toMatchObject({
      risk: 3,
      approval: 'waiting',
    })
    expect(await rig.commands(alder)).toEqual([])
  })

  test('someone else who may publish it approves it, the requester and anyone who may not publish do not', async () => {
    await relabel()
    await publish()
    expect(await decide('admin')).toEqual([403, 'model.publication_own'])
    expect(await decide('a_all')).toEqual([403, 'access.owner'])
    expect(await decide('a_operator')).toMatchObject([403, expect.anything()])
    expect((await list('second')).waiting).toMatchObject({ can_decide: true, can_withdraw: false })
    expect((await list('a_all')).waiting).toMatchObject({ can_decide: false, reach: [] })
    expect(await bell('second')).toEqual([['Approval needed: Nordwind T3', false]])
    expect(await bell('admin')).toEqual([])
    expect(await decide('second')).toEqual([200, { version: 2 }])
    expect(await bell('second')).toEqual([['Approval needed: Nordwind T3', true]])
    expect(await bell('admin')).toEqual([['Published: Nordwind T3', false]])
    expect(await list()).toMatchObject({
      waiting: null,
      has_reviewed_writes: true,
      versions: [{ version: 2, published_by: 'Ada' }, { version: 1 }],
    })
    expect((await rig.audits('instruction.approve')).at(-1)).toMatchObject({
      accountName: 'second',
      subject: 'Nordwind · T3',
      detail: { version: 2, requested_by: 'Ada' },
    })
    // departments below hear of it: their audit, and who writes there
    expect(await bell('a_operator')).toEqual([['Device model changed: Nordwind T3', false]])
    const audited = await server.db
      .selectFrom('audit')
      .select('departmentId')
      .where('kind', '=', 'instruction.reach')
      .execute()
    expect(audited.map(({ departmentId }) => departmentId)).toEqual(
      expect.arrayContaining([server.fleet.north]),
    )
    // even so what goes out is judged by its bytes
    const { alder } = server.fleet.stores
    expect((await rig.requestWrite(writeTo(alder, 'set', 5))).body).toMatchObject({ risk: 3 })
  })

  test('several who approve at once publish it once', async () => {
    await relabel()
    await publish()
    const all = await Promise.all(['second', 'third', 'second'].map((as) => decide(as)))
    expect(all.map(([status]) => status).sort()).toEqual([200, 409, 409])
    expect((await list()).versions).toHaveLength(2)
  })

  test('an API key approves nothing', async () => {
    await relabel()
    await publish()
    const expires_at = new Date(server.clock.now() + hours(24)).toISOString()
    const body = { name: 'Machine', department: String(server.fleet.company), pages: ['2-3-1'], expires_at }
    const { body: made } = await server.send('POST', '/api/v2/api-key', { as: 'second', body })
    const publication = (await list()).waiting.id
    const byKey = await server.send('POST', '/api/v2/append-poll/model-version/decision', {
      headers: { authorization: `Bearer ${made.key ?? made.secret}` },
      body: { ...MODEL, publication, approves: true },
    })
    expect([byKey.status, byKey.body.code]).toEqual([403, 'model.publication_person_needed'])
  })

  test('it is rejected with a reason, withdrawn by the requester, or over in time', async () => {
    await relabel()
    await publish()
    expect(await publish()).toEqual([409, 'model.publication_waits'])
    expect(await decide('second', false)).toEqual([200, { version: null }])
    expect((await rig.audits('instruction.reject')).at(-1)?.detail).toMatchObject({
      reason: 'wrong register',
    })
    expect(await bell('admin')).toEqual([['Rejected: Nordwind T3', false]])
    expect(await decide('second')).toEqual([409, 'model.publication_decided'])
    await publish()
    const { id } = (await list()).waiting
    const back = { ...MODEL, publication: id }
    expect(await answer('second', 'POST', '/api/v2/append-poll/model-version/withdraw', back)).toEqual([
      403,
      'model.publication_not_own',
    ])
    expect(await answer('admin', 'POST', '/api/v2/append-poll/model-version/withdraw', back)).toEqual([
      200,
      {},
    ])
    await publish()
    server.clock.set(NOON)
    server.clock.advance(hours(24))
    expect((await list()).waiting).toBeNull()
    expect(await decide('second')).toEqual([409, 'model.publication_decided'])
    await server.db.transaction().execute((trx) => expirePublications(trx, server.clock.now()))
    expect((await rig.audits('instruction.expire')).at(-1)).toMatchObject({ outcome: 'failed' })
    expect((await bell('admin')).map(([title]: [string]) => title)).toContain(
      'Not approved in time: Nordwind T3',
    )
    expect((await list()).versions).toHaveLength(1)
  })

  test('another version in the meantime takes it back; what changes no write is published at once', async () => {
    await relabel()
    await publish()
    await relabel('admin', 'setpoint')
    await renote()
    expect(await publish()).toEqual([200, { version: 2 }])
    expect(await list()).toMatchObject({ waiting: null, has_reviewed_writes: true })
    expect(await bell('admin')).toEqual([['Superseded: Nordwind T3', false]])
    expect(await decide('second')).toEqual([409, 'model.publication_decided'])
  })

  test('going back to an earlier version requires the same', async () => {
    await relabel()
    await publish()
    await decide('second')
    expect(await answer('admin', 'POST', `${TABLES}/model-version/return`, { ...MODEL, version: 1 })).toEqual(
      [200, {}],
    )
    expect(await publish('admin', 2)).toEqual(WAITS)
    expect((await list()).versions).toHaveLength(2)
  })

  test('the requester must still have the right when it is approved', async () => {
    await relabel('second')
    expect(await publish('second')).toEqual(WAITS)
    const disable = (isEnabled: boolean) =>
      server.db.updateTable('account').set({ isEnabled }).where('login', '=', 'second').execute()
    await disable(false)
    const refused = await decide('admin')
    await disable(true)
    expect(refused).toEqual([409, 'model.publication_asker'])
    expect((await list()).versions).toHaveLength(1)
  })

  test('the first version that no device uses needs no one, and its writes need one each', async () => {
    const copy = { new_brand: 'Nordwind', new_model: 'T3 Copy' }
    expect(await answer('admin', 'POST', `${TABLES}/model/save-as`, { ...MODEL, ...copy })).toMatchObject([
      200,
      expect.anything(),
    ])
    const first = { brand: 'Nordwind', model: 'T3 Copy', note: '', seen: 0 }
    expect(await answer('admin', 'POST', `${TABLES}/model-version`, first)).toEqual([200, { version: 1 }])
    const { birch } = server.fleet.stores
    const modelOf = (model: string) =>
      server.db
        .updateTable('device')
        .set(({ selectFrom }) => ({
          deviceModelId: selectFrom('deviceModel').select('deviceModelId').where('model', '=', model),
        }))
        .where('deviceId', '=', birch.freezer.deviceId)
        .execute()
    await modelOf('T3 Copy')
    const { body } = await rig.requestWrite(writeTo(birch, 'light-on'))
    expect(body).toMatchObject({ risk: 3, approval: 'waiting' })
    // the same once more gives them to a second person
    const again = { ...first, seen: 1 }
    expect(await answer('admin', 'POST', `${TABLES}/model-version`, again)).toEqual(WAITS)
    const { waiting } = (await send('second', 'GET', `${TABLES}/model-version?brand=Nordwind&model=T3 Copy`))
      .body
    // no one has looked at any of them, so that all are shown, although the draft changes none
    const shown = waiting.writes.map(({ command, what }: { command: string; what: string }) => [
      command,
      what,
    ])
    expect(shown).toEqual(['defrost', 'light-off', 'light-on', 'lock', 'set'].map((code) => [code, 'added']))
    const decision = { brand: 'Nordwind', model: 'T3 Copy', publication: waiting.id, approves: true }
    expect(await answer('second', 'POST', '/api/v2/append-poll/model-version/decision', decision)).toEqual([
      200,
      { version: 2 },
    ])
    await rig.reset()
    expect((await rig.requestWrite(writeTo(birch, 'light-on'))).body).toMatchObject({ risk: 1 })
    await modelOf('T3')
  })

  test('the first version of a model that devices use already waits as well', async () => {
    await send('admin', 'POST', `${TABLES}/model/save-as`, {
      ...MODEL,
      new_brand: 'Nordwind',
      new_model: 'T4',
    })
    const { birch } = server.fleet.stores
    const { deviceModelId } = await server.db
      .selectFrom('device')
      .select('deviceModelId')
      .where('deviceId', '=', birch.freezer.deviceId)
      .executeTakeFirstOrThrow()
    const t4 = await server.db
      .selectFrom('deviceModel')
      .select('deviceModelId')
      .where('model', '=', 'T4')
      .executeTakeFirstOrThrow()
    const use = (id: typeof deviceModelId) =>
      server.db
        .updateTable('device')
        .set({ deviceModelId: id })
        .where('deviceId', '=', birch.freezer.deviceId)
        .execute()
    await use(t4.deviceModelId)
    const first = { brand: 'Nordwind', model: 'T4', note: '', seen: 0 }
    const published = await answer('admin', 'POST', `${TABLES}/model-version`, first)
    await use(deviceModelId)
    expect(published).toEqual(WAITS)
  })
})
