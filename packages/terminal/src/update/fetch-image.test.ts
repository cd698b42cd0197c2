import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readableLog } from '../testing/log-lines'
import { ManualTime } from '../testing/manual-time'
import { sha256 } from '../testing/release-maker'
import { smallDisk } from '../testing/small-disk'
import { fetchImage } from './fetch-image'
import { PIECE_BYTES } from './image-file'

/** Three pieces and a half. */
const IMAGE = randomBytes(PIECE_BYTES * 3.5)
const HASH = sha256(IMAGE)
const URL_PATH = `/field/v1/firmware/${HASH}`

type Handler = (request: IncomingMessage, response: ServerResponse, from: number) => void

let folder = ''
let path = ''
let server: Server
let handler: Handler
/** Where each request wanted to begin. */
let asked: number[] = []
const time = new ManualTime(Date.parse('2026-11-26T08:00:00Z'))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coldkeep-fetch-'))
  path = join(folder, 'image.part')
  asked = []
  handler = answer()
  server = createServer((request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1])
    asked.push(from)
    handler(request, response, from)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

/** As RFC 9110 wants it: a part, where the tag is the one that was asked for. */
function answer({
  bytes = IMAGE,
  tag = `"${HASH}"`,
  cutAt = Number.POSITIVE_INFINITY,
  ranges = true,
} = {}): Handler {
  return (request, response, from) => {
    const isPart = ranges && request.headers['if-range'] === tag
    const start = isPart ? from : 0
    response.writeHead(isPart ? 206 : 200, {
      ...(tag && { etag: tag }),
      'content-length': bytes.length - start,
      ...(isPart && { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
    })
    const sent = bytes.subarray(start, Math.max(start, Math.min(bytes.length, cutAt)))
    if (start + sent.length === bytes.length) response.end(sent)
    else response.write(sent, () => setImmediate(() => response.socket?.destroySoon()))
  }
}

/** Lets the pauses pass until it has ended. */
async function fetched(signal = new AbortController().signal, size = IMAGE.length) {
  const lengths: number[] = []
  const { port } = server.address() as AddressInfo
  const { log, lines } = readableLog()
  let isOver = false
  const work = fetchImage(
    { url: URL_PATH, sha256: HASH, size, path },
    {
      server: { url: `http://127.0.0.1:${port}`, ca: null, user: 'TB-004217', secret: () => 'secret' },
      time,
      log,
      signal,
      fetched: async (length) => void lengths.push(length),
    },
  ).finally(() => {
    isOver = true
  })
  const passed = async () => {
    await time.pass(1_000)
    return isOver
  }
  await expect.poll(passed, { interval: 2 }).toBe(true)
  return { outcome: await work, lengths, lines }
}

test('an image comes in pieces that are on the disk, and signed in', async () => {
  let authorization = ''
  const usual = answer()
  handler = (request, response, from) => {
    authorization = request.headers.authorization ?? ''
    usual(request, response, from)
  }
  const { outcome, lengths } = await fetched()
  expect(outcome).toEqual({ ok: true, value: null })
  expect(readFileSync(path).equals(IMAGE)).toBe(true)
  expect(lengths).toEqual([1, 2, 3, 3.5].map((pieces) => pieces * PIECE_BYTES))
  expect(authorization).toBe(`Basic ${Buffer.from('TB-004217:secret').toString('base64')}`)
})

test('a line cut at a third goes on where it was cut', async () => {
  const third = Math.floor(IMAGE.length / 3)
  const usual = answer()
  handler = (request, response, from) =>
    asked.length === 1 ? answer({ cutAt: third })(request, response, from) : usual(request, response, from)
  const { outcome, lines } = await fetched()
  expect(outcome).toEqual({ ok: true, value: null })
  expect(asked).toEqual([0, third])
  expect(readFileSync(path).equals(IMAGE)).toBe(true)
  expect(lines).toMatchObject([{ have: third, size: IMAGE.length, waitMs: 5_000 }])
})

test('a server that does not answer is tried after 5, 10 … 300 s, again after 5 where some of it came', async () => {
  handler = (request, response, from) => {
    if (asked.length < 9) return void response.writeHead(503).end()
    answer(asked.length === 9 ? { cutAt: 1_000 } : {})(request, response, from)
  }
  const { outcome, lines } = await fetched()
  expect(outcome).toMatchObject({ ok: true })
  const waits = lines.map(({ waitMs }) => Number(waitMs) / 1_000)
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 5])
})

test('a disk that fills ends it, and with more room it goes on with what is on the disk', async () => {
  using disk = smallDisk(2)
  if (disk === null) return
  path = join(disk.path, 'image.part')
  expect((await fetched()).outcome).toMatchObject({ ok: false, problem: { code: 'E_SPACE' } })
  disk.grow(8)
  asked = []
  expect((await fetched()).outcome).toEqual({ ok: true, value: null })
  // the first piece is sure, of the second it is not known
  expect(asked).toEqual([PIECE_BYTES])
  expect(readFileSync(path).equals(IMAGE)).toBe(true)
})

describe('after a power cut', () => {
  test.each([
    ['in the middle of a piece', 2.25, 2],
    ['at the end of a piece, whose sync is not known', 2, 1],
    ['before the first piece was whole', 0.5, 0],
  ])('%s it goes on with the last sure piece', async (_, pieces, sure) => {
    writeFileSync(path, IMAGE.subarray(0, pieces * PIECE_BYTES))
    // what came last is not what was written
    const unsure = Buffer.alloc(pieces * PIECE_BYTES - sure * PIECE_BYTES)
    writeFileSync(path, Buffer.concat([IMAGE.subarray(0, sure * PIECE_BYTES), unsure]))
    const { outcome } = await fetched()
    expect(outcome).toMatchObject({ ok: true })
    expect(asked).toEqual([sure * PIECE_BYTES])
    expect(readFileSync(path).equals(IMAGE)).toBe(true)
  })

  test('what is wrong on the disk is fetched once more, all of it', async () => {
    const wrong = Buffer.from(IMAGE)
    wrong[7] = wrong[7]! ^ 1
    writeFileSync(path, wrong)
    const { outcome } = await fetched()
    expect(outcome).toMatchObject({ ok: true })
    expect(asked).toEqual([3 * PIECE_BYTES, 0])
    expect(readFileSync(path).equals(IMAGE)).toBe(true)
  })

  test('a file that was fetched whole is not fetched again but for its last piece', async () => {
    writeFileSync(path, IMAGE)
    await fetched()
    expect(asked).toEqual([3 * PIECE_BYTES])
    truncateSync(path, 0)
    await fetched()
    expect(asked).toEqual([3 * PIECE_BYTES, 0])
  })
})

describe('a server', () => {
  test('that knows no ranges sends all of it, which counts from its beginning', async () => {
    handler = (request, response, from) =>
      answer({ ranges: false, cutAt: asked.length === 1 ? 2_000_000 : undefined })(request, response, from)
    const { outcome } = await fetched()
    expect(outcome).toMatchObject({ ok: true })
    expect(asked).toEqual([0, 2_000_000])
    expect(readFileSync(path).equals(IMAGE)).toBe(true)
  })

  test('that sends another part than was asked for is asked again from the beginning', async () => {
    writeFileSync(path, IMAGE.subarray(0, 2 * PIECE_BYTES))
    const usual = answer()
    handler = (request, response, from) => usual(request, response, asked.length === 1 ? 0 : from)
    const { outcome } = await fetched()
    expect(outcome).toMatchObject({ ok: true })
    expect(asked).toEqual([PIECE_BYTES, 0])
  })

  test('that has one byte changed: it is not taken, and nothing of it is left', async () => {
    const bytes = Buffer.from(IMAGE)
    bytes[2_000_000] = bytes[2_000_000]! ^ 1
    handler = answer({ bytes })
    const { outcome } = await fetched()
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'E_HASH' } })
    expect(statSync(path).size).toBe(0)
    expect(asked).toEqual([0])
  })

  test('that has another file there in between is not listened to', async () => {
    const other = { bytes: randomBytes(IMAGE.length), tag: '"another"' }
    handler = (request, response, from) =>
      answer(asked.length === 1 ? { cutAt: 1_000_000 } : other)(request, response, from)
    const { outcome } = await fetched()
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'E_HASH' } })
    expect(asked).toEqual([0, 1_000_000])
    // not one byte of it was taken
    expect(statSync(path).size).toBe(1_000_000)
  })

  test('that sends more than was announced is broken off', async () => {
    handler = (_, response) => void response.writeHead(200).end(IMAGE)
    const { outcome } = await fetched(undefined, PIECE_BYTES)
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'E_HASH', text: 'longer than announced' } })
  })

  test.each([
    ['less', IMAGE.length + 1],
    ['more', IMAGE.length - 1],
  ])('that has %s than was announced is not asked again', async (_, size) => {
    const { outcome } = await fetched(undefined, size)
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'E_HASH' } })
    expect(asked).toEqual([0])
    expect(statSync(path).size).toBe(0)
  })

  test.each([401, 403, 404, 410])('that answers %i is not asked again', async (status) => {
    handler = (_, response) => void response.writeHead(status).end()
    const { outcome } = await fetched()
    expect(outcome).toMatchObject({ ok: false, problem: { code: 'E_FETCH' } })
    expect(asked).toEqual([0])
  })
})

test('broken off it ends at once, and what came stays', async () => {
  const abort = new AbortController()
  handler = (request, response, from) => {
    answer({ cutAt: 1.5 * PIECE_BYTES })(request, response, from)
    if (asked.length === 2) abort.abort()
  }
  const { outcome } = await fetched(abort.signal)
  expect(outcome).toBeNull()
  expect(statSync(path).size).toBe(1.5 * PIECE_BYTES)
})
