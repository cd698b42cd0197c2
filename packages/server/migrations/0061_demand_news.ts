import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // The stage of a store whose demand is contracted, written when it changes and now and then while it lasts.
  await run(`create table demand_watch (
    store_id int primary key,
    state jsonb not null
  )`)
  await run(`select spread('demand_watch')`)

  // From which stage on a store is notified of its demand, where that differs from what is above.
  await run(`create table demand_rule (
    scope text not null,
    scope_id bigint not null,
    department_id bigint generated always as (case when scope = 'department' then scope_id end) stored,
    revision bigint not null default nextval('setting_revision'),
    changed_at timestamptz not null,
    changed_by text not null,
    is_enabled boolean not null,
    from_stage int not null,
    primary key (scope, scope_id),
    constraint demand_rule_scope check (scope in ('department', 'store')),
    constraint demand_rule_bounds check (from_stage between 1 and 3)
  )`)
  await run(`select copy_everywhere('demand_rule')`)
  await run(`alter table demand_rule add constraint demand_rule_department
    foreign key (department_id) references department (department_id) on delete cascade`)

  // Who has chosen everything so far goes on with everything.
  await run(`update notice_target set kinds = kinds || 'demand'::text
    where kinds @> array['limit', 'device_lost', 'terminal_lost', 'early_warning']`)
}
