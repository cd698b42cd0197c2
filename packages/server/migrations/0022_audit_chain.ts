import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // A row gets its place in the chain, and a hash over itself and the row before, soon after it was written.
  await run(`alter table audit
    add column department_id bigint,
    add column position bigint unique,
    add column hash bytea`)
  await run(`create index audit_unsealed on audit (audit_id) where position is null`)
  await run(`create index audit_by_kind on audit (kind, at)`)

  // The last rows that were removed because they were old: the chain goes on from their hash.
  await run(`create table audit_cut (
    position bigint primary key,
    hash bytea not null,
    at timestamptz not null
  )`)

  await run(`create function audit_stays() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' and old.position is null and new.position is not null and new.hash is not null
      and to_jsonb(new) - 'position' - 'hash' = to_jsonb(old) - 'position' - 'hash' then
      return new;
    end if;
    if tg_op = 'DELETE' and current_setting('coldkeep.audit_retention', true) = 'on' then
      return old;
    end if;
    raise exception 'rows of the audit stay as they are';
  end $$`)
  await run(`create trigger audit_stays before update or delete on audit
    for each row execute function audit_stays()`)
  await run(`create trigger audit_stays_whole before truncate on audit
    for each statement execute function audit_stays()`)
}
