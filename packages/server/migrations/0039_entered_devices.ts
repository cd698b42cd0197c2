import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // What whoever sends a script says of devices that stores lack: brand, model, unit id, type and temperature zone.
  await run(`alter table script_deployment add column entered_devices jsonb not null default '[]'`)
}
