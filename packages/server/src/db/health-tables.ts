import type { WarningWatch } from '@coldkeep/domain/alarms/early-warning'
import type { WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import type { HealthHint } from '@coldkeep/domain/analysis/fault-signatures'
import type { HealthBaseline } from '@coldkeep/domain/analysis/health-baseline'
import type { HintReason } from '@coldkeep/domain/analysis/health-hint'
import type { MeasuredHealth } from '@coldkeep/domain/analysis/health-indicators'
import type { HealthClass, HealthLoss, NoScore } from '@coldkeep/domain/analysis/health-score'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'

/** `YYYY-MM-DD`. */
type Day = string
type Cause = HealthLoss['cause']

interface HealthDayTable {
  storeId: StoreId
  deviceId: DeviceId
  on: Day
  zone: TemperatureZone
  medianScore: number | null
  score: number | null
  class: HealthClass | null
  topLoss: Cause | null
  topLossPoints: number | null
  secondLoss: Cause | null
  secondLossPoints: number | null
  hint: HealthHint | null
  hintChance: number | null
  computedAt: EpochMs
}
interface ScoreDayTable {
  storeId: StoreId
  deviceId: DeviceId
  on: Day
  measured: MeasuredHealth
  outdoorC: number | null
  isBreach: boolean
  isWhole: boolean
  firstAt: EpochMs
  scores: readonly (number | null)[]
}
interface HealthStoreDayTable {
  storeId: StoreId
  on: Day
  good: number
  fair: number
  watch: number
  poor: number
  noScore: number
  medianTenths: Uint8Array
  computedAt: EpochMs
}
interface DeviceHealthTable {
  storeId: StoreId
  deviceId: DeviceId
  baselineFrom: Day | null
  baseline: HealthBaseline | null
  frozenOn: Day | null
  intensity: number | null
  usualScore: number | null
  watch: WarningWatch | null
  scoredAt: EpochMs | null
  score: number | null
  class: HealthClass | null
  noScore: NoScore | null
  losses: readonly HealthLoss[]
  hint: HealthHint | null
  hintChance: number | null
  hintReasons: readonly HintReason[]
  lastMeasured: MeasuredHealth | null
  lastOutdoorC: number | null
  computedAt: EpochMs
}
interface EarlyWarningTable {
  storeId: StoreId
  deviceId: DeviceId
  kind: WarningKind
  raisedAt: EpochMs
  value: number
  limitValue: number
  /** How many minutes before it its rule looked at. */
  judgedMinutes: number
  score: number | null
  clearedAt: EpochMs | null
  reason: 'recovered' | 'window_passed' | 'switched_off' | 'retired' | null
}

export interface HealthTables {
  healthDay: HealthDayTable
  scoreDay: ScoreDayTable
  healthStoreDay: HealthStoreDayTable
  deviceHealth: DeviceHealthTable
  earlyWarning: EarlyWarningTable
}
