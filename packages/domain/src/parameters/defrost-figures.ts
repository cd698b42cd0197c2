import type { HealthObservation } from '../analysis/health-indicators'
import { median } from '../analysis/median'
import type { Series } from '../points/series'
import { minutes } from '../time/instant'
import { lengthMs, type Period } from '../time/period'

/** The defrosts of a window. */
export interface DefrostFigures {
  /** `null`: the equipment does not show when it defrosts. */
  readonly count: number | null
  readonly meanMinutes: number | null
  /** How warm the coil was when they ended: the median of what its probe showed at the most, °C; `null` without a probe. */
  readonly endC: number | null
}

const MINUTE_MS = minutes(1)
/** A coil is warmest when its heat ends, and the reading that shows it may come one period later. */
const READ_LATER_PERIODS = 1

/** Measures the defrosts that began in a window and ended in it. */
export function measureDefrosts({
  defrosts,
  isDefrostKnown,
  readings,
  window,
}: HealthObservation): DefrostFigures {
  if (!isDefrostKnown) return { count: null, meanMinutes: null, endC: null }
  const { startAt, endAt } = window.period
  const whole = defrosts.filter((one) => one.startAt > startAt && one.endAt < endAt)
  const reachMs = READ_LATER_PERIODS * window.periodSeconds * 1_000
  const ends = whole.flatMap((one) => warmest(readings.evaporator, one, reachMs) ?? [])
  return {
    count: whole.length,
    meanMinutes:
      whole.length === 0
        ? null
        : whole.reduce((sum, one) => sum + lengthMs(one), 0) / whole.length / MINUTE_MS,
    endC: median(ends),
  }
}

function warmest(coil: Series | null, { startAt, endAt }: Period, reachMs: number): number | null {
  let found: number | null = null
  for (let index = 0; index < (coil?.timesMs.length ?? 0); index++) {
    const at = coil?.timesMs[index] as number
    const value = coil?.values[index] as number
    if (at < startAt || at > endAt + reachMs || Number.isNaN(value)) continue
    if (found === null || value > found) found = value
  }
  return found
}
