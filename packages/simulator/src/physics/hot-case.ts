import { normal, type RandomState, randomStream } from '../random'
import type { FaultEffects } from './effects'
import type { Environment } from './environment'

/** A heated case: one heat capacity, a thermostat, losses to the room. */
export interface HotCaseSpec {
  /** The heater stops here and starts `differentialK` lower. */
  readonly setpointC: number
  readonly differentialK: number
  readonly capacityJPerK: number
  readonly lossWPerK: number
  readonly heaterW: number
  readonly probeNoiseK: number
}

export const hotCase: HotCaseSpec = {
  setpointC: 70,
  differentialK: 4,
  capacityJPerK: 30e3,
  lossWPerK: 12,
  heaterW: 900,
  probeNoiseK: 0.05,
}

export interface HotCaseState {
  readonly random: RandomState
  airC: number
  measuredAirC: number
  isHeaterRequested: boolean
  isHeaterOn: boolean
  heaterPowerW: number
  energyJ: number
  runSeconds: number
  starts: number
}

/** Shorter than for a case: a heating period is five minutes, and the thermostat acts at the end of a step. */
const STEP_SECONDS = 5
const STEPS_PER_MINUTE = 12

export function newHotCase(
  spec: HotCaseSpec,
  seed: number,
  ...path: readonly (string | number)[]
): HotCaseState {
  const middleC = spec.setpointC - spec.differentialK / 2 + 0.01
  return {
    random: randomStream(seed, ...path),
    airC: middleC,
    measuredAirC: middleC,
    isHeaterRequested: true,
    isHeaterOn: true,
    heaterPowerW: 0.5,
    energyJ: 0.5,
    runSeconds: 0,
    starts: 0,
  }
}

/** One minute of a hot case. */
export function advanceHotCase(
  state: HotCaseState,
  spec: HotCaseSpec,
  effects: FaultEffects,
  around: Environment,
): void {
  for (let step = 0; step < STEPS_PER_MINUTE; step++) {
    state.measuredAirC = state.airC + effects.probeDriftK
    if (spec.probeNoiseK > 0) state.measuredAirC += spec.probeNoiseK * normal(state.random)
    if (state.isHeaterRequested) {
      if (state.measuredAirC >= spec.setpointC) state.isHeaterRequested = false
    } else if (state.measuredAirC <= spec.setpointC - spec.differentialK) {
      state.isHeaterRequested = true
    }
    const wasOn = state.isHeaterOn
    state.isHeaterOn =
      effects.contactor === 'free' ? state.isHeaterRequested : effects.contactor === 'stuck_on'
    if (state.isHeaterOn && !wasOn) state.starts++
    state.heaterPowerW = state.isHeaterOn ? spec.heaterW : 0
    const lossW = spec.lossWPerK * (state.airC - around.indoorC)
    state.airC += ((state.heaterPowerW - lossW) * STEP_SECONDS) / spec.capacityJPerK
    state.energyJ += state.heaterPowerW * STEP_SECONDS
    if (state.isHeaterOn) state.runSeconds += STEP_SECONDS
  }
}
