import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // What people write down of a store. Who changes it says which revision was read.
  await sql`alter table store
    add column phone text not null default '',
    add column tax_id text not null default '',
    add column security_account text not null default '',
    add column service_ends_on date,
    add column note text not null default '',
    add column revision int not null default 1`.execute(db)
}
