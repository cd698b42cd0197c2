import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // They were left on the coordinator of a cluster.
  await run(`select spread('firmware_install')`)
  await run(`select spread('box_system')`)
}
