import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

let server: TestServer
let closeDatabase = async () => {}
beforeAll(async () => {
  const database = await testDatabase('embedded')
  closeDatabase = () => database.close()
  const limits = { callsPerMinute: 30, heavyRunning: 1, heavyRunningOfOne: 1, heavyWaitingOfOne: 2 }
  server = await testServer({ database: database.kysely, limits })
})
afterAll(async () => {
  await server.close()
  await closeDatabase()
})

const series = () => {
  const { deviceId, pointIds } = server.fleet.stores.alder.freezer
  return `/api/v2/device/${deviceId}/series?points=${pointIds[0]}&start=2026-11-20T00:00:00Z&end=2026-11-20T01:00:00Z`
}

test('of many heavy calls at once some are refused for now, in the language of the caller', async () => {
  await server.send('GET', '/api/v2/account/profile', { as: 'admin' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      server.send('GET', series(), { as: 'admin', headers: { language: 'ja' } }),
    ),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(3)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, body, headers } of refused) {
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'request.busy', '2'])
    expect(body.message).toBe('一度に多くの処理が要求されています。2 秒後にもう一度お試しください。')
  }
})

test('an account makes so many calls in a minute, heavy or not, and the next minute again', async () => {
  server.clock.advance(60_000)
  const readProfile = () => server.send('GET', '/api/v2/account/profile', { as: 'north' })
  for (let call = 0; call < 30; call++) expect((await readProfile()).status).toBe(200)
  const refused = await readProfile()
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    429,
    'request.too_many',
    '60',
  ])
  server.clock.advance(60_000)
  expect((await readProfile()).status).toBe(200)
})
