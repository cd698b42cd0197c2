import type { DeviceId, PointListId, StoreId } from '../ids'
import type { EpochMs } from '../time/instant'

/** One poll cycle of one device as it is stored. A missing value is NaN; no quality: every value is good. */
export interface Scan {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly pointListId: PointListId
  readonly at: EpochMs
  readonly values: Float32Array
  readonly counters: Float64Array
  readonly quality: Uint8Array | null
  readonly receivedAt: EpochMs
}
