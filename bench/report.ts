/** Something measured several times. */
export interface Figure {
  readonly name: string
  readonly unit: string
  readonly better: 'higher' | 'lower'
  /** The middle one of the measurements. */
  readonly median: number
  /** Half of the distance between the lowest and the highest, as a share of the median. */
  readonly spread: number
}

/** What a bench file is given to report what it measured. */
export interface Report {
  /**
   * Records measurements of one thing; at least three.
   * @param samples in `unit`
   */
  add(name: string, unit: string, better: Figure['better'], samples: readonly number[]): void
}

/** What was requested of the benches that can run longer or shorter. */
export interface Wishes {
  readonly terminals?: string | undefined
  readonly minutes?: string | undefined
  readonly backlog?: string | undefined
  readonly database?: string | undefined
  readonly stores?: string | undefined
  readonly runs?: string | undefined
  readonly days?: string | undefined
  readonly profile?: string | undefined
  readonly requests?: string | undefined
  readonly seed?: string | undefined
  /** File of readings. */
  readonly data?: string | undefined
}

export type Bench = { readonly run: (report: Report, wishes: Wishes) => void | Promise<void> }

export type Verdict = 'new' | 'as before' | 'better' | 'worse'

export function figureOf(
  name: string,
  unit: string,
  better: Figure['better'],
  samples: readonly number[],
): Figure {
  if (samples.length < 3) throw new Error(`${name}: ${samples.length} measurements say nothing about noise`)
  const sorted = samples.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]!
  return { name, unit, better, median, spread: (sorted.at(-1)! - sorted[0]!) / 2 / median }
}

/** Below this share, a change counts as noise, however close together the measurements lie. */
const LEAST_CHANGE = 0.05

/** Compares with an earlier figure: a change counts when it exceeds what both vary by themselves. */
export function compare(now: Figure, before: Figure | undefined): Verdict {
  if (before === undefined || before.unit !== now.unit) return 'new'
  const change = now.median / before.median - 1
  if (Math.abs(change) <= Math.max(LEAST_CHANGE, now.spread + before.spread)) return 'as before'
  return change > 0 === (now.better === 'higher') ? 'better' : 'worse'
}
