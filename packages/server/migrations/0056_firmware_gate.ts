import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // What the field data of a wave came to, once for each wave. comparisons: null where something was found.
  await sql
    .raw(`create table firmware_gate (
    job_id bigint not null,
    wave int not null,
    judged_at timestamptz not null,
    comparisons int,
    updated int not null,
    others int not null,
    finding jsonb,
    primary key (job_id, wave)
  )`)
    .execute(db)
}
