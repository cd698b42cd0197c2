import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Since when a case proposes to close, and why; both stay when it is closed, and go when it is opened again.
  await run(
    `alter table repair_case add close_proposed_at timestamptz, add close_proposal jsonb, add reopened_at timestamptz`,
  )
  await run(`create index repair_case_open on repair_case (store_id, repair_case_id) where closed_at is null`)

  // What the 24 hours before scored_at measured, from which the score follows.
  await run(`alter table device_health add last_measured jsonb, add last_outdoor_c double precision`)
}
