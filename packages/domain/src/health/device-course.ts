import {
  automaticIntensity,
  lookFurtherBack,
  looksFarEnough,
  startWarningWatch,
} from '../alarms/early-warning'
import { DEFAULT_WARNING_RULES, lookBackHours, type WarningRules } from '../alarms/early-warning-rules'
import { freezeBaseline, type HealthBaseline, type HealthDay } from '../analysis/health-baseline'
import { healthClassOf, scoreHealth } from '../analysis/health-score'
import { median } from '../analysis/median'
import type { DeviceId, StoreId } from '../ids'
import { days, type EpochMs, epochMs, hours, later, minutes } from '../time/instant'
import { addDays, dayNumber, type LocalDate } from '../time/local-date'
import { repeatDays, type ScorePoints, stepDays } from './follow-warnings'
import type { KnownHealth, KnownWarning, ScoredHealthDay } from './known-health'
import {
  type DayScored,
  type DeviceOnDay,
  hintAt,
  measureDay,
  scoreDay,
  scoredHealthDay,
} from './score-device-day'
import { type FollowedWarnings, recordsOf } from './warning-records'

/** One device in a run of the analysis: what was known of it, and what the days of the run add. */
export interface DeviceCourse {
  known: KnownHealth
  /** Of its store. */
  readonly rules: WarningRules
  /** Whole days by date, while there is no baseline. */
  readonly measured: Map<LocalDate, HealthDay>
  /** Scores as stored and, once a day is taken, as computed now. */
  readonly scored: Map<LocalDate, ScorePoints>
  readonly openRecords: KnownWarning[]
  readonly rows: ScoredHealthDay[]
  /** The first day with points that differ from what the warnings have seen. */
  changedFrom: LocalDate | null
  latest: DayScored | null
}

const STEP_MS = minutes(10)
const BASELINE_DAYS = 28
/** Warnings look back a day as a rule and a week at most: where days are repeated, from so many before them on. */
const LOOK_BACK_DAYS = 8

export function openCourse(
  storeId: StoreId,
  deviceId: DeviceId,
  rules: WarningRules = DEFAULT_WARNING_RULES,
): DeviceCourse {
  return {
    rules,
    known: {
      storeId,
      deviceId,
      baselineFrom: null,
      baseline: null,
      frozenOn: null,
      intensity: null,
      usualScore: null,
      watch: null,
      scoredAt: null,
      score: null,
      class: null,
      noScore: null,
      losses: [],
      hint: null,
      hintChance: null,
      hintReasons: [],
      lastMeasured: null,
      lastOutdoorC: null,
      computedAt: epochMs(0),
    },
    measured: new Map(),
    scored: new Map(),
    openRecords: [],
    rows: [],
    changedFrom: null,
    latest: null,
  }
}

/** Computes the next day of the run. A baseline that is due is frozen at its end and holds for the days after it. */
export function takeDay(
  course: DeviceCourse,
  on: DeviceOnDay,
  baseline: HealthBaseline | null,
  now: EpochMs,
): ScoredHealthDay {
  const { day } = on
  const { frozenOn } = course.known
  const isWhole = day.until >= day.period.endAt
  const isWatched = frozenOn !== null && day.on > frozenOn
  const stored = course.scored.get(day.on)
  const measured = measureDay(on)
  const scored =
    baseline === null && measured.measured.coverage !== null
      ? unscored(on, measured)
      : scoreDay(on, baseline, isWhole ? [] : (stored?.scores ?? []), !isWatched)
  const row = scoredHealthDay(on, measured, scored, now)
  course.rows.push(row)
  if (isWatched && hasChanged(course, stored, scored) && course.changedFrom === null)
    course.changedFrom = day.on
  course.scored.set(day.on, scored)
  course.latest = scored
  if (isWhole && frozenOn === null) {
    course.measured.set(day.on, { on: day.on, ...measured })
    freeze(course, on)
  }
  return row
}

/**
 * From which day on scores are needed of which nothing was computed now: before points that have changed, and where
 * the rules have come to look further back than before.
 */
export function earlierScoresFrom(course: DeviceCourse): LocalDate | null {
  const { rows, changedFrom } = course
  if (changedFrom !== null) return addDays(changedFrom, -LOOK_BACK_DAYS)
  const first = rows[0]?.on
  return first !== undefined && looksTooShort(course) ? addDays(first, -LOOK_BACK_DAYS) : null
}

/** True where the rules look further back than the watch, and there are scores from before it. */
function looksTooShort({ known: { watch, frozenOn }, rules }: DeviceCourse): boolean {
  const lastAt = watch?.lastAt ?? null
  if (watch === null || lastAt === null || frozenOn === null || looksFarEnough(watch, rules)) return false
  const seenFrom = lastAt - (watch.scores.length - 1) * STEP_MS
  // The day after the baseline has begun in every zone by then.
  return seenFrom > days(dayNumber(frozenOn) + 2)
}

/** Follows the warnings over what the run computed. */
export function endCourse(course: DeviceCourse, now: EpochMs): FollowedWarnings {
  const { known, rules, changedFrom, openRecords } = course
  const { frozenOn, intensity, usualScore } = known
  const watch = known.watch ?? startWarningWatch()
  if (frozenOn === null || intensity === null) {
    return recordsOf(known, rules, { watch, events: [] }, openRecords, null, now)
  }
  const days = [...course.scored]
    .filter(([on]) => on > frozenOn)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([on, scored]) => ({ on, ...scored }))
  const from = looksTooShort(course) ? lookFurtherBack(watch, rules, scoresByTime(days)) : watch
  const follow = changedFrom === null ? stepDays : repeatDays
  const followed = follow(from, rules, { score: usualScore, intensity }, days)
  course.known = { ...known, watch: followed.watch }
  const [first] = days
  if (changedFrom === null || first === undefined) {
    return recordsOf(course.known, rules, followed, openRecords, null, now)
  }
  // What was before the first of these days is not looked at, so the rules see as clearly only when they no longer miss it.
  const isCutOff = first.on <= addDays(changedFrom, -LOOK_BACK_DAYS)
  const replacedFrom = isCutOff ? later(first.firstAt, hours(lookBackHours(rules))) : first.firstAt
  return recordsOf(course.known, rules, followed, openRecords, replacedFrom, now)
}

/** What is kept of a device. Days of the past that are computed again leave its present score alone. */
export function healthAfter({ known, latest }: DeviceCourse, now: EpochMs): KnownHealth {
  if (latest === null || (known.scoredAt !== null && latest.lastAt < known.scoredAt)) {
    return { ...known, computedAt: now }
  }
  const scored = latest
  const score = scored.last?.ok ? scored.last.value : null
  return {
    ...known,
    scoredAt: scored.lastAt,
    score: score?.score ?? null,
    class: score === null ? null : healthClassOf(score.score),
    noScore: scored.last !== null && !scored.last.ok ? scored.last.problem : null,
    losses: score?.losses ?? [],
    hint: scored.hint?.hint ?? null,
    hintChance: scored.hint?.chance ?? null,
    hintReasons: scored.hint?.reasons ?? [],
    lastMeasured: scored.measured,
    lastOutdoorC: scored.outdoorC,
    computedAt: now,
  }
}

/** Before there is a baseline, the reason for having no score is all there is. */
function unscored(
  on: DeviceOnDay,
  { measured, outdoorC, isBreach }: ReturnType<typeof measureDay>,
): DayScored {
  const { day, zone } = on
  const last = scoreHealth(zone, measured, null, outdoorC, isBreach, day.figures.health)
  const lastAt = epochMs(Math.floor(day.until / STEP_MS) * STEP_MS)
  return {
    firstAt: epochMs((Math.floor(day.period.startAt / STEP_MS) + 1) * STEP_MS),
    scores: [],
    last,
    lastAt,
    hint: hintAt(zone, last, measured),
    measured: null,
    outdoorC: null,
  }
}

function scoresByTime(days: readonly ScorePoints[]): (at: EpochMs) => number | null {
  const known = new Map(
    days.flatMap(({ firstAt, scores }) =>
      scores.map((score, index) => [firstAt + index * STEP_MS, score] as const),
    ),
  )
  return (at) => known.get(at) ?? null
}

/** True where a point that the warnings have passed is not what they saw. */
function hasChanged({ known }: DeviceCourse, stored: ScorePoints | undefined, scored: ScorePoints): boolean {
  const lastAt = known.watch?.lastAt ?? null
  if (lastAt === null) return false
  return scored.scores.some(
    (score, index) => scored.firstAt + index * STEP_MS <= lastAt && score !== (stored?.scores[index] ?? null),
  )
}

/**
 * The first 28 days with results make the baseline, or as many more as it takes to have enough good ones. How far the
 * score moves when all is well is what it did on these days.
 */
function freeze(course: DeviceCourse, { day: { on, figures }, zone }: DeviceOnDay): void {
  const { known, measured } = course
  const days = [...measured.values()]
    .filter((day) => day.on <= on && (known.baselineFrom === null || day.on >= known.baselineFrom))
    .sort((a, b) => (a.on < b.on ? -1 : 1))
  const first = days[0]?.on
  if (first === undefined || addDays(first, BASELINE_DAYS - 1) > on) return
  const usual = days.filter((day) => day.on < addDays(first, BASELINE_DAYS))
  const used = freezeBaseline(usual) === null ? days : usual
  const baseline = freezeBaseline(used)
  const last = used.at(-1)
  if (baseline === null || last === undefined) return
  const scores = used.flatMap((day) => {
    const result = scoreHealth(zone, day.measured, baseline, day.outdoorC, day.isBreach, figures.health)
    return result.ok ? [result.value.score] : []
  })
  course.known = {
    ...known,
    baseline,
    frozenOn: last.on,
    intensity: automaticIntensity(scores),
    usualScore: median(scores),
    watch: startWarningWatch(),
  }
}
