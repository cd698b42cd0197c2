import type { Excursion } from '@coldkeep/domain/analysis/excursions'
import type { TemperatureAssurance } from '@coldkeep/domain/analysis/temperature-assurance'
import type { ZoneLimits } from '@coldkeep/domain/analysis/zone-limits'
import type { BreachFacts } from '@coldkeep/domain/corrections/breach-facts'
import type { DeviceId, PointId, StoreId } from '@coldkeep/domain/ids'
import type { TemperatureZone } from '@coldkeep/domain/organisation/device'
import type { PointKind } from '@coldkeep/domain/points/point'
import type { Series, Window } from '@coldkeep/domain/points/series'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { LocalDate } from '@coldkeep/domain/time/local-date'
import type { Period } from '@coldkeep/domain/time/period'
import type { ShownAlarm } from '../alarms/shown-alarm-queries'
import type { BreachEvent } from '../corrections/breach-event-queries'
import type { Breach } from '../corrections/breach-queries'

/** The store that evidence is about. */
export interface EvidenceStore {
  readonly storeId: StoreId
  readonly code: string
  readonly name: string
  readonly address: string
  readonly country: string
  /** IANA time zone. */
  readonly zone: string
}

/** A probe of a device, with its last calibration up to the end of the period. */
interface EvidenceProbe {
  readonly pointId: PointId
  readonly name: string
  readonly kind: PointKind
  readonly calibration: ProbeCalibration | null
}

export interface ProbeCalibration {
  readonly checkedOn: LocalDate
  readonly checkedBy: string
  readonly certificate: string
}

/** Who a device is; the same on all days. */
export interface EvidenceDevice {
  readonly deviceId: DeviceId
  readonly name: string
  readonly brand: string
  readonly model: string
  readonly probes: readonly EvidenceProbe[]
}

/** One insured device on one day of its store, as far as it is judged. */
export interface DeviceDay {
  readonly on: LocalDate
  readonly zone: TemperatureZone
  readonly insuredUntil: LocalDate
  readonly limits: ZoneLimits
  readonly window: Window
  readonly sums: TemperatureAssurance
  readonly air: Series
  /** What is judged: the food probe's readings, or what the air lets expect of the product. */
  readonly product: Series
  readonly hasFoodProbe: boolean
  readonly stretches: readonly Excursion[]
  readonly gaps: readonly Period[]
  readonly defrosts: readonly Period[]
  readonly masks: readonly Period[]
}

/** What is shown of a day once its samples are written. */
export interface ShownDay extends Omit<DeviceDay, 'air' | 'product' | 'stretches'> {
  /** For a drawing: thinned, with gaps as missing values. */
  readonly airCurve: Series
  readonly productCurve: Series
}

/** One insured device over the whole period. */
export interface DeviceEvidence extends EvidenceDevice {
  readonly days: readonly ShownDay[]
  readonly excursions: readonly Excursion[]
  readonly gaps: readonly Period[]
  readonly alarms: readonly EvidenceAlarm[]
}

export interface EvidenceAlarm extends ShownAlarm {
  readonly history: readonly AlarmDeed[]
}

/** A breach of a device with all that was entered of it. */
export interface EvidenceBreach extends BreachFacts {
  /** Null: the readings show a breach of which there is no record. */
  readonly record: Breach | null
  readonly deviceId: DeviceId
  readonly deviceName: string
  /** The newest first. */
  readonly history: readonly BreachEvent[]
}

/** What happened to an alarm, or what a person did about it. */
export interface AlarmDeed {
  readonly kind: string
  readonly at: EpochMs
  readonly recordedAt: EpochMs
  readonly accountName: string | null
  readonly reason: string | null
}

/** Everything that a pack holds beside the samples. */
export interface Evidence {
  readonly store: EvidenceStore
  readonly first: LocalDate
  readonly last: LocalDate
  readonly period: Period
  /** Readings up to here have come in. */
  readonly until: EpochMs
  readonly madeAt: EpochMs
  readonly madeBy: string
  readonly devices: readonly DeviceEvidence[]
  readonly breaches: readonly EvidenceBreach[]
  /** Of the terminals of the store. */
  readonly hostAlarms: readonly EvidenceAlarm[]
}
