import { type Expectation, expectedAt } from '../analysis/fit-figure'
import type { Comparison } from '../analysis/indicator-scores'
import { LEAST_COVERAGE } from '../analysis/least-coverage'
import { comparedFigures, isInBand } from '../repair/watched-figures'
import type { DefrostFigures } from './defrost-figures'
import { type TrialFigure, type TrialVerdict, trialFigures } from './trial-figures'

/** 24 hours of the first device. */
export interface TrialDay {
  readonly comparison: Comparison
  readonly defrosts: DefrostFigures
}

/** What is known of the first device. */
export interface TrialFacts {
  /** The 24 hours before the first write, and those after the last one; `null`: nothing was read. */
  readonly before: TrialDay | null
  readonly after: TrialDay | null
  /** Alarms of the device that began after the first write. */
  readonly alarms: number
  /** Something of how it defrosts was written: then its defrosts have to show. */
  readonly isDefrostTouched: boolean
}

interface TrialValue {
  readonly figure: TrialFigure
  /** `null`: not measured. */
  readonly before: number | null
  readonly after: number | null
  /** Where the band of the device ends, or what still counts as no worse than before. */
  readonly bound: number | null
  readonly isWorse: boolean
}

export interface TrialFinding {
  readonly verdict: TrialVerdict
  readonly figures: readonly TrialValue[]
}

/** How much worse than before a figure may be and still be the same: in its unit, and as a share; our own choice. */
interface Margin {
  readonly atLeast: number
  readonly share: number
  /** Which side is the worse one. */
  readonly side: 'most' | 'least'
}
const margins = {
  deviation: { atLeast: 0.5, share: 0.25, side: 'most' },
  run_ratio: { atLeast: 0.1, share: 0.2, side: 'most' },
  starts: { atLeast: 1, share: 0.5, side: 'most' },
  pull_down: { atLeast: 0.02, share: 0.35, side: 'least' },
  recovery: { atLeast: 5, share: 0.35, side: 'most' },
  coil_difference: { atLeast: 1, share: 0.25, side: 'most' },
  defrost_minutes: { atLeast: 5, share: 0.5, side: 'most' },
} as const satisfies Partial<Record<TrialFigure, Margin>>
type Measured = keyof typeof margins

/** A coil that is left so much colder keeps ice in its coldest corner; two days of a healthy one differ by less. K */
const LEAST_END_DROP_K = 1
/** One alone may have ended by the clock, or between two readings. */
const LEAST_DEFROSTS = 2

/** More than twice the defrosts, or none any more. */
const MOST_DEFROSTS_SHARE = 2

/** A figure in its band has all points; losing so many is more than what a healthy day scatters. */
const POINTS_LOST = 10

/**
 * Judges how the first device did in the 24 hours after it was set, by its own band and by the 24 hours before. `worse`: a
 * figure has left the band of the device, or where there is none has got worse by more than days differ; the coil ends its
 * defrosts colder than before, or an alarm began. `unknown`: temperature or duty cannot be compared, or how it defrosts was
 * changed and does not show. Silence never counts as good.
 */
export function judgeTrial(facts: TrialFacts): TrialFinding {
  const { before, after, alarms } = facts
  const figures = [
    ...(Object.keys(margins) as Measured[]).map((figure) => judgeMeasured(figure, before, after)),
    judgeCount(before?.defrosts.count ?? null, after?.defrosts.count ?? null),
    judgeEnds(before?.defrosts.endsC ?? [], after?.defrosts.endsC ?? []),
    { figure: 'alarms' as const, before: 0, after: alarms, bound: 0, isWorse: alarms > 0 },
  ].toSorted((a, b) => trialFigures.indexOf(a.figure) - trialFigures.indexOf(b.figure))
  return { verdict: verdictOf(figures, facts), figures }
}

function verdictOf(figures: readonly TrialValue[], { after, isDefrostTouched }: TrialFacts): TrialVerdict {
  if (figures.some(({ isWorse }) => isWorse)) return 'worse'
  if (after === null || (after.comparison.measured.coverage ?? 0) < LEAST_COVERAGE) return 'unknown'
  const isCompared = (...of: readonly TrialFigure[]) =>
    figures.some(({ figure, after: now, bound }) => of.includes(figure) && now !== null && bound !== null)
  if (!isCompared('deviation') || !isCompared('run_ratio', 'starts', 'pull_down')) return 'unknown'
  return isDefrostTouched && !isCompared('defrost_end') ? 'unknown' : 'good'
}

function judgeMeasured(figure: Measured, before: TrialDay | null, after: TrialDay | null): TrialValue {
  const was = figureOf(figure, before)
  const is = figureOf(figure, after)
  const judged = after === null ? undefined : inBand(figure, after)
  const known = { figure, before: was, after: is }
  if (is === null) return { ...known, bound: null, isWorse: false }
  if (judged !== undefined) {
    const lost = (before === null ? 100 : (inBand(figure, before)?.points ?? 100)) - judged.points
    // what was out of its band before is no worse for having stayed there
    if (judged.isIn || lost < POINTS_LOST) return { ...known, bound: judged.bound, isWorse: false }
    return { ...known, bound: judged.bound, isWorse: true }
  }
  const usual = was ?? expected(figure, after)
  if (usual === null) return { ...known, bound: null, isWorse: false }
  const { atLeast, share, side } = margins[figure]
  const room = Math.max(atLeast, share * Math.abs(usual))
  const bound = side === 'most' ? usual + room : usual - room
  return { ...known, bound, isWorse: side === 'most' ? is > bound : is <= bound }
}

/** By the limits from which the health score takes points. */
function inBand(figure: Measured, { comparison }: TrialDay) {
  if (comparison.baseline === null) return undefined
  const found = comparedFigures(comparison).find((one) => one.figure === figure)
  return found && { points: found.points, bound: found.bound, isIn: isInBand(found) }
}

function figureOf(figure: Measured, day: TrialDay | null): number | null {
  if (day === null) return null
  const { measured } = day.comparison
  switch (figure) {
    case 'deviation':
      return measured.deviationK === null ? null : Math.abs(measured.deviationK)
    case 'run_ratio':
      return measured.runRatio
    case 'starts':
      return measured.startsPerHour
    case 'pull_down':
      return measured.pullDownKPerMinute
    case 'recovery':
      return measured.recoveryMinutes
    case 'coil_difference':
      return measured.coilDifferenceK
    case 'defrost_minutes':
      return day.defrosts.meanMinutes
  }
}

/** Of the device when it was healthy, in this weather; of defrosts none is kept. */
function expected(figure: Measured, day: TrialDay | null): number | null {
  if (figure !== 'coil_difference' || day === null) return null
  const line: Expectation | null = day.comparison.baseline?.coilDifferenceK ?? null
  return line === null ? null : expectedAt(line, day.comparison.outdoorC)
}

/**
 * Whether the coil ends its defrosts colder than before. The coldest end counts: heat stops at a temperature that each
 * defrost reaches from below, and what warms the coil after that differs from one to the next.
 */
function judgeEnds(before: readonly number[], after: readonly number[]): TrialValue {
  const [was, is] = [coldest(before), coldest(after)]
  const bound = was === null || is === null ? null : was - LEAST_END_DROP_K
  return {
    figure: 'defrost_end',
    before: was,
    after: is,
    bound,
    isWorse: bound !== null && (is ?? 0) <= bound,
  }
}

function coldest(ends: readonly number[]): number | null {
  return ends.length < LEAST_DEFROSTS ? null : Math.min(...ends)
}

function judgeCount(before: number | null, after: number | null): TrialValue {
  const bound = before === null || before < LEAST_DEFROSTS ? null : MOST_DEFROSTS_SHARE * before
  const isWorse = bound !== null && after !== null && (after === 0 || after > bound)
  return { figure: 'defrost_count', before, after, bound, isWorse }
}
