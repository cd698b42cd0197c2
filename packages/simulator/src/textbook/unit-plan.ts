import type { ClimatePlan } from './climate'
import type { ConfounderPlan } from './confounders'
import type { DefrostPlan } from './defrost'
import type { UnitFault } from './unit-faults'
import type { UnitKindName } from './unit-kinds'

/** How the cold is switched. */
export type ControlName = 'on_off' | 'inverter' | 'solenoid' | 'modulating_valve'

/** A probe as a controller sees it. */
export interface ProbePlan {
  readonly resolutionK: number
  readonly lagSeconds: number
  readonly noiseK: number
  readonly offsetK: number
  /** K per day; ageing of a healthy probe is some hundredths per month. */
  readonly driftKPerDay: number
}

/** What the terminal reads, and how well. */
interface PollPlan {
  readonly periodSeconds: number
  readonly jitterSeconds: number
  readonly lostShare: number
  /** Stretches without any reading. */
  readonly gaps: readonly { readonly startMs: number; readonly endMs: number }[]
  readonly missing: readonly MissingPoint[]
  /** Whether the run of the compressor or valve is a bit, or a percentage. */
  readonly runSignal: 'bit' | 'percent'
  readonly hasProductProbe: boolean
}

export const missingPoints = ['compressor', 'defrost', 'evaporator', 'power', 'setpoint', 'door'] as const
export type MissingPoint = (typeof missingPoints)[number]

interface ShopPlan {
  /** Minutes of the local day; the same twice: always open. */
  readonly opensAtMinute: number
  readonly closesAtMinute: number
  /** Days of the record on which the shop is closed, from 0. */
  readonly closedDays: readonly number[]
}

/** Everything that decides what a unit does; with its seed it decides every reading. */
export interface UnitPlan {
  readonly seed: number
  readonly fromMs: number
  readonly days: number
  readonly kind: UnitKindName
  readonly control: ControlName
  /** Size and liveliness of this individual: multiplies the capacity, and the customers. */
  readonly capacityFactor: number
  readonly customersFactor: number
  readonly setpointC: number
  readonly differentialK: number
  /** K by which the set point rises while the shop is closed; 0: none. */
  readonly nightSetbackK: number
  /** K by which the rack lets its suction rise at low load; 0: fixed. Only remote units. */
  readonly floatingSuctionK: number
  readonly defrost: DefrostPlan
  readonly probe: ProbePlan
  /** Share of supply air in what the air probe feels; the rest is return air. */
  readonly supplyShare: number
  readonly poll: PollPlan
  readonly shop: ShopPlan
  readonly climate: ClimatePlan
  readonly confounder: ConfounderPlan | null
  readonly fault: FaultPlan | null
}

export interface FaultPlan {
  readonly kind: UnitFault
  readonly severity: number
  readonly startMs: number
  /** Until it is fully grown; 0: sudden. */
  readonly rampDays: number
}
