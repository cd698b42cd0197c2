import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database'
import { basic, type TestServer, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'

const PROXY = '10.9.0.7'

describe.each([
  { proxies: [], isNamed: false },
  { proxies: ['192.0.2.1'], isNamed: false },
  { proxies: ['10.9.0.0/16'], isNamed: true },
])('with the proxies $proxies', ({ proxies, isNamed }) => {
  let server: TestServer
  beforeAll(async () => {
    const database = await testDatabase('embedded')
    server = await testServer({ database: database.kysely, proxies })
    return async () => {
      await server.close()
      await database.close()
    }
  })
  afterAll(() => server.db.deleteFrom('signInFailure').execute())

  /** The address that a failed sign-in is counted under. */
  async function countedAs(headers: Record<string, string>, from = PROXY): Promise<string | undefined> {
    await server.db.deleteFrom('signInFailure').execute()
    const wrong = { ...basic('nobody', 'not the password'), ...headers }
    expect((await server.send('POST', '/api/v2/auth', { headers: wrong, from })).status).toBe(401)
    const row = await server.db.selectFrom('signInFailure').select('address').executeTakeFirst()
    return row?.address
  }
  const forwardedFor = (addresses: string) => ({ 'x-forwarded-for': addresses })

  test(`who it says is calling is ${isNamed ? '' : 'not '}believed`, async () => {
    expect(await countedAs(forwardedFor('203.0.113.9'))).toBe(isNamed ? '203.0.113.9' : PROXY)
    expect(await countedAs(forwardedFor('203.0.113.9'), '127.0.0.1')).toBe('127.0.0.1')
  })

  test('who calls the proxy cannot put another address before', async () => {
    expect(await countedAs(forwardedFor('198.51.100.1, 203.0.113.9'))).toBe(isNamed ? '203.0.113.9' : PROXY)
  })

  test.each(['unknown', '203.0.113.9, _hidden', '203.0.113.9,', '300.1.1.1', "1' or '1'='1", ''])(
    'the garbled address %j is nobody',
    async (garbled) => {
      expect(await countedAs(forwardedFor(garbled))).toBe(PROXY)
    },
  )

  test(`the cookie is ${isNamed ? '' : 'not '}marked as one of https`, async () => {
    const headers = { ...basic('north', PASSWORD), 'x-forwarded-proto': 'https' }
    const { cookies } = await server.send('POST', '/api/v2/auth', { headers, from: PROXY })
    expect(cookies.some(({ secure }) => secure === true)).toBe(isNamed)
    const garbled = { ...headers, 'x-forwarded-proto': 'https;garbled' }
    const other = await server.send('POST', '/api/v2/auth', { headers: garbled, from: PROXY })
    expect(other.cookies.every(({ secure }) => secure !== true)).toBe(true)
  })
})
