import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@coldkeep/server/db/connect'
import type { Pace } from './fast-time'

/** How much of a fault is tried: a little in the tests, more in the bench. */
export interface Extent {
  /** How often the fault strikes. */
  readonly times: number
  readonly boxes: number
  readonly periodSeconds: number
}

/** What the rows share, one after the other: making a database takes longer than many a fault. */
export interface Means {
  /** In memory, with the schema. */
  readonly database: Database
  /** Of an embedded database with the schema, which no one has opened. */
  readonly folder: string
  /** Address of a PostgreSQL database with the schema; `null` where there is no PostgreSQL. */
  readonly databaseUrl: string | null
}

/** What both ends say when all is over. */
export interface Tally {
  /** Readings that the boxes made; where a box dies, those that it had kept by then. */
  readonly made: Iterable<number>
  /** Every one that the server has as a reading, as often as it has it. */
  readonly stored: readonly number[]
  /** Not believed, but there for a person to release. */
  readonly setAside?: readonly number[]
  /** Of a cycle that has readings already: the first stay, the others are counted. */
  readonly secondValues?: number
}

export interface Counts {
  readonly made: number
  readonly stored: number
  readonly setAside: number
  readonly secondValues: number
  readonly lost: number
  readonly double: number
  /** Stored although no one made them. */
  readonly foreign: number
}

export interface Fault {
  readonly name: string
  readonly happens: string
  readonly short: Extent
  readonly long: Extent
  /** @returns what is missing here to try it, or `null` */
  readonly needs?: (means: Means) => string | null
  /** @returns what both ends count, box by box */
  readonly run: (extent: Extent, means: Means) => Promise<readonly Tally[]>
}

export function countsOf(tallies: readonly Tally[]): Counts {
  const counts = { made: 0, stored: 0, setAside: 0, secondValues: 0, lost: 0, double: 0, foreign: 0 }
  for (const { made, stored, setAside = [], secondValues = 0 } of tallies) {
    const expected = new Set(made)
    const there = new Set([...stored, ...setAside])
    let absent = 0
    for (const reading of expected) if (!there.has(reading)) absent++
    counts.made += expected.size
    counts.stored += stored.length
    counts.setAside += setAside.length
    counts.secondValues += secondValues
    counts.lost += Math.max(0, absent - secondValues)
    counts.double += stored.length + setAside.length - there.size
    for (const reading of there) if (!expected.has(reading)) counts.foreign++
  }
  return counts
}

export function printCounts(name: string, counts: Counts): string {
  const columns = Object.entries(counts).map(([column, count]) => `${column} ${count}`)
  return `${name.padEnd(34)} ${columns.join(' · ')}`
}

const SPEED = 20

/** Twenty times as fast as life: a resend after 20 s comes after one. */
export function fastPace(): Pace {
  return { startMs: Date.now(), fromMs: Date.now(), speed: SPEED }
}

/** Looks again and again until something is so. @throws when it takes longer than anyone would wait */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  withinMs = 60_000,
): Promise<void> {
  const startMs = performance.now()
  while (!(await isSo())) {
    if (performance.now() - startMs > withinMs) throw new Error(`${what}: not after ${withinMs} ms`)
    await delay(10)
  }
}

/** Luck that is the same in every run. */
export function luckFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
}
