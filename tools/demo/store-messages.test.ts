import { testDatabase } from '@coldkeep/server/testing/test-database'
import { NOON, testServer } from '@coldkeep/server/testing/test-server'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { expect, test } from 'vitest'
import { sendStoreMessages } from './store-messages'
import { Visitor } from './visitor'

test('the demo has messages to its stores: one confirmed, one that waits, one that was read', async () => {
  const database = await testDatabase('embedded')
  const server = await testServer({ database: database.kysely })
  try {
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const administrator = await Visitor.signIn(address, 'admin', PASSWORD)
    const reader = await Visitor.signIn(address, 'north', PASSWORD)
    await sendStoreMessages({ administrator, reader }, NOON)
    await sendStoreMessages({ administrator, reader }, NOON)
    const { body } = await server.send('GET', '/api/v2/bulletins', { as: 'admin' })
    // one account each in both departments of the tiny fleet
    expect(body.bulletins.map(({ receipts }: { receipts: object }) => receipts)).toEqual([
      { sent: 2, delivered: 1, opened: 1, confirmed: 0 },
      { sent: 2, delivered: 1, opened: 0, confirmed: 0 },
      { sent: 2, delivered: 1, opened: 1, confirmed: 1 },
    ])
    const { body: inbox } = await server.send('GET', '/api/v2/account/bulletins', { as: 'north' })
    expect([inbox.total, inbox.open]).toEqual([3, 1])
  } finally {
    await server.close()
    await database.close()
  }
})
