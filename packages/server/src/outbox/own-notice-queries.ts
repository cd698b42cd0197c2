import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import type { NewsAbout, NewsSubject, PersonalChannel } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** News for accounts that it concerns themselves, whatever targets there are. */
export interface OwnNews {
  readonly storeId: StoreId
  readonly subjectKind: NewsSubject
  /** One of the two; none where `detail` is enough. */
  readonly subjectId?: number
  readonly subjectName?: string
  readonly about: NewsAbout
  /** The same for the same news, and no other's in its store; by it a message of the console is marked as read. */
  readonly messageKey: string
  /** What its subject does not keep. */
  readonly detail?: Readonly<Record<string, string>>
  readonly channels: readonly PersonalChannel[]
}

/** Neither urgent nor unimportant. */
const RANK = 3

/**
 * Notifies accounts, each once, on the channels that they have not muted and that reach them. In the console it is
 * there with this transaction; the other channels follow when it has ended.
 */
export function insertOwnNotices(
  trx: Db,
  { storeId, ...news }: OwnNews,
  accountIds: readonly AccountId[],
  now: EpochMs,
): Promise<void> {
  const readers = accountIds.map((accountId) => ({ accountId, storeId }))
  return insertNoticesOfStores(trx, news, readers, now)
}

/** The same where each account has a store of its own in it, by which it is decided whether it may still read of it. */
export async function insertNoticesOfStores(
  trx: Db,
  news: Omit<OwnNews, 'storeId'>,
  readers: readonly { readonly accountId: AccountId; readonly storeId: StoreId }[],
  now: EpochMs,
): Promise<void> {
  if (readers.length === 0) return
  const { subjectKind, subjectId = null, subjectName = null, about, messageKey, detail } = news
  const at = sqlInstant(now)
  await sql`
    insert into notice (store_id, key, message_key, subject_kind, subject_id, subject_name, detail, about, rank,
      account_id, channel, step, state, due_at, message_at, ended_at, created_at)
    select r.store_id, ${messageKey}::text || ':' || m.account_id || ':' || c.channel,
      case c.channel when 'app' then ${messageKey}::text end, ${subjectKind}, ${subjectId}::bigint,
      ${subjectName}::text, ${detail === undefined ? null : JSON.stringify(detail)}::jsonb, ${about}, ${RANK}::int,
      m.account_id, c.channel, 0, case c.channel when 'app' then 'sent' else 'due' end, ${at},
      case c.channel when 'app' then ${at} end, case c.channel when 'app' then ${at} end, ${at}
    from unnest(${readers.map(({ accountId }) => accountId)}::bigint[],
        ${readers.map(({ storeId }) => storeId)}::int[]) as r (account_id, store_id)
      join account m on m.account_id = r.account_id and m.is_enabled
      join unnest(${[...news.channels]}::text[]) as c (channel) on not (c.channel = any(m.silenced_channels)) and (c.channel <> 'email' or m.email <> '')
        and (c.channel <> 'push' or exists (select from push_subscription p where p.account_id = m.account_id))
    on conflict (store_id, key) do nothing`.execute(trx)
}
