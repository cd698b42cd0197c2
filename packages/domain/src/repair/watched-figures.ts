import { expectedAt } from '../analysis/fit-figure'
import type { HealthBaseline } from '../analysis/health-baseline'
import type { HealthIndicator, MeasuredHealth } from '../analysis/health-indicators'
import { type Comparison, type IndicatorScore, isHeld, scoreIndicators } from '../analysis/indicator-scores'

/** What is looked at before a case proposes to close, in groups that people know. */
const watchedGroups = ['temperature', 'duty', 'defrosts'] as const
export type WatchedGroup = (typeof watchedGroups)[number]

const figuresOfGroups = {
  temperature: ['deviation'],
  duty: ['run_ratio', 'starts', 'pull_down'],
  defrosts: ['recovery'],
} as const satisfies Readonly<Record<WatchedGroup, readonly HealthIndicator[]>>
type WatchedFigure = (typeof figuresOfGroups)[WatchedGroup][number]

/** One figure of 24 hours against the device's own band, by the limits from which the health score takes points. */
export interface ComparedFigure {
  readonly figure: WatchedFigure
  /** K off the control band, running share, starts per hour, K per minute, minutes of recovery. */
  readonly value: number
  /** What the baseline expects in this weather. */
  readonly usual: number
  /** Where the band ends on the side that is worse. */
  readonly bound: number
  readonly side: 'most' | 'least'
  /** 100 within the band, 0 where it is as bad as can be. */
  readonly points: number
}

const IN_BAND = 100

export function isInBand({ points }: Pick<ComparedFigure, 'points'>): boolean {
  return points >= IN_BAND
}

/** The figures that a day or 24 hours measured and that the baseline can judge, in the order of the groups. */
export function comparedFigures(comparison: Comparison): ComparedFigure[] {
  const { scores } = scoreIndicators(comparison)
  return watchedGroups.flatMap((group) =>
    figuresOfGroups[group].flatMap((figure): ComparedFigure[] => {
      const score = scores.find(({ indicator }) => indicator === figure)
      return score === undefined ? [] : [compared(figure, score, comparison)]
    }),
  )
}

/** Why nothing can be said about a group. */
export type Unseen = 'no_score' | 'no_baseline' | 'not_measured' | 'unmeasurable'

/** The groups of which no figure could be judged. */
export function unseenGroups(comparison: Comparison | null): { group: WatchedGroup; why: Unseen }[] {
  if (comparison === null) return watchedGroups.map((group) => ({ group, why: 'no_score' }))
  if (comparison.baseline === null) return watchedGroups.map((group) => ({ group, why: 'no_baseline' }))
  const { scores, unmeasurable } = scoreIndicators(comparison)
  return watchedGroups.flatMap((group) => {
    const figures: readonly HealthIndicator[] = figuresOfGroups[group]
    if (scores.some(({ indicator }) => figures.includes(indicator))) return []
    const why: Unseen = unmeasurable.some((one) => figures.includes(one)) ? 'unmeasurable' : 'not_measured'
    return [{ group, why }]
  })
}

/** The worst of some days: the one whose figures have the fewest points; null where none has a figure. */
export function worstDay(days: readonly Comparison[]): Comparison | null {
  let worst: { readonly day: Comparison; readonly points: number } | null = null
  for (const day of days) {
    const figures = comparedFigures(day)
    if (figures.length === 0) continue
    const points = figures.reduce((sum, one) => sum + one.points, 0) / figures.length
    if (worst === null || points < worst.points) worst = { day, points }
  }
  return worst?.day ?? null
}

const measuredAs = {
  deviation: 'deviationK',
  run_ratio: 'runRatio',
  starts: 'startsPerHour',
  pull_down: 'pullDownKPerMinute',
  recovery: 'recoveryMinutes',
} as const satisfies Readonly<Record<WatchedFigure, keyof MeasuredHealth & keyof HealthBaseline>>

function compared(
  figure: WatchedFigure,
  { x, points, free }: IndicatorScore,
  comparison: Comparison,
): ComparedFigure {
  const { measured, baseline, outdoorC } = comparison
  const key = measuredAs[figure]
  const value = Math.abs(measured[key] ?? 0)
  const expectation = baseline?.[key] ?? null
  const known = expectation === null ? 0 : expectedAt(expectation, outdoorC)
  switch (figure) {
    case 'deviation': {
      const usual = Math.max(0, known)
      return { figure, value, usual, bound: usual + free, side: 'most', points }
    }
    case 'run_ratio':
    case 'starts': {
      const usual = value - x
      const isLow = figure === 'run_ratio' && x < 0 && !isHeld(comparison)
      const bound = isLow ? Math.max(0, usual - free) : usual + free
      return { figure, value, usual, bound, side: isLow ? 'least' : 'most', points }
    }
    case 'pull_down':
    case 'recovery': {
      const usual = x > 0 ? value / x : known
      const isLow = figure === 'pull_down'
      const bound = usual * (isLow ? 1 - free : 1 + free)
      return { figure, value, usual, bound, side: isLow ? 'least' : 'most', points }
    }
  }
}
