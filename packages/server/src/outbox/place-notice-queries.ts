import type { AccountId } from '@coldkeep/domain/ids'
import { sql } from 'kysely'
import type { Trx } from '../db/connect'
import type { NoticeName } from './notice-queries'

/** To whom a row goes that was written for whoever would be on call. */
export interface NoticePlacing extends NoticeName {
  readonly accountIds: readonly AccountId[]
  /** No one is on call: these are the people of the department. */
  readonly isFallback: boolean
}

/** Gives rows to accounts: the first of these gets the row itself, each other one a copy of it. */
export async function placeNotices(trx: Trx, placings: readonly NoticePlacing[]): Promise<void> {
  const rows = placings.flatMap(({ storeId, noticeId, accountIds, isFallback }) =>
    accountIds.map((accountId, place) => ({
      storeId,
      noticeId,
      accountId,
      isFallback,
      isFirst: place === 0,
    })),
  )
  if (rows.length === 0) return
  const named = sql`unnest(${rows.map((row) => row.storeId)}::int[], ${rows.map((row) => row.noticeId)}::bigint[],
    ${rows.map((row) => row.accountId)}::bigint[], ${rows.map((row) => row.isFallback)}::boolean[],
    ${rows.map((row) => row.isFirst)}::boolean[]) as u (store_id, notice_id, account_id, is_fallback, is_first)`
  const detail = sql`case when u.is_fallback then coalesce(n.detail, '{}'::jsonb) || '{"onCall": "no one"}'::jsonb
    else n.detail end`
  await sql`
    insert into notice (store_id, key, subject_kind, subject_id, subject_name, detail, about, kind, rank,
      notice_target_id, account_id, channel, step, due_at, was_held, created_at)
    select n.store_id, n.key || ':' || u.account_id, n.subject_kind, n.subject_id, n.subject_name, ${detail}, n.about,
      n.kind, n.rank, n.notice_target_id, u.account_id, n.channel, n.step, n.due_at, n.was_held, n.created_at
    from ${named} join notice n on n.store_id = u.store_id and n.notice_id = u.notice_id
    where not u.is_first
    on conflict (store_id, key) do nothing`.execute(trx)
  await sql`
    update notice n set account_id = u.account_id, detail = ${detail} from ${named}
    where n.store_id = u.store_id and n.notice_id = u.notice_id and u.is_first`.execute(trx)
}
