import type {
  NoticeAbout,
  NoticeChannel,
  NoticeKind,
  NoticeState,
} from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'

export interface NoticeRecord {
  readonly noticeId: number
  readonly createdAt: EpochMs
  readonly endedAt: EpochMs | null
  readonly dueAt: EpochMs
  readonly storeId: number
  readonly departmentId: number
  readonly storeName: string
  readonly timeZone: string
  readonly deviceId: number | null
  readonly deviceName: string | null
  readonly about: NoticeAbout
  readonly rank: number
  readonly kind: NoticeKind
  readonly channel: NoticeChannel
  readonly targetName: string | null
  readonly recipient: string | null
  readonly step: number
  readonly state: NoticeState
  readonly tries: number
  readonly reason: string | null
  readonly title: string | null
}

export interface RecordFilter {
  readonly scope: Scope
  readonly kinds: readonly NoticeKind[]
  readonly from: EpochMs
  readonly until: EpochMs
}

const matching = ({ scope, kinds, from, until }: RecordFilter) => sql`
  from notice n join store s on s.store_id = n.store_id
    join lateral (
      select a.store_id, a.device_id from alarm a
      where n.subject_kind = 'alarm' and a.store_id = n.store_id and a.alarm_id = n.subject_id
      union all
      select d.store_id, d.device_id from device d
      where n.subject_kind = 'demand' and d.store_id = n.store_id and d.device_id = n.subject_id
    ) a on true
  where s.department_id = any(${scope.departments}::bigint[]) and ${isShown(scope, 'a')} and n.kind = any(${kinds}::text[])
    and n.created_at >= ${sqlInstant(from)} and n.created_at < ${sqlInstant(until)}`

/** A part of the records, which come with the newest first. */
export interface RecordPart {
  readonly limit: number
  /** The last one of the part before; `null`: from the newest on. */
  readonly after: { readonly createdAt: EpochMs; readonly noticeId: number } | null
}

/** Of rows `n`. */
export const isAfter = (after: RecordPart['after']) =>
  after === null
    ? sql`true`
    : sql`(n.created_at, n.notice_id) < (${sqlInstant(after.createdAt)}, ${after.noticeId}::bigint)`

/** What was put into the outbox in a period. */
export async function selectNoticeRecords(
  db: Db,
  filter: RecordFilter,
  { limit, after }: RecordPart,
): Promise<NoticeRecord[]> {
  const { rows } = await sql<NoticeRecord>`
    select r.*, coalesce(r.kept_name, t.name) as target_name, coalesce(r.kept_recipient, who.name, t.address) as recipient,
      d.name as device_name
    from (
      select n.store_id, n.notice_id, n.created_at, n.ended_at, n.due_at, n.about, n.rank, n.kind, n.channel, n.step,
        n.state, n.tries, n.reason, n.title, n.target_name as kept_name, n.recipient as kept_recipient,
        n.notice_target_id, n.account_id, a.device_id, s.department_id, s.name as store_name, s.zone as time_zone
      ${matching(filter)} and ${isAfter(after)}
      order by n.created_at desc, n.notice_id desc limit ${limit}
    ) r
      left join device d on d.store_id = r.store_id and d.device_id = r.device_id
      left join notice_target t on t.notice_target_id = r.notice_target_id
      left join account who on who.account_id = r.account_id
    order by r.created_at desc, r.notice_id desc`.execute(db)
  return rows
}

export interface ChannelCount {
  readonly channel: NoticeChannel
  readonly messages: number
  readonly sent: number
  readonly waiting: number
  readonly dead: number
  readonly suppressed: number
}

/** All of a period by channel; rows that went in one message are one message. */
export async function countNoticeRecords(db: Db, filter: RecordFilter): Promise<ChannelCount[]> {
  const { rows } = await sql<ChannelCount>`
    select n.channel, count(distinct n.message_key) filter (where n.state = 'sent')::int as messages,
      count(*) filter (where n.state = 'sent')::int as sent,
      count(*) filter (where n.state in ('due', 'sending', 'retry'))::int as waiting,
      count(*) filter (where n.state = 'dead')::int as dead,
      count(*) filter (where n.state = 'suppressed')::int as suppressed
    ${matching(filter)}
    group by n.channel order by n.channel`.execute(db)
  return rows
}
