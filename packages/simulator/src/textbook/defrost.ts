/** How the coil is freed of ice. */
export interface DefrostPlan {
  readonly kind: 'off_cycle' | 'electric' | 'hot_gas'
  readonly start:
    | { readonly by: 'clock'; readonly minutesOfDay: readonly number[] }
    | { readonly by: 'interval'; readonly hours: number }
    /** When air has become this much scarcer, but within these hours. */
    | {
        readonly by: 'demand'
        readonly flowBelow: number
        readonly leastHours: number
        readonly mostHours: number
      }
  /** Coil temperature that ends it; `null`: by time alone. */
  readonly endC: number | null
  readonly longestMinutes: number
  readonly dripMinutes: number
  /** Minutes of cooling before the fans start again. */
  readonly fanDelayMinutes: number
}

type DefrostPhase = 'none' | 'heat' | 'drip' | 'fan_delay'

export interface DefrostState {
  phase: DefrostPhase
  /** Seconds in this phase, and since the last defrost began. */
  phaseS: number
  sinceS: number
  /** Minute of day that was looked at last, so that each clock time starts one defrost. */
  lastMinute: number
}

export function startDefrostState(sinceS: number): DefrostState {
  return { phase: 'none', phaseS: 0, sinceS, lastMinute: -1 }
}

/** Of a day, for sizing the coil. */
export function defrostsPerDay({ start }: DefrostPlan): number {
  switch (start.by) {
    case 'clock':
      return start.minutesOfDay.length
    case 'interval':
      return 24 / start.hours
    case 'demand':
      return 2
  }
}

/**
 * Goes on by one step.
 * @param minuteOfDay local
 * @param flow share of the clean coil's air
 * @param extraMinutes by which a faulty end comes too late, whatever the probe says
 */
export function stepDefrost(
  state: DefrostState,
  plan: DefrostPlan,
  dtS: number,
  minuteOfDay: number,
  coilC: number,
  flow: number,
  extraMinutes: number,
): void {
  state.phaseS += dtS
  state.sinceS += dtS
  switch (state.phase) {
    case 'none':
      if (isDue(state, plan, minuteOfDay, flow)) enter(state, 'heat')
      break
    case 'heat':
      if (isOver(state, plan, coilC, extraMinutes)) enter(state, 'drip')
      break
    case 'drip':
      if (state.phaseS >= plan.dripMinutes * 60) enter(state, 'fan_delay')
      break
    case 'fan_delay':
      if (state.phaseS >= plan.fanDelayMinutes * 60) enter(state, 'none')
      break
  }
  state.lastMinute = minuteOfDay
}

function isDue(state: DefrostState, { start }: DefrostPlan, minuteOfDay: number, flow: number): boolean {
  switch (start.by) {
    case 'clock':
      return minuteOfDay !== state.lastMinute && start.minutesOfDay.includes(minuteOfDay)
    case 'interval':
      return state.sinceS >= start.hours * 3_600
    case 'demand':
      return (
        state.sinceS >= start.mostHours * 3_600 ||
        (state.sinceS >= start.leastHours * 3_600 && flow < start.flowBelow)
      )
  }
}

function isOver(state: DefrostState, plan: DefrostPlan, coilC: number, extraMinutes: number): boolean {
  if (extraMinutes > 0) return state.phaseS >= (plan.longestMinutes + extraMinutes) * 60
  if (state.phaseS >= plan.longestMinutes * 60) return true
  return plan.endC !== null && coilC >= plan.endC
}

function enter(state: DefrostState, phase: DefrostPhase): void {
  state.phase = phase
  state.phaseS = 0
  if (phase === 'heat') state.sinceS = 0
}

/** Share of the heat that reaches coil and ice; the rest warms the air (ASHRAE Handbook Refrigeration, Defrosting). */
export const heatToCoil = { off_cycle: 0, electric: 0.65, hot_gas: 0.85 } as const

const FROZEN_BELOW_C = -5

/** W of heat during a defrost over the rated capacity: frozen coils must be warmed by 30 K before ice melts. */
export function heaterPerRated(kind: DefrostPlan['kind'], setpointC: number): number {
  if (kind === 'off_cycle') return 0
  const isFrozen = setpointC < FROZEN_BELOW_C
  if (kind === 'hot_gas') return isFrozen ? 0.7 : 0.4
  return isFrozen ? 0.6 : 0.3
}
