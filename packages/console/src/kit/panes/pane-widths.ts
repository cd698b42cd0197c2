import { useState } from 'react'

/** Narrower than this a pane cannot be read. */
export const LEAST_SHARE = 0.12

/** Moves the edge behind one pane by a share of the whole; what one pane gains, its neighbour gives. */
export function movedEdge(shares: readonly number[], edge: number, by: number): readonly number[] {
  const [left = 0, right = 0] = [shares[edge], shares[edge + 1]]
  const moved = Math.min(Math.max(by, LEAST_SHARE - left), right - LEAST_SHARE)
  return shares.with(edge, left + moved).with(edge + 1, right - moved)
}

export function evenShares(count: number): readonly number[] {
  return Array.from({ length: count }, () => 1 / count)
}

/** How the width is shared among panes, as the reader left it in this browser. */
export function usePaneWidths(
  name: string,
  count: number,
  shares: readonly number[] = evenShares(count),
): [readonly number[], (shares: readonly number[]) => void] {
  const key = `coldkeep.panes.${name}`
  const [present, setPresent] = useState(() => stored(key, count) ?? shares)
  const change = (next: readonly number[]) => {
    localStorage.setItem(key, JSON.stringify(next))
    setPresent(next)
  }
  return [present, change]
}

function stored(key: string, count: number): readonly number[] | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    const isWhole =
      Array.isArray(found) &&
      found.length === count &&
      found.every((share) => typeof share === 'number' && share >= LEAST_SHARE / 2)
    return isWhole ? found : null
  } catch {
    return null
  }
}
