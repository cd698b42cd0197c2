import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import { days, type EpochMs, later } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Scope } from '../access/scope'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'
import type { News, NewsKinds } from '../outbox/news-kind'
import type { NotificationCandidate } from './judge-recipients'
import { equipmentOf, isKnown, isSettled, isVisible } from './news-queries'

const SHOWN_MS = days(30)

/** A message of the console. What it is about is given where all of it is about one. */
interface Message extends News {
  readonly messageKey: string
  readonly at: EpochMs
  /** `null` where the words are made when they are read. */
  readonly title: string | null
  readonly body: string | null
  readonly isUrgent: boolean
}

interface OwnMessageRow extends Message {
  readonly ofStore: StoreId | null
  readonly isRead: boolean
  readonly total: number
  readonly unread: number
}

/** One message may be of several rows, which then are of one kind and were worded when they were sent. */
const columns = sql`n.message_key, n.subject_kind, max(n.ended_at) as at, max(n.title) as title, max(n.body) as body,
  min(n.store_id) as store_id,
  case when min(n.subject_id) = max(n.subject_id) then min(n.subject_id) end as subject_id,
  case when min(n.subject_name) = max(n.subject_name) then min(n.subject_name) end as subject_name,
  min(n.about) as about, min(n.rank) as rank, min(n.step) as step, bool_or(n.was_held) as was_held,
  (array_agg(n.detail))[1] as detail, bool_or(n.about = 'raised' and n.rank <= 2) as is_urgent`

/**
 * What an account was notified of in the console, by message, the newest first. A message that mentions
 * anything that the account may not see any more is left out; what is settled needs no reading.
 */
export async function selectOwnMessages(
  db: Db,
  accountId: AccountId,
  scope: Scope,
  { kinds, now, count }: { readonly kinds: NewsKinds; readonly now: EpochMs; readonly count: number },
): Promise<OwnMessageRow[]> {
  const { rows } = await sql<OwnMessageRow>`
    select m.*, count(*) over ()::int as total, count(*) filter (where not m.is_read) over ()::int as unread
    from (
      select ${columns},
        case when min(n.store_id) = max(n.store_id) and min(n.store_id) > 0 then min(n.store_id) end as of_store,
        bool_and(n.read_at is not null or ${isSettled(kinds, now)}) as is_read
      from notice n left join store s on s.store_id = n.store_id
      where n.account_id = ${accountId}::bigint and n.channel = 'app' and n.state = 'sent'
        and n.ended_at > ${sqlInstant(later(now, -SHOWN_MS))}
      group by n.message_key, n.subject_kind
      having bool_and(${isVisible(kinds, scope)})
    ) m
    order by m.at desc, m.message_key limit ${count}`.execute(db)
  return rows
}

/** A message of the console, and whose it is. */
interface AppMessage extends Message {
  readonly accountId: AccountId
  /** Of its first row. */
  readonly noticeId: number
}

/** What accounts were notified of in the console since then. */
export async function selectAppMessages(db: Db, kinds: NewsKinds, since: EpochMs): Promise<AppMessage[]> {
  const { rows } = await sql<AppMessage>`
    select n.account_id, min(n.notice_id) as notice_id, ${columns}
    from notice n
    where n.channel = 'app' and n.state = 'sent' and n.ended_at > ${sqlInstant(since)} and n.account_id is not null
      and ${isKnown(kinds)}
    group by n.message_key, n.subject_kind, n.account_id
    order by max(n.ended_at), min(n.notice_id)`.execute(db)
  return rows
}

/** By what it is judged whether accounts may see messages of one row each, by the numbers of these. */
export async function selectCandidates(
  db: Db,
  kinds: NewsKinds,
  messages: readonly Pick<AppMessage, 'storeId' | 'noticeId'>[],
): Promise<ReadonlyMap<number, NotificationCandidate>> {
  if (messages.length === 0) return new Map()
  const { rows } = await sql<NotificationCandidate & { readonly noticeId: number }>`
    select n.notice_id, n.notice_target_id as target_id, n.account_id, n.channel, n.store_id, p.path,
      ${equipmentOf(kinds)} as equipment
    from unnest(${messages.map((row) => row.storeId)}::int[], ${messages.map((row) => row.noticeId)}::bigint[])
        as m (store_id, notice_id)
      join notice n on n.store_id = m.store_id and n.notice_id = m.notice_id
      left join store s on s.store_id = n.store_id left join department p on p.department_id = s.department_id`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.noticeId, row]))
}
