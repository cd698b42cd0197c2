import { randomUUID } from 'node:crypto'
import type { CameraSettings } from '@coldkeep/contract/mqtt/camera-settings'
import { listCameras } from '@coldkeep/server/cameras/list-cameras'
import { orderPicture } from '@coldkeep/server/cameras/order-picture'
import { readPictures } from '@coldkeep/server/cameras/read-pictures'
import { colourAt, jpegOf, pixelsOf } from '@coldkeep/terminal/testing/jpeg'
import { WebCamera } from '@coldkeep/terminal/testing/web-camera'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CameraSite, clock } from './camera-site'

let camera: WebCamera
let site: CameraSite
let subjectId: string
const settings = (): CameraSettings[] => {
  const common = { source: 'snapshot', address: camera.address } as const
  return [
    { ...common, id: 'sales', name: 'Sales floor', masks: [] },
    {
      ...common,
      id: 'till',
      name: 'Till',
      // the left half
      masks: [
        [
          [0, 0],
          [0.5, 0],
          [0.5, 1],
          [0, 1],
        ],
      ],
    },
  ]
}
beforeAll(async () => {
  camera = await WebCamera.open()
  camera.gives(await jpegOf(64, 48, () => [200, 60, 20]))
  site = await CameraSite.open(settings())
})
afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await camera[Symbol.asyncDispose]()
})
beforeEach(async () => {
  subjectId = randomUUID()
  await site.db.deleteFrom('cameraPicture').execute()
})

const order = async (cameraId: string, of = subjectId) => {
  const { storeId, terminalId } = site.store
  const { accountId, name } = await site.db
    .selectFrom('account')
    .select(['accountId', 'name'])
    .where('login', '=', 'admin')
    .executeTakeFirstOrThrow()
  // the rounds of the server send it within a second
  const parts = { db: site.db, clock, field: { wake() {} } }
  const by = { accountId, name }
  return orderPicture(parts, { storeId, terminalId, cameraId, subject: 'help', subjectId: of, by })
}
const pictures = (of = subjectId) =>
  readPictures(site.db, { storeId: site.store.storeId, subject: 'help', subjectId: of })
const settled = async (of = subjectId) => {
  await expect.poll(async () => (await pictures(of)).every(({ state }) => state !== 'ordered')).toBe(true)
  return pictures(of)
}
const photos = (of = subjectId) =>
  site.db.selectFrom('photo').selectAll().where('subjectId', '=', of).orderBy('takenAt').execute()

test('a picture is ordered, taken, masked in the store, and is a photo of who ordered it', async () => {
  const { storeId, terminalId } = site.store
  expect(await listCameras(site.db, storeId)).toEqual([
    { terminalId, cameraId: 'sales', name: 'Sales floor', isOnline: true },
    { terminalId, cameraId: 'till', name: 'Till', isOnline: true },
  ])
  const id = await order('till')
  const [picture] = await settled()
  expect(picture).toMatchObject({
    id,
    state: 'arrived',
    reason: null,
    cameraName: 'Till',
    unchangedSince: null,
  })
  const [photo] = await photos()
  expect(photo).toMatchObject({
    photoId: picture?.photoId,
    takenAt: picture?.capturedAt,
    takenFrom: 'camera',
    type: 'image/jpeg',
    width: 64,
    height: 48,
  })
  const kept = site.keptPhoto(photo?.sha256 ?? new Uint8Array())
  const pixels = await pixelsOf(kept)
  expect(colourAt(pixels, 10, 10).every((part) => Math.abs(part - 96) <= 2)).toBe(true)
  expect(Math.abs((colourAt(pixels, 50, 10)[0] ?? 0) - 200)).toBeLessThanOrEqual(3)
  const command = () =>
    site.db
      .selectFrom('command')
      .select(['state', 'outcome'])
      .where('op', '=', 'camera.snapshot')
      .executeTakeFirst()
  await expect.poll(async () => (await command())?.state).toBe('done')
  expect((await command())?.outcome).toEqual({
    capturedAt: picture?.capturedAt,
    unchangedSince: null,
    clockDifferenceMs: picture?.clockDifferenceMs,
  })
})

test('two at once of one camera are one picture, for each thing that it was ordered for', async () => {
  const before = camera.requests.length
  const other = randomUUID()
  const [first, second] = [await order('sales'), await order('sales')]
  const third = await order('sales', other)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  const [[mine], [theirs]] = [await settled(), await settled(other)]
  expect(camera.requests.length - before).toBe(1)
  expect([mine?.state, theirs?.state]).toEqual(['arrived', 'arrived'])
  expect(mine?.capturedAt).toBe(theirs?.capturedAt)
  expect([(await photos()).length, (await photos(other)).length]).toEqual([1, 1])
})

test('a camera that is not in the settings any more is refused by its terminal', async () => {
  await site.stopTerminal()
  await site.startTerminal(settings().slice(0, 1))
  // as the server knew it before
  await site.db
    .updateTable('terminalState')
    .set({ cameras: JSON.stringify([{ id: 'till', name: 'Till' }]) })
    .execute()
  await order('till')
  expect(await settled()).toMatchObject([{ state: 'refused', reason: 'no_camera', photoId: null }])
  await site.stopTerminal()
  await site.startTerminal(settings())
})

test('a terminal that ends between the order and the picture says so, and brings none', async () => {
  let isRequested = false
  camera.answer = () => {
    isRequested = true
  }
  await order('sales')
  await expect.poll(() => isRequested).toBe(true)
  await site.stopTerminal()
  camera.gives(await jpegOf(64, 48, () => [20, 60, 200]))
  await site.startTerminal(settings())
  const [picture] = await settled()
  expect(picture).toMatchObject({ state: 'refused', reason: 'restarted' })
  expect(await photos()).toEqual([])
  await order('sales')
  await expect.poll(async () => (await photos()).length).toBe(1)
})
