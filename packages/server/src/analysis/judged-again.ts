import type { JudgedClass } from '@coldkeep/contract/areas/figures'
import type { AnalysedStore } from '@coldkeep/domain/analysis/store-day'
import type { LocalDate } from '@coldkeep/domain/time/local-date'

/** A store with its last seven whole days. */
export interface StoreWeek extends AnalysedStore {
  readonly first: LocalDate
  readonly last: LocalDate
}

/** What other figures would make of something that was judged. */
export interface JudgedAgain {
  /** Id of the device or the store. */
  readonly subject: number
  readonly before: JudgedClass
  readonly after: JudgedClass
}

export interface Judgements {
  readonly judged: readonly JudgedAgain[]
  /** How many were not looked at. */
  readonly unseen: number
}
