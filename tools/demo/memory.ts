import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { StoreCounters } from '@coldkeep/simulator/history'
import type { SavedStore } from '@coldkeep/simulator/store-run'

/** How the simulation was left, so that a later start goes on without a jump. */
export interface SimulationMemory {
  /** Before this the past is not made yet. */
  readonly recentFromMs: number
  readonly saved: ReadonlyMap<number, SavedStore>
  /** Counters of the main meters at the start of the recent days, where the older past must arrive. */
  readonly startCounters: ReadonlyMap<number, StoreCounters>
}

export function readMemory(file: string): SimulationMemory | null {
  return existsSync(file) ? (deserialize(readFileSync(file)) as SimulationMemory) : null
}

/** The old file stays whole until the new one is. */
export function writeMemory(file: string, memory: SimulationMemory): void {
  writeFileSync(`${file}.new`, serialize(memory))
  renameSync(`${file}.new`, file)
}
