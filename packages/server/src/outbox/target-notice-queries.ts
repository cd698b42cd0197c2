import type { StoreId } from '@coldkeep/domain/ids'
import type { NewsSubject, NoticeKind } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { sqlInstant } from '../db/instants'

/** News of a store of which its targets may want to be notified. */
export interface TargetNews {
  readonly storeId: StoreId
  readonly subjectKind: NewsSubject
  readonly subjectId: number
  /** The same for the same event, and no other's in its store. */
  readonly eventKey: string
  /** By which targets choose. */
  readonly kind: NoticeKind
  readonly rank: number
  /** What its subject does not keep. */
  readonly detail?: Readonly<Record<string, string | number>>
}

/** Bad news goes to the enabled targets that chose it, and later along the steps of these; for a group to each member. */
export async function insertRaisedNotices(trx: Db, news: readonly TargetNews[], now: EpochMs): Promise<void> {
  if (news.length === 0) return
  await sql`
    insert into notice (store_id, key, subject_kind, subject_id, detail, about, kind, rank, notice_target_id,
      account_id, channel, step, due_at, created_at)
    select n.store_id, n.event_key || ':' || t.notice_target_id || coalesce('.' || who.account_id, '') || ':' ||
        t.channel || ':' || chosen.step,
      n.subject_kind, n.subject_id, n.detail::jsonb, 'raised', n.kind, n.rank, t.notice_target_id, who.account_id, t.channel, chosen.step,
      ${sqlInstant(now)} + make_interval(mins => chosen.after_minutes), ${sqlInstant(now)}
    from (
      select e.*, d.path
      from ${newsRows(news)} as e (store_id, subject_kind, subject_id, event_key, kind, rank, detail)
        join store s on s.store_id = e.store_id
        join department d on d.department_id = s.department_id
    ) n
      join notice_target direct on direct.is_enabled and direct.department_ids && n.path
        and n.kind = any(direct.kinds) and n.rank <= direct.lowest_rank
      join lateral (
        select direct.notice_target_id, 0 as step, 0 as after_minutes
        union all
        select s.next_target_id, s.step, s.after_minutes from notice_step s
        where s.notice_target_id = direct.notice_target_id
      ) chosen on true
      join notice_target t on t.notice_target_id = chosen.notice_target_id and t.is_enabled
      join lateral (
        select null::bigint as account_id where t.account_id is null and t.group_department_id is null
        union all
        select m.account_id from account m join department md on md.department_id = m.department_id
        where m.is_enabled and (m.account_id = t.account_id or md.path @> array[t.group_department_id])
          and m.department_id = any(n.path)
      ) who on true
    on conflict (store_id, key) do nothing`.execute(trx)
}

/** "Back to normal" goes only where "raised" went, once. */
export async function insertClearedNotices(
  trx: Db,
  news: readonly TargetNews[],
  now: EpochMs,
): Promise<void> {
  if (news.length === 0) return
  await sql`
    insert into notice (store_id, key, subject_kind, subject_id, about, kind, rank, notice_target_id, account_id,
      channel, step, due_at, created_at)
    select distinct on (r.store_id, r.subject_kind, r.subject_id, r.notice_target_id, r.account_id, r.channel)
      r.store_id, e.event_key || ':' || coalesce(r.notice_target_id::text, 'service') || coalesce('.' || r.account_id, '') || ':' ||
        r.channel || ':0',
      r.subject_kind, r.subject_id, 'cleared', r.kind, e.rank, r.notice_target_id, r.account_id, r.channel, 0,
      ${sqlInstant(now)}, ${sqlInstant(now)}
    from ${newsRows(news)} with ordinality
        as e (store_id, subject_kind, subject_id, event_key, kind, rank, detail, place)
      join notice r on r.store_id = e.store_id and r.subject_kind = e.subject_kind and r.subject_id = e.subject_id
        and r.about = 'raised'
        and (r.state in ('sending', 'sent', 'retry') or (r.state = 'due' and r.step = 0))
    where not exists (
      select from notice c where c.store_id = r.store_id and c.subject_kind = r.subject_kind
        and c.subject_id = r.subject_id and c.about = 'cleared' and c.channel = r.channel
        and c.notice_target_id is not distinct from r.notice_target_id
        and c.account_id is not distinct from r.account_id and c.created_at >= r.created_at)
    order by r.store_id, r.subject_kind, r.subject_id, r.notice_target_id, r.account_id, r.channel, e.place desc
    on conflict (store_id, key) do nothing`.execute(trx)
}

export function newsRows(news: readonly TargetNews[]) {
  return sql`unnest(${news.map((row) => row.storeId)}::int[], ${news.map((row) => row.subjectKind)}::text[],
    ${news.map((row) => row.subjectId)}::bigint[], ${news.map((row) => row.eventKey)}::text[],
    ${news.map((row) => row.kind)}::text[], ${news.map((row) => row.rank)}::int[],
    ${news.map(({ detail }) => (detail === undefined ? null : JSON.stringify(detail)))}::text[])`
}
