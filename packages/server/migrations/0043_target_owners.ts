import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)

  // Whoever saved it last. An address is told what that account may see.
  await run(`alter table notice_target add column owner_id bigint`)
  await run(`alter table notice_target add constraint notice_target_owner
    foreign key (owner_id) references account (account_id) on delete set null`)
  await run(`update notice_target set owner_id = (
    select audit.account_id from audit join account on account.account_id = audit.account_id
    where audit.kind in ('notice.add', 'notice.change')
      and audit.subject like notice_target.notice_target_id || ' %'
    order by audit.audit_id desc limit 1)`)
  // Older than the audit: somebody who may change it answers for it, so that nobody's messages end with an upgrade.
  await run(`update notice_target set owner_id = (
    select account.account_id from account join page_permission using (account_id)
      join page_permission_type type using (page_permission_type_id)
    where account.is_enabled and '2-2-2' = any(type.page_keys)
      and notice_target.department_ids <@ array(
        select department.department_id from department where department.path @> array[account.department_id])
    order by account.account_id limit 1)
    where owner_id is null`)
}
