import {
  type OpenWarning,
  startWarningWatch,
  stepEarlyWarnings,
  type UsualScores,
  type WarningEvent,
  type WarningWatch,
} from '../alarms/early-warning'
import { type WarningKind, type WarningRules, warningKinds } from '../alarms/early-warning-rules'
import { type EpochMs, epochMs, minutes } from '../time/instant'

const STEP_MS = minutes(10)

/** Scores of one day, a point every ten minutes. */
export interface ScorePoints {
  readonly firstAt: EpochMs
  readonly scores: readonly (number | null)[]
}

/** What happened, and the score at that point. */
interface FollowedEvent {
  readonly event: WarningEvent
  readonly score: number | null
}

export interface WarningsFollowed {
  readonly watch: WarningWatch
  /** Of replayed days, those that were known before among them. */
  readonly events: readonly FollowedEvent[]
}

/** Takes the watch on over days in order; points that it has seen change nothing. */
export function stepDays(
  watch: WarningWatch,
  rules: WarningRules,
  usual: UsualScores,
  days: readonly ScorePoints[],
): WarningsFollowed {
  const events: FollowedEvent[] = []
  let current = watch
  for (const { firstAt, scores } of days) {
    for (const [index, score] of scores.entries()) {
      const step = stepEarlyWarnings(current, rules, usual, epochMs(firstAt + index * STEP_MS), score)
      current = step.watch
      events.push(...step.events.map((event) => ({ event, score })))
    }
  }
  return { watch: current, events }
}

/**
 * Replays days because the scores of one of them changed: from the first of the days given, with what was
 * open before it.
 */
export function repeatDays(
  watch: WarningWatch,
  rules: WarningRules,
  usual: UsualScores,
  days: readonly ScorePoints[],
): WarningsFollowed {
  const firstAt = days[0]?.firstAt ?? epochMs(0)
  const open: Partial<Record<WarningKind, OpenWarning>> = {}
  for (const kind of warningKinds) {
    const was = watch.open[kind]
    if (was && was.raisedAt < firstAt) open[kind] = was
  }
  return stepDays({ ...startWarningWatch(), open }, rules, usual, days)
}
