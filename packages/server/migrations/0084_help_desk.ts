import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Who helps a store from afar, for which case of repair. The id is made by who begins, so that one that is sent twice is one.
  // seen_at: when something last happened in it. revision: rises with each change.
  await run(`create table help_session (
    store_id int not null,
    help_session_id uuid not null,
    repair_case_id bigint not null,
    device_ids bigint[] not null,
    account_id bigint not null,
    account_name text not null,
    opened_at timestamptz not null,
    seen_at timestamptz not null,
    ended_at timestamptz,
    outcome text,
    note text not null default '',
    revision int not null default 1,
    primary key (store_id, help_session_id)
  )`)
  await run(`select spread('help_session')`)
  await run(`create index help_session_by_id on help_session (help_session_id)`)
  await run(`create index help_session_of_case on help_session (store_id, repair_case_id, opened_at desc)`)
  // a store is helped by one person at a time
  await run(`create unique index help_session_open on help_session (store_id) where ended_at is null`)

  // What is drawn on pictures, each thing a row, in pixels of the picture; the picture stays as it is.
  await run(`create table help_mark (
    store_id int not null,
    help_session_id uuid not null,
    photo_id uuid not null,
    help_mark_id uuid not null,
    mark jsonb not null,
    account_id bigint not null,
    account_name text not null,
    drawn_at timestamptz not null,
    primary key (store_id, help_session_id, photo_id, help_mark_id)
  )`)
  await run(`select spread('help_mark')`)

  // Whether what was suggested helped; device_id 0: the store as a whole.
  await run(`create table tip_verdict (
    store_id int not null,
    help_session_id uuid not null,
    rule text not null,
    device_id bigint not null,
    helped boolean not null,
    judged_at timestamptz not null,
    primary key (store_id, help_session_id, rule, device_id)
  )`)
  await run(`select spread('tip_verdict')`)
}
