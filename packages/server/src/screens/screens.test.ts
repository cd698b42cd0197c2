import { inflateSync } from 'node:zlib'
import { seconds } from '@coldkeep/domain/time/instant'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ScreenRig, screenRig } from '../testing/screen-rig'
import { putScreen } from '../testing/screen-terminal'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

describeEachDatabase('screens of stores', (openDatabase) => {
  let server: TestServer
  let rig: ScreenRig
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    rig = await screenRig(server)
  })
  afterAll(() => server.close())
  afterEach(() => rig.reset())

  const alder = () => server.fleet.stores.alder

  const refused = (status: string) => ({
    status_code: 102,
    status,
    uid: '',
    refresh_duration: 0,
    img_url: '',
  })

  test('whoever may not is told why with code 102, and no order goes out', async () => {
    await putScreen(server, alder())
    const noRight = 'You have no permission for remote screens. Ask your administrator.'
    expect((await rig.connect('wes')).body).toEqual(refused(noRight))
    // to see it takes another page than to work it
    expect((await rig.connect('vic')).body).toEqual(refused(noRight))
    expect((await rig.connect('xia')).status).toBe(404)
    expect(await server.db.selectFrom('command').select('commandId').execute()).toEqual([])
  })

  test.each([
    [null, 'No screen is set up at the terminal of this store.'],
    ['never' as const, 'This store does not allow remote screens.'],
  ])('a store that says %s is not dialled', async (consent, status) => {
    await putScreen(server, alder(), consent)
    expect((await rig.connect()).body).toEqual(refused(status))
  })

  test('a simulated store, one without a connection and one without a terminal say so', async () => {
    await putScreen(server, alder(), null)
    await server.db.updateTable('terminalState').set({ program: 'simulator' }).execute()
    expect((await rig.connect()).body.status).toBe('This store is simulated and has no screen.')
    await server.db
      .updateTable('terminalState')
      .set({ screenConsent: 'always', connection: 'offline' })
      .execute()
    expect((await rig.connect()).body.status).toBe('The terminal of this store is offline.')
    await server.db.updateTable('terminal').set({ isEnabled: false }).execute()
    expect((await rig.connect()).body.status).toBe('This store has no terminal.')
    await server.db.updateTable('terminal').set({ isEnabled: true }).execute()
  })

  test('what the terminal answers to the order is said in the language of who asked', async () => {
    await putScreen(server, alder(), 'ask')
    const answer = server.send('GET', `/api/v2/remote/connect?storeid=${alder().storeId}`, {
      as: 'una',
      headers: { 'accept-language': 'ja' },
    })
    await expect
      .poll(async () => {
        const refusal = { state: 'refused', errorCode: 'E_CONSENT', errorText: 'declined' } as const
        const { numUpdatedRows } = await server.db
          .updateTable('command')
          .set(refusal)
          .where('op', '=', 'screen.open')
          .executeTakeFirst()
        return numUpdatedRows
      })
      .toBe(1n)
    expect((await answer).body).toEqual(refused('店舗が拒否しました。'))
    const audited = await server.db
      .selectFrom('audit')
      .select(['outcome', 'detail'])
      .where('kind', '=', 'screen.end')
      .execute()
    expect(audited).toEqual([{ outcome: 'refused', detail: expect.objectContaining({ end: 'declined' }) }])
  })

  test('a picture is 384 × 256 as JPEG, whole as PNG, and the same one is not sent twice', async () => {
    const { terminal, uid, pictureUrl } = await rig.begin()
    const frame = async () => (await rig.get(`remote/status?uid=${uid}`)).body.frame as number
    terminal.fill({ x: 0, y: 0, width: 640, height: 480 }, [10, 200, 30])
    await expect.poll(frame).toBeGreaterThan(1)
    const { body: status } = await rig.get(`remote/status?uid=${uid}`)
    expect(status).toMatchObject({ status_code: 100, width: 640, height: 480, mode: 'control', watchers: 0 })
    const jpeg = await server.send('GET', pictureUrl)
    expect(jpeg.headers['content-type']).toBe('image/jpeg')
    // the start of frame of a JPEG: FF C0 or FF C2, length, precision, height, width (ISO 10918-1, B.2.2)
    const start = ['ffc0', 'ffc2'].map((mark) => jpeg.bytes.indexOf(mark, 0, 'hex')).find((at) => at > 0) ?? 0
    expect([jpeg.bytes.readUInt16BE(start + 7), jpeg.bytes.readUInt16BE(start + 5)]).toEqual([384, 256])
    const headers = { 'if-none-match': String(jpeg.headers.etag) }
    expect((await server.send('GET', pictureUrl, { headers })).status).toBe(304)

    const png = await server.send('GET', status.screenshot_url)
    expect(png.bytes.subarray(16, 24).toString('hex')).toBe('00000280000001e0')
    const at = png.bytes.indexOf('IDAT')
    const rows = inflateSync(png.bytes.subarray(at + 4, at + 4 + png.bytes.readUInt32BE(at - 4)))
    expect([...rows.subarray(0, 7)]).toEqual([0, 10, 200, 30, 10, 200, 30])
    // a link is for its own picture
    expect((await server.send('GET', `/api/v2/remote/img/${uid}.jpg?token=none`)).status).toBe(410)
    expect((await server.send('GET', pictureUrl.replace('.jpg', '.png'))).status).toBe(410)
    terminal.close(1000)
    await expect.poll(async () => (await server.send('GET', pictureUrl)).status).toBe(410)
  })

  test('clicks and keys reach the store from who began the session alone, and never in a session for looking', async () => {
    const { terminal, uid } = await rig.begin()
    const mouse = { uid, x: 10.6, y: -5, click: 1, key: 0 }
    expect((await server.send('POST', '/api/v2/remote/mouse', { as: 'admin', body: mouse })).status).toBe(403)
    expect((await server.send('POST', '/api/v2/remote/mouse', { as: 'una', body: mouse })).status).toBe(200)
    const typed = { uid, keyin: 'a{Ctrl+c}', special: true }
    expect((await server.send('POST', '/api/v2/remote/key-input', { as: 'una', body: typed })).status).toBe(
      200,
    )
    await expect.poll(() => terminal.inputs.length).toBe(9)
    expect(terminal.inputs.slice(0, 3)).toEqual(
      [0, 1, 0].map((buttons) => ({ kind: 'pointer', buttons, x: 11, y: 0 })),
    )
    expect(terminal.inputs.slice(3)).toEqual(
      [
        [0x61, true],
        [0x61, false],
        [0xffe3, true],
        [0x63, true],
        [0x63, false],
        [0xffe3, false],
      ].map(([keysym, isDown]) => ({ kind: 'key', keysym, isDown })),
    )
    const wrong = { uid, keyin: '{Nothing}', special: true }
    const answer = await server.send('POST', '/api/v2/remote/key-input', { as: 'una', body: wrong })
    expect([answer.status, Object.keys(answer.body.error?.fields ?? answer.body.fields ?? {})]).toEqual([
      400,
      ['keyin'],
    ])
    const lock = { uid, is_locked: true }
    expect((await server.send('POST', '/api/v2/remote/lock', { as: 'una', body: lock })).status).toBe(200)
    await rig.get(`remote/end?uid=${uid}`)
    await expect.poll(rig.openSessions).toEqual([])
    const record = (await rig.get('remote/sessions')).body.sessions[0]
    expect(record).toMatchObject({ by: 'una', clicks: 1, keys: 3, end: 'operator', mode: 'control' })

    const looking = await rig.begin('view')
    const again = { ...mouse, uid: looking.uid }
    expect((await server.send('POST', '/api/v2/remote/mouse', { as: 'una', body: again })).status).toBe(409)
    expect(looking.terminal.inputs).toEqual([])
  })

  test('what a terminal means by its end is what the session ends with', async () => {
    const ends = {
      4001: 'stopped',
      4002: 'screen_gone',
      4003: 'too_long',
      4005: 'terminal_ends',
      1000: 'lost',
    }
    for (const [code, end] of Object.entries(ends)) {
      const { terminal, uid } = await rig.begin()
      terminal.close(Number(code))
      await expect.poll(async () => (await rig.get(`remote/status?uid=${uid}`)).body.end).toBe(end)
    }
  })

  test('a session whose process has gone is ended by the next one', async () => {
    const { storeId, terminalId } = alder()
    const at = server.clock.now()
    await server.db
      .insertInto('screenSession')
      .values({
        ...{
          storeId,
          terminalId,
          mode: 'control',
          commandId: 'x',
        },
        screenSessionId: `gone-${'0'.repeat(32)}`,
        accountId: server.fleet.accounts.admin,
        accountName: 'Ada',
        requestedAt: at,
        connectedAt: at,
        seenAt: at,
        endedAt: null,
        endedReason: null,
        endedDetail: null,
        width: 800,
        height: 600,
      })
      .execute()
    await putScreen(server, alder())
    expect((await rig.connect()).body.status).toBe('Somebody else is on this screen.')
    server.clock.advance(seconds(31))
    const { uid } = await rig.dialled()
    const { sessions } = (await rig.get(`remote/sessions?storeid=${storeId}`)).body
    expect(sessions.map((one: { uid: string; end: string | null }) => [one.uid === uid, one.end])).toEqual([
      [true, null],
      [false, 'server_ends'],
    ])
  })

  test('a rule of a department holds for its stores until a store has its own', async () => {
    const rule = { consent_rule: 'never', idle_minutes: 5, most_minutes: 30, kept_days: 90 }
    const put = (place: object) =>
      server.send('PUT', '/api/v2/remote/rule', { as: 'admin', body: { ...place, ...rule } })
    expect((await put({ department_id: String(server.fleet.north), store_id: '' })).status).toBe(200)
    await putScreen(server, alder())
    expect((await rig.connect()).body.status).toBe(
      'Your organization does not allow remote screens at this store.',
    )
    expect((await rig.get(`remote/rule?store=${alder().storeId}`)).body).toMatchObject({
      consent_rule: 'never',
      source: { scope: 'department', name: 'North' },
    })
    const away = await server.send('DELETE', `/api/v2/remote/rule?depart=${server.fleet.north}`, {
      as: 'admin',
    })
    expect(away.body).toMatchObject({
      consent_rule: 'as_store',
      idle_minutes: 10,
      most_minutes: 60,
      kept_days: 400,
    })
    expect((await server.send('PUT', '/api/v2/remote/rule', { as: 'una', body: {} })).status).toBe(403)
  })
})
