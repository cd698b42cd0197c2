import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Terminals that were left behind, of which people have been notified; gone when they have caught up.
  await run(`create table outdated_terminal (
    store_id int not null,
    terminal_id text not null,
    version text not null,
    since timestamptz not null,
    primary key (store_id, terminal_id)
  )`)
  await run(`select spread('outdated_terminal')`)

  // What an open wave waits for: terminals at work, or such that are out of reach.
  await run(`alter table firmware_job add waits_for text`)
}
