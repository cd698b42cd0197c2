import type { PageKey } from './page-key'

/**
 * Which accounts that sign in with a password need a second factor: none, those that administer the rights of
 * others, or all.
 */
export const factorDemands = ['nobody', 'administrators', 'everybody'] as const
export type FactorDemand = (typeof factorDemands)[number]

const RIGHTS_PAGE = '2-2-4'

export function requiresFactor(demand: FactorDemand, pageKeys: ReadonlySet<PageKey>): boolean {
  return demand === 'everybody' || (demand === 'administrators' && pageKeys.has(RIGHTS_PAGE))
}
