import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  await run(`alter table account
    add column title text not null default '',
    add column mobile text not null default '',
    add column phone text not null default '',
    add column language text,
    add column theme text,
    add column revision int not null default 1,
    add column must_change_password boolean not null default false,
    add column is_engineer boolean not null default false,
    add column alert_service_ends_on date`)

  // The second factor of an account: it holds once a first code has confirmed it.
  await run(`create table second_factor (
    account_id bigint primary key,
    secret bytea not null,
    confirmed_at timestamptz,
    last_step bigint not null default 0
  )`)
  await run(`alter table second_factor add constraint second_factor_account
    foreign key (account_id) references account (account_id) on delete cascade`)
  await run(`create table recovery_code (
    account_id bigint not null,
    code_hash bytea not null,
    primary key (account_id, code_hash)
  )`)
  await run(`alter table recovery_code add constraint recovery_code_account
    foreign key (account_id) references account (account_id) on delete cascade`)

  // What a link in a mail lets its reader do, once; only the hash of the link is kept.
  await run(`create table mailed_link (
    token_hash bytea primary key,
    account_id bigint not null,
    purpose text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`)
  await run(`alter table mailed_link add constraint mailed_link_account
    foreign key (account_id) references account (account_id) on delete cascade`)
  await run(`create index mailed_link_by_account on mailed_link (account_id)`)

  await run(`create table company (
    company_id int primary key default 1 check (company_id = 1),
    name text not null,
    head text not null default '',
    address text not null default '',
    service_ends_on date,
    revision int not null default 1
  )`)
  await run(`insert into company (name)
    select name from department where parent_id is null order by department_id limit 1`)
}
