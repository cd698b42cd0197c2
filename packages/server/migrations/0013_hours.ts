import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // The packed hours of all points of a device in one row: of a row per point two thirds were heads, keys and figures
  // that nothing read. readings: see storage/device-block.ts
  await run(`create table device_hour (
    store_id int not null,
    device_id bigint not null,
    hour timestamptz not null,
    readings bytea not null,
    primary key (store_id, device_id, hour)
  ) partition by range (hour)`)
  await run(`select spread('device_hour')`)

  const months = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'point_hour'::regclass order by c.relname`.execute(db)
  for (const { name } of months.rows) {
    const [, year, month] = /^point_hour_(\d{4})_(\d{2})$/.exec(name) ?? []
    if (year === undefined || month === undefined) throw new Error(`${name} is no month of packed hours`)
    await run(`create table device_hour_${year}_${month} partition of device_hour
      for values from ('${firstOf(Number(year), Number(month))}') to ('${firstOf(Number(year), Number(month) + 1)}')`)
  }
  // As they are, one after the other: version 1 of a device's block. Packing an hour again brings it into the present form.
  await run(`insert into device_hour (store_id, device_id, hour, readings)
    select h.store_id, p.device_id, h.hour, '\\x01'::bytea
      || string_agg(int8send(h.point_id) || int4send(length(h.series)) || h.series, ''::bytea order by h.point_id)
    from point_hour h join point p on p.store_id = h.store_id and p.point_id = h.point_id
    group by h.store_id, p.device_id, h.hour`)
  await run('drop table point_hour')
}

function firstOf(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString()
}
