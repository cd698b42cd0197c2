import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Every server looks for what accounts were told in the console, whichever told it.
  await run(`create index notice_told on notice (ended_at) where channel = 'app' and state = 'sent'`)
  // Tries of a console: told to whoever listens, and in no list of messages.
  await run(`create table test_message (
    key text not null,
    account_id bigint not null,
    title text not null,
    body text not null,
    at timestamptz not null,
    primary key (key, account_id)
  )`)
  await run(`create index test_message_by_time on test_message (at)`)
}
