import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // A profile for some devices of its model by their ids, null: for all that it claims otherwise; and for some firmwares.
  await run(`alter table parameter_profile add device_ids bigint[], add firmware_from double precision,
    add firmware_to double precision`)

  // What could be saved at a device. code: the parameter that would be set, null: it is for people to do. share_*: of the
  // electricity of the device; kwh_*: in a year, null: it has no meter.
  await run(`create table saving (
    store_id int not null,
    device_id bigint not null,
    kind text not null,
    device_model_id bigint not null,
    code text,
    before double precision,
    value double precision,
    share_low double precision not null,
    share_high double precision not null,
    kwh_low double precision,
    kwh_high double precision,
    basis jsonb not null,
    primary key (store_id, device_id, kind)
  )`)
  await run(`select spread('saving')`)
  await run(`create index saving_alike on saving (kind, device_model_id, code, before, value)`)

  // When the devices of a store were last looked at.
  await run(`create table saving_store (
    store_id int primary key,
    computed_at timestamptz not null
  )`)
  await run(`select spread('saving_store')`)
}
