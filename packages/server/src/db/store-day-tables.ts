import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'

type Instant = EpochMs
/** `YYYY-MM-DD` in the time zone of the store. */
type Day = string

export interface ConnectionStoreDayTable {
  storeId: StoreId
  on: Day
  ok: number
  deviceLost: number
  hostLost: number
  deviceLostSeconds: number
  hostLostSeconds: number
  computedAt: Instant
}

export interface TemperatureStoreDayTable {
  storeId: StoreId
  on: Day
  breach: number
  watch: number
  protected: number
  noData: number
  coveredMinutes: number
  expectedMinutes: number
  computedAt: Instant
}

export interface OperationColumns {
  storeId: StoreId
  on: Day
  cooling: number
  pulldown: number
  defrost: number
  door: number
  standby: number
  off: number
  offline: number
  runs: number
  compressorMinutes: number
  longestRunMinutes: number
  defrosts: number
  defrostMinutes: number
  doorOpenings: number | null
  computedAt: Instant
}

export interface OperationStoreDayTable extends OperationColumns {
  longestRunDeviceId: DeviceId
}

export interface StoreDayTable {
  storeId: StoreId
  on: Day
  through: Instant
  isFinal: boolean
  /** By which the day was judged first. */
  figureChoiceIds: readonly number[]
  computedAt: Instant
}
