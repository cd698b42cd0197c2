import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Where a counter starts again, in its own unit; null for one that never does.
  await run('alter table point add column counter_ends_at double precision')

  // What the main meter of a store counted on one day: everything adds up over days and stores.
  // days: how many the energy stands for; factor_kwh: energy of the time in which reactive energy was counted too;
  // spread: kWh and demand intervals by whole percent of power factor.
  await run(`create table energy_day (
    store_id int not null,
    "on" date not null,
    days double precision not null,
    energy_kwh double precision,
    open_minutes double precision not null,
    held_minutes double precision not null,
    expected_minutes double precision not null,
    outdoor_mean_c double precision,
    factor_kwh double precision,
    reactive_kvarh double precision,
    spread jsonb not null,
    demand_minutes int not null,
    contracted_kw double precision,
    known int not null,
    judged int not null,
    over int not null,
    over_minutes int not null,
    excess_kw double precision,
    maximum_kw double precision,
    computed_at timestamptz not null,
    primary key (store_id, "on")
  )`)
  await run(`select spread('energy_day')`)
  await run(`create index energy_day_by_day on energy_day ("on", store_id)`)

  // The demand intervals of a store and day in order, from the start of its day: one element each.
  await run(`create table demand_day (
    store_id int not null,
    "on" date not null,
    demand_minutes int not null,
    contracted_kw double precision,
    demand_kw double precision[] not null,
    forecast_kw real[] not null,
    highest_stage smallint[] not null,
    power_factor real[] not null,
    computed_at timestamptz not null,
    primary key (store_id, "on")
  )`)
  await run(`select spread('demand_day')`)

  // The last 30 full days of a store held against the 30 before and the same a year earlier.
  // low_kwh[p], low_intervals[p]: of the intervals with a power factor below p percent.
  await run(`create table energy_comparison (
    store_id int primary key,
    last_on date not null,
    days double precision not null,
    energy_kwh double precision not null,
    open_minutes double precision not null,
    held_minutes double precision not null,
    expected_minutes double precision not null,
    weather_days double precision not null,
    weather_kwh double precision not null,
    degree_days double precision not null,
    factor_kwh double precision not null,
    reactive_kvarh double precision not null,
    spread_kwh double precision not null,
    low_kwh real[] not null,
    low_intervals int[] not null,
    before_kwh double precision,
    last_year_kwh double precision,
    corrected_kwh double precision,
    reference_kwh double precision,
    computed_at timestamptz not null
  )`)
  await run(`select spread('energy_comparison')`)
}
