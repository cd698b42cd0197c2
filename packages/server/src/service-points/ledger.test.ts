import { afterAll, expect, test } from 'vitest'
import { connect, type Database, type Db } from '../db/connect'
import { entriesWritten, faultsOfBooks, tryCredits } from '../testing/credit-trial'
import { describeEachKind, describeKind, postgresqlAddress, testDatabase } from '../testing/test-database'
import { NOON } from '../testing/test-server'
import { insertTinyFleet } from '../testing/tiny-fleet'

async function expectBooks(servers: readonly Db[], operations: number, seed: number): Promise<void> {
  const [db] = servers as [Db]
  const fleet = await insertTinyFleet(db, NOON)
  const done = await tryCredits(servers, fleet, { operations, seed, now: NOON })
  // it was a trial of everything
  expect(done.killed).toBeGreaterThan(operations / 50)
  expect(done.refused).toBeGreaterThan(operations / 50)
  expect(await faultsOfBooks(db)).toEqual([])
  expect(await entriesWritten(db)).toEqual(done.posted)
  expect([...done.posted.values()].filter((times) => times !== 1)).toEqual([])
}

describeEachKind('the ledger of service points', (kind) => {
  const opened: Database[] = []
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
  })

  test('300 made-up operations, repeats and dead transactions leave the books in order', async () => {
    const database = await testDatabase(kind)
    opened.push(database)
    await expectBooks([database.kysely], 300, 17)
  })
})

describeKind('the ledger of service points on two servers', 'postgresql', () => {
  const opened: Database[] = []
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()))
  })

  test('1,000 operations at once leave the books in order', async () => {
    const databaseUrl = await postgresqlAddress()
    if (databaseUrl === null) throw new Error('no PostgreSQL')
    for (let server = 0; server < 2; server++) opened.push(await connect({ databaseUrl }))
    await expectBooks(
      opened.map(({ kysely }) => kysely),
      1_000,
      29,
    )
  })
})
