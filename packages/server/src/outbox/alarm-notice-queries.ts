import type { AlarmId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { instantText } from '../db/instants'

/** An entry of an alarm's history that somebody may want to be told of. */
export interface AlarmNews {
  readonly storeId: StoreId
  readonly alarmId: AlarmId
  readonly alarmEventId: number
  readonly kind: string
}

/** Bad news goes to whom a target in use sends it, and later along the steps of that target. */
export async function insertRaisedNotices(trx: Db, news: readonly AlarmNews[], now: EpochMs): Promise<void> {
  await sql`
    insert into notice (store_id, key, alarm_id, about, kind, rank, notice_target_id, account_id, channel, step,
      due_at, created_at)
    select n.store_id, n.event_id || ':' || t.notice_target_id || coalesce('.' || who.account_id, '') || ':' ||
        t.channel || ':' || told.step,
      n.alarm_id, 'raised', n.kind, n.priority, t.notice_target_id, who.account_id, t.channel, told.step,
      ${instantText(now)}::timestamptz + make_interval(mins => told.after_minutes), ${instantText(now)}::timestamptz
    from (
      select e.store_id, e.alarm_id, e.event_id, a.priority, d.path, d.department_id, case a.branch
        when 'high' then 'limit' when 'low' then 'limit' when 'lost' then 'device_lost'
        when 'host_lost' then 'terminal_lost' else 'early_warning' end as kind
      from ${newsRows(news)} as e (store_id, alarm_id, event_id)
        join alarm a on a.store_id = e.store_id and a.alarm_id = e.alarm_id
        join store s on s.store_id = a.store_id
        join department d on d.department_id = s.department_id
      where a.cleared_at is null and not a.is_suppressed and not a.is_out_of_service and a.shelved_until is null
    ) n
      join notice_target direct on direct.is_enabled and direct.department_ids && n.path
        and n.kind = any(direct.kinds) and n.priority <= direct.lowest_rank
      join lateral (
        select direct.notice_target_id, 0 as step, 0 as after_minutes
        union all
        select s.next_target_id, s.step, s.after_minutes from notice_step s
        where s.notice_target_id = direct.notice_target_id
      ) told on true
      join notice_target t on t.notice_target_id = told.notice_target_id and t.is_enabled
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
export async function insertClearedNotices(trx: Db, news: readonly AlarmNews[], now: EpochMs): Promise<void> {
  await sql`
    insert into notice (store_id, key, alarm_id, about, kind, rank, notice_target_id, account_id, channel, step,
      due_at, created_at)
    select distinct on (r.store_id, r.alarm_id, r.notice_target_id, r.account_id)
      r.store_id, e.event_id || ':' || r.notice_target_id || coalesce('.' || r.account_id, '') || ':' ||
        r.channel || ':0',
      r.alarm_id, 'cleared', r.kind, a.priority, r.notice_target_id, r.account_id, r.channel, 0,
      ${instantText(now)}::timestamptz, ${instantText(now)}::timestamptz
    from ${newsRows(news)} as e (store_id, alarm_id, event_id)
      join alarm a on a.store_id = e.store_id and a.alarm_id = e.alarm_id
      join notice r on r.store_id = e.store_id and r.alarm_id = e.alarm_id and r.about = 'raised'
        and (r.state in ('sending', 'sent', 'retry') or (r.state = 'due' and r.step = 0))
    where not exists (
      select from notice c where c.store_id = r.store_id and c.alarm_id = r.alarm_id and c.about = 'cleared'
        and c.notice_target_id = r.notice_target_id and c.account_id is not distinct from r.account_id
        and c.created_at >= r.created_at)
    order by r.store_id, r.alarm_id, r.notice_target_id, r.account_id, e.event_id desc
    on conflict (store_id, key) do nothing`.execute(trx)
}

function newsRows(news: readonly AlarmNews[]) {
  return sql`unnest(${news.map((row) => row.storeId)}::int[], ${news.map((row) => row.alarmId)}::bigint[],
    ${news.map((row) => row.alarmEventId)}::bigint[])`
}
