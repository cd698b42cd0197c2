import type { ComparedParameter } from './compare'

/** One write of a plan. */
export interface PlannedWrite {
  readonly code: string
  /** What was read, and what it is to be. */
  readonly before: number
  readonly value: number
}

/** What has to be written so that a device is as it is wanted: differences only, bounds before what they bound. */
export function planOf(compared: readonly ComparedParameter[]): readonly PlannedWrite[] {
  return compared
    .flatMap(({ desired, parameter, observed, state }) => {
      const before = observed?.value ?? null
      if (state !== 'differs' || parameter === null || before === null) return []
      return [{ order: parameter.applyOrder, code: desired.code, before, value: desired.value }]
    })
    .toSorted((a, b) => a.order - b.order)
    .map(({ order: _, ...write }) => write)
}
