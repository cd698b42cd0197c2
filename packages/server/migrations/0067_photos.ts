import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Pictures of what people did, under the ids that their phones made; the file is called by its hash. When a picture was
  // taken, when it was added and when it arrived are three times.
  await run(`create table photo (
    store_id int not null,
    photo_id uuid not null,
    subject_kind text not null,
    subject_id uuid not null,
    sha256 bytea not null,
    type text not null,
    width int not null,
    height int not null,
    taken_at timestamptz not null,
    taken_from text not null,
    entered_at timestamptz not null,
    received_at timestamptz not null,
    account_id bigint not null,
    account_name text not null,
    primary key (store_id, photo_id),
    constraint photo_taken check (taken_from in ('exif', 'clock'))
  )`)
  await run(`select spread('photo')`)
  await run(`create index photo_by_id on photo (photo_id)`)
  await run(`create index photo_by_subject on photo (store_id, subject_id)`)

  // How many photos work has at least, and the ones that were taken of it, also while they are still on a phone.
  await run(`alter table upkeep_plan add least_photos int not null default 0`)
  // The due day of which people have been reminded, before it and once it had passed.
  await run(`alter table upkeep_plan add reminded_soon_on date, add reminded_overdue_on date`)
  await run(`alter table upkeep_record add photo_ids uuid[] not null default '{}'`)
  await run(`create index upkeep_plan_by_id on upkeep_plan (upkeep_plan_id)`)
  await run(`create index upkeep_record_by_id on upkeep_record (upkeep_record_id)`)
}
