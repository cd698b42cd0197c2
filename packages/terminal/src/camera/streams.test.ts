import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CameraSettings } from '@coldkeep/contract/mqtt/camera-settings'
import { afterEach, expect, test } from 'vitest'
import { CameraRig } from '../testing/camera-rig'
import { colourAt, jpegOf, pixelsOf } from '../testing/jpeg'
import { WebCamera } from '../testing/web-camera'
import { systemTime } from '../time/system-time'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]()
})

const dark = () => jpegOf(64, 48, () => [0, 0, 0])
const bright = () => jpegOf(64, 48, () => [200, 180, 40])
const mjpegOf = ({ address }: WebCamera): CameraSettings => ({
  id: 'sales',
  name: 'Sales floor',
  source: 'mjpeg',
  address,
  masks: [],
})

interface Stream {
  readonly contentType: string
  /** What stands before each picture, and behind it. */
  readonly head: (length: number) => string
  readonly tail: string
}

/** As cameras write them: by the book, with the dashes in the name, in quotes, and with lengths and without. */
const streams: Readonly<Record<string, Stream>> = {
  'by the book': {
    contentType: 'multipart/x-mixed-replace; boundary=frame',
    head: (length) => `\r\n--frame\r\nContent-Type: image/jpeg\r\nContent-Length: ${length}\r\n\r\n`,
    tail: '',
  },
  'dashes in the name, written once': {
    contentType: 'multipart/x-mixed-replace;boundary=--myboundary',
    head: () => '--myboundary\r\nContent-Type: image/jpeg\r\n\r\n',
    tail: '\r\n',
  },
  'dashes in the name, written twice': {
    contentType: 'Multipart/X-Mixed-Replace; Boundary="--cam 7"',
    head: (length) => `----cam 7\r\ncontent-length:${length}\r\n\r\n`,
    tail: '\r\n\r\n',
  },
}

for (const [name, { contentType, head, tail }] of Object.entries(streams))
  test(`of a stream (${name}) the first whole picture after half a second is taken`, async () => {
    const camera = await WebCamera.open()
    const [before, after] = [await dark(), await bright()]
    let passedMs = 0
    const time = { ...systemTime, elapsedMs: () => passedMs }
    let isClosed = false
    camera.answer = (_, response) => {
      response.writeHead(200, { 'content-type': contentType })
      response.on('close', () => {
        isClosed = true
      })
      // a camera that was asleep is dark at first; what it sends is cut anywhere
      const send = (jpeg: Buffer) => {
        const whole = Buffer.concat([Buffer.from(head(jpeg.length)), jpeg, Buffer.from(tail)])
        for (let at = 0; at < whole.length; at += 333) response.write(whole.subarray(at, at + 333))
      }
      send(before)
      send(before)
      const soon = setInterval(() => {
        passedMs += 250
        send(passedMs < 500 ? before : after)
      }, 20)
      response.on('close', () => clearInterval(soon))
    }
    const rig = await CameraRig.open([mjpegOf(camera)])
    open.push(camera, rig)
    await rig.start([mjpegOf(camera)], {}, time)
    expect(await rig.order()).toMatchObject({ st: 'done' })
    const [red, green, blue] = colourAt(await pixelsOf(rig.last.bytes), 30, 20)
    expect([Math.abs(red - 200), Math.abs(green - 180), Math.abs(blue - 40)].every((off) => off <= 3)).toBe(
      true,
    )
    await expect.poll(() => isClosed).toBe(true)
  })

test('a stream that is none, ends, or has a part without end is refused', async () => {
  const camera = await WebCamera.open()
  const rig = await CameraRig.open([mjpegOf(camera)])
  open.push(camera, rig)
  const code = async () => (await rig.order()).err?.code
  camera.gives(await bright())
  expect(await code()).toBe('E_NO_JPEG')
  const type = { 'content-type': 'multipart/x-mixed-replace; boundary=b' }
  camera.answer = (_, response) => void response.writeHead(200, type).end('--b\r\n\r\nabc\r\n--b--')
  expect(await code()).toBe('E_UNREACHABLE')
  camera.answer = (_, response) =>
    void response.writeHead(200, type).end(`--b\r\nContent-Length: 99999999\r\n\r\nabc`)
  expect(await code()).toBe('E_SIZE')
  camera.answer = (_, response) => void response.writeHead(200, type).write(Buffer.alloc(100_000, 0x61))
  expect(await code()).toBe('E_SIZE')
})

/** In place of `v4l2-ctl`: leaves how it was called, and does what a test lays down. */
async function uvcRig(does: string) {
  const rig = await CameraRig.open([])
  open.push(rig)
  const program = rig.folder.put(
    'v4l2-ctl',
    `#!/bin/sh\necho "$@" > ${join(rig.folder.path, 'called')}\n${does}\n`,
    0o755,
  )
  const camera: CameraSettings = {
    id: 'sales',
    name: 'Door',
    source: 'uvc',
    device: '/dev/video0',
    program,
    size: { width: 1280, height: 720 },
    masks: [],
  }
  await rig.start([camera])
  return { rig, program, camera }
}

test('a camera at the box gives a picture through v4l2-ctl', async () => {
  const { rig } = await uvcRig(`cat "$(dirname "$0")/frame.jpg"`)
  const jpeg = await bright()
  writeFileSync(join(rig.folder.path, 'frame.jpg'), jpeg)
  expect(await rig.order()).toMatchObject({ st: 'done', out: { clockDifferenceMs: null } })
  expect(readFileSync(join(rig.folder.path, 'called'), 'utf8').trim()).toBe(
    '--device=/dev/video0 --set-fmt-video=width=1280,height=720,pixelformat=MJPG --stream-mmap --stream-skip=15 --stream-count=1 --stream-to=-',
  )
})

test('a box without the program, without the camera, or with a camera that makes no JPEG says so', async () => {
  const { rig, program, camera } = await uvcRig('echo "Cannot open device /dev/video0, exiting." >&2; exit 1')
  expect(await rig.order()).toMatchObject({
    err: { code: 'E_UNREACHABLE', text: 'Cannot open device /dev/video0, exiting.' },
  })
  rig.folder.put('v4l2-ctl', '#!/bin/sh\nhead -c 600 /dev/zero\n', 0o755)
  expect(await rig.order()).toMatchObject({ err: { code: 'E_NO_JPEG' } })
  rig.folder.put('v4l2-ctl', '#!/bin/sh\nexec cat /dev/zero\n', 0o755)
  expect(await rig.order()).toMatchObject({ err: { code: 'E_SIZE' } })
  rig.folder.put('v4l2-ctl', '#!/bin/sh\nexec sleep 600\n', 0o755)
  const soon = { ...systemTime, after: (_: number, run: () => void) => systemTime.after(150, run) }
  await rig.start([camera], {}, soon)
  expect(await rig.order()).toMatchObject({ err: { code: 'E_TIMEOUT' } })
  chmodSync(program, 0o644)
  await rig.start([camera])
  expect(await rig.order()).toMatchObject({ err: { code: 'E_NO_PROGRAM' } })
  await rig.start([{ ...camera, program: '/nowhere/v4l2-ctl' } as CameraSettings])
  expect(await rig.order()).toMatchObject({ err: { code: 'E_NO_PROGRAM' } })
})
