import type { AccountId, StoreId } from '@coldkeep/domain/ids'
import type { NoticeState } from '@coldkeep/domain/notices/notice-kind'
import { type EpochMs, later } from '@coldkeep/domain/time/instant'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../db/connect'
import { sqlInstant } from '../db/instants'

export interface NoticeName {
  readonly storeId: StoreId
  readonly noticeId: number
}

/** What is not sent after all, and why. */
export async function suppress(
  trx: Trx,
  rows: readonly (NoticeName & { readonly why: string })[],
  now: EpochMs,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update notice n set state = 'suppressed', reason = u.why, ended_at = ${sqlInstant(now)}
    from ${named(rows, sql`, ${rows.map((row) => row.why)}::text[]`)} as u (store_id, notice_id, why)
    where n.store_id = u.store_id and n.notice_id = u.notice_id and n.state = 'due'`.execute(trx)
}

/** What waits until an instant. */
export async function hold(
  trx: Trx,
  rows: readonly (NoticeName & { readonly until: EpochMs; readonly isHeld: boolean })[],
): Promise<void> {
  if (rows.length === 0) return
  const untils = rows.map(({ until }) => new Date(until).toISOString())
  await sql`
    update notice n set due_at = u.until, was_held = n.was_held or u.is_held
    from ${named(rows, sql`, ${untils}::timestamptz[], ${rows.map((row) => row.isHeld)}::boolean[]`)}
      as u (store_id, notice_id, until, is_held)
    where n.store_id = u.store_id and n.notice_id = u.notice_id and n.state = 'due'`.execute(trx)
}

export interface ClaimedRow extends NoticeName {
  readonly messageKey: string
  readonly isDigest: boolean
  readonly rank: number
}

/** From here on these rows go in one message, whatever happens. */
export async function beginMessages(
  trx: Trx,
  rows: readonly ClaimedRow[],
  now: EpochMs,
  leaseMs: number,
): Promise<void> {
  if (rows.length === 0) return
  const more = sql`, ${rows.map((row) => row.messageKey)}::text[], ${rows.map((row) => row.isDigest)}::boolean[],
    ${rows.map((row) => row.rank)}::int[]`
  await sql`
    update notice n set state = 'sending', message_key = u.message_key, is_digest = u.is_digest, rank = u.rank,
      message_at = ${sqlInstant(now)}, lease_until = ${sqlInstant(later(now, leaseMs))}, tries = 1
    from ${named(rows, more)} as u (store_id, notice_id, message_key, is_digest, rank)
    where n.store_id = u.store_id and n.notice_id = u.notice_id`.execute(trx)
}

/**
 * Messages to be tried again, and those whose sender has not been heard of: they go as they were.
 * @param kinds which are known here; others wait for a server that knows them
 */
export async function retakeMessages(
  trx: Trx,
  kinds: readonly string[],
  now: EpochMs,
  { leaseMs, limit }: { readonly leaseMs: number; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ messageKey: string }>`
    update notice set state = 'sending', lease_until = ${sqlInstant(later(now, leaseMs))}, tries = tries + 1
    where message_key in (
      select message_key from notice
      where subject_kind = any(${[...kinds]}::text[])
        and ((state = 'retry' and due_at <= ${sqlInstant(now)})
          or (state = 'sending' and lease_until <= ${sqlInstant(now)}))
      group by message_key order by min(due_at) limit ${limit})
      and state in ('retry', 'sending')
    returning message_key`.execute(trx)
  return [...new Set(rows.map((row) => row.messageKey))]
}

/** What became of a message. */
export interface MessageEnd {
  readonly state: Extract<NoticeState, 'sent' | 'retry' | 'dead' | 'suppressed'>
  readonly reason: string | null
  /** When it is tried again. */
  readonly dueAt: EpochMs | null
  readonly targetName: string | null
  readonly recipient: string | null
  readonly title: string | null
  readonly body: string | null
}

/** Records what became of a message. One that another server has taken up in the meantime is left to it. */
export async function endMessage(
  trx: Db,
  { messageKey, tries }: { readonly messageKey: string; readonly tries: number },
  end: MessageEnd,
  now: EpochMs,
): Promise<boolean> {
  const { dueAt, ...columns } = end
  const isOver = end.state !== 'retry'
  const row = await trx
    .updateTable('notice')
    .set({ ...columns, leaseUntil: null, ...(dueAt === null ? {} : { dueAt }), endedAt: isOver ? now : null })
    .where('messageKey', '=', messageKey)
    .where('state', '=', 'sending')
    .where('tries', '=', tries)
    .executeTakeFirst()
  return row.numUpdatedRows > 0n
}

/** Records that messages of an account in the console were read; `null` stands for all of them. */
export async function updateNoticesRead(
  db: Db,
  accountId: AccountId,
  messageKey: string | null,
  now: EpochMs,
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ readAt: now })
    .where('accountId', '=', accountId)
    .where('channel', '=', 'app')
    .where('state', '=', 'sent')
    .where('readAt', 'is', null)
    .$if(messageKey !== null, (query) => query.where('messageKey', '=', messageKey))
    .execute()
}

/** After a stop without warning of the only server process: nothing is being sent. */
export async function releaseSending(db: Db, now: EpochMs): Promise<void> {
  await sql`update notice set lease_until = ${sqlInstant(now)} where state = 'sending'`.execute(db)
}

export async function deleteOldNotices(db: Db, before: EpochMs): Promise<void> {
  await sql`delete from notice where created_at < ${sqlInstant(before)} and ended_at is not null`.execute(db)
}

function named(rows: readonly NoticeName[], more: RawBuilder<unknown>) {
  return sql`unnest(${rows.map((row) => row.storeId)}::int[], ${rows.map((row) => row.noticeId)}::bigint[]${more})`
}
