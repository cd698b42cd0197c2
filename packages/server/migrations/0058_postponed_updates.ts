import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // How often a store has put a target off, and until when.
  await run(`alter table job_target add postponed int not null default 0, add not_before timestamptz`)

  // Stores were not asked by jobs of before.
  await run(`update firmware_job set plan = plan || '{"mayPostpone": false}'`)
  await run(`update job set input = jsonb_set(input, '{plan,mayPostpone}', 'false') where kind = 'firmware'`)
}
