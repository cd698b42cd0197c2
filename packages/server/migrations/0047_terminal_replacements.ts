import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // A box that is to take the place of one that is there: its secret waits beside the one in use until it has proved
  // itself. Of whom the code was.
  await run(`alter table terminal
    add column next_secret_hash bytea,
    add column next_until timestamptz,
    add column next_serial text,
    add column next_hardware text,
    add column next_by text,
    add column next_account_id bigint`)
  await run(`create index terminal_by_next_until on terminal (next_until) where next_until is not null`)
  await run(`alter table terminal_claim add column account_id bigint`)

  // Who is told in the console that a terminal may be, or was, replaced.
  await run(`create table terminal_message (
    store_id int not null,
    terminal_id text not null,
    account_id bigint not null,
    about text not null,
    at timestamptz not null,
    person text not null,
    read_at timestamptz,
    primary key (store_id, terminal_id, account_id, about, at)
  )`)
  await run(`select spread('terminal_message')`)
  await run(`create index terminal_message_by_account on terminal_message (account_id, at)`)
  await run(`create index terminal_message_by_time on terminal_message (at)`)
}
