import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // How one device scored on one day of its store. Slim: pages read every row of a week.
  // top_loss, second_loss: where most points of the last score were lost.
  await run(`create table health_day (
    store_id int not null,
    device_id bigint not null,
    "on" date not null,
    zone text not null,
    median_score double precision,
    score double precision,
    class text,
    top_loss text,
    top_loss_points double precision,
    second_loss text,
    second_loss_points double precision,
    hint text,
    computed_at timestamptz not null,
    primary key (store_id, device_id, "on")
  )`)
  await run(`select spread('health_day')`)
  await run(`create index health_day_by_day on health_day ("on", store_id)`)

  // The same day in full: what was measured, for the baseline, and the scores, for curves and early warnings.
  // scores: a point every ten minutes from first_at on, null where it had none; empty before there is a baseline.
  await run(`create table score_day (
    store_id int not null,
    device_id bigint not null,
    "on" date not null,
    measured jsonb not null,
    outdoor_c double precision,
    is_breach boolean not null,
    is_whole boolean not null,
    first_at timestamptz not null,
    scores jsonb not null,
    primary key (store_id, device_id, "on")
  )`)
  await run(`select spread('score_day')`)

  // The devices of a store on one day by the class of their last score.
  await run(`create table health_store_day (
    store_id int not null,
    "on" date not null,
    good int not null,
    fair int not null,
    watch int not null,
    poor int not null,
    no_score int not null,
    computed_at timestamptz not null,
    primary key (store_id, "on")
  )`)
  await run(`select spread('health_store_day')`)
  await run(`create index health_store_day_by_day on health_store_day ("on", store_id)`)

  // How each device was when it was healthy, once it is known, and how it is now.
  // baseline_from: days before it teach nothing, because the device was repaired; null: its first day with results.
  // watch: the recent scores and the open warnings, as the rules of early warnings leave them.
  await run(`create table device_health (
    store_id int not null,
    device_id bigint not null,
    baseline_from date,
    baseline jsonb,
    frozen_on date,
    intensity double precision,
    watch jsonb,
    scored_at timestamptz,
    score double precision,
    class text,
    no_score text,
    losses jsonb not null,
    hint text,
    computed_at timestamptz not null,
    primary key (store_id, device_id)
  )`)
  await run(`select spread('device_health')`)

  // Early warnings of devices. value: the score, the depth of the fall or the number of swings that raised it.
  await run(`create table early_warning (
    store_id int not null,
    device_id bigint not null,
    kind text not null,
    raised_at timestamptz not null,
    value double precision not null,
    limit_value double precision not null,
    score double precision,
    cleared_at timestamptz,
    reason text,
    primary key (store_id, device_id, kind, raised_at)
  )`)
  await run(`select spread('early_warning')`)
}
