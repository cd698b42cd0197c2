import { minutes, seconds } from '@coldkeep/domain/time/instant'
import type { UpdateState } from '../update/update-file'

/** How long what is waited for. Of their own only in tests. */
export interface Patience {
  /** Within which a new program has to show that it works. */
  readonly wellMs: number
  /** Between two attempts of the one before to sign in where the new one has no contact. */
  readonly dialEveryMs: number
  readonly dialMs: number
  /** So long the one before signs in at each attempt, and the new one has no contact: then it is the new one's fault. */
  readonly linkMs: number
  /** A program that is to end is killed then. */
  readonly endMs: number
  /** Between the end of a program under judgement and its next start. */
  readonly startAgainMs: number
}

/** The new program itself tries again after two minutes at most, so that it has had two chances within `linkMs`. */
export const PATIENCE: Patience = {
  wellMs: seconds(180),
  dialEveryMs: minutes(2),
  dialMs: seconds(40),
  linkMs: minutes(4),
  endMs: seconds(20),
  startAgainMs: seconds(1),
}

/** One end that nobody wanted may be the box's fault. */
const MOST_DEATHS = 1
/** With power cuts, which are nobody's fault, and a program that cuts the power of its box. */
const MOST_STARTS = 6

/** Ends with which the program says that it will not run with what it was given. */
const REFUSALS = [2, 3]

/** What the program under judgement has come to, or its surroundings. */
export type Finding =
  | { readonly kind: 'well'; readonly isConnected: boolean }
  | { readonly kind: 'connected' }
  | { readonly kind: 'overdue' }
  | { readonly kind: 'died'; readonly status: number | null }
  | { readonly kind: 'unlinked' }
  | { readonly kind: 'steady' }

/** What follows from a finding: the next state, which is the same one where nothing follows. */
export function judged(state: UpdateState, finding: Finding): UpdateState {
  const { step, deaths } = state
  if (step !== 'judging' && step !== 'contact') return state
  switch (finding.kind) {
    case 'well':
      if (step === 'contact') return state
      return { ...state, step: finding.isConnected ? 'confirmed' : 'contact' }
    case 'connected':
      return step === 'contact' ? { ...state, step: 'confirmed' } : state
    case 'overdue':
      return step === 'judging' ? back(state, 'E_CONFIRM', 'it did not show in time that it works') : state
    case 'unlinked':
      return step === 'contact' ? back(state, 'E_LINK', 'it has no contact where the one before has') : state
    case 'steady':
      return step === 'contact' && deaths > 0 ? { ...state, deaths: 0 } : state
    case 'died':
      return died(state, finding.status)
  }
}

function died(state: UpdateState, status: number | null): UpdateState {
  const { step, deaths } = state
  const how = status === null ? 'killed' : `with status ${status}`
  if (step === 'judging' && REFUSALS.some((refusal) => refusal === status))
    return back(state, 'E_CONFIRM', `it ended ${how}`)
  if (deaths >= MOST_DEATHS)
    return back(state, 'E_CONFIRM', `it ended ${deaths + 1} times, the last time ${how}`)
  return { ...state, step: 'judging', deaths: deaths + 1, runsSince: null }
}

/**
 * Before another start of the new program. An end of before that nobody has seen counts, unless the machine itself has been
 * started since.
 */
export function beforeStart(state: UpdateState, machineBoot: string): UpdateState {
  const { runsSince, starts } = state
  const seen = runsSince === machineBoot ? died(state, null) : state
  if (seen.step === 'back') return seen
  if (starts >= MOST_STARTS) return back(state, 'E_CONFIRM', `it was started ${starts} times`)
  return { ...seen, starts: starts + 1, runsSince: machineBoot }
}

export function back(state: UpdateState, code: UpdateState['code'], why: string): UpdateState {
  return { ...state, step: 'back', code, why, runsSince: null }
}
