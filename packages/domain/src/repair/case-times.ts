import { median } from '../analysis/median'
import type { EpochMs } from '../time/instant'

/** What a case went through; `null`: not yet. */
export interface CaseCourse {
  readonly reportedAt: EpochMs
  /** Someone has done the first thing about it. */
  readonly acknowledgedAt: EpochMs | null
  /** Someone was there: work was begun, or its progress says so. */
  readonly arrivedAt: EpochMs | null
  /** It was closed as repaired. */
  readonly repairedAt: EpochMs | null
}

/** Minutes from the report, over the cases that have come so far. */
interface TimeFigures {
  readonly cases: number
  readonly median: number | null
  /** The smallest that nine of ten cases do not exceed. */
  readonly p90: number | null
}

export const caseTimes = ['acknowledgedAt', 'arrivedAt', 'repairedAt'] as const
type CaseTime = (typeof caseTimes)[number]

/** What happened before the report, as work that was going on already, took no time. */
export function timeFigures(courses: readonly CaseCourse[], time: CaseTime): TimeFigures {
  const minutes = courses.flatMap(({ reportedAt, [time]: at }) =>
    at === null ? [] : [Math.max(0, (at - reportedAt) / 60_000)],
  )
  return { cases: minutes.length, median: median(minutes), p90: nearestRank(minutes, 0.9) }
}

/** The smallest value that at least such a share of all do not exceed; `null` of none. */
export function nearestRank(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
}
