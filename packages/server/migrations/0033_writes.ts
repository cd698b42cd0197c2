import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // What a write does, which point shows it, and how far it may go.
  await run(`alter table write_command
    add column effect text not null default 'other',
    add column point_name text not null default '',
    add column sets_to double precision,
    add column lowest double precision,
    add column highest double precision,
    add column usual_low double precision,
    add column usual_high double precision`)
  await run(`update model_version set content = jsonb_set(content, '{writes}', (
    select coalesce(jsonb_agg('{"effect": "other", "pointName": "", "setsTo": null, "lowest": null,
      "highest": null, "usualLow": null, "usualHigh": null}'::jsonb || w.value order by w.ordinality), '[]'::jsonb)
    from jsonb_array_elements(content -> 'writes') with ordinality w))`)

  // Somebody wants devices of a store to be written to. The id is made by whoever asks.
  await run(`create table write_request (
    store_id int not null,
    write_id text not null,
    risk int not null,
    approval text not null,
    approve_until timestamptz,
    wait_minutes int not null,
    note text not null,
    undo_of text,
    account_id bigint not null,
    created_by text not null,
    created_at timestamptz not null,
    decided_by text,
    decided_at timestamptz,
    decision_note text not null default '',
    primary key (store_id, write_id)
  )`)
  await run(`select spread('write_request')`)
  await run(`create index write_request_by_id on write_request (write_id)`)
  await run(`create index write_request_by_time on write_request (store_id, created_at)`)
  await run(`create index write_request_waiting on write_request (store_id) where approval = 'waiting'`)

  // One device of it. What is sent was settled when it was asked for; how far it has come stands with its command.
  await run(`create table write_line (
    store_id int not null,
    write_id text not null,
    device_id bigint not null,
    position int not null,
    command_code text not null,
    note text not null,
    effect text not null,
    point_name text not null,
    unit text not null,
    value double precision,
    undo_code text,
    undo_value double precision,
    risk int not null,
    arg jsonb not null,
    known_value double precision,
    known_quality int,
    known_at timestamptz,
    fault text,
    command_id text,
    delivered_at timestamptz,
    primary key (store_id, write_id, device_id)
  )`)
  await run(`select spread('write_line')`)
  await run(`create index write_line_by_command on write_line (store_id, command_id)`)
  await run(`create index write_line_by_device on write_line (store_id, device_id)`)
}
