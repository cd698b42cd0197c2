import { randomInt } from 'node:crypto'
import type { DepartmentId, NoticeTargetId } from '@coldkeep/domain/ids'
import { type EpochMs, hours, later, minutes } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import { sql } from 'kysely'
import type { Db, Trx } from '../../db/connect'

const CODE_GOOD_MS = minutes(10)
const TRIES_OF_SENDER = 5
const SENDER_WAITS_MS = hours(1)
/**
 * Of all senders while a code is good; with ten codes open, a guess among so many is right three times in
 * 10,000.
 */
const TRIES_OF_ALL = 30

/** A code for a target; one that was open for it before ends. `null` where no free code was found. */
export async function openLink(
  trx: Trx,
  noticeTargetId: NoticeTargetId,
  hashCode: (code: string) => Buffer,
  now: EpochMs,
): Promise<{ readonly code: string; readonly expiresAt: EpochMs } | null> {
  await lockLinking(trx)
  await trx
    .deleteFrom('noticeLink')
    .where((is) => is.or([is('expiresAt', '<=', now), is('noticeTargetId', '=', noticeTargetId)]))
    .execute()
  const expiresAt = later(now, CODE_GOOD_MS)
  for (let n = 0; n < 5; n++) {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const { numInsertedOrUpdatedRows = 0n } = await trx
      .insertInto('noticeLink')
      .values({ noticeTargetId, codeHash: hashCode(code), expiresAt })
      .onConflict((conflict) => conflict.column('codeHash').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows > 0n) return { code, expiresAt }
  }
  return null
}

export interface LinkedTarget {
  readonly noticeTargetId: NoticeTargetId
  readonly name: string
  readonly language: Language
  readonly departmentIds: readonly DepartmentId[]
}

/** Gives the target of a code to its sender; the code is used up. `null` where it is not valid. */
export async function takeLink(
  trx: Trx,
  codeHash: Buffer,
  sender: string,
  now: EpochMs,
): Promise<LinkedTarget | null> {
  const link = await trx
    .deleteFrom('noticeLink')
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', now)
    .returning('noticeTargetId')
    .executeTakeFirst()
  if (link === undefined) return null
  const target = await trx
    .updateTable('noticeTarget')
    .set((is) => ({ address: sender, revision: is('revision', '+', 1) }))
    .where('noticeTargetId', '=', link.noticeTargetId)
    .where('channel', '=', 'line')
    .returning(['noticeTargetId', 'name', 'language', 'departmentIds'])
    .executeTakeFirst()
  return target ?? null
}

/** True for a sender whose codes are not checked any more: too many of them were not valid. */
export async function isShutOut(db: Db, sender: string, now: EpochMs): Promise<boolean> {
  const row = await db
    .selectFrom('noticeLinkTry')
    .select(({ fn }) => fn.countAll().as('tries'))
    .where('sender', '=', sender)
    .where('at', '>', later(now, -SENDER_WAITS_MS))
    .executeTakeFirstOrThrow()
  return Number(row.tries) >= TRIES_OF_SENDER
}

/** Counts an invalid code. After too many of them, from whichever sender, all open codes end. */
export async function countWrongCode(trx: Trx, sender: string, now: EpochMs): Promise<void> {
  await trx.deleteFrom('noticeLinkTry').where('at', '<=', later(now, -SENDER_WAITS_MS)).execute()
  await trx.insertInto('noticeLinkTry').values({ sender, at: now }).execute()
  const row = await trx
    .selectFrom('noticeLinkTry')
    .select(({ fn }) => fn.countAll().as('tries'))
    .where('at', '>', later(now, -CODE_GOOD_MS))
    .executeTakeFirstOrThrow()
  if (Number(row.tries) >= TRIES_OF_ALL) await trx.deleteFrom('noticeLink').execute()
}

/** Codes are made and tried one after the other: those that come at once would not see each other. */
export async function lockLinking(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('notice_link'))`.execute(trx)
}

/** Takes the place away from the targets that it was linked to. */
export async function endLinks(
  trx: Trx,
  which: { readonly sender: string } | { readonly targetId: NoticeTargetId },
): Promise<LinkedTarget[]> {
  const base = trx
    .updateTable('noticeTarget')
    .set((is) => ({ address: '', revision: is('revision', '+', 1) }))
    .where('channel', '=', 'line')
    .where('address', '!=', '')
  const chosen =
    'sender' in which
      ? base.where('address', '=', which.sender)
      : base.where('noticeTargetId', '=', which.targetId)
  return chosen.returning(['noticeTargetId', 'name', 'language', 'departmentIds']).execute()
}
