import type { AccountId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { SignedIn } from '../access/signed-in'
import type { Trx } from '../db/connect'
import { insertOwnNotices } from '../outbox/own-notice-queries'
import type { RepairCase } from './case-queries'

/**
 * Notifies the account that a case is its own from now on, once however often the assignment is sent; whoever takes a case
 * knows of it.
 * @param key of what was sent
 */
export async function notifyAssignee(
  trx: Trx,
  { user, now }: { readonly user: SignedIn; readonly now: EpochMs },
  { storeId, repairCaseId }: Pick<RepairCase, 'storeId' | 'repairCaseId'>,
  assigneeId: AccountId,
  key: string,
): Promise<void> {
  if (assigneeId === user.accountId) return
  await insertOwnNotices(
    trx,
    {
      ...{ storeId, subjectKind: 'repair', subjectId: repairCaseId, about: 'assigned' },
      messageKey: `repair:${storeId}:${repairCaseId}:${key}`,
      detail: { person: user.name },
      channels: ['app', 'push', 'email'],
    },
    [assigneeId],
    now,
  )
}
