import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // The cameras of a store as its terminal reports them: id and name of each.
  await run(`alter table terminal_state add cameras jsonb not null default '[]'`)

  // Pictures that were ordered of cameras, and what became of them. Several orders of one camera at a time share a command.
  // reason: why there is none. photo_id: of the photo that it became.
  await run(`create table camera_picture (
    store_id int not null,
    camera_picture_id uuid not null,
    command_id text not null,
    terminal_id text not null,
    camera_id text not null,
    camera_name text not null,
    subject_kind text not null,
    subject_id uuid not null,
    account_id bigint not null,
    account_name text not null,
    ordered_at timestamptz not null,
    expires_at timestamptz not null,
    state text not null,
    reason text,
    settled_at timestamptz,
    captured_at timestamptz,
    unchanged_since timestamptz,
    clock_difference_ms bigint,
    photo_id uuid,
    primary key (store_id, camera_picture_id),
    constraint camera_picture_state check (state in ('ordered', 'arrived', 'refused', 'expired'))
  )`)
  await run(`select spread('camera_picture')`)
  await run(`create index camera_picture_newest on camera_picture (store_id, ordered_at desc)`)
  await run(`create index camera_picture_of on camera_picture (store_id, subject_id, ordered_at)`)
  await run(`create index camera_picture_by_command on camera_picture (store_id, command_id)`)
  await run(`create index camera_picture_open on camera_picture (expires_at) where state = 'ordered'`)

  await run(`alter table photo drop constraint photo_taken`)
  await run(`alter table photo add constraint photo_taken check (taken_from in ('exif', 'clock', 'camera'))`)
}
