import { normal, type RandomState } from '../random'
import type { Effects } from './unit-faults'
import type { ProbePlan } from './unit-plan'

/** A probe: it lags behind the air, and when it is stuck its controller goes on with the frozen value. */
export interface Probe {
  laggedC: number
  /** Value at the moment in which it froze; NaN while it lives. */
  frozenC: number
  /** What the controller takes for the temperature, °C. */
  readC: number
}

export function startProbe(atC: number): Probe {
  return { laggedC: atC, frozenC: Number.NaN, readC: atC }
}

const DAY_S = 86_400

/** Follows the air for a step of `dtS` seconds, `sinceS` seconds after the record began. */
export function stepProbe(
  probe: Probe,
  plan: ProbePlan,
  effects: Effects,
  airC: number,
  dtS: number,
  sinceS: number,
): void {
  probe.laggedC += (airC - probe.laggedC) * (dtS / (dtS + plan.lagSeconds))
  const alive = probe.laggedC + plan.offsetK + (plan.driftKPerDay * sinceS) / DAY_S + effects.probeK
  const stuck = effects.probeStuck
  if (stuck === 0) probe.frozenC = Number.NaN
  else if (Number.isNaN(probe.frozenC)) probe.frozenC = alive
  probe.readC = stuck === 0 ? alive : (1 - stuck) * alive + stuck * probe.frozenC
}

/** As it is sent: with noise, in steps of the resolution. */
export function sendTemperature(readC: number, plan: ProbePlan, random: RandomState): number {
  return inSteps(readC + plan.noiseK * normal(random), plan.resolutionK)
}

/** The nearest step, free of the tails of binary fractions. */
export function inSteps(value: number, step: number): number {
  return Math.round(Math.round(value / step) * step * 1e6) / 1e6 + 0
}
