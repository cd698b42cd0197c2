import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // In m²; null where nobody has entered it.
  await run(`alter table store add column floor_area_m2 double precision`)

  // What waits to be finished was begun without it.
  for (const answers of ['base', 'content']) {
    await run(`update store_draft set ${answers} = jsonb_set(${answers}, '{store,floor_area}', '""')
      where ${answers} ? 'store'`)
  }
}
