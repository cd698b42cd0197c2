import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database'
import { basic, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'

let server: TestServer
let closeDatabase = async () => {}
let port = 0
beforeAll(async () => {
  const database = await testDatabase('embedded')
  closeDatabase = () => database.close()
  const limits = { headWithinMs: 300, bodyWithinMs: 300, bodyBytesPerMs: Number.POSITIVE_INFINITY }
  server = await testServer({ database: database.kysely, limits })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await server.close()
  await closeDatabase()
})

/** What the server says until it hangs up. */
async function say(request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (part) => {
    received += part
  })
  socket.on('error', () => {})
  socket.write(request)
  await once(socket, 'close')
  return received
}

const TOO_SLOW = /^HTTP\/1\.1 408 Request Timeout\r\n/

test('a head that does not end is hung up on', async () => {
  expect(await say('POST /api/v2/auth HTTP/1.1\r\nHost: x\r\n')).toMatch(TOO_SLOW)
})

test.each(['Content-Length: 10', 'Transfer-Encoding: chunked'])(
  'a body that does not end is hung up on: %s',
  async (length) => {
    const head = `POST /api/v2/auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`
    expect(await say(`${head}${length.startsWith('C') ? '{' : '1\r\n{\r\n'}`)).toMatch(TOO_SLOW)
    expect(server.faults).toEqual([])
  },
)

test('a body that no one waits for and that does not end is hung up on without a second answer', async () => {
  const received = await say('GET /api/v2/auth/options HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{')
  expect(received).toMatch(/^HTTP\/1\.1 200 /)
  expect(received.match(/HTTP\/1\.1 /g)).toHaveLength(1)
})

test('a stream of events outlives both', async () => {
  const signedIn = await server.send('POST', '/api/v2/auth', { headers: basic('admin', PASSWORD) })
  const stream = await fetch(`http://127.0.0.1:${port}/api/v2/events`, {
    headers: { authorization: `Bearer ${signedIn.body.token}`, accept: 'text/event-stream' },
  })
  expect(stream.status).toBe(200)
  const reader = stream.body?.getReader()
  let isOpen = true
  reader?.closed.then(
    () => (isOpen = false),
    () => (isOpen = false),
  )
  // both of these take the whole time that a head or a body has
  await say('POST /api/v2/auth HTTP/1.1\r\nHost: x\r\n')
  await say(
    'POST /api/v2/auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  )
  expect(isOpen).toBe(true)
  await reader?.cancel()
})
