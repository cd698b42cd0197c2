import type { AccountId } from '@coldkeep/domain/ids'
import { personalChannels } from '@coldkeep/domain/notices/notice-kind'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { Trx } from '../db/connect'
import { selectZoneOfDepartment } from '../organisation/zone-queries'
import { NO_STORE } from '../outbox/news-kind'
import { insertOwnNotices } from '../outbox/own-notice-queries'
import type { ShiftRow } from './shift-queries'

/** Notifies both of a hand-over: who was on call, and who is now. */
export async function notifyOfHandOver(
  trx: Trx,
  shift: ShiftRow,
  to: { readonly accountId: AccountId; readonly name: string },
  now: EpochMs,
): Promise<void> {
  const { onCallShiftId, departmentId, departmentName, path, untilAt } = shift
  await insertOwnNotices(
    trx,
    {
      storeId: NO_STORE,
      subjectKind: 'on_call',
      subjectId: onCallShiftId,
      about: 'handed_over',
      messageKey: `oncall:${onCallShiftId}:${now}`,
      detail: {
        from: shift.name,
        to: to.name,
        department: departmentName,
        departments: path.join('.'),
        startAt: String(now),
        endAt: String(untilAt),
        zone: await selectZoneOfDepartment(trx, departmentId),
      },
      channels: personalChannels,
    },
    [shift.accountId, to.accountId],
    now,
  )
}
