import { sql } from 'kysely'
import type { Db } from '../db/connect'

/** Asks the database for nothing but an answer. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}
