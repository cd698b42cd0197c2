import type { TerminalId } from '@coldkeep/domain/ids'
import { type EpochMs, epochMs, later } from '@coldkeep/domain/time/instant'

/** Where on the wall clock the cycles of a script begin: every `periodMs`, moved by `offsetMs`. */
export interface Grid {
  readonly periodMs: number
  readonly offsetMs: number
}

/** A grid that is the same after every restart and differs between terminals, so that stores do not send at once. */
export function gridOf(terminalId: TerminalId, periodSeconds: number): Grid {
  const periodMs = 1_000 * periodSeconds
  return { periodMs, offsetMs: fnv1a(terminalId) % periodMs }
}

/** The last beginning at or before an instant. */
export function latestOnGrid(grid: Grid, at: EpochMs): EpochMs {
  return epochMs(Math.floor((at - grid.offsetMs) / grid.periodMs) * grid.periodMs + grid.offsetMs)
}

/** The first beginning after an instant. */
export function nextOnGrid(grid: Grid, at: EpochMs): EpochMs {
  return later(latestOnGrid(grid, at), grid.periodMs)
}

/** 32-bit FNV-1a: short texts that differ in one character land far apart. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash
}
