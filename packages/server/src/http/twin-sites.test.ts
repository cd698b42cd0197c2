import { beforeAll, describe, expect, test } from 'vitest'
import { addReaders, compareSites, readers } from '../testing/compare-sites'
import { testDatabase } from '../testing/test-database'
import { type TestServer, testServer } from '../testing/test-server'
import { plantSite } from '../testing/twin-sites'

/** Two sites that are the same but for what a reader may not see. */
describe.each(['withheld', 'elsewhere'] as const)('sites that differ in what is %s', (where) => {
  const sites: TestServer[] = []
  let unseen: Awaited<ReturnType<typeof plantSite>> = []
  beforeAll(async () => {
    const closing: (() => Promise<void>)[] = []
    for (const more of [
      { devices: 1, factor: 1 },
      { devices: 3, factor: 5 },
    ]) {
      const database = await testDatabase('embedded')
      const server = await testServer({ database: database.kysely })
      await addReaders(server, readers[where])
      const planted = await plantSite(server, where, more)
      if (sites.length === 0) unseen = planted
      sites.push(server)
      closing.push(async () => {
        await server.close()
        await database.close()
      })
    }
    return async () => {
      for (const close of closing) await close()
    }
  })

  test.each(readers[where])(
    'are told apart by no answer to $login',
    async (reader) => {
      const [first, second] = sites as [TestServer, TestServer]
      const { differences, answered, reading } = await compareSites([first, second], reader, unseen, {
        perCall: 1,
        seed: 20_261_123,
      })
      for (const site of sites) site.faults.length = 0
      expect(differences).toEqual([])
      if (reader.pages.length > 1) expect(answered).toBeGreaterThan(reading / 4)
    },
    300_000,
  )
})
