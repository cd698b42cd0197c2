import type { PageKey } from './page-key'

/** Of whom a second factor is asked who signs in with a password: nobody, who sets the rights of others, or everybody. */
export const factorDemands = ['nobody', 'administrators', 'everybody'] as const
export type FactorDemand = (typeof factorDemands)[number]

const RIGHTS_PAGE = '2-2-4'

export function asksFactor(demand: FactorDemand, pageKeys: ReadonlySet<PageKey>): boolean {
  return demand === 'everybody' || (demand === 'administrators' && pageKeys.has(RIGHTS_PAGE))
}
