import type { AccountId, NoticeTargetId } from '@coldkeep/domain/ids'
import { type NoticeKind, type PersonalChannel, personalChannels } from '@coldkeep/domain/notices/notice-kind'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'

/** How an account wants to be notified. */
export async function selectReceiver(db: Db, accountId: AccountId) {
  return db
    .selectFrom('account')
    .select(['email', 'silencedChannels'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
}

interface NotifyingTargetRow {
  readonly noticeTargetId: NoticeTargetId
  readonly name: string
  readonly channel: PersonalChannel
  readonly groupName: string | null
  readonly departments: string[]
  readonly kinds: NoticeKind[]
  readonly lowestRank: number
  readonly quietFromMinute: number | null
  readonly quietUntilMinute: number | null
  readonly zone: string
}

/**
 * The targets that are switched on and reach an account, itself or as a member of its department. Of their
 * departments those in the account's own part are named; for one above it the account's own department is
 * named.
 */
export async function selectNotifyingTargets(
  db: Db,
  accountId: AccountId,
  scope: Scope,
): Promise<NotifyingTargetRow[]> {
  const { rows } = await sql<NotifyingTargetRow>`
    select t.notice_target_id, t.name, t.channel, g.name as group_name, of.departments, t.kinds, t.lowest_rank,
      t.quiet_from_minute, t.quiet_until_minute, t.zone
    from account a
      join department own on own.department_id = a.department_id
      join notice_target t on t.is_enabled and t.channel = any(${[...personalChannels]}::text[])
        and (t.account_id = a.account_id or t.group_department_id = any(own.path))
      left join department g on g.department_id = t.group_department_id
      join lateral (
        select array_agg(distinct d.name order by d.name) as departments from department d
        where d.department_id = any(t.department_ids) and d.department_id = any(${scope.departments}::bigint[])
          or d.department_id = own.department_id and own.path && t.department_ids
      ) of on of.departments is not null
    where a.account_id = ${accountId}::bigint
    order by t.name, t.notice_target_id`.execute(db)
  return rows
}
