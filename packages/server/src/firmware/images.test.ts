import { createHash, randomBytes } from 'node:crypto'
import { days, later } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { type TestSigners, testSigners } from '../testing/make-release'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'

const TYPE = 'terminal-linux-x64'

describeEachDatabase('firmware images', (openDatabase) => {
  let server: TestServer
  let signers: TestSigners
  beforeAll(async () => {
    signers = testSigners(NOON)
    server = await testServer({ database: await openDatabase(), releaseRoot: signers.root })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('firmwareUpload').execute()
    await server.db.deleteFrom('firmwareImage').execute()
  })

  const as = 'admin'
  const image = randomBytes(3_000)
  const begin = (how: Parameters<TestSigners['sign']>[1] = {}, body: object = {}, who = as) =>
    server.send('POST', '/api/v2/ver-update/uploads', {
      as: who,
      body: {
        'dev-type': TYPE,
        name: 'terminal 1.2.0.tgz',
        size: image.length,
        release: signers.sign(image, how),
        ...body,
      },
    })
  const put = (id: string, offset: number, bytes: Uint8Array, who = as) =>
    server.send('POST', `/api/v2/ver-update/uploads/${id}?offset=${offset}`, {
      as: who,
      body: Buffer.from(bytes),
      headers: { 'content-type': 'application/octet-stream' },
    })
  const files = async (who = as) =>
    (await server.send('GET', `/api/v2/ver-update/history-files?type=${TYPE}`, { as: who })).body.files

  test('an image is uploaded in parts, kept as a draft, released and withdrawn', async () => {
    const begun = await begin()
    expect([begun.status, begun.body.offset, begun.body.size]).toEqual([201, 0, 3_000])
    const { id } = begun.body
    expect((await put(id, 0, image.subarray(0, 1_000))).body).toMatchObject({ offset: 1_000, image: null })
    // after a reload the same release goes on where it was
    expect((await begin()).body).toMatchObject({ id, offset: 1_000 })
    expect((await server.send('GET', `/api/v2/ver-update/uploads/${id}`, { as })).body.offset).toBe(1_000)
    const last = await put(id, 1_000, image.subarray(1_000))
    expect(last.body.image).toMatchObject({
      type: TYPE,
      version: '1.2.0',
      name: 'terminal 1.2.0.tgz',
      size: 3_000,
      sha256: createHash('sha256').update(image).digest('hex'),
      state: 'draft',
      uploaded_by: 'Ada',
      terminals: 0,
    })
    const [file] = await files()
    const change = (state: string) =>
      server.send('POST', `/api/v2/ver-update/history-files/${file.id}/state`, { as, body: { state } })
    expect((await change('released')).status).toBe(200)
    expect((await files())[0].state).toBe('released')
    expect((await change('withdrawn')).status).toBe(200)
    expect((await files())[0].state).toBe('withdrawn')
    const kinds = await server.db
      .selectFrom('audit')
      .select('kind')
      .where('kind', 'like', 'firmware.%')
      .execute()
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([
      'firmware.release',
      'firmware.upload',
      'firmware.withdraw',
    ])
  })

  test('a draft that is withdrawn is gone, and its version can be uploaded again', async () => {
    const { id } = (await begin()).body
    const { body } = await put(id, 0, image)
    await server.send('POST', `/api/v2/ver-update/history-files/${body.image.id}/state`, {
      as,
      body: { state: 'withdrawn' },
    })
    expect(await files()).toEqual([])
    expect((await begin()).status).toBe(201)
  })

  test.each([
    ['another signer', { by: 'stranger' as const }, {}, 'firmware.release_wrong'],
    ['a release that has expired', { expires: NOON }, {}, 'firmware.release_wrong'],
    ['an image for another type', { type: 'terminal-linux-arm64' }, {}, 'firmware.other_type'],
    ['another length than is signed', {}, { size: 2_999 }, 'firmware.other_size'],
    ['a type that is not known', {}, { 'dev-type': 'toaster' }, 'firmware.type_unknown'],
  ])('%s is refused before a byte is sent', async (_, how, body, code) => {
    const refused = await begin(how, body)
    expect(refused.body.code).toBe(code)
    expect(await server.db.selectFrom('firmwareUpload').selectAll().execute()).toEqual([])
  })

  test('keys that were replaced sign nothing any more', async () => {
    const { id } = (await begin()).body
    await put(id, 0, image)
    await server.db.updateTable('firmwareImage').set({ keysNumber: 2 }).execute()
    const refused = await begin({ version: '1.3.0' })
    expect([refused.status, refused.body.code]).toEqual([400, 'firmware.release_wrong'])
  })

  test('the key that follows signs as well', async () => {
    expect((await begin({ by: 'next' })).status).toBe(201)
  })

  test('a release whose keys have expired while it was uploaded becomes no image', async () => {
    const { id } = (await begin({ expires: later(NOON, days(1)) })).body
    server.clock.set(later(NOON, days(1)))
    expect((await put(id, 0, image)).body.code).toBe('firmware.release_wrong')
    expect(await files()).toEqual([])
  })

  test('one changed byte makes no image, and the upload has to begin again', async () => {
    const { id } = (await begin()).body
    const changed = Buffer.from(image)
    changed[1_500]! ^= 1
    expect((await put(id, 0, changed)).body.code).toBe('firmware.other_hash')
    expect(await files()).toEqual([])
    expect((await put(id, 0, image)).body.code).toBe('firmware.upload_unknown')
    const again = await begin()
    expect(again.body.offset).toBe(0)
  })

  test('a part that does not begin where the last one ended, or is too long, changes nothing', async () => {
    const { id } = (await begin()).body
    await put(id, 0, image.subarray(0, 1_000))
    for (const offset of [0, 999, 1_001]) {
      const refused = await put(id, offset, image.subarray(1_000))
      expect([refused.status, refused.body.code]).toEqual([409, 'firmware.upload_offset'])
    }
    expect((await put(id, 1_000, Buffer.alloc(2_001))).body.code).toBe('firmware.other_size')
    expect((await server.send('GET', `/api/v2/ver-update/uploads/${id}`, { as })).body.offset).toBe(1_000)
    expect((await put(id, 1_000, image.subarray(1_000))).body.image.version).toBe('1.2.0')
  })

  test('an upload that is given up is gone', async () => {
    const { id } = (await begin()).body
    await put(id, 0, image.subarray(0, 10))
    expect((await server.send('DELETE', `/api/v2/ver-update/uploads/${id}`, { as })).status).toBe(200)
    expect((await put(id, 10, image.subarray(10))).body.code).toBe('firmware.upload_unknown')
    expect((await begin()).body.offset).toBe(0)
  })

  test('a version is uploaded once', async () => {
    const { id } = (await begin()).body
    await put(id, 0, image)
    expect((await begin()).body.code).toBe('firmware.image_exists')
  })

  const form = (fields: Record<string, string>, bytes: Uint8Array | null, cut = 0) => {
    const line = '--fourteen-wells'
    const part = (head: string, content: string | Uint8Array) =>
      Buffer.concat([
        Buffer.from(`${line}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ])
    const body = Buffer.concat([
      ...Object.entries(fields).map(([name, text]) => part(`name="${name}"`, text)),
      ...(bytes === null ? [] : [part('name="file"; filename="terminal 1.2.0.tgz"', bytes)]),
      Buffer.from(`${line}--\r\n`),
    ])
    return server.send('POST', '/api/v2/ver-update/upload', {
      as,
      body: body.subarray(0, body.length - cut),
      headers: { 'content-type': `multipart/form-data; boundary=${line.slice(2)}` },
    })
  }

  test('an image is uploaded in one piece as a form', async () => {
    const fields = { 'dev-type': TYPE, release: JSON.stringify(signers.sign(image)) }
    const uploaded = await form(fields, image)
    expect([uploaded.status, uploaded.body.file]).toMatchObject([
      201,
      { version: '1.2.0', name: 'terminal 1.2.0.tgz', state: 'draft' },
    ])
    expect((await form(fields, image)).body.code).toBe('firmware.image_exists')
  })

  test.each([
    ['without a file', {}, null, 'request.malformed'],
    ['without a release', { release: undefined }, image, 'request.malformed'],
    ['with a release that is none', { release: '{}' }, image, 'request.malformed'],
    ['without a type', { 'dev-type': undefined }, image, 'request.malformed'],
    ['of another type', { 'dev-type': 'terminal-linux-arm64' }, image, 'firmware.other_type'],
    ['with a byte too few', {}, image.subarray(1), 'firmware.other_size'],
    ['with a byte too many', {}, Buffer.concat([image, image.subarray(0, 1)]), 'firmware.other_size'],
  ])('a form %s is refused', async (_, how, bytes, code) => {
    const whole = { 'dev-type': TYPE, release: JSON.stringify(signers.sign(image)), ...how }
    const fields = Object.fromEntries(
      Object.entries(whole).filter(([, text]) => text !== undefined),
    ) as Record<string, string>
    expect((await form(fields, bytes)).body.code).toBe(code)
    expect(await files()).toEqual([])
  })

  test('what is no form, or has no end, is refused', async () => {
    const fields = { 'dev-type': TYPE, release: JSON.stringify(signers.sign(image)) }
    expect((await form(fields, image, 2_000)).body.code).toBe('request.malformed')
    const none = await server.send('POST', '/api/v2/ver-update/upload', {
      as,
      body: Buffer.from('nothing'),
      headers: { 'content-type': 'multipart/form-data' },
    })
    expect(none.body.code).toBe('request.malformed')
  })

  test('uploads are of whoever began them, and images of those above all departments', async () => {
    const { company, north } = server.fleet
    await insertPerson(server, 'beside', company, ['2-4'])
    await insertPerson(server, 'below', north, ['2-4'])
    const { id } = (await begin()).body
    expect((await put(id, 0, image, 'beside')).body.code).toBe('firmware.upload_unknown')
    expect((await begin({}, {}, 'below')).body.code).toBe('access.owner')
    expect(await files('below')).toEqual([])
  })

  test('an upload that was whole when its server ended becomes an image with a part of nothing', async () => {
    const expires = later(NOON, days(1))
    const { id } = (await begin({ expires })).body
    // all of it is kept, and what follows fails
    server.clock.set(expires)
    expect((await put(id, 0, image)).body.code).toBe('firmware.release_wrong')
    server.clock.set(NOON)
    expect((await begin({ expires })).body.offset).toBe(3_000)
    expect((await put(id, 3_000, Buffer.alloc(0))).body.image.version).toBe('1.2.0')
  })
})

describeEachDatabase('firmware without a root key', (openDatabase) => {
  test('no image is accepted', async () => {
    const server = await testServer({ database: await openDatabase() })
    const { body } = await server.send('GET', `/api/v2/ver-update/dev-type`, { as: 'admin' })
    expect(body.can_upload).toBe(false)
    expect(body.device_type.map(({ id }: { id: string }) => id).sort()).toEqual([
      'box-rauc',
      'box-swupdate',
      'terminal-linux-arm',
      'terminal-linux-arm64',
      'terminal-linux-x64',
      'terminal-simulated',
    ])
    const signers = testSigners(NOON)
    const image = randomBytes(10)
    const refused = await server.send('POST', '/api/v2/ver-update/uploads', {
      as: 'admin',
      body: { 'dev-type': TYPE, name: 'x', size: 10, release: signers.sign(image) },
    })
    expect([refused.status, refused.body.code]).toEqual([409, 'firmware.off'])
    await server.close()
  })
})
