import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Temperature of the product of one device on one day of its store: what adds up, and the verdict on the day.
  // zone: the insured one, else the device's own; country and zone decide the limits.
  const sums = `covered_minutes double precision not null,
    expected_minutes double precision not null,
    celsius_minutes double precision not null,
    spoilage double precision not null,
    lowest_c double precision,
    highest_c double precision,
    excursion_minutes double precision not null,
    degree_minutes double precision not null,
    longest_excursion_minutes double precision not null,
    longest_beyond_hard_minutes double precision not null`
  await run(`create table temperature_day (
    store_id int not null,
    device_id bigint not null,
    "on" date not null,
    zone text not null,
    is_insured boolean not null,
    verdict text not null,
    ${sums},
    computed_at timestamptz not null,
    primary key (store_id, device_id, "on")
  )`)
  await run(`select spread('temperature_day')`)
  await run(`create index temperature_day_by_day on temperature_day ("on", store_id)`)

  // The insured devices of a store on one day, by verdict.
  await run(`create table temperature_store_day (
    store_id int not null,
    "on" date not null,
    breach int not null,
    watch int not null,
    protected int not null,
    no_data int not null,
    covered_minutes double precision not null,
    expected_minutes double precision not null,
    computed_at timestamptz not null,
    primary key (store_id, "on")
  )`)
  await run(`select spread('temperature_store_day')`)
  await run(`create index temperature_store_day_by_day on temperature_store_day ("on", store_id)`)

  // What a device did on one day of its store, in minutes by state; and all devices of the store together, with the
  // one that ran longest on end.
  const operation = `cooling int not null,
    pulldown int not null,
    defrost int not null,
    door int not null,
    standby int not null,
    off int not null,
    offline int not null,
    runs int not null,
    compressor_minutes double precision not null,
    longest_run_minutes double precision not null,
    defrosts int not null,
    defrost_minutes double precision not null,
    door_openings int`
  await run(`create table operation_day (
    store_id int not null,
    device_id bigint not null,
    "on" date not null,
    ${operation},
    computed_at timestamptz not null,
    primary key (store_id, device_id, "on")
  )`)
  await run(`select spread('operation_day')`)
  await run(`create index operation_day_by_day on operation_day ("on", store_id)`)
  await run(`create table operation_store_day (
    store_id int not null,
    "on" date not null,
    ${operation},
    longest_run_device_id bigint not null,
    computed_at timestamptz not null,
    primary key (store_id, "on")
  )`)
  await run(`select spread('operation_store_day')`)
  await run(`create index operation_store_day_by_day on operation_store_day ("on", store_id)`)
}
