import type { CommandResult } from '@coldkeep/contract/mqtt/command'

/** What the terminal of a store runs, as plain values that are kept with the store. */
export interface InstalledProgram {
  readonly version: string
  /** Number of the highest list of release keys that was believed; 0: none. */
  readonly keysNumber: number
  /** A fault of the build: this share of the polls of devices of a model, as `brand model`, is lost. */
  readonly losesPolls: LostPolls | null
  /** The last installation that has ended, since its order may come again. */
  readonly ended: { readonly id: string; readonly outcome: InstallEnd } | null
}

interface LostPolls {
  readonly model: string
  readonly share: number
}

/** How an installation ended, as it is reported. */
export type InstallEnd = Pick<CommandResult, 'st' | 'out' | 'err'>

/** The boxes as they came. */
export const FIRST_PROGRAM: InstalledProgram = {
  version: '1.0.0',
  keysNumber: 0,
  losesPolls: null,
  ended: null,
}
