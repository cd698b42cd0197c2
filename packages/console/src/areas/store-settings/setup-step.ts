import type { GuardedPart, StoreSettings } from '@coldkeep/contract/areas/store-settings'
import type { StoreId } from '@coldkeep/domain/ids'
import type { AnswerFaults } from './answer-faults'

/** What the fields of every step are given. */
export interface SetupStepProps {
  readonly settings: StoreSettings
  readonly edit: (patch: Partial<StoreSettings>) => void
  /** What the service refused, and what is wrong already where it may be shown. */
  readonly faults: AnswerFaults
  /** A field was left: what is wrong in it may be shown. */
  readonly onLeave: (path: string) => void
  readonly mayChange: (part: GuardedPart) => boolean
  /** `null`: it is new. */
  readonly storeId: StoreId | null
}

/** What is wrong with any answer of a row. @param at such as `devices.n1` */
export function faultOfRow(faults: AnswerFaults, at: string): string | undefined {
  return Object.entries(faults).find(([path]) => path === at || path.startsWith(`${at}.`))?.[1]
}

/** The first `n1`, `n2` … that no row has. */
export function nextKey(rows: readonly { readonly key: string }[]): string {
  const used = rows.map(({ key }) => (key.startsWith('n') ? Number(key.slice(1)) : 0))
  return `n${Math.max(0, ...used) + 1}`
}
