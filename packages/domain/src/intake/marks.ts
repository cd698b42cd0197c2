import type { StoreId, TerminalId } from '../ids'
import type { LocalDate } from '../time/local-date'

/** The minutes of an hour in which a terminal lived, as bits. */
export interface LifeRow {
  readonly storeId: StoreId
  readonly terminal: TerminalId
  readonly hourMs: number
  /** By what arrived in them. */
  live: bigint
  /** By what arrived later. */
  reported: bigint
}

/** An hour of a store that is to be packed. */
export interface DueHour {
  readonly storeId: StoreId
  readonly hourMs: number
}

/** A day of a store that is to be counted again. */
export interface DueDay {
  readonly storeId: StoreId
  readonly on: LocalDate
}
