import { insertPerson } from '@coldkeep/server/testing/insert-person'
import { testDatabase } from '@coldkeep/server/testing/test-database'
import { NOON, testServer } from '@coldkeep/server/testing/test-server'
import { PASSWORD } from '@coldkeep/server/testing/tiny-fleet'
import { expect, test } from 'vitest'
import { grantServicePoints } from './service-points'
import { Visitor } from './visitor'

test('the demo has points granted, one application that waits, and each of its terminals activated once', async () => {
  const database = await testDatabase('embedded')
  const server = await testServer({ database: database.kysely })
  try {
    await insertPerson(server, 'una', server.fleet.north, ['2-2-5'])
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
    const administrator = await Visitor.signIn(address, 'admin', PASSWORD)
    const applicant = await Visitor.signIn(address, 'una', PASSWORD)
    await grantServicePoints({ administrator, applicant }, server.db, NOON)
    await grantServicePoints({ administrator, applicant }, server.db, NOON)
    const { body } = await server.send('GET', '/api/v2/service/point', { as: 'admin' })
    // four stores with a terminal each
    expect(body.points[0].subservices[0].point).toEqual([
      { total: 250, used: 20, unused: 230, 'to-be-used': 0 },
    ])
    const { body: listed } = await server.send('GET', '/api/v2/service/apply', { as: 'admin' })
    expect(listed.applications.map(({ state }: { state: string }) => state)).toEqual([
      'waiting',
      ...Array.from({ length: 4 }, () => 'approved'),
    ])
  } finally {
    await server.close()
    await database.close()
  }
})
