import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { CameraSettings } from '@coldkeep/contract/mqtt/camera-settings'
import { afterEach, expect, test } from 'vitest'
import { CameraRig } from '../testing/camera-rig'
import { type Colour, colourAt, jpegOf, pixelsOf } from '../testing/jpeg'
import { WebCamera } from '../testing/web-camera'
import { systemTime } from '../time/system-time'

const open: AsyncDisposable[] = []
afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource[Symbol.asyncDispose]()
})

/** Slopes, so that no two neighbouring squares are the same. */
const scene = (x: number, y: number): Colour => [x, y * 2, (x + y) / 2]
const still = () => jpegOf(160, 120, scene)
const snapshotOf = (camera: WebCamera, changes: object = {}): CameraSettings =>
  ({
    id: 'sales',
    name: 'Sales floor',
    source: 'snapshot',
    address: camera.address,
    masks: [],
    ...changes,
  }) as CameraSettings

async function rigOf(settings: object = {}, changes: object = {}) {
  const camera = await WebCamera.open()
  camera.gives(await still())
  const rig = await CameraRig.open([snapshotOf(camera, settings)], changes)
  open.push(camera, rig)
  return { camera, rig }
}

test('the picture of a camera is brought, with when it was taken', async () => {
  const { camera, rig } = await rigOf()
  const before = Date.now()
  const end = await rig.order()
  expect(end).toMatchObject({ st: 'done', out: { unchangedSince: null } })
  expect(camera.requests.map(({ path }) => path)).toEqual(['/snap.jpg?channel=1'])
  const { query, bytes } = rig.last
  expect(Date.parse(query.taken_at ?? '')).toBeGreaterThanOrEqual(before)
  expect(Date.parse(query.taken_at ?? '')).toBeLessThanOrEqual(Date.now())
  const pixels = await pixelsOf(bytes)
  expect([pixels.width, pixels.height]).toEqual([160, 120])
})

test('what a camera writes beside the picture stays in the store', async () => {
  const { camera, rig } = await rigOf()
  const jpeg = await still()
  const note = Buffer.from('Exif\0\0GPS 25.03N 121.56E')
  const segment = Buffer.from([0xff, 0xe1, 0, note.length + 2, ...note])
  camera.gives(Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2), Buffer.from('serial 4711')]))
  // what follows the end is not padding: such bytes are no whole picture
  expect(await rig.order()).toMatchObject({ st: 'refused', err: { code: 'E_NO_JPEG' } })
  camera.gives(Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2), Buffer.alloc(700)]))
  expect(await rig.order()).toMatchObject({ st: 'done' })
  expect(rig.last.bytes.includes('GPS')).toBe(false)
})

test('what is masked is of one colour in what leaves the store, and nothing else changes', async () => {
  // of 160 × 120 pixels: a triangle, and an L whose inner corner is seen
  const masks: [number, number][][] = [
    [
      [0.1, 0.1],
      [0.5, 0.15],
      [0.2, 0.6],
    ],
    [
      [0.6, 0.5],
      [1, 0.5],
      [1, 1],
      [0.8, 1],
      [0.8, 0.8],
      [0.6, 0.8],
    ],
  ]
  const { camera, rig } = await rigOf({ masks })
  const jpeg = await still()
  camera.gives(jpeg)
  await rig.order()
  const [sent, was] = [await pixelsOf(rig.last.bytes), await pixelsOf(jpeg)]
  const isNear = nearTo(masks)
  const farthest = { masked: 0, seen: 0 }
  let [masked, seen] = [0, 0]
  for (let y = 0; y < 120; y++)
    for (let x = 0; x < 160; x++) {
      const [colour, before] = [colourAt(sent, x, y), colourAt(was, x, y)]
      const differenceTo = (other: Colour) =>
        Math.max(...colour.map((part, index) => Math.abs(part - (other[index] ?? 0))))
      if (masks.some((mask) => isIn(mask, (x + 0.5) / 160, (y + 0.5) / 120))) {
        masked++
        farthest.masked = Math.max(farthest.masked, differenceTo([96, 96, 96]))
      } else if (!isNear(x, y)) {
        seen++
        farthest.seen = Math.max(farthest.seen, differenceTo(before))
      }
    }
  expect(farthest.masked).toBeLessThanOrEqual(2)
  expect(farthest.seen).toBeLessThanOrEqual(8)
  // the triangle has 0.5·|0.4·0.5 − 0.1·0.05|, the L 0.4·0.3 + 0.2·0.2 of the picture
  expect(masked / (160 * 120)).toBeCloseTo(0.0975 + 0.16, 2)
  expect(seen).toBeGreaterThan(8_000)
})

test('Basic and Digest are answered as the camera requires, and nothing is sent before it does', async () => {
  const { camera, rig } = await rigOf()
  rig.folder.put('camera-login', 'Mufasa:Circle of Life', 0o600)
  await rig.start([snapshotOf(camera, { credentialFile: 'camera-login' })])
  const jpeg = await still()
  let challenge: string | string[] = 'Basic realm="camera"'
  let accepts = (sent: string) => sent === `Basic ${Buffer.from('Mufasa:Circle of Life').toString('base64')}`
  camera.answer = ({ headers: { authorization } }, response) => {
    if (authorization !== undefined && accepts(authorization)) response.end(jpeg)
    else response.writeHead(401, { 'www-authenticate': challenge }).end()
  }
  expect(await rig.order()).toMatchObject({ st: 'done' })
  expect(camera.requests.map(({ authorization }) => authorization === undefined)).toEqual([true, false])

  // RFC 7616, 3.4.1 computed by hand from what was sent
  const digest = (hashOf: string) => (sent: string) => {
    const value = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(sent)?.[1] ?? ''
    const hash = (text: string) => createHash(hashOf).update(text).digest('hex')
    const expected = hash(
      `${hash('Mufasa:http-auth@example.org:Circle of Life')}:n0nce:${value('nc')}:${value('cnonce')}:auth:${hash('GET:/snap.jpg?channel=1')}`,
    )
    return sent.startsWith('Digest ') && value('response') === expected && value('opaque') === 'op4que'
  }
  const challengeOf = (algorithm: string) =>
    `Digest realm="http-auth@example.org", qop="auth, auth-int", ${algorithm}nonce="n0nce", opaque="op4que"`
  challenge = [challengeOf('algorithm=MD5, '), challengeOf('algorithm=SHA-256, ')]
  accepts = digest('sha256')
  expect(await rig.order()).toMatchObject({ st: 'done' })
  challenge = `${challengeOf('')}, Basic realm="x"`
  accepts = digest('md5')
  expect(await rig.order()).toMatchObject({ st: 'done' })

  accepts = () => false
  expect(await rig.order()).toMatchObject({ st: 'refused', err: { code: 'E_CREDENTIAL' } })
  challenge = 'Bearer realm="cloud"'
  expect(await rig.order()).toMatchObject({ st: 'refused', err: { code: 'E_CREDENTIAL' } })
  await rig.start([snapshotOf(camera)])
  expect(await rig.order()).toMatchObject({ st: 'refused', err: { code: 'E_CREDENTIAL' } })
})

test('what is no picture of a camera is refused by what it is', async () => {
  const { camera, rig } = await rigOf()
  const jpeg = await still()
  const refused = async (answer: (response: ServerResponse) => void) => {
    camera.answer = (_, response) => answer(response)
    const end = await rig.order()
    return [end.st, end.err?.code]
  }
  expect(await refused((response) => response.writeHead(302, { location: camera.address }).end())).toEqual([
    'refused',
    'E_ANSWER',
  ])
  expect(await refused((response) => response.writeHead(503).end())).toEqual(['refused', 'E_ANSWER'])
  expect(await refused((response) => response.end('<html>please sign in</html>'))).toEqual([
    'refused',
    'E_NO_JPEG',
  ])
  expect(await refused((response) => response.end(jpeg.subarray(0, -900)))).toEqual(['refused', 'E_NO_JPEG'])
  expect(await refused((response) => response.end(Buffer.alloc(0)))).toEqual(['refused', 'E_NO_JPEG'])
  // the start of frame has the height before the width: each says 65535 pixels
  for (const at of [5, 7]) {
    const huge = Buffer.from(jpeg)
    huge.fill(0xff, startOfFrame(jpeg) + at, startOfFrame(jpeg) + at + 2)
    expect(await refused((response) => response.end(huge))).toEqual(['refused', 'E_SIZE'])
  }
  const endless = (response: ServerResponse) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 0xff)));
    }
    response.on('drain', more)
    more()
  }
  expect(await refused(endless)).toEqual(['refused', 'E_SIZE'])
  expect(await refused((response) => response.destroy())).toEqual(['refused', 'E_UNREACHABLE'])
  expect(
    await refused((response) =>
      response.writeHead(200, { 'last-modified': new Date(Date.now() - 11_000).toUTCString() }).end(jpeg),
    ),
  ).toEqual(['refused', 'E_STALE'])
  expect(await rig.order('unknown')).toMatchObject({ st: 'refused', err: { code: 'E_NO_CAMERA' } })
  expect(rig.uploads).toEqual([])
  camera.gives(jpeg)
  rig.status = 404
  expect(await rig.order()).toMatchObject({ st: 'failed', err: { code: 'E_UPLOAD', text: 'status 404' } })
})

test('a camera outside of the allowed networks is not dialled, by number or by name', async () => {
  const { camera, rig } = await rigOf()
  await rig.start([snapshotOf(camera)], { allowedNetworks: ['10.0.0.0/8'] })
  expect(await rig.order()).toMatchObject({ st: 'refused', err: { code: 'E_NETWORK' } })
  await rig.start([snapshotOf(camera, { address: camera.address.replace('127.0.0.1', 'localhost') })], {
    allowedNetworks: ['10.0.0.0/8'],
  })
  expect(await rig.order()).toMatchObject({ st: 'refused', err: { code: 'E_NETWORK' } })
  expect(camera.requests).toEqual([])
})

test('a camera that has a name is dialled at the address of it that is allowed', async () => {
  const { camera, rig } = await rigOf()
  await rig.start([snapshotOf(camera, { address: camera.address.replace('127.0.0.1', 'localhost') })])
  expect(await rig.order()).toMatchObject({ st: 'done' })
})

test('a camera whose clock is an hour ahead takes pictures of now, and its difference is reported', async () => {
  const { camera, rig } = await rigOf()
  const date = new Date(Date.now() + 3_600_000).toUTCString()
  camera.gives(await still(), { date, 'last-modified': date })
  expect(await rig.order()).toMatchObject({ st: 'done' })
  const { query } = rig.last
  expect(Math.abs(Number(query.clock_difference_ms) - 3_600_000)).toBeLessThan(5_000)
  expect(Math.abs(Date.parse(query.taken_at ?? '') - Date.now())).toBeLessThan(5_000)
  camera.answer = (_, response) => {
    response.sendDate = false
    void still().then((jpeg) => response.end(jpeg))
  }
  await rig.order()
  expect(rig.last.query.clock_difference_ms).toBeUndefined()
})

test('a picture that stays the same byte for byte says since when, also after the program was started again', async () => {
  const { camera, rig } = await rigOf()
  await rig.order()
  const first = rig.last.query.taken_at
  expect(rig.last.query.unchanged_since).toBeUndefined()
  await rig.order()
  expect(rig.last.query.unchanged_since).toBe(first)
  await rig.start([snapshotOf(camera)])
  await rig.order()
  expect(rig.last.query.unchanged_since).toBe(first)
  camera.gives(await jpegOf(160, 120, () => [1, 2, 3]))
  await rig.order()
  expect(rig.last.query.unchanged_since).toBeUndefined()
  rig.folder.put('cameras.json', '{"sales":')
  await rig.start([snapshotOf(camera)])
  expect(await rig.order()).toMatchObject({ st: 'done' })
})

test('a camera that is silent, or stops in the middle, is given up in time, and the next order is carried out', async () => {
  const { camera, rig } = await rigOf()
  const soon = { ...systemTime, after: (_: number, run: () => void) => systemTime.after(150, run) }
  await rig.start([snapshotOf(camera)], {}, soon)
  camera.answer = () => {}
  expect(await rig.order()).toMatchObject({ st: 'refused', err: { code: 'E_TIMEOUT' } })
  const jpeg = await still()
  camera.answer = (_, response) => void response.write(jpeg.subarray(0, 500))
  expect(await rig.order()).toMatchObject({ st: 'refused', err: { code: 'E_TIMEOUT' } })
  camera.gives(jpeg)
  await rig.start([snapshotOf(camera)])
  expect(await rig.order()).toMatchObject({ st: 'done' })
})

/** ITU-T T.81: the marker of the start of frame, baseline. */
function startOfFrame(jpeg: Buffer): number {
  return jpeg.indexOf(Buffer.from([0xff, 0xc0]))
}

/** Whether a point is left of every crossing of its row an odd number of times. */
function isIn(mask: readonly [number, number][], x: number, y: number): boolean {
  const crossings = mask.filter(([ax, ay], index) => {
    const [bx, by] = mask[(index + 1) % mask.length] ?? [ax, ay]
    return ay > y !== by > y && ax + ((y - ay) / (by - ay)) * (bx - ax) > x
  })
  return crossings.length % 2 === 1
}

/** Whether a mask has anything within eight pixels of a place of 160 × 120. */
function nearTo(masks: readonly (readonly [number, number][])[]): (x: number, y: number) => boolean {
  const FINE = 4
  const near = new Uint8Array(160 * 120)
  for (let y = 0; y < 120 * FINE; y++)
    for (let x = 0; x < 160 * FINE; x++) {
      if (!masks.some((mask) => isIn(mask, (x + 0.5) / 160 / FINE, (y + 0.5) / 120 / FINE))) continue
      const [left, right] = [Math.max(0, (x >> 2) - 8), Math.min(160, (x >> 2) + 9)]
      for (let row = Math.max(0, (y >> 2) - 8); row < Math.min(120, (y >> 2) + 9); row++)
        near.fill(1, row * 160 + left, row * 160 + right)
    }
  return (x, y) => near[y * 160 + x] === 1
}
