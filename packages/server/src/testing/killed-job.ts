import type { DatabaseOptions } from '../db/connect'

export const killedAt = [
  'once it is claimed',
  'before it is begun',
  'before its row is replaced',
  'while its row is replaced',
  'after what it became is kept',
] as const

/** What the program is told that begins jobs. */
export interface KilledJob {
  readonly database: DatabaseOptions
  /** What its clock shows when it starts. */
  readonly startMs: number
  /** Of the targets that it begins, counted from one; `null`: it ends when nothing waits. */
  readonly death: { readonly step: (typeof killedAt)[number]; readonly target: number } | null
}
