import { smoothedScore } from './early-warning'
import type { WarningKind, WarningRule } from './early-warning-rules'
import type { Scores } from './score-pattern'

/** How many minutes before a warning was raised its rule looked at. */
export function judgedMinutes(kind: WarningKind, { minutes, windowHours }: WarningRule): number {
  return kind === 'threshold' ? minutes : 60 * windowHours
}

/**
 * The score below which a rule was broken when it raised a warning: the threshold itself, or as far below the top
 * that the score fell from as a fall is allowed to be deep.
 * @param raised what the rule found and what it allows: the score, or the depth of the fall, in points
 * @param scores every ten minutes up to the moment, of at least the last hour
 * @returns null for the swings of a score, which have no such line, and where the last hour is not known
 */
export function limitScore(
  kind: WarningKind,
  raised: { readonly value: number; readonly limitValue: number },
  scores: Scores,
): number | null {
  if (kind === 'threshold') return raised.limitValue
  if (kind === 'oscillation') return null
  const level = smoothedScore(scores)
  return level === null ? null : level + raised.value - raised.limitValue
}
