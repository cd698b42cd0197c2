import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VncScreen } from '@coldkeep/rfb/testing/vnc-screen'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ScreenSite } from './screen-site'

/** Where the programs of the store leave what they did. */
const folder = mkdtempSync(join(tmpdir(), 'coldkeep-lock-'))
const acts = join(folder, 'acts')
const leave = (act: string) => ['/bin/sh', '-c', `echo ${act} >> ${acts}`]
let screen: VncScreen
let site: ScreenSite
beforeAll(async () => {
  screen = await VncScreen.open({ width: 800, height: 600 })
  screen.fill({ x: 0, y: 0, width: 800, height: 600 }, [20, 40, 60])
  site = await ScreenSite.open({
    port: screen.port,
    consent: 'always',
    lockInput: { lock: leave('lock'), unlock: leave('unlock') },
  })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await screen.close()
  rmSync(folder, { recursive: true })
})

test('an operator sees the screen, clicks and types on it, and ends', async () => {
  const { status, body } = await site.connect()
  expect(status).toBe(200)
  expect(body).toMatchObject({ status_code: 100, status: 'Connected', refresh_duration: 1 })
  const uid = body.uid
  await expect.poll(() => screen.clients).toBe(1)
  const state = async () => (await site.call('GET', `status?uid=${uid}`)).body
  await expect.poll(async () => (await state()).frame).toBeGreaterThan(0)
  expect(await state()).toMatchObject({
    status_code: 100,
    width: 800,
    height: 600,
    mode: 'control',
    end: null,
  })

  const picture = await site.fetch(body.img_url)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  // start of image, and the size in the start of frame (JPEG, B.2.2)
  expect(picture.bytes.subarray(0, 2).toString('hex')).toBe('ffd8')

  expect(
    (await site.call('POST', 'mouse', { body: { uid, x: 400.4, y: 900, click: 2, key: 1 } })).status,
  ).toBe(200)
  await expect
    .poll(() => screen.inputs)
    .toEqual([0, 4, 0, 4, 0].map((buttons) => ({ kind: 'pointer', buttons, x: 400, y: 599 })))
  screen.inputs.length = 0
  expect((await site.call('POST', 'key-input', { body: { uid, keyin: 'é冷\n' } })).status).toBe(200)
  const pressed = [0xe9, 0x01000000 + 0x51b7, 0xff0d]
  await expect
    .poll(() => screen.inputs)
    .toEqual(pressed.flatMap((keysym) => [true, false].map((isDown) => ({ kind: 'key', keysym, isDown }))))

  expect((await site.call('GET', `end?uid=${uid}`)).body).toEqual({ status_code: 100 })
  await expect.poll(() => screen.clients).toBe(0)
  await expect.poll(async () => (await state()).status_code).toBe(104)
  expect((await site.call('GET', `end?uid=${uid}`)).body).toEqual({ status_code: 100 })
  expect((await site.fetch(body.img_url)).status).toBe(410)
})

test('the store keeps its own keyboard away while the operator wants it, and gets it back at the end', async () => {
  await site.isFree()
  const uid = await site.connected()
  const isLocked = async () => (await site.call('GET', `status?uid=${uid}`)).body.is_locked
  const lock = (is_locked: boolean) => site.call('POST', 'lock', { body: { uid, is_locked } })
  expect(await isLocked()).toBe(false)
  await lock(true)
  await expect.poll(isLocked).toBe(true)
  await lock(false)
  await expect.poll(isLocked).toBe(false)
  await lock(true)
  await expect.poll(isLocked).toBe(true)
  await site.ended(uid)
  const done = () => readFileSync(acts, 'utf8').trim().split('\n')
  await expect.poll(done).toEqual(['lock', 'unlock', 'lock', 'unlock'])
})
