import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Whose account a way to the provider is to link, by the sign-in that began it; without one somebody wants to sign in.
  await run(`alter table provider_visit add column sign_in_id bigint`)
}
