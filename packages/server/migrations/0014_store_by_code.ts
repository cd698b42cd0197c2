import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // Lists of a large chain go by the number of the store, a page at a time.
  await sql`create index store_by_code on store (code)`.execute(db)
}
