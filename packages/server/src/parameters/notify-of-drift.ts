import { kindsOfDevice, mayWrite } from '@coldkeep/domain/access/equipment'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { Drift } from '@coldkeep/domain/parameters/drift'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { rightsOf } from '../access/account-rights'
import type { Trx } from '../db/connect'
import { insertOwnNotices } from '../outbox/own-notice-queries'
import { selectDriftAccounts, selectDriftDevice } from './drift-news-queries'

export interface DriftOfDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly eventId: number
  readonly drift: Drift
}

/** Notifies accounts over a store that may change parameters of the device that it was changed by someone else. */
export async function notifyOfDrift(
  trx: Trx,
  { storeId, deviceId, eventId, drift }: DriftOfDevice,
  now: EpochMs,
): Promise<void> {
  const device = await selectDriftDevice(trx, storeId, deviceId)
  if (device === undefined) return
  const candidates = await selectDriftAccounts(trx, storeId)
  const notified = candidates.filter((one) => {
    const rights = rightsOf(one)
    return rights.pageKeys.has('3-3') && mayWrite(rights.equipment, kindsOfDevice(device))
  })
  const news = {
    ...({ storeId, subjectKind: 'parameter', subjectId: deviceId, about: 'drift' } as const),
    messageKey: `parameter:${storeId}:${eventId}`,
    detail: { event: String(eventId), cause: drift.cause, changes: String(drift.changes.length) },
    channels: ['app', 'email'] as const,
  }
  await insertOwnNotices(
    trx,
    news,
    notified.map(({ accountId }) => accountId),
    now,
  )
}
