import { randomUUID } from 'node:crypto'
import type { CommandResult } from '@coldkeep/contract/mqtt/command'
import type { TerminalId } from '@coldkeep/domain/ids'
import { later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { createTranslator } from '@coldkeep/phrases/phrases'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endOverdue } from '../commands/command-queries'
import { storeResults } from '../dispatch/store-results'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { basic, NOON, type TestServer, testServer } from '../testing/test-server'
import type { TinyStore } from '../testing/tiny-fleet'
import { listCameras } from './list-cameras'
import { orderPicture } from './order-picture'
import { readPictures } from './read-pictures'
import { expirePictures } from './settle-pictures'
import { presentReason } from './words/picture-words'

/** ITU-T T.81: start, a comment, a frame of 6 × 4 pixels, a scan, end. */
const jpeg = (more = 0) =>
  Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xfe, 0, 8, ...Buffer.from('4711GPS').subarray(0, 6)],
    ...[0xff, 0xc0, 0, 11, 8, 0, 4, 0, 6, 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0x34, more],
    ...[0xff, 0xd9],
  ])

describeEachDatabase('pictures of cameras', (openDatabase) => {
  let server: TestServer
  let subjectId: string
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase(), mostPhotos: 1 })
    await insertPerson(server, 'expert', server.fleet.north, ['4-2'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    subjectId = randomUUID()
    for (const table of [
      'helpSession',
      'repairEvent',
      'repairCase',
      'cameraPicture',
      'command',
      'photo',
      'terminalState',
    ] as const)
      await server.db.deleteFrom(table).execute()
    await putCameras(alder(), [{ id: 'till', name: 'Till' }])
    const session = {
      session: subjectId,
      storeid: String(alder().storeId),
      devices: [],
      case: null,
      fault: 'Warm',
    }
    const opened = await server.send('POST', '/api/v2/help-desk/sessions', { as: 'expert', body: session })
    expect(opened.status, opened.text).toBe(201)
  })

  const alder = () => server.fleet.stores.alder
  const now = () => server.clock.now()
  const putCameras = (
    { storeId, terminalId }: TinyStore,
    cameras: object[],
    connection: 'online' | 'offline' = 'online',
  ) =>
    server.db
      .insertInto('terminalState')
      .values({ storeId, terminalId, connection, program: '1.0.0', cameras: JSON.stringify(cameras) })
      .execute()
  const order = async (cameraId = 'till', of = subjectId) => {
    const { storeId, terminalId } = alder()
    const by = await server.db
      .selectFrom('account')
      .select(['accountId', 'name'])
      .where('login', '=', 'expert')
      .executeTakeFirstOrThrow()
    const parts = { db: server.db, clock: server.clock, field: { wake() {} } }
    return orderPicture(parts, { storeId, terminalId, cameraId, subject: 'help', subjectId: of, by })
  }
  const commands = () =>
    server.db.selectFrom('command').select(['commandId', 'arg', 'expiresAt']).orderBy('commandId').execute()
  const commandOf = async () => (await commands()).at(-1)?.commandId ?? ''
  const pictures = (of = subjectId) =>
    readPictures(server.db, { storeId: alder().storeId, subject: 'help', subjectId: of })
  const upload = (
    id: string,
    bytes = jpeg(),
    { by = alder(), query = {} }: { by?: TinyStore; query?: object } = {},
  ) => {
    const search = new URLSearchParams({ taken_at: new Date(now()).toISOString(), ...query })
    return server.send('POST', `/field/v1/pictures/${id}?${search}`, {
      headers: { ...basic(by.terminalId, by.terminalId.slice(3)), 'content-type': 'image/jpeg' },
      body: bytes,
    })
  }
  const report = (id: string, st: CommandResult['st'], code?: string) => {
    const { storeId, terminalId: terminal } = alder()
    const err = code === undefined ? {} : { err: { code, text: 'as it was' } }
    const result = { v: 1 as const, e: 'k3f9a1c2', s: 1, id, st, at: now(), ...err }
    return server.db
      .transaction()
      .execute((trx) => storeResults(trx, [{ storeId, terminal, receivedAt: now(), at: now(), result }]))
  }

  test('a picture that was ordered becomes a photo of who ordered it, without what the camera writes beside it', async () => {
    const id = await order()
    const [command] = await commands()
    expect(command?.arg).toEqual({ cameraId: 'till', url: `/field/v1/pictures/${command?.commandId}` })
    expect(command?.expiresAt).toBe(later(NOON, seconds(15)))
    server.clock.advance(seconds(3))
    const query = {
      taken_at: new Date(NOON + 2_000).toISOString(),
      unchanged_since: new Date(NOON - 60_000).toISOString(),
      // its battery is empty: by its clock it is 1970
      clock_difference_ms: String(-NOON),
    }
    expect((await upload(await commandOf(), jpeg(), { query })).status).toBe(201)
    const [picture] = await pictures()
    expect(picture).toEqual({
      ...{ id, storeId: alder().storeId, terminalId: alder().terminalId, subject: 'help', subjectId },
      ...{
        cameraId: 'till',
        cameraName: 'Till',
        by: 'expert',
        orderedAt: NOON,
        state: 'arrived',
        reason: null,
      },
      capturedAt: NOON + 2_000,
      unchangedSince: NOON - 60_000,
      clockDifferenceMs: -NOON,
      photoId: expect.any(String),
    })
    const photo = await server.db.selectFrom('photo').selectAll().executeTakeFirstOrThrow()
    expect(photo).toMatchObject({
      ...{
        photoId: picture?.photoId,
        subjectKind: 'help',
        subjectId,
        takenFrom: 'camera',
        accountName: 'expert',
      },
      ...{ takenAt: NOON + 2_000, receivedAt: NOON + 3_000, width: 6, height: 4 },
    })
    const { by, kind, subject, detail } = await server.db
      .selectFrom('audit')
      .select(['accountName as by', 'kind', 'subject', 'detail'])
      .where('kind', '=', 'photo.add')
      .orderBy('auditId', 'desc')
      .executeTakeFirstOrThrow()
    expect([by, kind, subject, detail]).toMatchObject([
      'expert',
      'photo.add',
      'Till',
      { taken_from: 'camera' },
    ])
    // what the terminal reports afterwards changes nothing
    await report(await commandOf(), 'done')
    expect(await pictures()).toEqual([picture])
  })

  test('it is taken once, of the terminal that was ordered it, while it is waited for', async () => {
    await order()
    const id = await commandOf()
    expect((await upload(id, jpeg(), { by: server.fleet.stores.birch })).status).toBe(404)
    expect((await upload('01JDM3Z8Q4W7Y2K5N9T6R1V0XA')).status).toBe(404)
    expect((await upload('..%2f..%2fetc')).status).toBe(404)
    // of the same store, another terminal
    const orderedOf = (terminalId: TerminalId) =>
      server.db.updateTable('cameraPicture').set({ terminalId }).execute()
    await orderedOf('TB-7777' as TerminalId)
    expect((await upload(id)).status).toBe(404)
    await orderedOf(alder().terminalId)
    const codes = (await Promise.all([upload(id), upload(id, jpeg(1)), upload(id, jpeg(2))])).map(
      ({ status }) => status,
    )
    expect(codes.sort()).toEqual([201, 404, 404])
    expect((await upload(id)).status).toBe(404)
    expect(await server.db.selectFrom('photo').select('photoId').execute()).toHaveLength(1)
    expect((await pictures()).map(({ state }) => state)).toEqual(['arrived'])

    server.clock.advance(minutes(2))
    await order()
    server.clock.advance(minutes(1))
    expect((await upload(await commandOf())).status).toBe(404)
    expect(await server.db.selectFrom('photo').select('photoId').execute()).toHaveLength(1)
  })

  test('what is no picture, too large, or of another moment makes no photo', async () => {
    await order()
    const id = await commandOf()
    const answers = [
      await upload(id, Buffer.from('<html>please sign in</html>')),
      await upload(id, jpeg().subarray(0, -2)),
      await upload(id, Buffer.alloc(8 * 1024 ** 2 + 1)),
      await upload(id, jpeg(), { query: { taken_at: new Date(NOON - 16_000).toISOString() } }),
      await upload(id, jpeg(), { query: { taken_at: 'yesterday' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([415, 400, 413, 400, 400])
    expect(await server.db.selectFrom('photo').select('photoId').execute()).toEqual([])
    expect((await pictures())[0]?.state).toBe('ordered')
    // the terminal reports that its upload was refused
    await report(id, 'failed', 'E_UPLOAD')
    expect(await pictures()).toMatchObject([{ state: 'refused', reason: 'no_upload', photoId: null }])
    expect((await upload(id)).status).toBe(404)
  })

  test('why there is none is in the words of the reader', async () => {
    const reasons = []
    for (const code of ['E_CREDENTIAL', 'E_RESTART', 'E_SIMULATED', 'E_EXPIRED', 'E_SOMETHING']) {
      await order()
      await report(await commandOf(), 'refused', code)
      server.clock.advance(minutes(1))
      reasons.push((await pictures()).at(-1)?.reason)
    }
    expect(reasons).toEqual(['credential', 'restarted', 'simulated', 'late', 'fault'])
    expect(presentReason('credential', createTranslator('en'))).toBe(
      'The camera refused its user or password.',
    )
  })

  test('one that never comes is waited for a minute, and its terminal is not given it later', async () => {
    await order()
    server.clock.advance(seconds(59))
    const expire = () => server.db.transaction().execute((trx) => expirePictures(trx, now()))
    await expire()
    expect(await pictures()).toMatchObject([{ state: 'ordered' }])
    server.clock.advance(seconds(1))
    await expire()
    expect(await pictures()).toMatchObject([{ state: 'expired', reason: 'late' }])
    expect(await endOverdue(server.db, now())).toMatchObject([{ op: 'camera.snapshot' }])
  })

  test('a second order of a camera joins the first, and a store brings six pictures a minute at most', async () => {
    const first = await order()
    expect(await order()).toBe(first)
    const other = randomUUID()
    const theirs = await order('till', other)
    expect(theirs).not.toBe(first)
    expect(await commands()).toHaveLength(1)
    expect((await upload(await commandOf())).status).toBe(201)
    expect([(await pictures())[0]?.state, (await pictures(other))[0]?.state]).toEqual(['arrived', 'arrived'])
    for (let n = 2; n <= 6; n++) {
      await order('till', randomUUID())
      expect((await upload(await commandOf(), jpeg(n))).status).toBe(201)
    }
    await expect(order('till', randomUUID())).rejects.toMatchObject({ code: 'camera.too_many' })
    server.clock.advance(minutes(1))
    await order('till', randomUUID())
    expect(await commands()).toHaveLength(7)
  })

  test('a camera that its terminal does not name, or that is offline, is not ordered', async () => {
    await expect(order('door')).rejects.toMatchObject({ code: 'camera.unknown' })
    await server.db.deleteFrom('terminalState').execute()
    await putCameras(alder(), [{ id: 'till', name: 'Till' }], 'offline')
    await expect(order()).rejects.toMatchObject({ code: 'camera.offline' })
    const { storeId, terminalId } = alder()
    expect(await listCameras(server.db, storeId)).toEqual([
      { terminalId, cameraId: 'till', name: 'Till', isOnline: false },
    ])
    expect(await commands()).toEqual([])
  })

  test('a session of help has up to 200 photos, whatever a record has', async () => {
    await order()
    expect((await upload(await commandOf())).status).toBe(201)
    const first = await server.db.selectFrom('photo').selectAll().executeTakeFirstOrThrow()
    const others = Array.from({ length: 198 }, () => ({ ...first, photoId: randomUUID() }))
    await server.db.insertInto('photo').values(others).execute()
    server.clock.advance(seconds(1))
    await order()
    expect((await upload(await commandOf())).status).toBe(201)
    server.clock.advance(seconds(1))
    await order()
    expect((await upload(await commandOf())).status).toBe(201)
    expect((await pictures()).map(({ state, reason }) => [state, reason])).toEqual([
      ['arrived', null],
      ['arrived', null],
      ['refused', 'full'],
    ])
  })

  test('people add photos to a session of help with its page, and never in the name of a camera', async () => {
    const put = (query: object) => {
      const times = { taken_at: new Date(NOON).toISOString(), entered_at: new Date(NOON).toISOString() }
      const search = new URLSearchParams({
        subject: 'help',
        of: subjectId,
        taken_from: 'clock',
        ...times,
        ...query,
      })
      const headers = { 'content-type': 'image/jpeg' }
      return server.send('PUT', `/api/v2/photos/${randomUUID()}?${search}`, {
        as: 'expert',
        body: jpeg(),
        headers,
      })
    }
    expect((await put({})).body).toMatchObject({ taken_from: 'clock', is_own: true })
    expect((await put({ taken_from: 'camera' })).status).toBe(400)
    expect((await put({ of: randomUUID() })).body.code).toBe('photo.no_subject')
  })
})
