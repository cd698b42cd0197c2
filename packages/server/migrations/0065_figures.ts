import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Figures of our own choice, a group of them together, where they differ from what is above.
  await run(`create table figure_rule (
    scope text not null,
    scope_id bigint not null,
    department_id bigint generated always as (case when scope = 'department' then scope_id end) stored,
    revision bigint not null default nextval('setting_revision'),
    changed_at timestamptz not null,
    changed_by text not null,
    figure_group text not null,
    figures jsonb not null,
    primary key (scope, scope_id, figure_group),
    constraint figure_rule_scope check (scope in ('department', 'store'))
  )`)
  await run(`select copy_everywhere('figure_rule')`)
  await run(`alter table figure_rule add constraint figure_rule_department
    foreign key (department_id) references department (department_id) on delete cascade`)

  // What was chosen since when: days are judged by what stood when they began. Without figures: a choice was taken back.
  await run(`create table figure_choice (
    figure_choice_id bigint primary key default nextval('setting_revision'),
    scope text not null,
    scope_id bigint not null,
    figure_group text not null,
    figures jsonb,
    changed_at timestamptz not null
  )`)
  await run(`select copy_everywhere('figure_choice')`)

  // The choices by which a day was judged first, and is judged ever after.
  await run(`alter table store_day add column figure_choice_ids bigint[] not null default '{}'`)
}
