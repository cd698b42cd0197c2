import { sql } from 'kysely'
import type { Database } from './connect'

// The thresholds of PostgreSQL's own autovacuum: a tenth of the rows changed, a fifth of them dead, and 50.
const CHANGED_ROWS = sql`n_live_tup * 0.1 + 50`

/**
 * Vacuums the embedded database, which has no autovacuum: without it a table that is written all the time
 * grows and the planner has no idea of its size. One table at a time, so that others get their turn in
 * between.
 * @returns the tables that were vacuumed; none on PostgreSQL, which does it on its own
 */
export async function tidyTables({
  kind,
  kysely,
}: Pick<Database, 'kind' | 'kysely'>): Promise<readonly string[]> {
  if (kind === 'postgresql') return []
  // What was written last is counted only now and then.
  await sql`select pg_stat_force_next_flush()`.execute(kysely)
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_stat_user_tables
    where schemaname = 'public' and (n_mod_since_analyze > ${CHANGED_ROWS} or n_dead_tup > ${CHANGED_ROWS} * 2)
    order by relname`.execute(kysely)
  const tables = rows.map((row) => row.relname)
  for (const table of tables) await sql`vacuum (analyze) ${sql.id(table)}`.execute(kysely)
  return tables
}
