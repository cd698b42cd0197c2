import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database'
import { basic, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'

const MEBIBYTE = 1_048_576
const SENT_BYTES = 100 * MEBIBYTE
/** Pieces that ran through wait for the collector a while. */
const HELD_BYTES = 64 * MEBIBYTE
const PIECE = Buffer.alloc(MEBIBYTE, '[')

let server: TestServer
let closeDatabase = async () => {}
let address = ''
let authorization = ''
beforeAll(async () => {
  const database = await testDatabase('embedded')
  closeDatabase = () => database.close()
  server = await testServer({ database: database.kysely })
  address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { body } = await server.send('POST', '/api/v2/auth', { headers: basic('admin', PASSWORD) })
  authorization = `Bearer ${body.token}`
})
afterAll(async () => {
  await server.close()
  await closeDatabase()
})

/** Bytes of this process, in which the server runs too, beside what the sender holds. */
function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

interface Sent {
  readonly status: number
  readonly body: { readonly code: string; readonly message: string }
  /** How far the memory rose while it was sent. */
  readonly roseBytes: number
}

/** Sends a large body piece by piece, as quick as it is taken, until the answer has come. */
async function sendLarge(
  method: string,
  path: string,
  language: string,
  length: number | null,
): Promise<Sent> {
  const type = { 'content-type': 'application/json', authorization, language }
  const headers = length === null ? type : { ...type, 'content-length': length }
  const sending = request(`${address}${path}`, { method, headers })
  const answering = once(sending, 'response') as Promise<[IncomingMessage]>
  let answer: IncomingMessage | null = null
  const answered = answering.then(([received]) => {
    answer = received
  })
  // the server may hang up while there is still more to send: its answer has come by then
  sending.on('error', () => undefined)
  const before = usedBytes()
  let most = before
  for (let sent = 0; sent < SENT_BYTES && answer === null && !sending.destroyed; sent += PIECE.length) {
    if (!sending.write(PIECE)) await Promise.race([once(sending, 'drain').catch(() => undefined), answered])
    most = Math.max(most, usedBytes())
  }
  sending.end()
  const [received] = await answering
  const body = JSON.parse(await text(received))
  sending.destroy()
  return { status: received.statusCode ?? 0, body, roseBytes: most - before }
}

const calls = [
  ['PATCH', '/api/v2/util/department/update', 'en', 'The request is too large. The limit is 2 MB.'],
  ['POST', '/api/v2/util/department/preview', 'ja', 'リクエストが大きすぎます。上限は 2 MB です。'],
  ['POST', '/api/v2/util/pre-alarm/cfg/csv', 'zh-CN', '请求过大，上限为 10 MB。'],
  ['POST', '/api/v2/stores/import/preview', 'zh-TW', '要求過大，上限為 16 MB。'],
] as const

test.each(calls)(
  '%s %s: 100 MB are refused before they are read',
  async (method, path, language, message) => {
    const { status, body, roseBytes } = await sendLarge(method, path, language, SENT_BYTES)
    expect([status, body.code, body.message]).toEqual([413, 'request.too_large', message])
    expect(roseBytes).toBeLessThan(HELD_BYTES)
  },
)

test.each(calls)('%s %s: so are 100 MB whose size no one told', async (method, path, language, message) => {
  const { status, body, roseBytes } = await sendLarge(method, path, language, null)
  expect([status, body.code, body.message]).toEqual([413, 'request.too_large', message])
  expect(roseBytes).toBeLessThan(HELD_BYTES)
})
