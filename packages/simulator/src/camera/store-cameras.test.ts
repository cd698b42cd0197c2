import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TerminalId } from '@coldkeep/domain/ids'
import { epochMs } from '@coldkeep/domain/time/instant'
import { afterEach, expect, test } from 'vitest'
import { closeAll, closeLater } from '../testing/live-rig'
import { StoreCameras } from './store-cameras'

afterEach(closeAll)

const NOW = epochMs(Date.parse('2026-11-21T02:00:00Z'))
const ORDER = { cameraId: 'till', url: '/field/v1/pictures/01JDM3Z8Q4W7Y2K5N9T6R1V0XA' }

async function camerasOf(index: number, status = 201) {
  const uploads: { url: string; authorization: string; bytes: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { authorization = '' } = request.headers
    uploads.push({ url: request.url ?? '', authorization, bytes: Buffer.concat(chunks) })
    response.writeHead(status).end('{}')
  }).listen(0, '127.0.0.1')
  closeLater(async () => void server.close())
  await once(server, 'listening')
  const ends: object[] = []
  const cameras = new StoreCameras({
    terminalId: 'TB-004217' as TerminalId,
    secret: 'key',
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    index,
    now: () => NOW,
    scene: () => ({ title: 'STORE 0412', clock: '10:00', isOpen: true, cases: [] }),
    report: (_, result) => void ends.push(result),
  })
  return { cameras, uploads, ends }
}

test('a picture of a simulated store goes the way of a real one', async () => {
  const { cameras, uploads, ends } = await camerasOf(0)
  expect(cameras.names).toEqual([
    { id: 'sales', name: 'Sales floor' },
    { id: 'till', name: 'Till' },
  ])
  await cameras.take('1', ORDER)
  expect(uploads.map(({ url, authorization }) => [url, authorization])).toEqual([
    [`${ORDER.url}?taken_at=2026-11-21T02%3A00%3A00.000Z`, `Basic ${btoa('TB-004217:key')}`],
  ])
  // JPEG, B.2.2: the start of frame with its height and width
  const frame = uploads[0]?.bytes.indexOf(Buffer.from([0xff, 0xc2])) ?? 0
  expect(uploads[0]?.bytes.subarray(frame + 5, frame + 9).toString('hex')).toBe('01680280')
  expect(ends).toEqual([
    { st: 'done', out: { capturedAt: NOW, unchangedSince: null, clockDifferenceMs: null } },
  ])
})

test('one that is not there, or that the server does not take, is refused', async () => {
  const third = await camerasOf(2)
  expect(third.cameras.names.map(({ id }) => id)).toEqual(['sales'])
  await third.cameras.take('1', ORDER)
  await third.cameras.take('2', { cameraId: 'sales' })
  const refused = await camerasOf(0, 404)
  await refused.cameras.take('3', ORDER)
  expect([...third.ends, ...refused.ends]).toMatchObject([
    { st: 'refused', err: { code: 'E_NO_CAMERA' } },
    { st: 'refused', err: { code: 'E_FORM' } },
    { st: 'refused', err: { code: 'E_UPLOAD', text: 'status 404' } },
  ])
  expect(third.uploads).toEqual([])
})
