import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // How sure the likely fault is, and the figures that speak for it. What was named before has no chance.
  await run(`alter table health_day add column hint_chance double precision`)
  await run(`alter table device_health add column hint_chance double precision`)
  await run(`alter table device_health add column hint_reasons jsonb not null default '[]'`)
}
