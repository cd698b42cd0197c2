import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // Of whom the company asks a second factor at the sign-in with a password.
  await sql
    .raw(`alter table company add column factor_demand text not null default 'nobody'
      check (factor_demand in ('nobody', 'administrators', 'everybody'))`)
    .execute(db)
}
