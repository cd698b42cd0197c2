import { median } from '../analysis/median'
import { type Interval, wilson } from '../analysis/wilson'
import type { EpochMs } from '../time/instant'
import { followedAt, outcomeOfWarning, type WarningFacts } from './warning-outcome'

/** What became of some warnings. */
export interface WarningBacktest {
  readonly warnings: number
  readonly cameTrue: number
  readonly false: number
  readonly undecided: number
  /** Of those that are decided, the share that came true, with what it may be in truth; null where none is decided. */
  readonly precision: { readonly share: number; readonly interval: Interval } | null
  /** From a warning that came true to what followed it; null where nothing followed any. */
  readonly medianLeadMs: number | null
}

/** Counts what became of warnings by an instant. */
export function testWarnings(warnings: readonly WarningFacts[], now: EpochMs): WarningBacktest {
  const outcomes = warnings.map((facts) => outcomeOfWarning(facts, now))
  const count = (outcome: (typeof outcomes)[number]) => outcomes.filter((one) => one === outcome).length
  const [cameTrue, wrong] = [count('came_true'), count('false')]
  const decided = cameTrue + wrong
  const leads = warnings.flatMap((facts, index) => {
    const at = outcomes[index] === 'came_true' ? followedAt(facts) : null
    return at === null ? [] : [at - facts.raisedAt]
  })
  return {
    warnings: warnings.length,
    cameTrue,
    false: wrong,
    undecided: count('undecided'),
    precision: decided === 0 ? null : { share: cameTrue / decided, interval: wilson(cameTrue, decided) },
    medianLeadMs: median(leads),
  }
}
