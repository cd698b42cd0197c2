import { type RandomState, randomStream } from '../random'
import { type Climate, makeClimate } from './climate'
import { type HeatLine, RATED_CONDENSING_C } from './compression'
import { type Disturbance, noDisturbance } from './confounders'
import { type CoolingControl, startCoolingControl } from './cooling-control'
import { type DefrostState, defrostsPerDay, startDefrostState } from './defrost'
import { type Probe, startProbe } from './probe'
import { type Effects, soundEffects } from './unit-faults'
import { type Coil, coilOf, type Sizing, sizingOf, type UnitKind, unitKinds } from './unit-kinds'
import type { UnitPlan } from './unit-plan'

/** One unit at one moment. Temperatures °C, powers W, ice kg. */
export interface UnitState {
  readonly plan: UnitPlan
  readonly kind: UnitKind
  readonly sizing: Sizing
  readonly coil: Coil
  readonly climate: Climate
  readonly random: RandomState
  readonly effects: Effects
  readonly disturbance: Disturbance
  readonly control: CoolingControl
  readonly defrost: DefrostState
  readonly probe: Probe
  readonly line: HeatLine
  sinceS: number
  outdoorC: number
  roomC: number
  roomRatio: number
  isOpen: boolean
  minuteOfDay: number
  airC: number
  supplyC: number
  surfaceC: number
  coreC: number
  coilC: number
  condensingC: number
  iceKg: number
  doorLeftS: number
  /** Opened by the pressure switch until the condenser has cooled down. */
  isTripped: boolean
  /** Share of the clean coil's air that gets through the ice. */
  openness: number
  /** Share of air and effectiveness of the coil, kept while they hardly change. */
  flow: number
  effectiveness: number
  opening: number
  setpointC: number
  heaterW: number
  coilHeatW: number
  /** Heat from outside and inside the case, without goods. */
  loadW: number
  powerW: number
  energyKwh: number
  superheatK: number
}

const FIRST_SINCE_DEFROST_S = 7_200

export function startUnit(plan: UnitPlan): UnitState {
  const kind: UnitKind = unitKinds[plan.kind]
  const sizing = sizingOf(kind)
  const at = plan.setpointC + plan.differentialK / 2
  return {
    plan,
    kind,
    sizing: { ...sizing, ratedW: sizing.ratedW * plan.capacityFactor },
    coil: coilOf(sizing, defrostsPerDay(plan.defrost)),
    climate: makeClimate(plan.seed, plan.climate, plan.fromMs, plan.days),
    random: randomStream(plan.seed, 'unit'),
    effects: soundEffects(),
    disturbance: noDisturbance(),
    control: startCoolingControl(),
    defrost: startDefrostState(FIRST_SINCE_DEFROST_S),
    probe: startProbe(at),
    line: { constant: 0, slope: 0, evaporatingC: kind.evaporatingC },
    sinceS: 0,
    outdoorC: 25,
    roomC: 24,
    roomRatio: 0.01,
    isOpen: true,
    minuteOfDay: 0,
    airC: at,
    supplyC: at,
    surfaceC: at,
    coreC: at,
    coilC: at,
    condensingC: RATED_CONDENSING_C,
    iceKg: 0,
    doorLeftS: 0,
    isTripped: false,
    openness: 1,
    flow: 0,
    effectiveness: 0,
    opening: 0,
    setpointC: plan.setpointC,
    heaterW: 0,
    coilHeatW: 0,
    loadW: 0,
    powerW: 0,
    energyKwh: 0,
    superheatK: 6,
  }
}
