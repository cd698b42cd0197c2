import type { CreditGrantId } from '../ids'
import type { EpochMs } from '../time/instant'

/** A grant of which points are left. */
export interface OpenGrant {
  readonly id: CreditGrantId
  readonly left: number
  readonly grantedAt: EpochMs
  readonly expiresAt: EpochMs
}

/** Points of a grant; `null`: of none yet, so that they are owed. */
export interface Take {
  readonly grantId: CreditGrantId | null
  readonly points: number
}

/**
 * Which grants a use takes its points from: those that expire first, of these the oldest. What they lack is owed, and the
 * last of the list.
 */
export function takePoints(grants: readonly OpenGrant[], points: number): Take[] {
  const inOrder = grants.toSorted(
    (a, b) => a.expiresAt - b.expiresAt || a.grantedAt - b.grantedAt || a.id - b.id,
  )
  const takes: Take[] = []
  let missing = points
  for (const { id, left } of inOrder) {
    const taken = Math.min(left, missing)
    if (taken > 0) takes.push({ grantId: id, points: taken })
    missing -= taken
  }
  return missing > 0 ? [...takes, { grantId: null, points: missing }] : takes
}

/** How many of these points no grant covers. */
export function owedOf(takes: readonly Take[]): number {
  return pointsOf(takes.filter(({ grantId }) => grantId === null))
}

export function pointsOf(takes: readonly Take[]): number {
  return takes.reduce((sum, take) => sum + take.points, 0)
}

/** What becomes of reserved points once it is known how many are used. */
export interface Settlement {
  readonly used: readonly Take[]
  /** Not used after all. */
  readonly back: readonly Take[]
  /** Used beyond what was reserved. */
  readonly more: number
}

/** Uses reserved points in the order in which they were reserved. */
export function settleReserved(reserved: readonly Take[], points: number): Settlement {
  const used: Take[] = []
  const back: Take[] = []
  let missing = points
  for (const { grantId, points: held } of reserved) {
    const taken = Math.min(held, missing)
    if (taken > 0) used.push({ grantId, points: taken })
    if (held > taken) back.push({ grantId, points: held - taken })
    missing -= taken
  }
  return { used, back, more: missing }
}
