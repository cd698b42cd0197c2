import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // What people say of early warnings. It outlives their rows, which days that are computed again replace.
  await run(`create table warning_verdict (
    store_id int not null,
    device_id bigint not null,
    kind text not null,
    raised_at timestamptz not null,
    verdict text not null,
    given_at timestamptz not null,
    account_id bigint,
    account_name text not null,
    primary key (store_id, device_id, kind, raised_at)
  )`)
  await run(`select spread('warning_verdict')`)
}
