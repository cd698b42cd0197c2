import { smoothedScore, type UsualScores } from './early-warning'
import type { WarningKind, WarningRule } from './early-warning-rules'
import { hasGap, highest, type Scores, zigZagLegs } from './score-pattern'

/** The scores of a device before and during a warning, ten minutes apart. */
export interface WarningCourse {
  readonly scores: Scores
  /** The point at which it was raised. */
  readonly raisedIndex: number
  readonly usual: UsualScores
}

const STEP_MINUTES = 10
const POINTS_PER_HOUR = 6
const LEGS = 3

/**
 * The strictest number of points with which a rule would still have raised a warning at some point of its course. A low
 * score is warned of with any `x` above it; a fall and swings with any up to it. The duration and the window of the rule
 * are as they are, and the evidence that sufficed when it was raised is taken to suffice later on.
 * @returns null where no point of the course can be judged
 */
export function reachOf(kind: WarningKind, rule: WarningRule, course: WarningCourse): number | null {
  const reach = reaches[kind](rule, course)
  return Number.isFinite(reach) ? reach : null
}

/** True where a rule with this `x` raises a warning of this reach. */
export function wouldCome(kind: WarningKind, x: number, reach: number): boolean {
  return kind === 'threshold' ? x > reach : x <= reach
}

type Reach = (rule: WarningRule, course: WarningCourse) => number

const reaches: Readonly<Record<WarningKind, Reach>> = {
  threshold: ({ minutes }, { scores, raisedIndex }) => {
    const points = minutes / STEP_MINUTES + 1
    let lowest = Number.POSITIVE_INFINITY
    for (let end = raisedIndex + 1; end <= scores.length; end++) {
      if (end < points) continue
      const window = scores.slice(end - points, end)
      if (!hasGap(window)) lowest = Math.min(lowest, highest(window) ?? lowest)
    }
    return lowest
  },
  falling: (rule, { scores, raisedIndex, usual }) => {
    const smoothed = smoothedAll(scores)
    const points = rule.windowHours * POINTS_PER_HOUR
    const depthAt = (index: number) => {
      const now = smoothed[index] ?? null
      const top = highest([...smoothed.slice(Math.max(0, index + 1 - points), index + 1), usual.score])
      return now === null || top === null ? Number.NEGATIVE_INFINITY : top - now
    }
    let deepest = Number.NEGATIVE_INFINITY
    let before = depthAt(raisedIndex - 1)
    for (let index = raisedIndex; index < scores.length; index++) {
      const depth = depthAt(index)
      deepest = Math.max(deepest, Math.min(before, depth))
      before = depth
    }
    return deepest - (rule.intensity ?? usual.intensity)
  },
  oscillation: (rule, { scores, raisedIndex, usual }) => {
    const smoothed = smoothedAll(scores)
    const points = rule.windowHours * POINTS_PER_HOUR
    const intensity = rule.intensity ?? usual.intensity
    let longest = Number.NEGATIVE_INFINITY
    for (let end = raisedIndex + 1; end <= scores.length; end++) {
      const legs = zigZagLegs(smoothed.slice(Math.max(0, end - points), end), intensity)
      longest = Math.max(longest, legs.sort((a, b) => b - a)[LEGS - 1] ?? longest)
    }
    return longest - intensity
  },
}

function smoothedAll(scores: Scores): Scores {
  return scores.map((_, index) =>
    smoothedScore(scores.slice(Math.max(0, index + 1 - POINTS_PER_HOUR), index + 1)),
  )
}
