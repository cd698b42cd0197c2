import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // No two states of a setting have the same revision, not even where one was removed and made again.
  await run(`create sequence setting_revision`)

  // scope: default (with id 0), department or store. A rule goes with its department; stores are on other machines.
  const scope = `scope text not null,
    scope_id bigint not null,
    department_id bigint generated always as (case when scope = 'department' then scope_id end) stored,
    revision bigint not null default nextval('setting_revision'),
    changed_at timestamptz not null,
    changed_by text not null`

  // When a silent terminal is reported, where that differs from what is above.
  await run(`create table loss_rule (
    ${scope},
    loss_period_minutes int not null,
    loss_threshold_minutes int not null,
    primary key (scope, scope_id),
    constraint loss_rule_scope check (scope in ('department', 'store')),
    constraint loss_rule_bounds check (loss_period_minutes <= 1440
      and loss_threshold_minutes between 1 and loss_period_minutes)
  )`)

  // When a score is worth a warning, likewise.
  await run(`create table warning_rule (
    ${scope},
    kind text not null,
    is_enabled boolean not null,
    x double precision not null,
    minutes int not null,
    intensity double precision,
    window_hours int not null,
    primary key (scope, scope_id, kind),
    constraint warning_rule_scope check (scope in ('default', 'department', 'store'))
  )`)

  for (const table of ['loss_rule', 'warning_rule']) {
    await run(`select copy_everywhere('${table}')`)
    await run(`alter table ${table} add constraint ${table}_department
      foreign key (department_id) references department (department_id) on delete cascade`)
  }

  // How many minutes before a warning its rule looked at; until now every rule was as it is made.
  await run(`alter table early_warning add column judged_minutes int`)
  await run(`update early_warning set judged_minutes = case kind when 'threshold' then 60 else 1440 end`)
  await run(`alter table early_warning alter column judged_minutes set not null`)
}
