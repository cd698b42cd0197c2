import { beforeAll, expect, test } from 'vitest'
import { confineServer } from '../testing/confine-server'
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

test('no call tells an account of a foreign row, or changes one; npm run bench -- confinement tries many more', async () => {
  const { requests, answers, rows, breaches } = await confineServer(server, REQUESTS, 20_261_122)
  server.faults.length = 0
  expect(breaches).toEqual([])
  expect(requests).toBe(REQUESTS)
  expect(rows).toBeGreaterThan(30)
  // many reach rows of their own, so that more than the refusal is tried
  expect(answers['2xx']).toBeGreaterThan(REQUESTS / 20)
}, 90_000)
