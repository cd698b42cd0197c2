import { type RefObject, useLayoutEffect, useState } from 'react'

const ROWS_BEYOND = 12

export interface RowWindow {
  readonly from: number
  readonly to: number
  readonly abovePx: number
  readonly belowPx: number
}

/** Which rows of a scrolling frame are to be drawn; all of them when it is not windowed. Rows are of one height. */
export function useRowWindow(
  frame: RefObject<HTMLElement | null>,
  rowCount: number,
  windowed: boolean,
): RowWindow {
  const [seen, setSeen] = useState({ top: 0, height: 900, rowPx: 36 })
  useLayoutEffect(() => {
    const element = frame.current
    if (!windowed || !element) return
    const measure = () => {
      const rowPx = element.querySelector<HTMLElement>('tr[data-row]')?.offsetHeight ?? 36
      setSeen({ top: element.scrollTop, height: element.clientHeight, rowPx })
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    return () => element.removeEventListener('scroll', measure)
  }, [frame, windowed])
  return windowed ? rowWindow(seen.top, seen.height, seen.rowPx, rowCount) : whole(rowCount)
}

/** The rows between two scroll positions, with some beyond each end. */
export function rowWindow(topPx: number, heightPx: number, rowPx: number, rowCount: number): RowWindow {
  const from = Math.max(0, Math.min(Math.floor(topPx / rowPx) - ROWS_BEYOND, rowCount - 1))
  const to = Math.min(rowCount, Math.ceil((topPx + heightPx) / rowPx) + ROWS_BEYOND)
  return { from, to, abovePx: from * rowPx, belowPx: (rowCount - to) * rowPx }
}

function whole(rowCount: number): RowWindow {
  return { from: 0, to: rowCount, abovePx: 0, belowPx: 0 }
}
