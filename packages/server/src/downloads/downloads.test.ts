import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { MOST_DOWNLOADS_UNDER_WAY } from '@coldkeep/contract/areas/downloads'
import type { DownloadId } from '@coldkeep/domain/ids'
import { days, minutes, seconds } from '@coldkeep/domain/time/instant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type DownloadRig, downloadRig, orderWords, PIECES } from '../testing/download-rig'
import { silent } from '../testing/ingest-rig'
import { describeEachDatabase } from '../testing/test-database'
import { NOON, type TestServer, testServer } from '../testing/test-server'
import { claimDownload, finishDownload } from './download-queries'
import { startDownloads } from './start-downloads'

const whole = (text: string) => Array.from({ length: PIECES }, (_, i) => `${text} ${i + 1}\n`).join('')

describeEachDatabase('downloads', (openDatabase) => {
  let server: TestServer
  let rig: DownloadRig
  beforeAll(async () => {
    rig = downloadRig()
    server = await testServer({ database: await openDatabase(), kinds: rig.kinds })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    server.clock.set(NOON)
    rig.begun.length = 0
    rig.notYet = 0
    rig.onPiece = async () => {}
    await server.db.deleteFrom('download').execute()
    rmSync(server.downloads.files.folder, { recursive: true, force: true })
  })

  const row = (id: DownloadId) =>
    server.db.selectFrom('download').selectAll().where('downloadId', '=', id).executeTakeFirst()
  const acts = {
    link: (id: DownloadId, as: string) => server.send('POST', `/api/v2/downloads/${id}/link`, { as }),
    cancel: (id: DownloadId, as: string) => server.send('POST', `/api/v2/downloads/${id}/cancel`, { as }),
    again: (id: DownloadId, as: string) => server.send('POST', `/api/v2/downloads/${id}/again`, { as }),
  }
  const post = (id: DownloadId, act: keyof typeof acts, as = 'admin') => acts[act](id, as)
  const remove = (id: DownloadId, as = 'admin') => server.send('DELETE', `/api/v2/downloads/${id}`, { as })
  const urlOf = async (id: DownloadId, as = 'admin'): Promise<string> => {
    const { status, body } = await post(id, 'link', as)
    expect([status, body.code]).toEqual([200, undefined])
    return body.url
  }
  const fetched = (url: string, headers = {}) => server.send('GET', url, { headers })
  const made = async (text: string) => {
    const id = await orderWords(server, text)
    await server.makeDownloads()
    return id
  }
  const files = () => readdirSync(server.downloads.files.folder)
  const giveNorth = (title: string) =>
    server.db
      .insertInto('pagePermission')
      .columns(['accountId', 'pagePermissionTypeId'])
      .expression((db) =>
        db
          .selectFrom('pagePermissionType')
          .select((each) => [each.val(server.fleet.accounts.north).as('a'), 'pagePermissionTypeId'])
          .where('title', '=', title),
      )
      .execute()

  test('what was ordered is made, and fetched by its link with its name, whole or in part', async () => {
    const id = await made('台北門市 冷凍櫃')
    const content = whole('台北門市 冷凍櫃')
    const known = await row(id)
    expect(known).toMatchObject({ state: 'done', size: Buffer.byteLength(content), tries: 1 })
    expect(Buffer.from(known?.sha256 ?? [])).toEqual(createHash('sha256').update(content).digest())
    const url = await urlOf(id)
    const all = await fetched(url)
    expect(all.status).toBe(200)
    expect(all.text).toBe(content)
    expect(all.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(content)),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store, no-transform',
    })
    // RFC 6266 with RFC 8187: a text that everyone reads, and the real one
    const name = encodeURIComponent('台北門市 冷凍櫃.txt')
    expect(all.headers['content-disposition']).toBe(
      `attachment; filename="???? ???.txt"; filename*=UTF-8''${name}`,
    )
    const part = await fetched(url, { range: 'bytes=-2', 'accept-encoding': 'gzip' })
    expect([part.status, part.text]).toEqual([206, '5\n'])
    const size = Buffer.byteLength(content)
    expect(part.headers['content-range']).toBe(`bytes ${size - 2}-${size - 1}/${size}`)
    const beyond = await fetched(url, { range: `bytes=${size}-` })
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${size}`])
  })

  test('a link is of one file and one sign-in, and ends after ten minutes', async () => {
    const [id, other] = [await made('first'), await made('second')]
    const url = await urlOf(id)
    const foreign = await fetched(url.replace(`/${id}/`, `/${other}/`))
    expect([foreign.status, foreign.body.code]).toEqual([410, 'link.ended'])
    const bare = await server.send('GET', `/api/v2/downloads/${id}/file`)
    expect(bare.status).toBe(400)
    const forged = await fetched(url.replace(/.(?=.{8}$)/, (c) => (c === 'A' ? 'B' : 'A')))
    expect(forged.body.code).toBe('link.ended')
    server.clock.advance(minutes(10) - 1000)
    expect((await fetched(url)).status).toBe(200)
    server.clock.advance(2000)
    expect((await fetched(url)).body.code).toBe('link.ended')

    const next = await urlOf(id)
    await server.send('DELETE', '/api/v2/auth', { as: 'admin' })
    await server.db.deleteFrom('signIn').execute()
    expect((await fetched(next)).body.code).toBe('link.ended')
    server.clock.set(NOON)
  })

  test('it ends with the right to the page and with the right to the store', async () => {
    const { north, admin } = server.fleet.accounts
    await giveNorth('All pages')
    const id = await orderWords(server, 'right', { as: 'north' })
    await server.makeDownloads()
    const url = await urlOf(id, 'north')
    expect((await fetched(url)).status).toBe(200)
    const { departmentId } = await server.db
      .updateTable('store')
      .set({ departmentId: server.fleet.south })
      .where('storeId', '=', server.fleet.stores.alder.storeId)
      .returning('departmentId')
      .executeTakeFirstOrThrow()
    expect(departmentId).toBe(server.fleet.south)
    expect((await fetched(url)).body.code).toBe('store.unknown')
    expect((await post(id, 'link', 'north')).body.code).toBe('store.unknown')
    expect((await post(id, 'again', 'north')).body.code).toBe('store.unknown')
    await server.db
      .updateTable('store')
      .set({ departmentId: server.fleet.north })
      .where('storeId', '=', server.fleet.stores.alder.storeId)
      .execute()
    expect((await fetched(url)).status).toBe(200)
    await server.db
      .deleteFrom('pagePermission')
      .where('accountId', '=', north)
      .where('pagePermissionTypeId', 'in', (db) =>
        db.selectFrom('pagePermissionType').select('pagePermissionTypeId').where('title', '=', 'All pages'),
      )
      .execute()
    expect((await fetched(url)).body.code).toBe('access.page')

    // neither is one made for who may not have it any more
    const late = await orderWords(server, 'late', { as: 'north' })
    await server.makeDownloads()
    expect(await row(late)).toMatchObject({ state: 'failed', fault: 'download.no_longer_allowed' })
    expect(rig.begun).not.toContain('late')
    expect(admin).not.toBe(north)
  })

  test('no one reaches the orders of someone else', async () => {
    await giveNorth('All pages')
    const id = await made('mine')
    for (const act of ['link', 'cancel', 'again'] as const) {
      expect((await post(id, act, 'north')).body.code).toBe('download.unknown')
    }
    expect((await remove(id, 'north')).body.code).toBe('download.unknown')
    expect((await fetched(await urlOf(id))).status).toBe(200)
  })

  test('after seven days the file has gone, and a caller that goes on fetching learns it', async () => {
    const id = await made('old')
    const name = `${id}-1`
    expect(files()).toContain(name)
    server.clock.set((NOON + days(7) - 1000) as never)
    const url = await urlOf(id)
    server.clock.advance(2000)
    const resumed = await fetched(url, { range: 'bytes=4-' })
    expect([resumed.status, resumed.body.code]).toEqual([410, 'download.expired'])
    await server.makeDownloads()
    expect(await row(id)).toMatchObject({ state: 'expired' })
    expect(files()).not.toContain(name)
    expect((await post(id, 'link')).body.code).toBe('download.expired')

    const { status, body } = await post(id, 'again')
    expect(status).toBe(200)
    await server.makeDownloads()
    expect(await row(body.id)).toMatchObject({ state: 'done', title: 'old' })
  })

  test('a file that someone removed from the disk is reported, not a fault', async () => {
    const id = await made('lost')
    const url = await urlOf(id)
    await server.downloads.files.remove([{ downloadId: id, tries: 1 }])
    const { status, body } = await fetched(url)
    expect([status, body.code]).toEqual([410, 'download.gone'])
  })

  test('the same order is made once; an account has five under way, and each file is removed with its record', async () => {
    const id = await orderWords(server, '1')
    expect(await orderWords(server, '1')).toBe(id)
    expect(await orderWords(server, '1', { language: 'ja' })).not.toBe(id)
    for (let i = 2; i < MOST_DOWNLOADS_UNDER_WAY; i++) await orderWords(server, String(i))
    await expect(orderWords(server, 'more')).rejects.toMatchObject({ code: 'download.too_many' })
    expect((await post(id, 'cancel')).status).toBe(200)
    expect((await post(id, 'cancel')).body.code).toBe('download.ended')
    await orderWords(server, 'more')
    await server.makeDownloads()
    expect(rig.begun.toSorted()).toEqual(['1', '2', '3', '4', 'more'])
    expect(await row(id)).toMatchObject({ state: 'cancelled', size: null })

    const { downloadId, size } = await server.db
      .selectFrom('download')
      .selectAll()
      .where('title', '=', 'more')
      .executeTakeFirstOrThrow()
    expect(size).toBe(Buffer.byteLength(whole('more')))
    expect((await remove(downloadId)).status).toBe(200)
    expect(files()).not.toContain(`${downloadId}-1`)
    expect((await post(downloadId, 'link')).body.code).toBe('download.unknown')
  })

  test('what is kept of an account has an end', async () => {
    const id = await made('huge')
    await server.db
      .updateTable('download')
      .set({ size: 4 * 1024 ** 3 })
      .where('downloadId', '=', id)
      .execute()
    await expect(orderWords(server, 'one more')).rejects.toMatchObject({ code: 'download.kept_full' })
    await remove(id)
    await orderWords(server, 'one more')
  })

  test('what is cancelled while it is made is broken off, and leaves nothing on the disk', async () => {
    const id = await orderWords(server, 'slow')
    const seen = { aborted: false }
    rig.onPiece = (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          seen.aborted = true
          reject(signal.reason)
        })
      })
    const making = server.makeDownloads()
    await expect.poll(() => row(id)).toMatchObject({ state: 'running' })
    expect((await post(id, 'link')).body.code).toBe('download.not_ready')
    expect((await post(id, 'cancel')).status).toBe(200)
    await making
    expect(seen.aborted).toBe(true)
    expect(await row(id)).toMatchObject({ state: 'cancelled' })
    expect(files()).toEqual([])
  }, 20_000)

  test('several processes share what waits, and none is made twice', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e']
    for (const text of texts) await orderWords(server, text)
    const parts = { db: server.db, clock: server.clock, log: silent, ...server.downloads }
    const both = [
      await startDownloads(parts, { isAlone: false }),
      await startDownloads(parts, { isAlone: false }),
    ]
    await Promise.all(both.map((each) => each.round()))
    await Promise.all(both.map((each) => each.close()))
    expect(rig.begun.toSorted()).toEqual(texts)
    expect(await server.db.selectFrom('download').select('state').distinct().execute()).toEqual([
      { state: 'done' },
    ])
  })

  test('what a dead process had is begun again after its lease, not before, and its late end counts for nothing', async () => {
    const id = await orderWords(server, 'orphan')
    const about = { kinds: ['words'], worker: 'dead', leaseMs: minutes(1) }
    const dead = await claimDownload(server.db, about, server.clock.now())
    expect(dead).toMatchObject({ downloadId: id, tries: 1 })
    const parts = { db: server.db, clock: server.clock, log: silent, ...server.downloads }
    const other = await startDownloads(parts, { isAlone: false })
    await other.round()
    expect(rig.begun).toEqual([])
    server.clock.advance(minutes(1) + 1)
    await other.round()
    expect(rig.begun).toEqual(['orphan'])
    expect(await row(id)).toMatchObject({ state: 'done', tries: 2 })
    const file = { size: 1, sha256: new Uint8Array(32), fileName: 'x', mediaType: 'x' }
    const times = { now: server.clock.now(), expiresAt: server.clock.now() }
    expect(dead && (await finishDownload(server.db, dead, file, times))).toBe(false)
    expect(files()).toEqual([`${id}-2`])
    await other.close()
  })

  test('the only process of a database takes up at once what the last one left', async () => {
    const id = await orderWords(server, 'left')
    const about = { kinds: ['words'], worker: 'killed', leaseMs: minutes(1) }
    await claimDownload(server.db, about, server.clock.now())
    await server.makeDownloads()
    expect(await row(id)).toMatchObject({ state: 'done', tries: 2 })
  })

  test('an order with which one process after the other ends is given up', async () => {
    const id = await orderWords(server, 'poison')
    for (let i = 0; i < 4; i++) {
      const about = { kinds: ['words'], worker: `dead ${i}`, leaseMs: seconds(1) }
      expect(await claimDownload(server.db, about, server.clock.now())).not.toBeNull()
      server.clock.advance(seconds(2))
    }
    await server.makeDownloads()
    expect(await row(id)).toMatchObject({ state: 'failed', fault: 'download.gave_up' })
    expect(rig.begun).toEqual([])
  })

  test('a stop breaks off what is made, and does not count as a try', async () => {
    const id = await orderWords(server, 'stopped')
    const parts = { db: server.db, clock: server.clock, log: silent, ...server.downloads }
    rig.onPiece = async (_, { signal }) => {
      signal.throwIfAborted()
      await new Promise((_, reject) => void signal.addEventListener('abort', () => reject(signal.reason)))
    }
    const first = await startDownloads(parts, { isAlone: true })
    first.wake()
    await expect.poll(() => rig.begun).toEqual(['stopped'])
    await first.close()
    expect(await row(id)).toMatchObject({ state: 'waiting', tries: 0 })
    rig.onPiece = async () => {}
    await server.makeDownloads()
    expect(await row(id)).toMatchObject({ state: 'done', tries: 1 })
  })

  test('what cannot be made yet is begun again later; what fails leaves nothing, and says why', async () => {
    rig.notYet = 1
    const id = await orderWords(server, 'later')
    await server.makeDownloads()
    expect(await row(id)).toMatchObject({ state: 'waiting', tries: 0 })
    await server.makeDownloads()
    expect(rig.begun).toEqual(['later'])
    server.clock.advance(minutes(1))
    await server.makeDownloads()
    expect(await row(id)).toMatchObject({ state: 'done' })

    rig.onPiece = async () => {
      throw new Error('the sensor bit me')
    }
    const broken = await orderWords(server, 'broken')
    await server.makeDownloads()
    expect(server.faults.splice(0).join()).toContain('the sensor bit me')
    expect(await row(broken)).toMatchObject({ state: 'failed', fault: 'download.gave_up', size: null })
    expect(files()).toEqual([`${id}-1`])
  })
})
