import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Trx } from '../db/connect'
import type { DeviceKeys } from '../devices/device-row-queries'

/** What else follows from a change of a device, in the transaction that makes it. */
export interface DeviceListener {
  retired(trx: Trx, device: DeviceKeys, now: EpochMs): Promise<void>
  /**
   * It works otherwise: what it was before teaches nothing.
   * @param from in the store's calendar
   */
  altered(trx: Trx, device: DeviceKeys, from: LocalDate): Promise<void>
}
