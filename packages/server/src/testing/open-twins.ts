import type { DeviceId } from '@coldkeep/domain/ids'
import type { Database } from '../db/connect'
import { addReaders, readers } from './compare-sites'
import { type TestServer, testServer } from './test-server'
import { plantSite } from './twin-sites'

/** Two sites that are the same but for what their readers may not see. */
export interface Twins {
  readonly sites: readonly [TestServer, TestServer]
  readonly databases: readonly [Database, Database]
  /** Per site, what its readers may not see. */
  readonly unseen: readonly [readonly DeviceId[], readonly DeviceId[]]
  close(): Promise<void>
}

/** @param open gives an empty database with the schema */
export async function openTwins(where: keyof typeof readers, open: () => Promise<Database>): Promise<Twins> {
  const opened: { database: Database; server: TestServer; unseen: readonly DeviceId[] }[] = []
  for (const more of [
    { devices: 1, factor: 1, furtherStores: [] },
    { devices: 3, factor: 5, furtherStores: ['Elm Square', 'Fir Hill'] },
  ]) {
    const database = await open()
    const server = await testServer({ database: database.kysely })
    await addReaders(server, readers[where])
    opened.push({ database, server, unseen: await plantSite(server, where, more) })
  }
  const [one, other] = opened as [(typeof opened)[number], (typeof opened)[number]]
  return {
    sites: [one.server, other.server],
    databases: [one.database, other.database],
    unseen: [one.unseen, other.unseen],
    async close() {
      for (const { server, database } of opened) {
        await server.close()
        await database.close()
      }
    },
  }
}
