import type { AccountId, NoticeTargetId } from '@coldkeep/domain/ids'
import type { NoticeChannel } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Language } from '@coldkeep/phrases/translate'
import { rightColumns } from '../access/account-right-queries'
import { rightsOf } from '../access/account-rights'
import type { Db } from '../db/connect'

export interface SendingTarget {
  readonly targetId: NoticeTargetId
  readonly name: string
  readonly channel: NoticeChannel
  readonly address: string
  readonly language: Language
  readonly secretGeneration: number
  readonly oldSecretUntil: EpochMs | null
}

/** The targets among these that are switched on. */
export async function selectSendingTargets(
  db: Db,
  ids: readonly NoticeTargetId[],
): Promise<Map<NoticeTargetId, SendingTarget>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('noticeTarget')
    .select([
      'noticeTargetId as targetId',
      'name',
      'channel',
      'address',
      'language',
      'secretGeneration',
      'oldSecretUntil',
    ])
    .where('noticeTargetId', 'in', ids)
    .where('isEnabled', '=', true)
    .execute()
  return new Map(rows.map((row) => [row.targetId, row]))
}

/** The accounts that answer for targets. */
export async function selectOwners(
  db: Db,
  ids: readonly NoticeTargetId[],
): Promise<Map<NoticeTargetId, AccountId | null>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('noticeTarget')
    .select(['noticeTargetId', 'ownerId'])
    .where('noticeTargetId', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.noticeTargetId, row.ownerId]))
}

/** Accounts that are enabled, with their mail address, name and language, and what they may see. */
export async function selectMembers(db: Db, ids: readonly AccountId[]) {
  if (ids.length === 0) return new Map<AccountId, never>()
  const rows = await db
    .selectFrom('account')
    .select(['accountId', 'name', 'email', 'departmentId', 'language', 'silencedChannels'])
    .select(rightColumns)
    .where('accountId', 'in', ids)
    .where('isEnabled', '=', true)
    .execute()
  return new Map(rows.map((row) => [row.accountId, { ...row, ...rightsOf(row) }]))
}

/** The receiver wants no more. */
export async function switchOff(db: Db, targetId: NoticeTargetId, why: string): Promise<void> {
  await db
    .updateTable('noticeTarget')
    .set((is) => ({ isEnabled: false, switchedOffBecause: why, revision: is('revision', '+', 1) }))
    .where('noticeTargetId', '=', targetId)
    .execute()
}

/** Records that nothing gets out on a channel, or that it works again. */
export async function recordTrouble(
  db: Db,
  channel: NoticeChannel,
  message: string | null,
  now: EpochMs,
): Promise<void> {
  if (message === null) {
    await db.deleteFrom('noticeTrouble').where('channel', '=', channel).execute()
    return
  }
  await db
    .insertInto('noticeTrouble')
    .values({ channel, since: now, lastAt: now, message })
    .onConflict((conflict) => conflict.column('channel').doUpdateSet({ lastAt: now, message }))
    .execute()
}
