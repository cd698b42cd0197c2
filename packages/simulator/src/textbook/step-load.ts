import { AIR_CP, doorwayFlow } from './moist-air'
import type { UnitState } from './unit-state'

/** Share of a day's customers in each hour from 0: two peaks, about noon and in the evening. */
const peaks = [
  0.2, 0.1, 0.1, 0.1, 0.2, 0.4, 0.8, 1.2, 1.3, 1, 1, 1.4, 1.9, 1.5, 1, 1, 1.2, 1.6, 1.9, 1.6, 1.3, 1, 0.8,
  0.4,
]
const NIGHT_CURTAIN = 0.4
const BLOCKED_HONEYCOMB = 1.5

/** Goods take heat in through their surface; the rest of them follows. Shares of mass, W/K per W of load. */
const SURFACE_SHARE = 0.3
const SURFACE_W_PER_K_PER_W = 0.15
const CORE_W_PER_K_PER_W = 0.12

/** Opens and shuts doors, and moves heat between goods and air. `luck` is even on 0 to 1. */
export function stepLoad(state: UnitState, luck: number, dtS: number): void {
  const { kind, plan, disturbance, sizing } = state
  const hour = Math.floor(state.minuteOfDay / 60)
  state.doorLeftS = Math.max(0, state.doorLeftS - dtS)
  if (kind.door !== null && state.isOpen && !disturbance.isSwitchedOff) {
    const perHour = kind.openingsPerHour * plan.customersFactor * disturbance.customers
    if (luck < (perHour * (peaks[hour] as number) * dtS) / 3_600) state.doorLeftS += kind.openingSeconds
  }
  const { productKg, productCp } = kind
  if (disturbance.warmShare > 0) {
    const { warmShare, warmerK } = disturbance
    state.surfaceC += warmShare * warmerK
    state.coreC += warmShare * warmerK
  }
  const surfaceJPerK = SURFACE_SHARE * productKg * productCp
  const coreJPerK = (1 - SURFACE_SHARE) * productKg * productCp
  const inner = CORE_W_PER_K_PER_W * sizing.loadW * (state.surfaceC - state.coreC)
  const outer = productWPerK(state) * (state.airC - state.surfaceC)
  state.surfaceC += ((outer - inner) * dtS) / surfaceJPerK
  state.coreC += (inner * dtS) / coreJPerK
}

export function productWPerK({ sizing }: UnitState): number {
  return SURFACE_W_PER_K_PER_W * sizing.loadW
}

/** kg/s of room air that comes in now, mean over the step. */
export function infiltrationKgPerS(state: UnitState, dtS: number): number {
  const { kind, sizing, effects } = state
  if (kind.door === null) {
    const curtain = state.isOpen ? 1 : NIGHT_CURTAIN
    const customers = state.isOpen ? 1 + 0.25 * (state.disturbance.customers - 1) : 1
    const honeycomb = effects.ajar > 0 ? 1 + 3 * (BLOCKED_HONEYCOMB - 1) * effects.ajar : 1
    return kind.curtainKgPerS * curtain * honeycomb * customers
  }
  const share = Math.max(effects.ajar, Math.min(1, state.doorLeftS / dtS))
  return share === 0 ? 0 : share * doorwayFlow(sizing.doorway, state.airC, state.roomC)
}

/** W/K that infiltration is. */
export function infiltrationWPerK(kgPerS: number): number {
  return kgPerS * AIR_CP
}
