import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // One record of all of which people are notified. What it is of has a kind and a number, or a name where it has no
  // number; detail holds what the subject itself does not keep. News of no store stands under store 0. News for one
  // account alone has no target and no category. Rows of alarms stay as they are: the table may be large.
  await run(`alter table notice add column subject_kind text not null default 'alarm'`)
  await run(`alter table notice alter column subject_kind drop default`)
  await run(`alter table notice rename column alarm_id to subject_id`)
  await run(`alter table notice alter column subject_id drop not null`)
  await run(`alter table notice add column subject_name text`)
  await run(`alter table notice add column detail jsonb`)
  await run(`alter table notice alter column notice_target_id drop not null`)
  await run(`alter table notice alter column kind drop not null`)
  await run(`alter index notice_by_alarm rename to notice_by_subject`)

  const columns = `store_id, key, message_key, subject_kind, subject_id, subject_name, detail, about, rank, account_id,
    channel, step, state, due_at, message_at, ended_at, created_at, read_at`
  await run(`insert into notice (${columns})
    select store_id, 'write:' || store_id || ':' || write_id || ':' || about || ':' || account_id || ':app',
      'write:' || store_id || ':' || write_id || ':' || about, 'write', null, write_id, null, about, 3, account_id,
      'app', 0, 'sent', at, at, at, at, read_at
    from write_message`)
  await run(`insert into notice (${columns})
    select 0, 'model:' || model_message_id || ':' || account_id || ':app', 'model:' || model_message_id, 'model',
      model_publication_id, null,
      jsonb_build_object('brand', brand, 'model', model, 'person', person, 'note', note), about, 3, account_id,
      'app', 0, 'sent', at, at, at, at, read_at
    from model_message`)
  await run(`insert into notice (${columns})
    select store_id, 'terminal:' || terminal_id || ':' || about || ':' || (extract(epoch from at) * 1000)::bigint
        || ':' || account_id || ':app',
      'terminal:' || terminal_id || ':' || about || ':' || (extract(epoch from at) * 1000)::bigint, 'terminal', null,
      terminal_id, jsonb_build_object('person', person), about, 3, account_id,
      'app', 0, 'sent', at, at, at, at, read_at
    from terminal_message`)
  await run(`drop table write_message`)
  await run(`drop table model_message`)
  await run(`drop table terminal_message`)

  await run(`create index notice_by_name on notice (store_id, subject_name) where subject_name is not null`)
  await run(`create index notice_lately_own on notice (account_id, message_at)
    where notice_target_id is null and channel <> 'app' and message_at is not null`)
}
