import type { BreachId } from '../ids'

/** What became of the product. */
export const dispositions = ['kept', 'moved', 'discarded'] as const
export type Disposition = (typeof dispositions)[number]

/** What was done about a breach, as one person says it. A further one takes its place and is as whole. */
export interface CorrectiveAction {
  readonly action: string
  readonly disposition: Disposition
  /** Of the product that was moved or discarded, or of all that was kept; kg. */
  readonly quantityKg: number | null
  /** The same in words, such as what it was worth; empty: not said. */
  readonly quantityWords: string
  readonly cause: string
}

/** Of what is gone from its place it has to be said how much it was. */
export function lacksQuantity({
  disposition,
  quantityKg,
  quantityWords,
}: Pick<CorrectiveAction, 'disposition' | 'quantityKg' | 'quantityWords'>): boolean {
  return disposition !== 'kept' && quantityKg === null && quantityWords.trim() === ''
}

/** As people call a breach: `B-000042`. */
export function breachNumber(id: BreachId): string {
  return `B-${String(id).padStart(6, '0')}`
}
