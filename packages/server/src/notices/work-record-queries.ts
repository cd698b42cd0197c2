import type { AccountId, DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { NewsSubject, NoticeChannel, NoticeState } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'
import type { News, NewsKinds } from '../outbox/news-kind'
import type { ChannelCount } from './notice-record-queries'

/** What was sent about work of people. */
const workSubjects = ['repair', 'upkeep'] as const satisfies readonly NewsSubject[]

/** One row of the outbox about work, with what its stores and devices have in common. */
export interface WorkRecord extends News {
  readonly noticeId: number
  readonly createdAt: EpochMs
  readonly endedAt: EpochMs | null
  readonly channel: NoticeChannel
  readonly accountId: AccountId | null
  readonly recipient: string | null
  readonly state: NoticeState
  readonly tries: number
  readonly reason: string | null
  readonly title: string | null
  readonly body: string | null
  /** How many stores it is about; the others are of the first of them. */
  readonly stores: number
  readonly firstStoreId: StoreId
  readonly departmentId: DepartmentId
  readonly storeName: string
  readonly timeZone: string
  /** `null`: none or several. */
  readonly deviceId: DeviceId | null
  readonly deviceName: string | null
}

interface WorkFilter {
  /** All that the reader may see: a row that is about anything else is none of theirs. */
  readonly own: Scope
  /** Of which at least one store has to be. */
  readonly departments: readonly DepartmentId[]
  readonly from: EpochMs
  readonly until: EpochMs
}

function matching(kinds: NewsKinds, { own, departments, from, until }: WorkFilter) {
  const named = workSubjects.flatMap((subject) => {
    const { equipment } = kinds[subject]
    return equipment === null
      ? []
      : [sql`select part.store_id, part.device_id from (${equipment}) part where n.subject_kind = ${subject}`]
  })
  return sql`
    from notice n cross join lateral (
      select count(distinct e.store_id)::int as stores, min(e.store_id) as first_store_id,
        case when min(e.device_id) = max(e.device_id) and count(*) = count(e.device_id) then min(e.device_id) end as device_id,
        bool_and(held.department_id = any(${own.departments}::bigint[]) and ${isShown(own, 'e')})
          and bool_or(held.department_id = any(${departments}::bigint[])) as is_shown
      from (${sql.join(named, sql` union all `)}) e join store held on held.store_id = e.store_id
    ) place
    where n.subject_kind = any(${workSubjects}::text[]) and place.is_shown
      and n.created_at >= ${sqlInstant(from)} and n.created_at < ${sqlInstant(until)}`
}

/** What was put into the outbox about repair and upkeep in a period, the newest first. */
export async function selectWorkRecords(
  db: Db,
  kinds: NewsKinds,
  filter: WorkFilter,
  limit: number,
): Promise<WorkRecord[]> {
  const { rows } = await sql<WorkRecord>`
    select r.*, s.department_id, s.name as store_name, s.zone as time_zone, d.name as device_name,
      coalesce(r.kept_recipient, who.name) as recipient
    from (
      select n.store_id, n.notice_id, n.created_at, n.ended_at, n.subject_kind, n.subject_id, n.subject_name, n.about,
        n.rank, n.step, n.was_held, n.detail, n.channel, n.account_id, n.state, n.tries, n.reason, n.title, n.body,
        n.recipient as kept_recipient, place.stores, place.first_store_id, place.device_id
      ${matching(kinds, filter)}
      order by n.created_at desc, n.notice_id desc limit ${limit}
    ) r
      join store s on s.store_id = r.first_store_id
      left join device d on d.store_id = r.first_store_id and d.device_id = r.device_id
      left join account who on who.account_id = r.account_id
    order by r.created_at desc, r.notice_id desc`.execute(db)
  return rows
}

/** All of a period by channel; rows that went in one message are one message. */
export async function countWorkRecords(
  db: Db,
  kinds: NewsKinds,
  filter: WorkFilter,
): Promise<ChannelCount[]> {
  const { rows } = await sql<ChannelCount>`
    select n.channel, count(distinct n.message_key) filter (where n.state = 'sent')::int as messages,
      count(*) filter (where n.state = 'sent')::int as sent,
      count(*) filter (where n.state in ('due', 'sending', 'retry'))::int as waiting,
      count(*) filter (where n.state = 'dead')::int as dead,
      count(*) filter (where n.state = 'suppressed')::int as suppressed
    ${matching(kinds, filter)}
    group by n.channel order by n.channel`.execute(db)
  return rows
}
