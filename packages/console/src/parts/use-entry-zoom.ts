import { useState } from 'react'
import type { TimeSpan } from '../kit/chart/time-series'

/** With fewer points each of them can be seen. */
const MANY = 24
/** Nothing shorter can be zoomed into. */
const LEAST = 4

/** The part of many points side by side that is drawn, counted in points. Few ones are always drawn whole. */
export function useEntryZoom<Entry>(entries: readonly Entry[]) {
  const period: TimeSpan = { from: 0, to: entries.length }
  const [chosen, setChosen] = useState<TimeSpan | null>(null)
  // other points have come since
  const isStale = chosen !== null && chosen.to > period.to
  const window = chosen === null || isStale ? period : chosen
  const onZoom = (next: TimeSpan | null) => {
    if (next === null) return setChosen(null)
    const from = Math.max(0, Math.floor(next.from))
    const to = Math.min(period.to, Math.ceil(next.to))
    if (to - from >= LEAST) setChosen(to - from === period.to ? null : { from, to })
  }
  const isMany = entries.length >= MANY
  return {
    shown: isMany ? entries.slice(window.from, window.to) : entries,
    /** What the buttons of the zoom take. */
    zoom: isMany ? { window, period, onZoom } : null,
    /** @param first counted from the first one that is drawn, as `last` is */
    onDragOver: isMany
      ? (first: number, last: number) => onZoom({ from: window.from + first, to: window.from + last + 1 })
      : undefined,
  }
}
