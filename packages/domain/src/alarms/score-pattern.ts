/** Scores in steps of ten minutes, the last one now; null where there is none. */
export type Scores = readonly (number | null)[]

/** True where two scores in a row are missing: more than twenty minutes without one. */
export function hasGap(scores: Scores): boolean {
  return scores.some((score, index) => score === null && index > 0 && scores[index - 1] === null)
}

/** Share of the last so many points that have a score; points before the first one have none. */
export function coverageOf(scores: Scores, points: number): number {
  let known = 0
  for (let index = Math.max(0, scores.length - points); index < scores.length; index++) {
    if (scores[index] !== null) known++
  }
  return known / points
}

/** Null where there is no score at all. */
export function highest(scores: Scores): number | null {
  let found: number | null = null
  for (const score of scores) if (score !== null && (found === null || score > found)) found = score
  return found
}

/** Null where there is no score at all. */
export function lowest(scores: Scores): number | null {
  let found: number | null = null
  for (const score of scores) if (score !== null && (found === null || score < found)) found = score
  return found
}

/**
 * Lengths of the legs of a zig-zag line through the scores: it turns where the score has come back from an extreme by
 * at least `reversal`. The last leg is still open and as long as it has become.
 */
export function zigZagLegs(scores: Scores, reversal: number): number[] {
  const legs: number[] = []
  let direction: -1 | 0 | 1 = 0
  let [turn, extreme] = [Number.NaN, Number.NaN]
  for (const score of scores) {
    if (score === null) continue
    if (Number.isNaN(extreme)) {
      // Until the first leg shows, the two ends of what has been seen.
      turn = score
      extreme = score
    } else if (direction === 0) {
      turn = Math.min(turn, score)
      extreme = Math.max(extreme, score)
      if (extreme - turn < reversal) continue
      direction = score === extreme ? 1 : -1
      if (direction === -1) [turn, extreme] = [extreme, turn]
    } else if (direction * (score - extreme) >= 0) {
      extreme = score
    } else if (direction * (extreme - score) >= reversal) {
      legs.push(Math.abs(extreme - turn))
      turn = extreme
      extreme = score
      direction = direction === 1 ? -1 : 1
    }
  }
  if (direction !== 0) legs.push(Math.abs(extreme - turn))
  return legs
}
