import { HIGHEST_X, type WarningKind } from './early-warning-rules'
import { wouldCome } from './warning-reach'

/** Fewer decided warnings say nothing about a rule. */
const LEAST_DECIDED = 10

/** A warning that came true or was false, and with which points its rule would still have raised it. */
export interface DecidedWarning {
  readonly cameTrue: boolean
  readonly reach: number
}

export interface WarningProposal {
  /** `too_few`: fewer than ten were decided, or none of them came true. */
  readonly advice: 'too_few' | 'keep' | 'change'
  /** Of those that come with the present rule. */
  readonly cameTrue: number
  readonly false: number
  /** The points proposed, and how many of the false ones would not come with them; null and 0 for no change. */
  readonly x: number | null
  readonly spared: number
}

/**
 * The points, in whole ones, with which all warnings that came true would still have come and the fewest false ones;
 * of several the nearest to the present ones. It only becomes stricter: of warnings that never came nothing is known.
 */
export function proposePoints(
  kind: WarningKind,
  present: number,
  decided: readonly DecidedWarning[],
): WarningProposal {
  const coming = decided.filter(({ reach }) => wouldCome(kind, present, reach))
  const reachesOf = (cameTrue: boolean) =>
    coming.filter((warning) => warning.cameTrue === cameTrue).map(({ reach }) => reach)
  const [right, wrong] = [reachesOf(true), reachesOf(false)]
  const counts = { cameTrue: right.length, false: wrong.length }
  if (coming.length < LEAST_DECIDED || right.length === 0)
    return { advice: 'too_few', ...counts, x: null, spared: 0 }
  const isLow = kind === 'threshold'
  // the strictest that loses none that came true
  const strictest = isLow ? Math.floor(Math.max(...right)) + 1 : Math.floor(Math.min(...right))
  const spared = wrong.filter((reach) => !wouldCome(kind, strictest, reach))
  const nearest = isLow ? Math.floor(Math.min(...spared)) : Math.floor(Math.max(...spared)) + 1
  const isStricter = isLow ? nearest < present : nearest > present
  if (spared.length === 0 || !isStricter || nearest < 1 || nearest > HIGHEST_X)
    return { advice: 'keep', ...counts, x: null, spared: 0 }
  return { advice: 'change', ...counts, x: nearest, spared: spared.length }
}
