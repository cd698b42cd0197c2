import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setCaller } from '../../api/caller'
import { setServiceAddress } from '../../api/transport'
import { type UploadCourse, uploadImage } from './upload-image'

const MIB = 1024 * 1024
const ID = '00112233445566778899aabbccddeeff'
const signed = { k: 'one', p: 'e30', sig: 'c2ln' }
const image = {
  id: '7',
  type: 'terminal-linux-x64',
  version: '1.2.0',
  name: 'terminal.tgz',
  size: 20 * MIB,
  sha256: '0'.repeat(64),
  min: null,
  is_rollback: false,
  signed_at: '2026-11-26T00:00:00Z',
  expires_at: '2027-05-26T00:00:00Z',
  state: 'draft',
  uploaded_by: 'ada',
  uploaded_at: '2026-11-26T00:00:00Z',
  terminals: 0,
}

/** What the service at the other end of the line keeps, and what it does with the next parts instead. */
let kept = 0
let troubles: (number | 'hang up' | 'taken, no answer')[] = []
let lines: string[] = []
let service: Server

beforeAll(async () => {
  service = createServer(async (request, answer) => {
    const bytes = await bytesOf(request)
    lines.push(`${request.method} ${request.url} ${bytes}`)
    const isPart = request.url?.includes('?offset=') === true
    const trouble = isPart ? troubles.shift() : undefined
    if (isPart && (trouble === undefined || trouble === 'taken, no answer')) kept += bytes
    if (typeof trouble === 'string') return void request.socket.destroy()
    const code = trouble === 409 ? 'firmware.upload_offset' : 'firmware.other_hash'
    const json =
      trouble === undefined
        ? { id: ID, size: 20 * MIB, offset: kept, image: kept === 20 * MIB ? image : null }
        : { code, message: 'In words.', request_id: '1' }
    answer.writeHead(trouble ?? 201, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  setServiceAddress(`http://127.0.0.1:${(service.address() as AddressInfo).port}`)
  setCaller({
    token: () => 'a.b.c',
    freshToken: async () => 'a.b.c',
    lacksFactor: () => false,
    signInEnded: () => undefined,
    reportFailure: () => undefined,
  })
})
afterAll(() => void service.close())
beforeEach(() => {
  kept = 0
  troubles = []
  lines = []
})

async function bytesOf(request: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of request) bytes += (chunk as Buffer).length
  return bytes
}

function upload(course: Partial<UploadCourse> = {}) {
  const offsets: number[] = []
  const order = {
    type: 'terminal-linux-x64',
    name: 'terminal.tgz',
    release: { keys: signed, manifest: signed },
    file: new Blob([new Uint8Array(20 * MIB)]),
  }
  const whole = uploadImage(order, {
    signal: new AbortController().signal,
    onKept: ({ offset }) => offsets.push(offset / MIB),
    onBroken: () => offsets.push(Number.NaN),
    waitsMs: [0, 0],
    ...course,
  })
  return { whole, offsets }
}

const parts = () =>
  lines
    .filter((line) => line.includes('?offset='))
    .map((line) => {
      const [, offset, bytes] = /offset=(\d+) (\d+)$/.exec(line) ?? []
      return [Number(offset) / MIB, Number(bytes) / MIB]
    })

test('an image goes in parts of 8 MiB, one after the other, to its end', async () => {
  const { whole, offsets } = upload()
  expect(await whole).toMatchObject({ version: '1.2.0', state: 'draft' })
  expect(parts()).toEqual([
    [0, 8],
    [8, 8],
    [16, 4],
  ])
  expect(offsets).toEqual([0, 8, 16, 20])
})

test('what an earlier upload has left there is not sent again', async () => {
  kept = 11 * MIB
  await upload().whole
  expect(parts()).toEqual([
    [11, 8],
    [19, 1],
  ])
})

test('after a broken line it goes on from where the service says', async () => {
  troubles = ['taken, no answer', 'hang up']
  const { whole, offsets } = upload()
  await whole
  // the first part was taken although its answer was lost; the second was not
  expect(parts()).toEqual([
    [0, 8],
    [8, 8],
    [8, 8],
    [16, 4],
  ])
  expect(offsets).toEqual([0, Number.NaN, 8, Number.NaN, 8, 16, 20])
})

test('a line that stays broken ends it after the last wait', async () => {
  troubles = ['hang up', 'hang up', 'hang up', 'hang up']
  await expect(upload().whole).rejects.toMatchObject({ status: 0 })
  expect(parts()).toHaveLength(3)
})

test('a part from another offset is sent from the right one, without a word', async () => {
  troubles = [409]
  const { whole, offsets } = upload()
  await whole
  expect(offsets).toEqual([0, 0, 8, 16, 20])
})

test('a refused part ends it with the words of the service', async () => {
  troubles = [400]
  await expect(upload().whole).rejects.toMatchObject({ code: 'firmware.other_hash', message: 'In words.' })
  expect(parts()).toHaveLength(1)
})

test('a cancelled upload sends nothing more', async () => {
  const controller = new AbortController()
  const { whole } = upload({
    signal: controller.signal,
    onKept: ({ offset }) => {
      if (offset > 0) controller.abort()
    },
  })
  await expect(whole).rejects.toThrow(/abort/i)
  expect(parts()).toEqual([[0, 8]])
})
