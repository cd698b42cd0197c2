import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Channels by which an account does not want to be told, by its own choice.
  await run(`alter table account add column silenced_channels text[] not null default '{}'`)
  await run(`create index account_with_silence on account (account_id) where silenced_channels <> '{}'`)
}
