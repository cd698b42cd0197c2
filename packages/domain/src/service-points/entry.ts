/**
 * What an entry records. `reserve` and then `use` or `release` of one act; `grant`, and `expire` or `void` at its end;
 * `cover`: owed points were of a grant after all; `correct`: a use is taken back.
 */
export type CreditEntryKind =
  | 'grant'
  | 'reserve'
  | 'use'
  | 'release'
  | 'cover'
  | 'expire'
  | 'void'
  | 'correct'

/**
 * The step of a cause that an entry is. Of each cause there is one entry for each step: what was used is not released, a
 * grant ends once.
 */
export type CreditStep = 'begin' | 'cover' | 'end' | 'undo'

export const stepOfKind: Readonly<Record<CreditEntryKind, CreditStep>> = {
  grant: 'begin',
  reserve: 'begin',
  cover: 'cover',
  use: 'end',
  release: 'end',
  expire: 'end',
  void: 'end',
  correct: 'undo',
}

/**
 * Why there is an entry: a session on a screen or of help by its id, a terminal that was claimed, the alert service of an
 * account until a day, an application, a grant.
 */
export interface CreditCause {
  readonly kind: 'screen' | 'help' | 'terminal' | 'alert' | 'application' | 'grant' | 'entry'
  readonly id: string
}

/** What became of an application. */
export const applicationStates = ['waiting', 'approved', 'rejected'] as const
export type ApplicationState = (typeof applicationStates)[number]
