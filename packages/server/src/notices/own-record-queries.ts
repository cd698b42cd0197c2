import type { AccountId, DepartmentId, DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { NoticeChannel, NoticeState } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import { isShown } from '../access/scope-queries'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'
import type { News, NewsKinds } from '../outbox/news-kind'
import { type ChannelCount, isAfter, type RecordPart } from './notice-record-queries'
import type { OwnRecordSubject } from './record-types'

/** One row of the outbox for an account itself, with what its stores and devices have in common. */
export interface OwnRecord extends News {
  readonly subjectKind: OwnRecordSubject
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
  /** With what follows: `null` where it is about no equipment. */
  readonly firstStoreId: StoreId | null
  readonly departmentId: DepartmentId | null
  readonly storeName: string | null
  readonly timeZone: string | null
  /** `null`: none or several. */
  readonly deviceId: DeviceId | null
  readonly deviceName: string | null
}

export interface OwnRecordFilter {
  readonly subjects: readonly OwnRecordSubject[]
  /** All that the reader may see: a row that is about anything else is none of theirs. */
  readonly own: Scope
  /** Of which at least one store, or else the recipient, has to be. */
  readonly departments: readonly DepartmentId[]
  readonly from: EpochMs
  readonly until: EpochMs
}

/** What is about no equipment is for who may see the people that it went to, and all equipment: its words may name any. */
const isOfPeople = ({ own, departments }: OwnRecordFilter) => sql`
  ${own.hidden.size === 0} and exists (
    select from account reached where reached.account_id = n.account_id
      and reached.department_id = any(${departments}::bigint[]))`

function matching(kinds: NewsKinds, filter: OwnRecordFilter) {
  const { subjects, own, departments, from, until } = filter
  const bare = subjects.filter((subject) => kinds[subject].equipment === null)
  const named = subjects.flatMap((subject) => {
    const { equipment } = kinds[subject]
    return equipment === null
      ? []
      : [sql`select part.store_id, part.device_id from (${equipment}) part where n.subject_kind = ${subject}`]
  })
  const parts =
    named.length === 0
      ? sql`select null::int as store_id, null::int as device_id where false`
      : sql.join(named, sql` union all `)
  return sql`
    from notice n cross join lateral (
      select count(distinct e.store_id)::int as stores, min(e.store_id) as first_store_id,
        case when min(e.device_id) = max(e.device_id) and count(*) = count(e.device_id) then min(e.device_id) end as device_id,
        bool_and(held.department_id = any(${own.departments}::bigint[]) and ${isShown(own, 'e')})
          and bool_or(held.department_id = any(${departments}::bigint[])) as is_shown
      from (${parts}) e join store held on held.store_id = e.store_id
    ) place
    where n.subject_kind = any(${[...subjects]}::text[])
      and case when n.subject_kind = any(${bare}::text[]) then ${isOfPeople(filter)} else place.is_shown end
      and n.created_at >= ${sqlInstant(from)} and n.created_at < ${sqlInstant(until)}`
}

/** What was put into the outbox about these subjects in a period, the newest first. */
export async function selectOwnRecords(
  db: Db,
  kinds: NewsKinds,
  filter: OwnRecordFilter,
  { limit, after }: RecordPart,
): Promise<OwnRecord[]> {
  const { rows } = await sql<OwnRecord>`
    select r.*, s.department_id, s.name as store_name, s.zone as time_zone, d.name as device_name,
      coalesce(r.kept_recipient, who.name) as recipient
    from (
      select n.store_id, n.notice_id, n.created_at, n.ended_at, n.subject_kind, n.subject_id, n.subject_name, n.about,
        n.rank, n.step, n.was_held, n.detail, n.channel, n.account_id, n.state, n.tries, n.reason, n.title, n.body,
        n.recipient as kept_recipient, place.stores, place.first_store_id, place.device_id
      ${matching(kinds, filter)} and ${isAfter(after)}
      order by n.created_at desc, n.notice_id desc limit ${limit}
    ) r
      left join store s on s.store_id = r.first_store_id
      left join device d on d.store_id = r.first_store_id and d.device_id = r.device_id
      left join account who on who.account_id = r.account_id
    order by r.created_at desc, r.notice_id desc`.execute(db)
  return rows
}

/** All of a period by channel; rows that went in one message are one message. */
export async function countOwnRecords(
  db: Db,
  kinds: NewsKinds,
  filter: OwnRecordFilter,
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
