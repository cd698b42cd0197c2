import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  // The alarms of a department over a period by its stores: alarm_by_time has those of all stores in between.
  await sql`create index alarm_by_store on alarm (store_id, raised_at)
    include (alarm_id, priority, acknowledged_at)`.execute(db)
}
