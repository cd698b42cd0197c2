import { epochMs } from '@coldkeep/domain/time/instant'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../testing/test-database'
import { testServer } from '../testing/test-server'

describeEachDatabase('the day that the page of evidence proposes', (openDatabase) => {
  test.each([
    ['by day', '2026-11-20T04:00:00Z', '2026-11-19'],
    ['while Tokyo has begun the 21st, and Taipei has not', '2026-11-20T15:30:00Z', '2026-11-19'],
    ['when both have begun it', '2026-11-20T16:00:00Z', '2026-11-20'],
  ])('is over in every store: %s', async (_, now, proposed) => {
    const server = await testServer({ database: await openDatabase() })
    try {
      server.clock.set(epochMs(Date.parse(now)))
      const { body } = await server.send('GET', '/api/v2/qa-temp/dl/pageinfo', { as: 'admin' })
      expect(body.default_date).toBe(proposed)
    } finally {
      await server.close()
    }
  })
})
