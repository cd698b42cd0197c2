/**
 * What could be saved at a device. `set_point`: it is colder than its food needs · `defrosts`: often, short, and by the clock ·
 * `anti_sweat`: heaters against sweat that are on all the time · `night_cover`: open at night as by day · `low_load`: hardly
 * opened.
 */
export const savingKinds = ['set_point', 'defrosts', 'anti_sweat', 'night_cover', 'low_load'] as const
export type SavingKind = (typeof savingKinds)[number]

/** Those that a parameter brings about; the others are for people to do. */
export const settableSavings = [
  'set_point',
  'defrosts',
  'anti_sweat',
] as const satisfies readonly SavingKind[]

/** What a saving is concluded from. */
export interface SavingBasis {
  /** Whole days that were looked at; all else is of these. */
  readonly days: number
  /** The warmest that the product was, and what it may be, °C. */
  readonly highestC?: number
  readonly limitC?: number
  /** Defrosts of a day, and the minutes of one. */
  readonly defrosts?: number
  readonly minutesEach?: number
  /** How much it runs while the shop is open and closed, 0 to 1. */
  readonly openRunRatio?: number
  readonly closedRunRatio?: number
  /** Openings of its door in a day, and of the others of its kind in the store. */
  readonly doorOpenings?: number
  readonly usualOpenings?: number
}

/** A parameter that would be set otherwise, in its unit. */
export interface SavingChange {
  readonly code: string
  readonly before: number
  readonly value: number
}

/** An estimate: what is saved lies between low and high. */
export interface Saving {
  readonly kind: SavingKind
  /** `null`: it is for people to do. */
  readonly change: SavingChange | null
  /** Of the electricity of the device, 0 to 1. */
  readonly shareLow: number
  readonly shareHigh: number
  /** In a year; `null`: the device has no meter. */
  readonly kwhLow: number | null
  readonly kwhHigh: number | null
  readonly basis: SavingBasis
}
