import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VncScreen } from '@coldkeep/rfb/testing/vnc-screen'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../fault'
import { ScreenSite } from './screen-site'

/** Pause, as Linux counts keys. */
const CODE = 119
const folder = mkdtempSync(join(tmpdir(), 'coldkeep-key-'))
const device = join(folder, 'event0')
let screen: VncScreen
let site: ScreenSite

beforeAll(async () => {
  execFileSync('mkfifo', [device])
  screen = await VncScreen.open({ width: 320, height: 200 })
  site = await ScreenSite.open({ port: screen.port, consent: 'always', stopKey: { device, code: CODE } })
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await screen.close()
  rmSync(folder, { recursive: true })
})

/** A key goes down, as its device says (struct input_event of 64 bits: time, type 1, code, value 1). */
function press(code: number): void {
  const event = Buffer.alloc(24)
  event.writeUInt16LE(1, 16)
  event.writeUInt16LE(code, 18)
  event.writeInt32LE(1, 20)
  writeFileSync(device, event)
}

const lastInStore = () => JSON.parse(readFileSync(join(site.boxFolder, 'screen-sessions.json'), 'utf8'))[0]

test('the stop key of the store ends a session although nothing comes through the line', async () => {
  const uid = await site.connected()
  await until(() => screen.clients === 1, 'a client of the screen')
  site.silence(true)
  press(CODE + 1)
  press(CODE)
  await until(() => screen.clients === 0, 'no client of the screen')
  await until(() => lastInStore().end === 'stopped', 'the end in the store')
  // what is clicked now reaches nothing
  screen.inputs.length = 0
  await site.call('POST', 'mouse', { body: { uid, x: 5, y: 5, click: 1 } })
  site.silence(false)
  await until(async () => (await site.call('GET', `status?uid=${uid}`)).body.status_code === 104, 'the end')
  expect(screen.inputs).toEqual([])
  await site.isFree()
})

test('where nothing comes through for a while, both ends give up by themselves', async () => {
  const uid = await site.connected()
  await until(() => screen.clients === 1, 'a client of the screen')
  site.silence(true)
  await until(() => screen.clients === 0, 'no client of the screen')
  expect(lastInStore().end).toBe('lost')
  await until(async () => (await site.call('GET', `status?uid=${uid}`)).body.end === 'lost', 'the end')
  site.silence(false)
  await site.isFree()
  await site.ended(await site.connected())
})

test('a server that stops ends its sessions, with what was recorded of them', async () => {
  const uid = await site.connected()
  await until(async () => (await site.call('GET', `status?uid=${uid}`)).body.frame > 0, 'a picture')
  await site.stopServer()
  await until(() => screen.clients === 0, 'no client of the screen')
  await site.startServer()
  const { session, segments, is_sound } = (await site.call('GET', `sessions/${uid}`)).body
  expect(session).toMatchObject({ end: 'server_ends', is_recorded: true })
  expect([segments.length, is_sound]).toEqual([1, true])
})
