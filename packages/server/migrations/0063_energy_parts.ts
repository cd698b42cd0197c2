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

  // What a sub-meter counted on one day, and how many days that stands for. The last days of stores that have some are
  // computed again.
  await run(`create table sub_meter_day (
    store_id int not null,
    device_id bigint not null,
    "on" date not null,
    days double precision not null,
    energy_kwh double precision,
    computed_at timestamptz not null,
    primary key (store_id, device_id, "on")
  )`)
  await run(`select spread('sub_meter_day')`)
  await run(`insert into analysis_due (store_id, analysis, "on")
    select distinct e.store_id, 'store_day', e."on"
    from energy_day e join device d on d.store_id = e.store_id and d.type = 'sub_meter'
    where e."on" > current_date - 32
    on conflict do nothing`)
}
