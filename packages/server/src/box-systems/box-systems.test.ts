import { minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBox } from '../testing/box-rig'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('tokens of boxes', (openDatabase) => {
  let server: TestServer
  let id: string
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    id = server.fleet.stores.alder.terminalId
    await insertPerson(server, 'terminals', server.fleet.north, ['3-2'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('boxSystem').execute()
  })

  const system = async (as = 'admin') =>
    (await server.send('GET', `/api/v2/terminals/${id}/box-system`, { as })).body
  const make = (as: string, terminal = id) =>
    server.send('POST', `/api/v2/terminals/${terminal}/box-system/token`, { as, body: { type: 'box-rauc' } })
  const revoke = (as: string) => server.send('DELETE', `/api/v2/terminals/${id}/box-system/token`, { as })

  test('a token is shown once, replaced by a further one, and revoked', async () => {
    expect(await system()).toEqual({
      ...{ type: null, token: null, version: null, reported_at: null, polled_at: null, attributes: [] },
    })
    const first = await openBox(server, id)
    expect(first.token).toMatch(/^[A-Za-z0-9_-]{32}$/)
    await first.send('GET', '')
    const shown = await system()
    expect(shown).toMatchObject({
      type: 'box-swupdate',
      token: { created_at: new Date(NOON).toISOString(), created_by: expect.any(String) },
      polled_at: new Date(NOON).toISOString(),
    })
    expect(JSON.stringify(shown)).not.toContain(first.token)
    const { tokenHash } = await server.db
      .selectFrom('boxSystem')
      .select('tokenHash')
      .executeTakeFirstOrThrow()
    expect(Buffer.from(tokenHash ?? []).toString('latin1')).not.toContain(first.token)
    const second = await openBox(server, id, 'box-rauc')
    expect((await first.send('GET', '')).status).toBe(403)
    expect((await second.send('GET', '')).status).toBe(200)
    expect((await revoke('admin')).status).toBe(200)
    expect((await second.send('GET', '')).status).toBe(403)
    expect(await system()).toMatchObject({ type: 'box-rauc', token: null })
    const again = await revoke('admin')
    expect([again.status, again.body.code]).toEqual([404, 'box.no_token'])
    const { entries } = (await server.send('GET', '/api/v2/audit', { as: 'admin' })).body
    const kinds = entries.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['terminal.box_token', 'terminal.box_token_revoked']))
  })

  test('it takes what a claim code takes, and a terminal that is enabled and within reach', async () => {
    const codes = async (sent: ReturnType<typeof make>) => [(await sent).status, (await sent).body.code]
    expect((await make('terminals')).status).toBe(200)
    expect(await codes(make('terminals', server.fleet.stores.cedar.terminalId))).toEqual([
      404,
      'terminal.unknown',
    ])
    expect(await codes(make('north'))).toEqual([403, 'access.page'])
    const { accountId } = await server.db
      .selectFrom('account')
      .select('accountId')
      .where('login', '=', 'terminals')
      .executeTakeFirstOrThrow()
    await server.db.deleteFrom('devicePermission').where('accountId', '=', accountId).execute()
    expect(await codes(make('terminals'))).toEqual([403, 'access.equipment'])
    const enable = (isEnabled: boolean) =>
      server.send('POST', `/api/v2/terminals/${id}/enabled`, { as: 'admin', body: { is_enabled: isEnabled } })
    const box = await openBox(server, id)
    await enable(false)
    expect((await box.send('GET', '')).status).toBe(403)
    expect(await codes(make('admin'))).toEqual([409, 'terminal.disabled'])
    await enable(true)
    expect((await box.send('GET', '')).status).toBe(200)
  })

  test('the token of a box ends where another one takes its place', async () => {
    const box = await openBox(server, id)
    server.clock.advance(minutes(1))
    await server.db
      .updateTable('terminal')
      .set({ claimedAt: server.clock.now() })
      .where('terminalId', '=', id as never)
      .execute()
    expect((await box.send('GET', '')).status).toBe(403)
    expect((await system()).token).toBeNull()
    expect((await (await openBox(server, id)).send('GET', '')).status).toBe(200)
  })

  test('no call of a box is made without its token', async () => {
    await openBox(server, id)
    const status = { execution: 'closed', result: { finished: 'success' } }
    const sent = [
      await server.send('GET', `/ddi/default/controller/v1/${id}`),
      await server.send('PUT', `/ddi/default/controller/v1/${id}/configData`, { body: { data: {} } }),
      await server.send('GET', `/ddi/default/controller/v1/${id}/deploymentBase/1`),
      await server.send('POST', `/ddi/default/controller/v1/${id}/deploymentBase/1/feedback`, {
        body: { status },
      }),
      await server.send('GET', `/ddi/default/controller/v1/${id}/cancelAction/1`),
      await server.send('POST', `/ddi/default/controller/v1/${id}/cancelAction/1/feedback`, {
        body: { status },
      }),
      await server.send('GET', `/ddi/default/controller/v1/${id}/installedBase/1`),
      await server.send('PUT', `/ddi/default/controller/v1/${id}/installedBase`, {
        body: { name: 'os', version: '1.0.0' },
      }),
      await server.send('GET', `/ddi/default/controller/v1/${id}/confirmationBase`),
      await server.send('GET', `/ddi/default/controller/v1/${id}/confirmationBase/1`),
      await server.send('POST', `/ddi/default/controller/v1/${id}/confirmationBase/1/feedback`, {
        body: { confirmation: 'denied' },
      }),
      await server.send('POST', `/ddi/default/controller/v1/${id}/confirmationBase/activateAutoConfirm`),
      await server.send('POST', `/ddi/default/controller/v1/${id}/confirmationBase/deactivateAutoConfirm`),
      await server.send(
        'GET',
        `/ddi/default/controller/v1/${id}/softwaremodules/1/artifacts/box-swupdate-2.0.0.swu`,
      ),
    ]
    expect(sent.map(({ status: code, body }) => [code, body.code])).toEqual(
      sent.map(() => [403, 'credential.refused']),
    )
  })
})
