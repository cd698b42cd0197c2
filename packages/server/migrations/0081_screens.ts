import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // When the store lets others onto its screen, as its terminal reports; null: no screen is set up.
  await run(`alter table terminal_state add screen_consent text`)

  // Who requested the screen of a store, and what became of it. The id begins with the name of the process that holds it;
  // seen_at: when that last said so. ended_reason: null while it goes on.
  await run(`create table screen_session (
    store_id int not null,
    screen_session_id text not null,
    terminal_id text not null,
    account_id bigint not null,
    account_name text not null,
    mode text not null,
    command_id text not null,
    requested_at timestamptz not null,
    connected_at timestamptz,
    seen_at timestamptz not null,
    ended_at timestamptz,
    ended_reason text,
    ended_detail text,
    clicks int not null default 0,
    keys int not null default 0,
    width int,
    height int,
    primary key (store_id, screen_session_id)
  )`)
  await run(`select spread('screen_session')`)
  await run(`create index screen_session_newest on screen_session (store_id, requested_at desc)`)
  // one at a time on each screen
  await run(
    `create unique index screen_session_open on screen_session (store_id, terminal_id) where ended_reason is null`,
  )

  // Who else looked.
  await run(`create table screen_watch (
    store_id int not null,
    screen_session_id text not null,
    account_id bigint not null,
    account_name text not null,
    since timestamptz not null,
    primary key (store_id, screen_session_id, account_id)
  )`)
  await run(`select spread('screen_watch')`)

  // Pieces of recordings. from_ms, to_ms: since the session was connected. chain: SHA-256 of the chain before it and the hash
  // of its bytes. bytes: packed, raw_bytes: unpacked. removed_at: its file is over its time.
  await run(`create table screen_segment (
    store_id int not null,
    screen_session_id text not null,
    number int not null,
    from_ms int not null,
    to_ms int not null,
    sha256 bytea not null,
    chain bytea not null,
    bytes int not null,
    raw_bytes int not null,
    recorded_at timestamptz not null,
    removed_at timestamptz,
    primary key (store_id, screen_session_id, number)
  )`)
  await run(`select spread('screen_segment')`)
  await run(
    `create index screen_segment_age on screen_segment (store_id, recorded_at) where removed_at is null`,
  )

  // What an organisation adds to what its stores have settled.
  await run(`create table screen_rule (
    scope text not null,
    scope_id bigint not null,
    department_id bigint generated always as (case when scope = 'department' then scope_id end) stored,
    revision bigint not null default nextval('setting_revision'),
    changed_at timestamptz not null,
    changed_by text not null,
    consent_rule text not null,
    idle_minutes int not null,
    most_minutes int not null,
    kept_days int not null,
    primary key (scope, scope_id),
    constraint screen_rule_scope check (scope in ('department', 'store'))
  )`)
  await run(`select copy_everywhere('screen_rule')`)
  await run(`alter table screen_rule add constraint screen_rule_department
    foreign key (department_id) references department (department_id) on delete cascade`)
}
