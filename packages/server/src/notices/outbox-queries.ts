import type { AlarmState } from '@coldkeep/domain/alarms/standing-alarm'
import type { AccountId, AlarmId, NoticeTargetId, StoreId } from '@coldkeep/domain/ids'
import type { NoticeAbout } from '@coldkeep/domain/notices/notice-kind'
import { REPEAT_AFTER_MS } from '@coldkeep/domain/notices/plan-notices'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'
import type { NoticeName } from '../outbox/notice-queries'
import type { Telling } from './may-be-told'

/** One row of the outbox that is due, with how its alarm stands. */
export interface DueNotice extends Telling {
  readonly key: string
  readonly storeId: StoreId
  readonly noticeId: number
  readonly alarmId: AlarmId
  readonly about: NoticeAbout
  readonly step: number
  readonly wasHeld: boolean
  readonly rank: number
  readonly state: AlarmState
  readonly isChattering: boolean
  readonly raised: 'told' | 'open' | 'none'
}

/** Two servers that plan at once would each think that little had been told. */
export async function lockPlanning(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('notices'))`.execute(trx)
}

export async function selectDue(trx: Trx, now: EpochMs, limit: number): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    select n.store_id, n.notice_id, n.key, n.notice_target_id as target_id, n.account_id, n.channel, n.alarm_id, n.about,
      n.step, n.was_held, case n.about when 'raised' then least(n.rank, a.priority) else n.rank end as rank, a.state,
      a.is_chattering,
      case when n.about = 'raised' then 'none' else coalesce((
        select case when bool_or(r.state = 'sent') then 'told' when count(*) > 0 then 'open' end
        from notice r where r.store_id = n.store_id and r.alarm_id = n.alarm_id and r.about = 'raised'
          and r.notice_target_id = n.notice_target_id and r.account_id is not distinct from n.account_id
          and r.created_at <= n.created_at
          and (r.state in ('sent', 'sending', 'retry') or (r.state = 'due' and r.step = 0 and not r.was_held))
      ), 'none') end as raised, p.path, d.type as device_type, d.zone as device_zone
    from notice n join alarm a on a.store_id = n.store_id and a.alarm_id = n.alarm_id
      join store s on s.store_id = n.store_id join department p on p.department_id = s.department_id
      left join device d on d.store_id = a.store_id and d.device_id = a.device_id
    where n.state = 'due' and n.due_at <= ${sqlInstant(now)}
    order by n.due_at, n.notice_id limit ${limit}`.execute(trx)
  return rows
}

/** Who is told: a target, and of a group one member. */
export interface Recipient {
  readonly targetId: NoticeTargetId
  readonly accountId: AccountId | null
}

export function recipientKey({ targetId, accountId }: Recipient): string {
  return accountId === null ? String(targetId) : `${targetId}.${accountId}`
}

interface ToldRow extends Recipient {
  readonly messageKey: string
  readonly storeId: StoreId
  readonly alarmId: AlarmId
  readonly rank: number
  readonly about: NoticeAbout
  readonly isDigest: boolean
  readonly at: EpochMs
}

/** What these targets were told in the last half hour, or are being told. */
export async function selectToldLately(
  trx: Trx,
  targets: readonly NoticeTargetId[],
  now: EpochMs,
): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    select notice_target_id as target_id, account_id, message_key, store_id, alarm_id, rank, about, is_digest,
      message_at as at
    from notice
    where notice_target_id = any(${targets}::bigint[]) and message_at > ${sqlInstant(later(now, -REPEAT_AFTER_MS))}
      and state in ('sending', 'sent', 'retry', 'dead')`.execute(trx)
  return rows
}

/** What is to be sent in one message, and to whom. */
export interface MessageRow extends NoticeName, Telling {
  readonly messageKey: string
  readonly alarmId: AlarmId
  readonly about: NoticeAbout
  readonly rank: number
  readonly step: number
  readonly tries: number
  readonly createdAt: EpochMs
}

export async function selectMessages(db: Db, keys: readonly string[]): Promise<MessageRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<MessageRow>`
    select n.store_id, n.notice_id, n.notice_target_id as target_id, n.account_id, n.message_key, n.channel, n.alarm_id,
      n.about, n.rank, n.step, n.tries, n.created_at, p.path, d.type as device_type, d.zone as device_zone
    from notice n join store s on s.store_id = n.store_id join department p on p.department_id = s.department_id
      left join alarm a on a.store_id = n.store_id and a.alarm_id = n.alarm_id
      left join device d on d.store_id = a.store_id and d.device_id = a.device_id
    where n.message_key = any(${keys}::text[]) and n.state = 'sending'
    order by n.message_key, n.rank, n.notice_id`.execute(db)
  return rows
}

/** What accounts were told of alarms in the console since then. */
export async function selectAppMessages(
  db: Db,
  since: EpochMs,
): Promise<{ key: string; accountId: AccountId; title: string; body: string; isUrgent: boolean }[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof selectAppMessages>>[number]>`
    select message_key as key, account_id, max(title) as title, max(body) as body,
      bool_or(about = 'raised' and rank <= 2) as is_urgent
    from notice
    where channel = 'app' and state = 'sent' and ended_at > ${sqlInstant(since)} and account_id is not null
    group by message_key, account_id`.execute(db)
  return rows
}
