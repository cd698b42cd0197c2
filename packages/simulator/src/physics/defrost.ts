import type { CaseSpec } from './case-spec'

/** Steps of a defrost: heat (or pause), let the water drip, cool the coil before the fan blows warm air. */
type DefrostPhase = 'none' | 'defrosting' | 'dripping' | 'fan_delay'

/** What a case remembers of its defrosts. */
export interface DefrostState {
  defrostPhase: DefrostPhase
  /** Since the phase began. */
  phaseSeconds: number
  /** Begun since the state was made. */
  defrosts: number
}

const DRIP_SECONDS = 120
const FAN_DELAY_SECONDS = 120
const FAN_START_BELOW_SETPOINT_K = 3

/** Defrosts start by the clock, so that a run started later meets the same ones. */
export function startDueDefrost(state: DefrostState, spec: CaseSpec, minute: number): void {
  const isDue = minute % spec.defrostEveryMinutes === spec.defrostOffsetMinutes
  if (!isDue || state.defrostPhase !== 'none') return
  state.defrostPhase = 'defrosting'
  state.phaseSeconds = 0
  state.defrosts++
}

/** Moves through the phases of a defrost that is under way. */
export function advanceDefrost(
  state: DefrostState & { readonly coilC: number },
  spec: CaseSpec,
  stepSeconds: number,
): void {
  state.phaseSeconds += stepSeconds
  if (state.defrostPhase === 'defrosting') {
    const isTimeOver = state.phaseSeconds >= spec.longestDefrostSeconds
    if (spec.heaterW === 0) {
      if (isTimeOver) state.defrostPhase = 'none'
    } else if (isTimeOver || state.coilC >= spec.defrostEndC) {
      state.defrostPhase = 'dripping'
      state.phaseSeconds = 0
    }
  } else if (state.defrostPhase === 'dripping') {
    if (state.phaseSeconds < DRIP_SECONDS) return
    state.defrostPhase = 'fan_delay'
    state.phaseSeconds = 0
  } else if (
    state.phaseSeconds >= FAN_DELAY_SECONDS ||
    state.coilC < spec.setpointC - FAN_START_BELOW_SETPOINT_K
  ) {
    state.defrostPhase = 'none'
  }
}
