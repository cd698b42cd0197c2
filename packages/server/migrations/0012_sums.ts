import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // The insurance of all devices of a store as one, kept beside insured_coverage: when the first of them runs out, and
  // how many are insured from each day of from_on on. Null where nothing is or ever was insured.
  await run(`create table store_insurance (
    store_id int primary key,
    ends_on date,
    from_on date[] not null default '{}',
    devices int[] not null default '{}'
  )`)
  await run(`select spread('store_insurance')`)
  await run(`insert into store_insurance (store_id, ends_on, from_on, devices)
    with covered as (
      select c.store_id, c.device_id, c.first_on, c.last_on from insured_coverage c
      where not exists (select from device d where d.store_id = c.store_id and d.device_id = c.device_id
        and d.removed_at is not null)
    ), ends as (
      select store_id, min(last_on) as ends_on
      from (select store_id, max(last_on) as last_on from covered group by store_id, device_id) d group by store_id
    ), changes as (
      select store_id, first_on as from_on from covered union select store_id, last_on + 1 from covered
    ), steps as (
      select h.store_id, h.from_on, count(distinct c.device_id)::int as devices
      from changes h left join covered c
        on c.store_id = h.store_id and c.first_on <= h.from_on and c.last_on >= h.from_on
      group by h.store_id, h.from_on
    )
    select e.store_id, e.ends_on, array_agg(s.from_on order by s.from_on), array_agg(s.devices order by s.from_on)
    from ends e join steps s on s.store_id = e.store_id group by e.store_id, e.ends_on`)

  // The medians of the devices of a store and day that have one, in tenths of a point, two bytes each, the lowest first.
  await run(`alter table health_store_day add column median_tenths bytea not null default ''`)
  await run(`update health_store_day s set median_tenths = d.median_tenths
    from (select store_id, "on", string_agg(int2send(tenths), ''::bytea order by tenths) as median_tenths
      from (select store_id, "on", round((median_score * 10)::numeric)::smallint as tenths from health_day
        where median_score is not null) m
      group by store_id, "on") d
    where d.store_id = s.store_id and d."on" = s."on"`)

  // Charts count every alarm of a period, and an entry of the index is a sixth of a row.
  await run('drop index alarm_by_time')
  await run(
    `create index alarm_by_time on alarm (raised_at, store_id) include (alarm_id, priority, acknowledged_at)`,
  )
}
