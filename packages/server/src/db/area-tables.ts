import type { DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'

/** Days of the stores of one department and time zone, added up. */
interface AreaDay {
  departmentId: DepartmentId
  zone: string
  /** `YYYY-MM-DD`. */
  on: string
  computedAt: EpochMs
}
interface ConnectionAreaDayTable extends AreaDay {
  ok: number
  deviceLost: number
  hostLost: number
  deviceLostSeconds: number
  hostLostSeconds: number
}
interface TemperatureAreaDayTable extends AreaDay {
  breach: number
  watch: number
  protected: number
  noData: number
  coveredMinutes: number
  expectedMinutes: number
}
interface OperationAreaDayTable extends AreaDay {
  cooling: number
  pulldown: number
  defrost: number
  door: number
  standby: number
  off: number
  offline: number
  runs: number
  defrosts: number
  compressorMinutes: number
  longestRunMinutes: number
  defrostMinutes: number
  doorOpenings: number | null
}
interface EnergyAreaDayTable extends AreaDay {
  judged: number
  over: number
  overMinutes: number
  storesOver: number
  excessKw: number | null
  maximumKw: number | null
  contractedKw: number | null
  /** The highest demand as a share of its contract. */
  highestUse: number | null
  heldMinutes: number
  expectedMinutes: number
}
interface HealthAreaDayTable extends AreaDay {
  good: number
  fair: number
  watch: number
  poor: number
  noScore: number
  /** Medians of all devices, two bytes each, in no order. */
  medianTenths: Uint8Array
}
interface AreaDueTable {
  analysis: string
  departmentId: DepartmentId
  on: string
}

export interface AreaTables {
  connectionAreaDay: ConnectionAreaDayTable
  temperatureAreaDay: TemperatureAreaDayTable
  operationAreaDay: OperationAreaDayTable
  energyAreaDay: EnergyAreaDayTable
  healthAreaDay: HealthAreaDayTable
  areaDue: AreaDueTable
}
