import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // Goes up with every change that people make.
  await sql`alter table device add column revision int not null default 1`.execute(db)
}
