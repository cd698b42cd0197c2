import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '@coldkeep/server/db/connect'
import { migrateToLatest } from '@coldkeep/server/db/migrator'
import { startPostgresql } from '@coldkeep/server/testing/postgresql-server'
import { createDatabase, urlOfDatabase } from '@coldkeep/server/testing/server-databases'
import type { Wishes } from './report'

/** Measures on an embedded database on disk and on a PostgreSQL of its own, or on the one that was requested. */
export async function onEachDatabase(
  { database = 'both' }: Wishes,
  measure: (database: Database) => Promise<void>,
): Promise<void> {
  if (database !== 'postgresql') {
    const folder = mkdtempSync(join(tmpdir(), 'coldkeep-bench-'))
    try {
      await measureOn(await connect({ folder }), measure)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  if (database !== 'embedded') {
    const server = await startPostgresql([])
    try {
      await createDatabase(server.url, 'bench')
      await measureOn(await connect({ databaseUrl: urlOfDatabase(server.url, 'bench') }), measure)
    } finally {
      await server.stop()
    }
  }
}

async function measureOn(database: Database, measure: (database: Database) => Promise<void>): Promise<void> {
  try {
    await migrateToLatest(database.kysely)
    await measure(database)
  } finally {
    await database.close()
  }
}
