import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Trx } from '../db/connect'
import type { DeviceKeys } from '../devices/device-row-queries'

/** Forgets what a device was before a day, in the store's calendar. */
export async function updateBaseline(
  trx: Trx,
  { storeId, deviceId }: DeviceKeys,
  baselineFrom: LocalDate,
): Promise<void> {
  await trx
    .updateTable('deviceHealth')
    .set({ baselineFrom, baseline: null, frozenOn: null })
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .execute()
}

/** Ends the open warnings of a device that is retired. */
export async function updateOpenWarnings(
  trx: Trx,
  { storeId, deviceId }: DeviceKeys,
  clearedAt: EpochMs,
): Promise<void> {
  await trx
    .updateTable('earlyWarning')
    .set({ clearedAt, reason: 'retired' })
    .where('storeId', '=', storeId)
    .where('deviceId', '=', deviceId)
    .where('clearedAt', 'is', null)
    .execute()
}
