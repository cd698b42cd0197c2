import type { DatabaseOptions } from '../db/connect'

/** Of the start of a terminal's program after an installation. */
export const NEW_BOOT = '00000000000000bb'

/** Before the how many-th change of a kind, as `insert into command`. */
export interface Death {
  readonly name: string
  readonly count: number
}

/** What the program is told that updates terminals. */
export interface KilledUpdate {
  readonly database: DatabaseOptions
  /** What its clock shows when it starts. */
  readonly startMs: number
  /** Runs afterwards. */
  readonly version: string
  /** No terminal can start it. */
  readonly isBroken: boolean
  /** Before which change of rows it dies, also the how many-th of all; `null`: it comes to its end. */
  readonly death: number | Death | null
}
