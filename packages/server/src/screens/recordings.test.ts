import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { days } from '@coldkeep/domain/time/instant'
import { replaySegment } from '@coldkeep/rfb/recording'
import { FBS_HEADER, readBlocks } from '@coldkeep/rfb/recording-blocks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type ScreenRig, screenRig } from '../testing/screen-rig'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { expireRecordings } from './expire-recordings'
import { screenRecordings } from './recordings'

const SIZE = { width: 800, height: 640 }

describeEachDatabase('recordings of screens', (openDatabase) => {
  let server: TestServer
  let rig: ScreenRig
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    rig = await screenRig(server)
  })
  afterAll(() => server.close())
  afterEach(() => rig.reset())

  const folder = () => join(server.dataFolder, 'screens')
  const pieceOf = (uid: string) =>
    readdirSync(folder())
      .filter((name) => name.startsWith(uid))
      .map((name) => join(folder(), name))
  const recording = async (uid: string) => (await rig.get(`remote/sessions/${uid}`)).body

  /** A session in which the screen became one colour, then in part another. */
  async function recorded() {
    // as large as one update may be: what comes after it waits to be recorded, and the end comes first
    const { terminal, uid } = await rig.begin('control', SIZE)
    const frame = async () => (await rig.get(`remote/status?uid=${uid}`)).body.frame as number
    terminal.fill({ x: 0, y: 0, ...SIZE }, [10, 20, 30])
    await expect.poll(frame).toBeGreaterThan(1)
    const before = await frame()
    terminal.fill({ x: 600, y: 400, width: 40, height: 80 }, [200, 100, 50])
    await expect.poll(frame).toBeGreaterThan(before)
    const shown = Buffer.from(terminal.framebuffer.bytes)
    await rig.get(`remote/end?uid=${uid}`)
    await expect.poll(rig.openSessions).toEqual([])
    return { uid, shown }
  }

  test('the last picture of the replay is the last of the session, pixel by pixel', async () => {
    const { uid, shown } = await recorded()
    const { segments, is_sound, session, file_url } = await recording(uid)
    expect([is_sound, session.is_recorded]).toEqual([true, true])
    expect(segments.at(-1)).toMatchObject({ state: 'sound' })
    const piece = await server.send(
      'GET',
      `/api/v2/remote/sessions/${uid}/segments/${segments.at(-1).number}`,
      { as: 'una' },
    )
    expect(Buffer.from(replaySegment(gunzipSync(piece.bytes)).bytes).equals(shown)).toBe(true)

    const file = await server.send('GET', file_url)
    expect(file.status).toBe(200)
    expect(file.bytes.subarray(0, 12).toString()).toBe('FBS 001.000\n')
    // after the handshake of the player the same blocks as the pieces
    const [, ...blocks] = readBlocks(file.bytes.subarray(FBS_HEADER.length))
    expect(blocks.length).toBeGreaterThanOrEqual(2)
    expect((await server.send('GET', `/api/v2/remote/recordings/${uid}.fbs?token=x`)).status).toBe(410)
    expect((await rig.get(`remote/sessions/${uid}`, 'xia')).status).toBe(404)
    expect((await rig.get(`remote/sessions/${uid}`, 'wes')).status).toBe(403)
  })

  test('one changed byte of a piece, a piece that is gone and a changed row are seen', async () => {
    const { uid } = await recorded()
    const [file = ''] = pieceOf(uid)
    const bytes = readFileSync(file)
    const changed = Buffer.from(bytes)
    changed[changed.length >> 1] = (changed[changed.length >> 1] as number) ^ 1
    writeFileSync(file, changed)
    expect(await recording(uid)).toMatchObject({ is_sound: false, segments: [{ state: 'changed' }] })
    rmSync(file)
    expect(await recording(uid)).toMatchObject({ is_sound: false, segments: [{ state: 'missing' }] })
    writeFileSync(file, bytes)
    expect(await recording(uid)).toMatchObject({ is_sound: true, segments: [{ state: 'sound' }] })
    await server.db.updateTable('screenSegment').set({ toMs: 1 }).execute()
    expect(await recording(uid)).toMatchObject({ is_sound: false, segments: [{ state: 'changed' }] })
  })

  test('a piece for which there is no room is missing, and breaks no other', async () => {
    const { terminal, uid } = await rig.begin()
    await expect.poll(async () => (await rig.get(`remote/status?uid=${uid}`)).body.frame).toBeGreaterThan(0)
    // refused as on a full disk: what has the name already
    const file = join(folder(), `${uid}.0.fbs.gz`)
    mkdirSync(folder(), { recursive: true })
    writeFileSync(file, '')
    terminal.close(1000)
    await expect.poll(rig.openSessions).toEqual([])
    rmSync(file)
    expect(await recording(uid)).toMatchObject({
      is_sound: false,
      segments: [{ number: 0, state: 'missing' }],
    })
    expect(server.faults.splice(0).join('')).toContain('no room for a piece')
  })

  test('the audit has the head of the chain, so that a recording cannot be exchanged as a whole', async () => {
    const { uid } = await recorded()
    const { chain } = await server.db
      .selectFrom('screenSegment')
      .select('chain')
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow()
    const rows = await server.db
      .selectFrom('audit')
      .select('detail')
      .where('kind', '=', 'screen.end')
      .execute()
    const detail = rows
      .map((row) => row.detail as Record<string, unknown>)
      .find(({ session }) => session === uid)
    expect(detail).toMatchObject({
      chain: Buffer.from(chain).toString('hex'),
      end: 'operator',
      clicks: 0,
      keys: 0,
    })
  })

  test('pieces go when their time is over, and what is left says so', async () => {
    const { uid } = await recorded()
    const recordings = screenRecordings(server.dataFolder, 0)
    const now = server.clock.now()
    const at = (ms: number, name = uid.split('-')[0] as string, hasUnnamed = false) =>
      expireRecordings(server.db, recordings, { name, hasUnnamed }, (now + ms) as typeof now)
    await at(days(399))
    // those of another process lie in another folder
    await at(days(401), 'other')
    expect(await recording(uid)).toMatchObject({ segments: [{ state: 'sound' }] })
    expect(pieceOf(uid)).toHaveLength(1)
    await at(days(401))
    expect(pieceOf(uid)).toEqual([])
    expect(await recording(uid)).toMatchObject({ is_sound: true, segments: [{ state: 'expired' }] })
    expect((await rig.get(`remote/sessions/${uid}/segments/0`)).status).toBe(404)
  })
})
