import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // What a box answers for its store: since when it is not to be asked any more, by whom and why in its own words, and the
  // job to which it has said yes.
  await run(`alter table box_system
    add auto_confirmed_at timestamptz,
    add auto_confirmed_by text,
    add auto_confirm_remark text,
    add confirmed_job_id bigint`)
}
