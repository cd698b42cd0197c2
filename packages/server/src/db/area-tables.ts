import type { DepartmentId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { HealthTables } from './health-tables'
import type {
  ConnectionStoreDayTable,
  OperationStoreDayTable,
  TemperatureStoreDayTable,
} from './store-day-tables'

/** Days of the stores of one department and time zone, added up. */
interface AreaDay {
  departmentId: DepartmentId
  zone: string
  /** `YYYY-MM-DD`. */
  on: string
  computedAt: EpochMs
}
/** What the stores of a day are put in order by, see analysis/rank-stores.ts. */
interface Ranked {
  ranks: Uint8Array
}
/** The columns of a day of a store that are added up. */
type SumsOf<StoreDay> = AreaDay & Omit<StoreDay, keyof AreaDay | 'storeId'>

interface EnergyAreaDayTable extends AreaDay, Ranked {
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
interface AreaDueTable {
  analysis: string
  departmentId: DepartmentId
  on: string
}

export interface AreaTables {
  connectionAreaDay: SumsOf<ConnectionStoreDayTable> & Ranked
  temperatureAreaDay: SumsOf<TemperatureStoreDayTable> & Ranked
  operationAreaDay: SumsOf<Omit<OperationStoreDayTable, 'longestRunDeviceId'>> & Ranked
  energyAreaDay: EnergyAreaDayTable
  /** With the medians of all devices, in no order. */
  healthAreaDay: SumsOf<HealthTables['healthStoreDay']>
  areaDue: AreaDueTable
}
