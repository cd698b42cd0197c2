import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // The slots of all devices of a store on one day. What is lost is kept in seconds too, since devices of a store may
  // be polled in different periods.
  await run(`create table connection_store_day (
    store_id int not null,
    "on" date not null,
    ok int not null,
    device_lost int not null,
    host_lost int not null,
    device_lost_seconds bigint not null,
    host_lost_seconds bigint not null,
    computed_at timestamptz not null,
    primary key (store_id, "on")
  )`)
  await run(`select spread('connection_store_day')`)
  await run(`create index connection_store_day_by_day on connection_store_day ("on", store_id)`)
  await run(`insert into connection_store_day
    select store_id, "on", sum(ok), sum(device_lost), sum(host_lost), sum(device_lost * period_seconds),
      sum(host_lost * period_seconds), max(computed_at)
    from connection_day group by store_id, "on"`)
}
