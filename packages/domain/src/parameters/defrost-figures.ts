import type { HealthObservation } from '../analysis/health-indicators'
import type { Series } from '../points/series'
import { minutes } from '../time/instant'
import { lengthMs, type Period } from '../time/period'

/** The defrosts of a window. */
export interface DefrostFigures {
  /** `null`: the equipment does not show when it defrosts. */
  readonly count: number | null
  readonly meanMinutes: number | null
  /** How warm the coil was when each ended: what its probe showed at the most, °C; none without a probe that is read often. */
  readonly endsC: readonly number[]
}

const MINUTE_MS = minutes(1)
/** A coil is warmest when its heat ends, and the reading that shows it may come one period later. */
const READ_LATER_PERIODS = 1
/** It stays so while it drips, for about two minutes: who reads it more seldom misses by kelvins what it reached. */
const LONGEST_PERIOD_SECONDS = 120

/** Measures the defrosts that began in a window and ended in it. */
export function measureDefrosts({
  defrosts,
  isDefrostKnown,
  readings,
  window,
}: HealthObservation): DefrostFigures {
  if (!isDefrostKnown) return { count: null, meanMinutes: null, endsC: [] }
  const { startAt, endAt } = window.period
  const whole = defrosts.filter((one) => one.startAt > startAt && one.endAt < endAt)
  const isReadOften = window.periodSeconds <= LONGEST_PERIOD_SECONDS
  const reachMs = READ_LATER_PERIODS * window.periodSeconds * 1_000
  return {
    count: whole.length,
    meanMinutes:
      whole.length === 0
        ? null
        : whole.reduce((sum, one) => sum + lengthMs(one), 0) / whole.length / MINUTE_MS,
    endsC: isReadOften ? whole.flatMap((one) => warmest(readings.evaporator, one, reachMs) ?? []) : [],
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
