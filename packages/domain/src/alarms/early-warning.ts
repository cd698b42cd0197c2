import { median } from '../analysis/median'
import { type EpochMs, later } from '../time/instant'
import { roundHalfAwayFromZero } from '../units'
import {
  lookBackHours,
  type WarningKind,
  type WarningRule,
  type WarningRules,
  warningKinds,
} from './early-warning-rules'
import { coverageOf, hasGap, highest, lowest, type Scores, zigZagLegs } from './score-pattern'

/**
 * What is known of the scores of one device, as plain values so that it can be kept as JSON between runs. The
 * columns end with the point `lastAt`; the points before it are ten minutes apart.
 */
export interface WarningWatch {
  readonly lastAt: EpochMs | null
  readonly scores: Scores
  /** Medians over an hour. */
  readonly smoothed: Scores
  readonly open: Readonly<Partial<Record<WarningKind, OpenWarning>>>
  /** How sure it is by now that the score is lower than usual, see {@link evidenceAfter}. */
  readonly evidence: number
}

/** What the scores of a device are when all is well. */
export interface UsualScores {
  /** Median of the baseline's days; null where none was scored. */
  readonly score: number | null
  /** How far they move, see {@link automaticIntensity}. */
  readonly intensity: number
}

export interface OpenWarning {
  readonly raisedAt: EpochMs
  /** The smoothed score from which it fell; falling only. */
  readonly fellFrom: number | null
  /** Since when it has looked as if it were over. */
  readonly calmSinceAt: EpochMs | null
}

/**
 * `value`: the score, the depth of the fall, or the number of long legs.
 * `window_passed`: the fall is older than the window although the score has not come back.
 */
export type WarningEvent =
  | { readonly kind: 'raised'; readonly warning: WarningKind; readonly at: EpochMs; readonly value: number }
  | {
      readonly kind: 'cleared'
      readonly warning: WarningKind
      readonly at: EpochMs
      readonly raisedAt: EpochMs
      readonly reason: 'recovered' | 'window_passed' | 'switched_off'
    }

export interface WarningStep {
  readonly watch: WarningWatch
  readonly events: readonly WarningEvent[]
}

const MINUTE_MS = 60_000
const STEP_MINUTES = 10
const STEP_MS = STEP_MINUTES * MINUTE_MS
const POINTS_PER_HOUR = 6
const SMOOTHED_POINTS = 6
const LEAST_SMOOTHED_POINTS = 4
const LEAST_COVERAGE = 0.8
const LEGS = 3
/** What a score must gain over a limit before a warning can end. */
const HYSTERESIS = 3
/** A score looks back a day, so that only a day later it rests on other readings. */
const CALM_MINUTES = 1440
const LEAST_INTENSITY = 3
/** Standard deviation of a normal spread over its median absolute deviation. */
const DEVIATION_PER_MAD = 1.4826
/** The intensity is so many standard deviations. */
const DEVIATIONS_OF_INTENSITY = 3
/** Days of a healthy device between two false warnings, on average and at least. */
const DAYS_TO_FALSE_WARNING = 2000
/** A score at its top does not show how far harmless events would move it: by so much at least. */
const LEAST_DEVIATION = 3
const LEAST_EVIDENCE = Math.log(DAYS_TO_FALSE_WARNING) / (2 * DEVIATIONS_OF_INTENSITY)

export function startWarningWatch(): WarningWatch {
  return { lastAt: null, scores: [], smoothed: [], open: {}, evidence: 0 }
}

/**
 * How far the score of a device moves when all is well: three standard deviations, estimated from the median absolute
 * deviation of the median scores of its baseline days, at least 3 points, rounded to 0.1.
 */
export function automaticIntensity(dailyMedians: readonly number[]): number {
  const middle = median(dailyMedians)
  if (middle === null) return LEAST_INTENSITY
  const spread = median(dailyMedians.map((score) => Math.abs(score - middle))) ?? 0
  return Math.max(LEAST_INTENSITY, roundHalfAwayFromZero(3 * DEVIATION_PER_MAD * spread, 1))
}

/**
 * Adds the next point of a device's score and judges the three rules on it. Points that were never given are
 * gaps; one that is not later than the last changes nothing, so that a run may be repeated. A rule whose
 * window has less than 80 % of its scores keeps its state, and at a point without a score all do.
 *
 * What is open is one warning, of the first rule in the table that was met: one that is met meanwhile has the same cause,
 * and so has what is met again within a day.
 * @param at a whole multiple of ten minutes
 * @param score 0 to 100, null where the device had none
 * @param usual a number in a rule overrides its intensity
 */
export function stepEarlyWarnings(
  watch: WarningWatch,
  rules: WarningRules,
  usual: UsualScores,
  at: EpochMs,
  score: number | null,
): WarningStep {
  if (watch.lastAt !== null && at <= watch.lastAt) return { watch, events: [] }
  const columns = extended(watch, rules, at, score)
  const open: Partial<Record<WarningKind, OpenWarning>> = { ...watch.open }
  const events: WarningEvent[] = []
  const found = new Map<WarningKind, Finding>()
  let evidence = evidenceAfter(watch.evidence, usual, score)
  for (const kind of warningKinds) {
    const rule = rules[kind]
    const was = open[kind]
    if (!rule.isEnabled) {
      if (was) events.push(cleared(kind, was, at, 'switched_off'))
      delete open[kind]
      continue
    }
    const finding = score === null ? null : judges[kind](columns, rule, usual, rule.intensity)
    if (finding === null) continue
    found.set(kind, finding)
    if (!was) continue
    const calmSinceAt = finding.isCalm ? (was.calmSinceAt ?? at) : null
    open[kind] = { ...was, calmSinceAt }
    if (calmSinceAt === null || at - calmSinceAt < CALM_MINUTES * MINUTE_MS) continue
    delete open[kind]
    evidence = 0
    const isBack = was.fellFrom === null || (finding.comesBackTo ?? was.fellFrom) > was.fellFrom
    events.push(cleared(kind, was, at, isBack ? 'recovered' : 'window_passed'))
  }
  const met = [...found].find(([, { isMet }]) => isMet)
  const isSure = usual.score === null || evidence >= LEAST_EVIDENCE
  if (met !== undefined && isSure && Object.keys(open).length === 0) {
    const [kind, { fellFrom, value }] = met
    open[kind] = { raisedAt: at, fellFrom, calmSinceAt: null }
    events.push({ kind: 'raised', warning: kind, at, value })
  }
  return { watch: { ...columns, lastAt: at, open, evidence }, events }
}

/**
 * Cumulative sum of how much lower than usual a score is, in standard deviations times days: what lies beyond three of
 * them adds up, what lies above takes away, and it never falls below 0. With a score that is normal around the usual one
 * it takes `DAYS_TO_FALSE_WARNING` days on average, at least, to reach their logarithm over 6, since for a shift of
 * 6 deviations it is the logarithm of a likelihood ratio over 6 (Page 1954; Lorden 1971).
 */
function evidenceAfter(evidence: number, usual: UsualScores, score: number | null): number {
  if (score === null || usual.score === null) return evidence
  const deviation = Math.max(LEAST_DEVIATION, usual.intensity / DEVIATIONS_OF_INTENSITY)
  const beyond = (usual.score - score) / deviation - DEVIATIONS_OF_INTENSITY
  return Math.max(0, evidence + (beyond * STEP_MINUTES) / CALM_MINUTES)
}

interface Columns {
  readonly scores: Scores
  readonly smoothed: Scores
}

interface Finding {
  readonly isMet: boolean
  readonly isCalm: boolean
  readonly value: number
  /** Falling: the top of the window, and from tops how high the present score would not be a fall any more. */
  readonly fellFrom: number | null
  readonly comesBackTo: number | null
}

/** Null where too little is known to change anything. */
type Judge = (
  columns: Columns,
  rule: WarningRule,
  usual: UsualScores,
  intensityOfRule: number | null,
) => Finding | null

const judges: Readonly<Record<WarningKind, Judge>> = {
  threshold: ({ scores }, { x, minutes }) => {
    const points = minutes / STEP_MINUTES + 1
    if (scores.length < points || coverageOf(scores, points) < LEAST_COVERAGE) return null
    const window = scores.slice(-points)
    const [top, bottom] = [highest(window), lowest(window)]
    if (top === null || bottom === null) return null
    return {
      isMet: top < x && !hasGap(window),
      isCalm: bottom >= x + HYSTERESIS,
      value: scores.at(-1) ?? top,
      fellFrom: null,
      comesBackTo: null,
    }
  },
  // a fall that takes longer than the window is one from what is usual
  falling: ({ scores, smoothed }, { x, windowHours }, usual, intensityOfRule) => {
    const points = windowHours * POINTS_PER_HOUR
    const now = smoothed.at(-1) ?? null
    if (now === null || coverageOf(scores, points) < LEAST_COVERAGE) return null
    const top = highest([...smoothed.slice(-points), usual.score]) ?? now
    const before = smoothed.at(-2) ?? null
    const topBefore = highest([...smoothed.slice(-points - 1, -1), usual.score])
    const limit = (intensityOfRule ?? usual.intensity) + x
    const wasDeep = before !== null && topBefore !== null && topBefore - before >= limit
    return {
      isMet: top - now >= limit && wasDeep,
      isCalm: top - now < limit - HYSTERESIS,
      value: top - now,
      fellFrom: top,
      comesBackTo: now + limit - HYSTERESIS,
    }
  },
  oscillation: ({ scores, smoothed }, { x, windowHours }, usual, intensityOfRule) => {
    const points = windowHours * POINTS_PER_HOUR
    const intensity = intensityOfRule ?? usual.intensity
    if (coverageOf(scores, points) < LEAST_COVERAGE) return null
    const legs = zigZagLegs(smoothed.slice(-points), intensity).filter((leg) => leg >= intensity + x).length
    return { isMet: legs >= LEGS, isCalm: legs < LEGS, value: legs, fellFrom: null, comesBackTo: null }
  },
}

/** True where the watch goes as far back as the rules look. */
export function looksFarEnough({ lastAt, scores }: WarningWatch, rules: WarningRules): boolean {
  return lastAt === null || scores.length >= pointsBack(rules)
}

/**
 * A watch whose columns go as far back as the rules look, for when the rules have changed.
 * @param scoreAt what is known of points up to the last one, `null` where nothing is
 */
export function lookFurtherBack(
  watch: WarningWatch,
  rules: WarningRules,
  scoreAt: (at: EpochMs) => number | null,
): WarningWatch {
  const { lastAt } = watch
  if (lastAt === null || looksFarEnough(watch, rules)) return watch
  const points = pointsBack(rules)
  const scores: (number | null)[] = []
  const smoothed: (number | null)[] = []
  for (let back = points + SMOOTHED_POINTS - 2; back >= 0; back--) {
    scores.push(scoreAt(later(lastAt, -back * STEP_MS)))
    smoothed.push(smoothedScore(scores))
  }
  return { ...watch, scores: scores.slice(-points), smoothed: smoothed.slice(-points) }
}

function pointsBack(rules: WarningRules): number {
  return Math.round(lookBackHours(rules) * POINTS_PER_HOUR) + 1
}

/** The columns with a new point, the points left out in between as gaps, and no longer than any rule looks back. */
function extended(watch: WarningWatch, rules: WarningRules, at: EpochMs, score: number | null): Columns {
  const longest = pointsBack(rules)
  const missed = watch.lastAt === null ? 0 : Math.round((at - watch.lastAt) / STEP_MS) - 1
  const scores: (number | null)[] = [...watch.scores]
  const smoothed: (number | null)[] = [...watch.smoothed]
  for (let step = Math.min(missed, longest); step >= 0; step--) {
    scores.push(step === 0 ? score : null)
    smoothed.push(smoothedScore(scores))
  }
  return { scores: scores.slice(-longest), smoothed: smoothed.slice(-longest) }
}

/** Median of the last hour, null with fewer than four scores in it. */
export function smoothedScore(scores: Scores): number | null {
  const known = scores.slice(-SMOOTHED_POINTS).filter((score) => score !== null)
  return known.length < LEAST_SMOOTHED_POINTS ? null : median(known)
}

function cleared(
  warning: WarningKind,
  was: OpenWarning,
  at: EpochMs,
  reason: Extract<WarningEvent, { kind: 'cleared' }>['reason'],
): WarningEvent {
  return { kind: 'cleared', warning, at, raisedAt: was.raisedAt, reason }
}
