import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // The alarms of a department over a period by its stores: alarm_by_time has those of all stores in between.
  await run(`create index alarm_by_store on alarm (store_id, raised_at)
    include (alarm_id, priority, acknowledged_at)`)

  // Few stores are in breach, and the home page asks for no others.
  await run(`create index temperature_store_day_in_breach on temperature_store_day ("on", breach)
    include (store_id) where breach > 0`)

  // As the other sums of 0015; median_tenths: those of all stores, in no order.
  await run(`create table health_area_day (
    department_id bigint not null,
    zone text not null,
    "on" date not null,
    good bigint not null,
    fair bigint not null,
    watch bigint not null,
    poor bigint not null,
    no_score bigint not null,
    median_tenths bytea not null,
    computed_at timestamptz not null,
    primary key (department_id, "on", zone)
  )`)
  await run(`insert into health_area_day
    select s.department_id, s.zone, d."on", sum(good), sum(fair), sum(watch), sum(poor), sum(no_score),
      string_agg(median_tenths, ''::bytea), max(d.computed_at)
    from store s join health_store_day d on d.store_id = s.store_id group by s.department_id, s.zone, d."on"`)
}
