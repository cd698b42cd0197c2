import { beforeAll, expect, test } from 'vitest'
import { fuzzServer } from '../testing/fuzz-server'
import { testDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

const REQUESTS = 600

let server: TestServer
beforeAll(async () => {
  const database = await testDatabase('embedded')
  server = await testServer({ database: database.kysely })
  return async () => {
    await server.close()
    await database.close()
  }
})

test('no made-up request is answered as a fault of ours; npm run bench -- fuzz sends many more', async () => {
  const { requests, answers, failures } = await fuzzServer(server, REQUESTS, 20_261_121)
  server.faults.length = 0
  expect(failures).toEqual([])
  expect(requests).toBe(REQUESTS)
  // some mean something, so that more than the first check is tried
  expect(answers['2xx']).toBeGreaterThan(REQUESTS / 20)
  expect(answers['4xx']).toBeGreaterThan(REQUESTS / 4)
})
