import { personalChannels } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'
import { newsRows, type TargetNews } from './target-notice-queries'

/**
 * Bad news goes to the engineers whose alert service runs on the day of its store, of the departments down to that, on the
 * channels that they have; not where a target has just brought it to them on the same channel. To be called after
 * `insertRaisedNotices`.
 */
export async function insertServiceNotices(
  trx: Db,
  news: readonly TargetNews[],
  now: EpochMs,
): Promise<void> {
  if (news.length === 0) return
  const at = sqlInstant(now)
  await sql`
    insert into notice (store_id, key, subject_kind, subject_id, detail, about, kind, rank, account_id, channel, step,
      due_at, created_at)
    select n.store_id, n.event_key || ':service.' || m.account_id || ':' || c.channel || ':0', n.subject_kind,
      n.subject_id, n.detail::jsonb, 'raised', n.kind, n.rank, m.account_id, c.channel, 0, ${at}, ${at}
    from ${newsRows(news)} as n (store_id, subject_kind, subject_id, event_key, kind, rank, detail)
      join store s on s.store_id = n.store_id
      join department d on d.department_id = s.department_id
      join account m on m.department_id = any(d.path) and m.is_enabled and m.is_engineer and m.has_alert_service
        and m.alert_service_ends_on >= (${at} at time zone s.zone)::date and n.rank <= m.alert_lowest_rank
      join unnest(${[...personalChannels]}::text[]) as c (channel)
        on not (c.channel = any(m.silenced_channels)) and (c.channel <> 'email' or m.email <> '')
          and (c.channel <> 'push' or exists (select from push_subscription p where p.account_id = m.account_id))
    where not exists (
      select from notice o where o.store_id = n.store_id and o.subject_kind = n.subject_kind
        and o.subject_id = n.subject_id and o.about = 'raised' and o.step = 0 and o.created_at = ${at}
        and o.account_id = m.account_id and o.channel = c.channel)
    on conflict (store_id, key) do nothing`.execute(trx)
}
