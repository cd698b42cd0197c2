import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // Which guarded equipment an account sees with a page permission, where it has no equipment permission: all, as until now.
  await sql
    .raw(`alter table page_permission add column given text[] not null default '{walk_in,c4}'`)
    .execute(db)
}
