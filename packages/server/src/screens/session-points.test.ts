import { minutes } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ScreenRig, screenRig } from '../testing/screen-rig'
import { putScreen } from '../testing/screen-terminal'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('points of sessions on screens', (openDatabase) => {
  let server: TestServer
  let rig: ScreenRig
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    rig = await screenRig(server)
  })
  afterAll(() => server.close())
  afterEach(async () => {
    await rig.reset()
    await sql`truncate credit_leg, credit_entry, credit_grant, credit_hold, credit_balance, credit_month,
      credit_rule`.execute(server.db)
  })

  const setPrice = async (screen_control: number, may_owe = false) => {
    const body = { prices: { screen_control }, may_owe, revision: 0 }
    expect((await server.send('PUT', '/api/v2/service/price', { as: 'admin', body })).status).toBe(200)
  }
  const repairs = async () =>
    (await server.send('GET', '/api/v2/service/point/detail?service_id=3', { as: 'admin' })).body.services[0]
  const points = async () =>
    (await server.send('GET', '/api/v2/service/point', { as: 'admin' })).body.points[2].subservices[0]
      .point[0]

  test('a session is one repair with its start and its end, free where nothing costs', async () => {
    const { terminal, uid } = await rig.begin()
    await rig.get(`remote/status?uid=${uid}`)
    server.clock.advance(minutes(4))
    await rig.get(`remote/end?uid=${uid}`)
    await expect.poll(rig.openSessions).toEqual([])
    terminal.close(1000)
    const { total, data } = await repairs()
    expect([total, data[0]]).toEqual([
      1,
      expect.objectContaining({ store_name: 'N001 Alder Street', result: 'No points', person: 'una' }),
    ])
    expect(Date.parse(data[0].repair_end) - Date.parse(data[0].repair_start)).toBe(minutes(4))
  })

  test('without points a screen is refused with code 102 and why, and no order goes out', async () => {
    await setPrice(5)
    await putScreen(server, server.fleet.stores.alder)
    expect((await rig.connect()).body).toEqual({
      status_code: 102,
      status:
        'Your organization lacks service points for this. Apply for more on the page Value-added service points.',
      uid: '',
      refresh_duration: 0,
      img_url: '',
    })
    expect(await server.db.selectFrom('command').select('commandId').execute()).toEqual([])
    expect(await rig.openSessions()).toEqual([])
  })

  test('points are reserved while it goes on and used at its end', async () => {
    await setPrice(5, true)
    const { terminal, uid } = await rig.begin()
    expect(await points()).toMatchObject({ used: 0, 'to-be-used': 5 })
    await rig.get(`remote/end?uid=${uid}`)
    await expect.poll(rig.openSessions).toEqual([])
    terminal.close(1000)
    expect(await points()).toMatchObject({ used: 5, 'to-be-used': 0 })
  })

  test('a session that never connected costs nothing', async () => {
    await setPrice(5, true)
    await putScreen(server, server.fleet.stores.alder)
    const answer = rig.connect()
    await expect.poll(async () => (await points())['to-be-used']).toBe(5)
    await server.db
      .updateTable('command')
      .set({ state: 'refused', errorCode: 'E_CONSENT', errorText: 'declined' })
      .where('op', '=', 'screen.open')
      .execute()
    expect((await answer).body.status_code).toBe(102)
    expect(await points()).toMatchObject({ total: 0, used: 0, 'to-be-used': 0 })
    expect((await repairs()).total).toBe(0)
  })
})
