import { expect, test } from 'vitest'
import { loadServerKeys } from '../db/server-keys'
import { describeEachDatabase } from '../testing/test-database'
import { basic, testServer } from '../testing/test-server'
import { PASSWORD } from '../testing/tiny-fleet'
import { renewSecrets } from './renew-secrets'

describeEachDatabase('the secrets of an installation', (openDatabase) => {
  test('renewed, tokens and sign-ins before are worth nothing; receivers of messages keep theirs', async () => {
    const db = await openDatabase()
    const server = await testServer({ database: db })
    await server.send('POST', '/api/v2/auth', { headers: basic('north', PASSWORD) })
    const before = await loadServerKeys(db)
    expect(await renewSecrets(db)).toBe(1)
    const after = await loadServerKeys(db)
    for (const key of ['token', 'renewal', 'download'] as const) expect(after[key]).not.toEqual(before[key])
    for (const key of ['webhook', 'push'] as const) expect(after[key]).toEqual(before[key])
    expect(await db.selectFrom('signIn').selectAll().execute()).toEqual([])
    await server.close()
  })
})
