import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hours, later, minutes } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertPerson } from '../testing/insert-person'
import { picture } from '../testing/picture'
import { describeEachDatabase } from '../testing/test-database'
import { basic, NOON, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'
import { photoFiles } from './photo-files'
import { selectPhotoHashes } from './photo-queries'

describeEachDatabase('photos', (openDatabase) => {
  let server: TestServer
  let recordId: string
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase(), mostPhotos: 3 })
    for (const name of ['keeper', 'helper']) await insertPerson(server, name, server.fleet.north, ['4-3'])
    await insertPerson(server, 'stranger', server.fleet.south, ['4-3'])
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    await server.db.deleteFrom('photo').execute()
    await server.db.deleteFrom('upkeepPlan').execute()
    recordId = await completed()
  })

  const rule = {
    store_id: 'N001',
    store_name: 'Alder Street',
    item: 'Clean condenser',
    period: 7,
    dt_start: '2026-11-16',
    note: 'from behind',
  }
  const plan = async (more = {}) => {
    await server.send('POST', '/api/v2/maintain/cfg', {
      as: 'keeper',
      body: { rules: [{ ...rule, ...more }] },
    })
    return (await server.send('GET', '/api/v2/maintain/cfg', { as: 'keeper' })).body.rules[0].id as string
  }
  const instant = (ms: number) => new Date(later(NOON, ms)).toISOString()
  const complete = (planId: string, more = {}) =>
    server.send('POST', '/api/v2/maintain/complete', {
      as: 'keeper',
      body: {
        id: randomUUID(),
        cfg_id: planId,
        due_on: '2026-11-16',
        done_at: instant(-minutes(20)),
        entered_at: instant(-minutes(1)),
        result: 'good',
        ...more,
      },
    })
  const completed = async () => (await complete(await plan())).body.id as string
  const put = (id: string, bytes: Uint8Array | string, query = {}, as = 'keeper') => {
    const times = {
      taken_at: instant(-minutes(30)),
      taken_from: 'exif',
      entered_at: instant(-minutes(2)),
    }
    const search = new URLSearchParams({ subject: 'upkeep', of: recordId, ...times, ...query })
    return server.send('PUT', `/api/v2/photos/${id}?${search}`, {
      as,
      body: Buffer.from(bytes),
      headers: { 'content-type': 'image/jpeg' },
    })
  }
  const fetched = (url: string) => server.send('GET', url)
  const records = async () => {
    const { rules } = (await server.send('GET', '/api/v2/maintain/cfg', { as: 'keeper' })).body
    return (await server.send('GET', `/api/v2/maintain/records?cfg-id=${rules[0].id}`, { as: 'keeper' })).body
      .records
  }

  test('a photo is kept with three times, and served from a signed address', async () => {
    const id = randomUUID()
    const answer = await put(id, picture(1))
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        id,
        taken_at: instant(-minutes(30)),
        taken_from: 'exif',
        entered_at: instant(-minutes(2)),
        received_at: instant(0),
        width: 2,
        height: 1,
        by: 'keeper',
        is_own: true,
        url: expect.stringMatching(`^/api/v2/photos/${id}/file\\?token=`),
      },
    ])
    expect((await records())[0].photos).toEqual([answer.body])
    const file = await server.app.inject({ method: 'GET', url: answer.body.url })
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-type']).toBe('image/png')
    // the text that said where is gone
    expect(file.rawPayload.includes('25.03N')).toBe(false)
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(file.headers.etag?.slice(1, -1))
  })

  test('the same photo sent again, also at once, is there once; the same picture is one file', async () => {
    const id = randomUUID()
    const answers = await Promise.all([put(id, picture(2)), put(id, picture(2)), put(id, picture(2))])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await put(id, 'nonsense')).status).toBe(200)
    expect((await records())[0].photos).toHaveLength(1)
    expect((await put(randomUUID(), picture(2))).status).toBe(200)
    expect((await records())[0].photos).toHaveLength(2)
    expect(await selectPhotoHashes(server.db)).toHaveLength(1)
    recordId = (await complete(await plan({ item: 'A second' }))).body.id
    expect((await put(id, picture(2))).body.code).toBe('photo.taken')
  })

  test('what is no picture is refused in words that help', async () => {
    const refused = async (bytes: Uint8Array | string) => {
      const { status, body } = await put(randomUUID(), bytes)
      return [status, body.code, body.message]
    }
    expect(await refused('a text called photo.jpg')).toEqual([
      415,
      'photo.type',
      'This is not a JPEG, PNG or WebP picture.',
    ])
    expect((await refused('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))[1]).toBe('photo.heic')
    expect((await refused(picture(3).subarray(0, -3)))[1]).toBe('photo.damaged')
    expect((await refused(picture(3, { width: 9_000, height: 7_000 })))[1]).toBe('photo.pixels')
    expect((await refused(new Uint8Array(12 * 1024 ** 2 + 1)))[1]).toBe('request.too_large')
    expect(await server.db.selectFrom('photo').selectAll().execute()).toEqual([])
  })

  test('a record has no more photos than the service says', async () => {
    expect((await server.send('GET', '/api/v2/maintain/attach/max-images', { as: 'north' })).body).toEqual({
      max_images: 3,
    })
    const answers = await Promise.all([1, 2, 3, 4, 5].map((shade) => put(randomUUID(), picture(shade))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'photo.too_many',
      message: 'There are 3 photos already; no more fit.',
    })
  })

  test('a plan that asks for photos is completed with their ids, and the record says which have not arrived', async () => {
    await server.db.deleteFrom('upkeepPlan').execute()
    const planId = await plan({ least_photos: 2 })
    expect((await complete(planId)).body).toMatchObject({
      code: 'upkeep.photos_missing',
      message: 'At least 2 photos are needed.',
    })
    const ids = [randomUUID(), randomUUID()]
    const twice = await complete(planId, { photos: [ids[0], ids[0]] })
    expect(twice.body.code).toBe('upkeep.photos_missing')
    const { body } = await complete(planId, { photos: ids })
    expect(body).toMatchObject({ photos: [], photos_awaited: 2 })
    recordId = body.id
    await put(ids[0] ?? '', picture(1))
    expect((await records())[0]).toMatchObject({ photos: [{ id: ids[0] }], photos_awaited: 1 })
  })

  test('a photo is removed by who added it, with its file, and the audit keeps that it was there', async () => {
    const id = randomUUID()
    const { body } = await put(id, picture(9))
    const remove = (as: string) => server.send('DELETE', `/api/v2/photos/${id}`, { as })
    expect((await remove('helper')).body.code).toBe('photo.not_own')
    expect((await remove('stranger')).body.code).toBe('photo.unknown')
    expect((await remove('keeper')).status).toBe(200)
    expect((await fetched(body.url)).body.code).toBe('photo.unknown')
    expect((await remove('keeper')).body.code).toBe('photo.unknown')
    const said = await server.db
      .selectFrom('audit')
      .select(['kind', 'subject', 'storeId'])
      .where('kind', 'like', 'photo.%')
      .orderBy('auditId', 'desc')
      .limit(2)
      .execute()
    const { storeId } = server.fleet.stores.alder
    expect(said).toEqual([
      { kind: 'photo.remove', subject: 'N001 · Clean condenser', storeId },
      { kind: 'photo.add', subject: 'N001 · Clean condenser', storeId },
    ])
  })

  test('a link ends with its time, with the right to the store, and is good for one photo', async () => {
    const first = (await put(randomUUID(), picture(1))).body
    const second = (await put(randomUUID(), picture(2))).body
    expect((await fetched(first.url)).status).toBe(200)
    const token = new URL(first.url, 'http://here').searchParams.get('token')
    const other = await server.send('GET', `/api/v2/photos/${second.id}/file?token=${token}`)
    expect(other.body.code).toBe('link.ended')
    expect((await fetched(`/api/v2/photos/${first.id}/file?token=x`)).body.code).toBe('link.ended')
    // for some minutes a list has the same addresses
    const listed = (await records())[0].photos as { readonly url: string }[]
    expect(listed.map(({ url }) => url).toSorted()).toEqual([first.url, second.url].toSorted())
    await move(server, 'keeper', server.fleet.south)
    expect((await fetched(first.url)).body.code).toBe('photo.unknown')
    await move(server, 'keeper', server.fleet.north)
    server.clock.advance(minutes(21))
    expect((await fetched(first.url)).body.code).toBe('link.ended')
  })

  test('no one adds photos to what they cannot see, or without the page', async () => {
    expect((await put(randomUUID(), picture(1), {}, 'stranger')).body.code).toBe('photo.no_subject')
    expect((await put(randomUUID(), picture(1), {}, 'north')).body.code).toBe('access.page')
    expect((await put(randomUUID(), picture(1), { of: randomUUID() })).body.code).toBe('photo.no_subject')
    const future = { taken_at: instant(hours(1)) }
    expect((await put(randomUUID(), picture(1), future)).body.fields).toEqual({ 'query.taken_at': 'range' })
  })

  test('an upload that is cut at any byte leaves nothing', async () => {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    const { authorization } = await tokenOf(server)
    const bytes = picture(7)
    const id = randomUUID()
    const times = { taken_at: instant(0), taken_from: 'clock', entered_at: instant(0) }
    const path = `/api/v2/photos/${id}?${new URLSearchParams({ subject: 'upkeep', of: recordId, ...times })}`
    for (let length = 0; length < bytes.length; length += 7) {
      await new Promise<void>((resolve) => {
        const headers = { authorization, 'content-type': 'image/png', 'content-length': bytes.length }
        const sending = request({ port, host: '127.0.0.1', method: 'PUT', path, headers })
        sending.on('error', () => resolve())
        sending.on('close', () => resolve())
        sending.write(bytes.subarray(0, length), () => sending.destroy())
      })
    }
    expect(await server.db.selectFrom('photo').selectAll().execute()).toEqual([])
    expect((await put(id, bytes)).status).toBe(200)
  })
})

test('files that no photo names are removed after an hour', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coldkeep-photos-'))
  const files = photoFiles(folder, 0)
  const [kept, left] = [await files.keep(picture(1)), await files.keep(picture(2))]
  expect(await files.keep(picture(1))).toEqual(kept)
  expect(await files.tidy([kept], Date.now())).toBe(0)
  expect(await files.tidy([kept], Date.now() + hours(2))).toBe(1)
  expect(await files.find(left)).toBeNull()
  expect(await readdir(files.folder)).toEqual([await files.find(kept)])
  await rm(folder, { recursive: true })
})

async function move(server: TestServer, login: string, departmentId: number): Promise<void> {
  await server.db
    .updateTable('account')
    .set({ departmentId: departmentId as never })
    .where('login', '=', login)
    .execute()
}

async function tokenOf(server: TestServer): Promise<{ readonly authorization: string }> {
  const { body } = await server.send('POST', '/api/v2/auth', { headers: basic('keeper', PASSWORD) })
  return { authorization: `Bearer ${body.token}` }
}
