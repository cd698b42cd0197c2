import { sql } from 'kysely'
import type { Db } from './connect'

/** The names of the migrations that a database has; none where it is empty. */
export async function selectMigrations(db: Db): Promise<readonly string[]> {
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there`.execute(db)
  if (found[0]?.isThere !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}
