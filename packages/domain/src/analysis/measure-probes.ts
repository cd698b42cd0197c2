import { lengthMinutes } from '../time/period'
import { isWarmCoil } from './defrost'
import type { HealthObservation } from './health-indicators'
import { forEachJointStretch } from './joint-stretches'
import { overlapWith } from './overlap-with'
import { checkMeltingPlateau, type PlateauFinding, readsBelowSecondProbe } from './probe-check'

/** What a window shows of the probes themselves; null where it shows nothing. */
export interface ProbeFigures {
  /** The longest defrost, or time in which the coil was warmer than the air without one, the compressor off. */
  readonly warmCoilMinutes: number | null
  /** Where the evaporator's probe sees ice melt. */
  readonly plateau: PlateauFinding | null
  /** The air probe reads below the one in the food nearly all the time. */
  readonly isBelowSecondProbe: boolean | null
}

const MINUTE_MS = 60_000

export function measureProbes(observation: HealthObservation): ProbeFigures {
  const { zone, window, defrosts, mask, readings } = observation
  const { air, compressor, evaporator, food } = readings
  return {
    warmCoilMinutes:
      zone === 'HOT' || compressor === null || evaporator === null
        ? null
        : Math.max(warmCoilMinutes(observation), ...defrosts.map(lengthMinutes)),
    plateau:
      evaporator === null ? null : checkMeltingPlateau(evaporator, air, defrosts, window.periodSeconds),
    isBelowSecondProbe:
      zone === 'HOT' || food === null ? null : readsBelowSecondProbe(air, food, mask, window),
  }
}

function warmCoilMinutes({ window, defrosts, readings }: HealthObservation): number {
  const { startAt, endAt } = window.period
  const defrostingMs = overlapWith(defrosts)
  const excludedMs = overlapWith(window.excluded)
  let [longestMs, warmMs, untilMs] = [0, 0, 0]
  const points = [readings.air, readings.evaporator ?? readings.air, readings.compressor ?? readings.air]
  forEachJointStretch(points, window.periodSeconds, (fromMs, toMs, values) => {
    const [from, to] = [Math.max(fromMs, startAt), Math.min(toMs, endAt)]
    if (to <= from) return
    const isWarm = isWarmCoil(values[0] as number, values[1] as number, values[2] as number)
    if (!isWarm || defrostingMs(from, to) > 0 || excludedMs(from, to) > 0) return
    warmMs = from === untilMs ? warmMs + to - from : to - from
    untilMs = to
    longestMs = Math.max(longestMs, warmMs)
  })
  return longestMs / MINUTE_MS
}
