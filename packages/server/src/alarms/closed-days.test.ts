import { epochMs, later, minutes, seconds } from '@coldkeep/domain/time/instant'
import { localDate } from '@coldkeep/domain/time/local-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { countClosedDays } from './closed-days'

const NOW = epochMs(Date.parse('2026-11-20T04:00:00Z'))
const RAISED = epochMs(Date.parse('2026-11-18T04:00:00Z'))

let server: TestServer
beforeAll(async () => {
  const database = await testDatabase('embedded')
  server = await testServer({ database: database.kysely })
})
afterAll(() => server.close())

async function raise(store: 'alder' | 'cedar'): Promise<void> {
  const { storeId, terminalId } = server.fleet.stores[store]
  const at = {
    startedAt: RAISED,
    raisedAt: RAISED,
    lastRaisedAt: RAISED,
    clearedAt: RAISED,
    changedAt: RAISED,
  }
  await server.db
    .insertInto('alarm')
    .values({ storeId, terminalId, branch: 'high', state: 'cleared', priority: 2, ...at })
    .execute()
}

async function counted(departments: readonly number[], now = NOW): Promise<number> {
  const scope = { departments: departments as never, hidden: new Set<never>() }
  const days = { first: localDate('2026-11-14'), last: localDate('2026-11-19') }
  const filter = { scope, storeIds: null, zones: ['Asia/Taipei', 'Asia/Tokyo'], ...days }
  return (await countClosedDays(server.db, filter, now)).reduce((sum, { alarms }) => sum + alarms, 0)
}

test('days that are over are counted again after a minute, each department for itself', async () => {
  const { north, south } = server.fleet
  await raise('cedar')
  expect([await counted([south]), await counted([north])]).toEqual([1, 0])
  await raise('cedar')
  expect(await counted([south], later(NOW, seconds(59)))).toBe(1)
  expect(await counted([south], later(NOW, minutes(1)))).toBe(2)
  expect(await counted([north, south], NOW)).toBe(2)
})
