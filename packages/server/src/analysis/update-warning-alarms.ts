import { type FollowedWarnings, startOfWarning } from '@coldkeep/domain/health/warning-records'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { closeWarning, openWarning } from '../alarms/early-warnings'
import type { Db, Trx } from '../db/connect'

/** Updates the alarms: what ended in the meantime first, then what is still open. */
export async function updateWarningAlarms(
  db: Db,
  { records }: FollowedWarnings,
  now: EpochMs,
): Promise<void> {
  // Runs write in one transaction, whose type is not in their signature.
  const trx = db as Trx
  for (const { storeId, deviceId, kind, clearedAt, reason } of records) {
    if (clearedAt === null) continue
    const closing = { at: clearedAt, reason: reason ?? 'recovered' }
    await closeWarning(trx, { storeId, deviceId, kind }, closing, now)
  }
  for (const record of records) {
    const { storeId, deviceId, kind, raisedAt, score, limitValue } = record
    if (record.clearedAt !== null) continue
    const limit = kind === 'threshold' ? limitValue : null
    const figures = { startedAt: startOfWarning(record), raisedAt, value: score, limit }
    await openWarning(trx, { storeId, deviceId, kind }, figures, now)
  }
}
