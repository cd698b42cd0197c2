import type { AccountId, NoticeTargetId, StoreId } from '@coldkeep/domain/ids'
import type { NewsAbout, NoticeChannel } from '@coldkeep/domain/notices/notice-kind'
import { REPEAT_AFTER_MS } from '@coldkeep/domain/notices/plan-notices'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'
import type { News, NewsKinds } from '../outbox/news-kind'
import type { NoticeName } from '../outbox/notice-queries'
import type { NotificationCandidate } from './judge-recipients'
import { equipmentOf, isKnown, isSettled } from './news-queries'

/** Who is notified: a target, of a group one member, or an account of what concerns it alone. */
export interface Recipient {
  readonly targetId: NoticeTargetId | null
  readonly accountId: AccountId | null
  readonly channel: NoticeChannel
}

export function recipientKey({ targetId, accountId, channel }: Recipient): string {
  if (targetId === null) return `own.${accountId}.${channel}`
  return accountId === null ? String(targetId) : `${targetId}.${accountId}`
}

/** What is known of every row. */
interface NoticeRow extends NoticeName, NotificationCandidate, News {
  /** It need not be read any more. */
  readonly isSettled: boolean
}

/** One row of the outbox that is due. */
export interface DueNotice extends NoticeRow {
  readonly key: string
  /** The same for rows that repeat each other. */
  readonly topic: string
  readonly raised: 'sent' | 'open' | 'none'
}

/** Two servers that plan at once would each think that little had been sent. */
export async function lockPlanning(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('notices'))`.execute(trx)
}

const topic = sql`n.subject_kind || ':' || coalesce(n.subject_name, n.subject_id::text, n.key) || ':' || n.about`

/** What is known of every row, `n`, with its store `s` and the department `p` of that. */
const newsColumns = (
  kinds: NewsKinds,
  now: EpochMs,
) => sql`n.store_id, n.notice_id, n.notice_target_id as target_id, n.account_id,
  n.channel, n.subject_kind, n.subject_id, n.subject_name, n.about, n.rank, n.step, n.was_held, n.detail, p.path,
  ${equipmentOf(kinds)} as equipment,
  ${isSettled(kinds, now)} as is_settled`

const placed = sql`notice n left join store s on s.store_id = n.store_id
  left join department p on p.department_id = s.department_id`

/** What is due of a lane, the oldest first. */
export async function selectDue(
  trx: Trx,
  kinds: NewsKinds,
  now: EpochMs,
  { lane, limit }: { readonly lane: NoticeLane; readonly limit: number },
): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    select ${newsColumns(kinds, now)}, n.key, ${topic} as topic,
      case when n.about <> 'cleared' then 'none' else coalesce((
        select case when bool_or(r.state = 'sent') then 'sent' when count(*) > 0 then 'open' end
        from notice r where r.store_id = n.store_id and r.subject_kind = n.subject_kind
          and r.subject_id = n.subject_id and r.about = 'raised'
          and r.channel = n.channel and r.notice_target_id is not distinct from n.notice_target_id and r.account_id is not distinct from n.account_id
          and r.created_at <= n.created_at
          and (r.state in ('sent', 'sending', 'retry') or (r.state = 'due' and r.step = 0 and not r.was_held))
      ), 'none') end as raised
    from ${placed}
    where n.state = 'due' and n.due_at <= ${sqlInstant(now)} and n.subject_kind = any(${namesOf(kinds, lane)}::text[])
    order by n.due_at, n.notice_id limit ${limit}`.execute(trx)
  return rows
}

/** Kinds of news that come in thousands go their own way, so that no other one waits behind them. */
export const noticeLanes = ['prompt', 'bulk'] as const
export type NoticeLane = (typeof noticeLanes)[number]

/** The names of the kinds of a lane. */
export function namesOf(kinds: NewsKinds, lane: NoticeLane): string[] {
  return Object.entries(kinds).flatMap(([name, { isBulk }]) =>
    (isBulk === true) === (lane === 'bulk') ? [name] : [],
  )
}

interface SentRow extends Recipient {
  readonly messageKey: string
  readonly storeId: StoreId
  readonly topic: string
  readonly rank: number
  readonly about: NewsAbout
  readonly isDigest: boolean
  readonly at: EpochMs
}

/** What these recipients were sent in the last half hour, or are being sent. */
export async function selectRecentlySent(
  trx: Trx,
  recipients: readonly Recipient[],
  now: EpochMs,
): Promise<SentRow[]> {
  const targets = recipients.flatMap(({ targetId }) => targetId ?? [])
  const accounts = recipients.flatMap(({ targetId, accountId }) =>
    targetId === null ? (accountId ?? []) : [],
  )
  const { rows } = await sql<SentRow>`
    select n.notice_target_id as target_id, n.account_id, n.channel, n.message_key, n.store_id, ${topic} as topic,
      n.rank, n.about, n.is_digest, n.message_at as at
    from notice n
    where (n.notice_target_id = any(${targets}::bigint[])
        or (n.notice_target_id is null and (n.channel <> 'app' or n.subject_kind = 'alarm')
          and n.account_id = any(${accounts}::bigint[])))
      and n.message_at > ${sqlInstant(later(now, -REPEAT_AFTER_MS))}
      and n.state in ('sending', 'sent', 'retry', 'dead')`.execute(trx)
  return rows
}

/** What is to be sent in one message, and to whom. */
export interface MessageRow extends NoticeRow {
  readonly messageKey: string
  readonly tries: number
  readonly createdAt: EpochMs
}

export async function selectMessages(
  db: Db,
  kinds: NewsKinds,
  keys: readonly string[],
  now: EpochMs,
): Promise<MessageRow[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<MessageRow>`
    select ${newsColumns(kinds, now)}, n.message_key, n.tries, n.created_at
    from ${placed}
    where n.message_key = any(${keys}::text[]) and n.state = 'sending' and ${isKnown(kinds)}
    order by n.message_key, n.rank, n.notice_id`.execute(db)
  return rows
}
