import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Whom the provider calls what: an account has one name there, and the name belongs to one account.
  await run(`create table provider_identity (
    issuer text not null,
    subject text not null,
    account_id bigint not null,
    created_at timestamptz not null,
    primary key (issuer, subject),
    unique (issuer, account_id)
  )`)
  await run(`alter table provider_identity add constraint provider_identity_account
    foreign key (account_id) references account (account_id) on delete cascade`)
  await run(`create index provider_identity_by_account on provider_identity (account_id)`)

  // Browsers on their way to the provider and back. A row is good once, for minutes, and for the browser that has the
  // secret behind the hash.
  await run(`create table provider_visit (
    state_hash bytea primary key,
    browser_hash bytea not null,
    nonce text not null,
    code_verifier text not null,
    expires_at timestamptz not null
  )`)
  await run(`create index provider_visit_by_end on provider_visit (expires_at)`)

  // Who said who it was; null: account and password did.
  await run(`alter table sign_in add column issuer text`)
}
