import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  await run(`insert into firmware_type (firmware_type_id, title) values
    ('box-swupdate', 'System of a box, for SWUpdate'),
    ('box-rauc', 'System of a box, for RAUC')`)

  // The clients of boxes compare with hashes of these kinds; null for images of before.
  await run(`alter table firmware_image add sha1 text, add md5 text`)

  // What a box runs below the terminal program, and the token of its program for updates.
  await run(`create table box_system (
    store_id int not null,
    terminal_id text not null,
    firmware_type_id text not null,
    token_hash bytea,
    token_made_at timestamptz not null,
    token_made_by text not null,
    version text,
    boot text,
    attributes jsonb not null default '{}',
    reported_at timestamptz,
    polled_at timestamptz,
    primary key (store_id, terminal_id)
  )`)

  // A box polls for its installation: no command is sent.
  await run(`alter table firmware_install alter command_id drop not null,
    add attempt int not null default 1,
    add succeeded_at timestamptz,
    add is_withdrawn boolean not null default false`)
}
