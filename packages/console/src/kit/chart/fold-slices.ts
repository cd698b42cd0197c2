import type { ChartEntry } from './chart-entry'

/** A slice with the colour it keeps whatever is folded. */
export interface Slice extends ChartEntry {
  readonly color: string
}

/**
 * The largest slices in their own order, and one for all the others. As many as fit are left alone.
 * @param nameOf the name of the slice that combines this many others
 */
export function foldSlices(
  slices: readonly Slice[],
  most: number,
  nameOf: (count: number) => string,
): readonly Slice[] {
  const worth = slices.filter((slice) => (slice.values[0] ?? 0) > 0)
  if (slices.length <= most) return slices
  if (worth.length <= most) return worth
  const amount = (slice: Slice) => slice.values[0] ?? 0
  const kept = new Set([...worth].sort((a, b) => amount(b) - amount(a)).slice(0, most - 1))
  const others = worth.filter((slice) => !kept.has(slice))
  return [
    ...worth.filter((slice) => kept.has(slice)),
    {
      label: nameOf(others.length),
      values: [others.reduce((sum, slice) => sum + amount(slice), 0)],
      color: 'var(--chart-other)',
    },
  ]
}
