import type { WarningEvent, WarningWatch } from '../alarms/early-warning'
import type { WarningKind } from '../alarms/early-warning-rules'
import type { HealthHint } from '../analysis/fault-signatures'
import type { HealthBaseline, HealthDay } from '../analysis/health-baseline'
import type { HintReason } from '../analysis/health-hint'
import type { MeasuredHealth } from '../analysis/health-indicators'
import type { HealthClass, HealthLoss, NoScore } from '../analysis/health-score'
import type { DeviceId, StoreId } from '../ids'
import type { TemperatureZone } from '../organisation/device'
import type { EpochMs } from '../time/instant'
import type { LocalDate } from '../time/local-date'

/** What is kept of the health of a device from one run to the next. */
export interface KnownHealth {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  /** Days before it do not count for the baseline; null: all count. */
  readonly baselineFrom: LocalDate | null
  readonly baseline: HealthBaseline | null
  /** The last day of the baseline; warnings are followed from the day after it. */
  readonly frozenOn: LocalDate | null
  /** How far the score moves when all is well, see `automaticIntensity`. */
  readonly intensity: number | null
  /** Median score of the baseline's days; null where none had one. */
  readonly usualScore: number | null
  readonly watch: WarningWatch | null
  readonly scoredAt: EpochMs | null
  readonly score: number | null
  readonly class: HealthClass | null
  readonly noScore: NoScore | null
  readonly losses: readonly HealthLoss[]
  readonly hint: HealthHint | null
  /** How many of what is named so surely is rightly named; null where nothing is named. */
  readonly hintChance: number | null
  readonly hintReasons: readonly HintReason[]
  /** What the 24 hours before `scoredAt` measured; null where nothing is compared yet. */
  readonly lastMeasured: MeasuredHealth | null
  /** Mean of the same 24 hours. */
  readonly lastOutdoorC: number | null
  readonly computedAt: EpochMs
}

/** One day of a device with its scores. */
export interface ScoredHealthDay extends HealthDay {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly zone: TemperatureZone
  readonly isWhole: boolean
  readonly firstAt: EpochMs
  /** A point every ten minutes. */
  readonly scores: readonly (number | null)[]
  readonly medianScore: number | null
  /** At the last point, as are the losses. */
  readonly score: number | null
  readonly class: HealthClass | null
  readonly topLoss: HealthLoss['cause'] | null
  readonly topLossPoints: number | null
  readonly secondLoss: HealthLoss['cause'] | null
  readonly secondLossPoints: number | null
  readonly hint: HealthHint | null
  readonly hintChance: number | null
  readonly computedAt: EpochMs
}

type ClearReason = Extract<WarningEvent, { readonly kind: 'cleared' }>['reason']

/** One early warning of a device. */
export interface KnownWarning {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly kind: WarningKind
  readonly raisedAt: EpochMs
  /** What the rule found: the score, the depth of the fall, or the number of long legs. */
  readonly value: number
  readonly limitValue: number
  /** How many minutes before it its rule looked at. */
  readonly judgedMinutes: number
  readonly score: number | null
  readonly clearedAt: EpochMs | null
  readonly reason: ClearReason | 'retired' | null
}
