import { randomUUID } from 'node:crypto'
import { later, minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HelpRig } from '../testing/help-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer } from '../testing/test-server'

describeEachDatabase('points of help from afar', (openDatabase) => {
  let rig: HelpRig
  let server: TestServer
  beforeAll(async () => {
    rig = await HelpRig.open(await openDatabase())
    server = rig.server
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    await rig.reset()
    await sql`truncate credit_leg, credit_entry, credit_grant, credit_hold, credit_balance, credit_month,
      credit_rule`.execute(server.db)
  })

  const setPrice = async (help_session: number, may_owe: boolean) => {
    const body = { prices: { help_session }, may_owe, revision: 0 }
    expect((await server.send('PUT', '/api/v2/service/price', { as: 'admin', body })).status).toBe(200)
  }
  const activation = async () =>
    (await server.send('GET', `/api/v2/help-desk/store?storeid=${rig.alder.storeId}`, { as: 'eve' })).body
      .activation
  const points = async () =>
    (await server.send('GET', '/api/v2/service/point', { as: 'admin' })).body.points[3].subservices[0]
      .point[0]
  const end = (session: string) =>
    server.send('POST', `/api/v2/help-desk/sessions/${session}/end`, {
      as: 'eve',
      body: { outcome: 'solved' },
    })

  test('help that costs points reserves them at its beginning and uses them at its end, once', async () => {
    await setPrice(4, true)
    const session = randomUUID()
    for (let turn = 0; turn < 2; turn++) expect((await rig.begin({ session })).status).toBe(201)
    expect(await points()).toMatchObject({ used: 0, 'to-be-used': 4 })
    server.clock.set(later(NOON, minutes(25)))
    expect(await activation()).toMatchObject({ price: 4, used_points: 0, usage_minutes: 25 })
    for (let turn = 0; turn < 2; turn++) expect((await end(session)).status).toBe(200)
    expect(await points()).toMatchObject({ used: 4, 'to-be-used': 0 })
    expect(await activation()).toMatchObject({ price: 4, used_points: 4, usage_minutes: 25 })
  })

  test('without points nothing begins, and no case is reported for it', async () => {
    await setPrice(4, false)
    const refused = await rig.begin()
    expect([refused.status, refused.body.code]).toEqual([409, 'help_desk.no_points'])
    expect(await server.db.selectFrom('repairCase').selectAll().execute()).toEqual([])
    expect(await activation()).toMatchObject({ price: 4, available_points: 0, usage_minutes: 0 })
  })

  test('help that costs nothing is recorded all the same', async () => {
    const session = randomUUID()
    await rig.begin({ session })
    await end(session)
    const { services } = (
      await server.send('GET', '/api/v2/service/point/detail?service_id=4', { as: 'admin' })
    ).body
    expect(services[0].total).toBe(1)
  })
})
