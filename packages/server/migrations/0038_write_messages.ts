import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Who is told of a write in the console: those who may approve it, and whoever asked of what came of that. Its words
  // are made when it is read, from how the write stands then.
  await run(`create table write_message (
    store_id int not null,
    write_id text not null,
    account_id bigint not null,
    about text not null,
    at timestamptz not null,
    read_at timestamptz,
    primary key (store_id, write_id, account_id, about)
  )`)
  await run(`select spread('write_message')`)
  await run(`create index write_message_by_account on write_message (account_id, at)`)
  await run(`create index write_message_by_time on write_message (at)`)
}
