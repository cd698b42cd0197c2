import type { DemandMinutes } from '@coldkeep/domain/analysis/demand'
import type { DemandWatch } from '@coldkeep/domain/analysis/demand-watch'
import type { PowerFactorSpread } from '@coldkeep/domain/analysis/power-factor'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ColumnType } from 'kysely'

/** `YYYY-MM-DD`. */
type Day = string

interface EnergyDayTable {
  storeId: StoreId
  on: Day
  days: number
  energyKwh: number | null
  openMinutes: number
  heldMinutes: number
  expectedMinutes: number
  outdoorMeanC: number | null
  factorKwh: number | null
  reactiveKvarh: number | null
  spread: PowerFactorSpread
  demandMinutes: number
  contractedKw: number | null
  known: number
  judged: number
  over: number
  overMinutes: number
  excessKw: number | null
  maximumKw: number | null
  computedAt: EpochMs
}
interface DemandDayTable {
  storeId: StoreId
  on: Day
  demandMinutes: DemandMinutes
  contractedKw: number | null
  // A missing element is NaN.
  demandKw: number[]
  forecastKw: number[]
  highestStage: number[]
  powerFactor: number[]
  computedAt: EpochMs
}
interface EnergyComparisonTable {
  storeId: StoreId
  lastOn: Day
  days: number
  energyKwh: number
  openMinutes: number
  heldMinutes: number
  expectedMinutes: number
  weatherDays: number
  weatherKwh: number
  degreeDays: number
  factorKwh: number
  reactiveKvarh: number
  spreadKwh: number
  lowKwh: number[]
  lowIntervals: number[]
  beforeKwh: number | null
  lastYearKwh: number | null
  correctedKwh: number | null
  referenceKwh: number | null
  computedAt: EpochMs
}
interface SubMeterDayTable {
  storeId: StoreId
  deviceId: DeviceId
  on: Day
  days: number
  energyKwh: number | null
  computedAt: EpochMs
}
interface DemandWatchTable {
  storeId: StoreId
  state: ColumnType<DemandWatch, string, string>
}

/** The tables of demand and consumption, by their name in code. */
export interface EnergyTables {
  demandWatch: DemandWatchTable
  subMeterDay: SubMeterDayTable
  energyDay: EnergyDayTable
  demandDay: DemandDayTable
  energyComparison: EnergyComparisonTable
}
