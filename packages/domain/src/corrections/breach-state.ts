import type { AccountId } from '../ids'

/**
 * The state of a breach: nothing written yet; written and not checked; sent back by who checked it; closed before, and
 * its facts have changed since; closed; or no breach any more by readings that came late.
 */
export const breachStates = ['unwritten', 'unchecked', 'sent_back', 'changed', 'closed', 'void'] as const
export type BreachState = (typeof breachStates)[number]

export const openStates = ['unwritten', 'unchecked', 'sent_back', 'changed'] as const satisfies BreachState[]

/** What happens to a breach; each is an entry of its history. */
export const breachEventKinds = ['judged', 'action', 'agreed', 'sent_back', 'changed', 'withdrawn'] as const
export type BreachEventKind = (typeof breachEventKinds)[number]

export function isOpen(state: BreachState): boolean {
  return (openStates as readonly BreachState[]).includes(state)
}

/** What people wrote waits for a second one. */
export function awaitsCheck(state: BreachState): boolean {
  return state === 'unchecked' || state === 'changed'
}

/**
 * The state after something has happened; null: it cannot happen now.
 * @param beforeVoid what one that turned out to be none was before; null: it never was none
 */
export function stateAfter(
  state: BreachState,
  event: BreachEventKind,
  beforeVoid: BreachState | null = null,
): BreachState | null {
  switch (event) {
    // a further entry corrects the one before: it has to be checked itself
    case 'action':
      return state === 'void' ? null : 'unchecked'
    case 'agreed':
      return awaitsCheck(state) ? 'closed' : null
    case 'sent_back':
      return awaitsCheck(state) ? 'sent_back' : null
    case 'changed':
      return state === 'closed' ? 'changed' : state
    case 'withdrawn':
      return 'void'
    case 'judged':
      if (state !== 'void') return state
      return beforeVoid === 'closed' ? 'changed' : (beforeVoid ?? 'unwritten')
  }
}

/** Who wants to check. */
interface Checker {
  readonly accountId: AccountId
  /** Signed in; a key acts for the account that made it, and there is no person to look. */
  readonly isPerson: boolean
}

export type CheckRefusal = 'person_needed' | 'nothing_to_check' | 'own' | 'under_way'

/**
 * Why someone may not check what was written; null: they may.
 * @param writer of the newest entry, which says everything anew and is what is checked
 * @param isUnderWay the product is still beyond its limit
 */
export function refusalOfCheck(
  checker: Checker,
  { state, writer, isUnderWay }: { state: BreachState; writer: AccountId | null; isUnderWay: boolean },
): CheckRefusal | null {
  if (!checker.isPerson) return 'person_needed'
  if (writer === null || !awaitsCheck(state)) return 'nothing_to_check'
  if (writer === checker.accountId) return 'own'
  return isUnderWay ? 'under_way' : null
}
