import type { EpochMs } from '@coldkeep/domain/time/instant'
import { addAudit, SERVER } from '../audit/add-audit'
import type { Trx } from '../db/connect'
import { notifyRequester } from './notify-of-write'
import { subjectOf } from './subject-of'
import { updateOverdueApprovals } from './write-queries'

/**
 * Ends the writes that were not decided on in time: that is audited, and the requesting account is notified.
 */
export async function expireApprovals(trx: Trx, now: EpochMs): Promise<void> {
  const ended = await updateOverdueApprovals(trx, now)
  for (const write of ended) {
    const { storeId, writeId, createdBy, approveUntil } = write
    await addAudit(trx, {
      at: now,
      by: SERVER,
      storeId,
      kind: 'write.expire',
      ...(await subjectOf(trx, storeId, writeId)),
      detail: {
        write: writeId,
        requestedBy: createdBy,
        approveUntil: approveUntil === null ? null : new Date(approveUntil).toISOString(),
        state_before: 'waiting',
        state_after: 'expired',
      },
      outcome: 'failed',
    })
    await notifyRequester(trx, write, 'expired', now)
  }
}
