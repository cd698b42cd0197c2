import type { NoScore } from '../analysis/health-score'
import type { Comparison } from '../analysis/indicator-scores'
import { fail, ok, type Result } from '../result'
import { type EpochMs, epochMs, hours, later } from '../time/instant'
import {
  type ComparedFigure,
  comparedFigures,
  isInBand,
  type Unseen,
  unseenGroups,
  type WatchedGroup,
  worstDay,
} from './watched-figures'

/** An alarm of the device of a case, or one that has joined it. */
export interface WatchedAlarm {
  /** A broken limit or a lost contact; an early warning, whose figures are judged themselves; a silent terminal. */
  readonly kind: 'limit' | 'warning' | 'terminal'
  readonly startedAt: EpochMs
  readonly raisedAt: EpochMs
  /** When its condition ended; null while it holds. */
  readonly endedAt: EpochMs | null
}

/** What the health analysis knows of the device of a case. */
export interface WatchedHealth {
  /** End of the 24 hours that were measured. */
  readonly scoredAt: EpochMs | null
  readonly noScore: NoScore | null
  readonly hasProbeFault: boolean
  /** Null: not measured yet. */
  readonly now: Comparison | null
  /** Days from the first alarm, or from the report, to the end of the fault. */
  readonly before: readonly Comparison[]
}

/** An open case with all that is watched for it. */
export interface WatchedCase {
  /** When it was reported, or opened again. */
  readonly watchedFrom: EpochMs
  readonly hasDevice: boolean
  readonly alarms: readonly WatchedAlarm[]
  /** Null: its device is none that is scored. */
  readonly health: WatchedHealth | null
  /** The newest reading of its device. */
  readonly lastReadingAt: EpochMs | null
}

/** Why a case proposes to close. Plain JSON. */
export interface CloseEvidence {
  readonly quietSince: EpochMs
  /** How long quiet had to last. */
  readonly leastQuietMinutes: number
  /** How many alarms were looked at. */
  readonly alarms: number
  /** End of the 24 hours whose figures are given. */
  readonly scoredAt: EpochMs | null
  readonly figures: readonly ProvenFigure[]
  readonly unseen: readonly { readonly group: WatchedGroup; readonly why: Unseen }[]
}

interface ProvenFigure extends Omit<ComparedFigure, 'points'> {
  /** On the worst day of the fault; null where that was not measured. */
  readonly before: number | null
  readonly wasInBand: boolean | null
}

/**
 * Why a case stays open: nothing watched has ever shown its fault; an alarm stands; it has not been quiet for long enough;
 * a figure is out of its band; a probe is not to be trusted; its device says nothing.
 */
export type StaysOpen = 'no_fault' | 'alarm' | 'quiet' | 'figures' | 'probe' | 'silent'

const LEAST_QUIET_MS = hours(24)
const ON_DELAYS = 2
/** The longest report time that a rule may have. */
const LONGEST_ON_DELAY_MS = hours(24)
/** Readings and figures that are older say nothing of now. */
const FRESH_MS = hours(1)
/** A proposal stands while a figure has more than half of its points: what wavers at the border is no new fault. */
const HALF_OF_POINTS = 50

/** Since when nothing has been wrong, where that is long enough. */
export function quietOf(
  { watchedFrom, alarms }: Pick<WatchedCase, 'watchedFrom' | 'alarms'>,
  now: EpochMs,
): Result<{ readonly since: EpochMs; readonly leastMs: number }, 'alarm' | 'quiet'> {
  let since = watchedFrom
  let leastMs = LEAST_QUIET_MS
  let overAt = later(watchedFrom, LEAST_QUIET_MS)
  for (const { kind, startedAt, raisedAt, endedAt } of alarms) {
    if (kind === 'warning') continue
    if (endedAt === null) return fail('alarm')
    const onDelayMs = Math.min(LONGEST_ON_DELAY_MS, Math.max(0, raisedAt - startedAt))
    const restMs = Math.max(LEAST_QUIET_MS, ON_DELAYS * onDelayMs)
    since = epochMs(Math.max(since, endedAt))
    if (endedAt + restMs <= overAt) continue
    overAt = later(endedAt, restMs)
    leastMs = restMs
  }
  return now >= overAt ? ok({ since, leastMs }) : fail('quiet')
}

/**
 * Whether a case proposes to close: no alarm of its device for 24 hours, or for twice the report time of the alarm where
 * that is longer, and the figures of the last 24 hours back in the band of the device itself. What cannot be measured is
 * named and left out; silence never counts as good.
 */
export function judgeClosing(watched: WatchedCase, now: EpochMs): Result<CloseEvidence, StaysOpen> {
  const quiet = quietOf(watched, now)
  if (!quiet.ok) return quiet
  const { hasDevice, alarms, health, lastReadingAt } = watched
  if (hasDevice && (lastReadingAt === null || now - lastReadingAt > FRESH_MS)) return fail('silent')
  if (health?.noScore === 'coverage_low') return fail('silent')
  if (health !== null && (health.scoredAt === null || now - health.scoredAt > FRESH_MS)) return fail('silent')
  if (health !== null && health.now === null) return fail('silent')
  const figures = health?.now ? comparedFigures(health.now) : []
  const isBlind = health?.now?.baseline == null
  if (isBlind && alarms.some(({ kind, endedAt }) => kind === 'warning' && endedAt === null))
    return fail('alarm')
  const worst = worstDay(health?.before ?? [])
  const before = worst === null ? [] : comparedFigures(worst)
  const isSeen = alarms.length > 0 || before.some((one) => !isInBand(one))
  if (!isSeen) return fail('no_fault')
  if (health?.hasProbeFault) return fail('probe')
  if (!isBlind && !figures.every(isInBand)) return fail('figures')
  return ok({
    quietSince: quiet.value.since,
    leastQuietMinutes: quiet.value.leastMs / 60_000,
    alarms: alarms.length,
    scoredAt: isBlind ? null : (health?.scoredAt ?? null),
    figures: isBlind ? [] : figures.map((one) => proven(one, before)),
    unseen: hasDevice ? unseenGroups(health?.now ?? null) : [],
  })
}

/**
 * Whether a proposal is taken back: an alarm came after it, or was found in readings that came late, or a figure has lost
 * half of its points. That a terminal falls silent takes nothing back: what was seen was seen.
 */
export function judgeProposed(
  { alarms, health }: WatchedCase,
  { quietSince }: Pick<CloseEvidence, 'quietSince'>,
  proposedAt: EpochMs,
): Extract<StaysOpen, 'alarm' | 'figures' | 'probe'> | null {
  const isNew = ({ kind, raisedAt, endedAt }: WatchedAlarm) => {
    if (kind === 'terminal') return false
    return kind === 'warning' ? raisedAt > proposedAt : endedAt === null || endedAt > quietSince
  }
  if (alarms.some(isNew)) return 'alarm'
  if (health?.now?.baseline == null) return null
  if (health.hasProbeFault) return 'probe'
  const isBad = ({ points }: ComparedFigure) => points < HALF_OF_POINTS
  return comparedFigures(health.now).some(isBad) ? 'figures' : null
}

function proven({ points, ...one }: ComparedFigure, before: readonly ComparedFigure[]): ProvenFigure {
  const was = before.find(({ figure }) => figure === one.figure)
  return { ...one, before: was?.value ?? null, wasInBand: was === undefined ? null : isInBand(was) }
}
