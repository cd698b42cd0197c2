import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // What is open or due is a small part of what is kept for years.
  await run(`create index upkeep_plan_due on upkeep_plan (due_on) where removed_at is null`)

  // A department may have a list of its own instead of the one of those above. titles: its words by language, where they
  // differ from the title. removed_at: no case is set to it any more; cases that were keep its words.
  await run(`alter table repair_progress add titles jsonb not null default '{}', add removed_at timestamptz`)
  await run(`drop index repair_progress_title`)
  await run(`create unique index repair_progress_title
    on repair_progress (coalesce(department_id, 0), title) where removed_at is null`)
}
