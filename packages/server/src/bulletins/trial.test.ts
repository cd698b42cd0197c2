import { randomUUID } from 'node:crypto'
import type { BulletinId } from '@coldkeep/domain/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selectSignedIn } from '../accounts/sign-in-queries'
import { bulletinRig } from '../testing/bulletin-rig'
import { steps, tryBulletin } from '../testing/bulletin-trial'
import { insertPerson } from '../testing/insert-person'
import { describeEachDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'

const RUNS = 25

describeEachDatabase('any course of a message', (openDatabase) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ database: await openDatabase() })
    for (const name of ['una', 'nils', 'olaf']) await insertPerson(server, name, server.fleet.north, [])
  })
  afterAll(() => server.close())

  const signedIn = async (login: string) => {
    await server.send('GET', '/api/v2/account/bulletins', { as: login })
    const row = await server.db
      .selectFrom('signIn')
      .innerJoin('account', 'account.accountId', 'signIn.accountId')
      .select(['signIn.signInId', 'signIn.accountId'])
      .where('account.login', '=', login)
      .orderBy('signIn.signInId', 'desc')
      .executeTakeFirstOrThrow()
    const user = await selectSignedIn(server.db, row, server.clock.now())
    if (user === null) throw new Error(`${login} is not signed in`)
    return user
  }

  test('facts never go back, and nobody is notified twice or reminded after confirming', async () => {
    const sender = await signedIn('admin')
    const readers = await Promise.all(['una', 'nils', 'olaf', 'north'].map(signedIn))
    const rig = bulletinRig(server)
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), async (list, first_counts) => {
        await server.db.updateTable('account').set({ isEnabled: true }).execute()
        await server.db.deleteFrom('notice').execute()
        const id = await rig.sent('admin', server.fleet.north, { id: randomUUID(), first_counts })
        const trial = { bulletinId: Number(id) as BulletinId, sender, readers, now: server.clock.now() }
        expect(await tryBulletin([server.db, server.db], trial, list)).toEqual([])
      }),
      { numRuns: RUNS, seed: 20_261_128 },
    )
    await server.db.updateTable('account').set({ isEnabled: true }).execute()
  })
})
