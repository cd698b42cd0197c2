import { type PointerEvent, useState } from 'react'

/** Entries from the first to the last, both included. */
interface EntrySpan {
  readonly first: number
  readonly last: number
}

/**
 * Dragging with a mouse over entries that stand side by side. Where pages are scrolled with a finger nothing is dragged.
 * @param current the entry under the pointer
 */
export function useDrag(current: number | null, onDragOver?: (first: number, last: number) => void) {
  const [start, setStart] = useState<number | null>(null)
  const over = start === null || current === null || start === current ? null : spanOf(start, current)
  const end = () => setStart(null)

  function begin(event: PointerEvent) {
    if (event.pointerType !== 'mouse' || event.button !== 0) return
    // else the words of the axis are selected as well
    event.preventDefault()
    setStart(current)
  }

  function finish() {
    if (over !== null) onDragOver?.(over.first, over.last)
    end()
  }

  return {
    /** What is dragged over now. */
    over,
    end,
    handlers: onDragOver === undefined ? {} : { onPointerDown: begin, onPointerUp: finish },
  }
}

function spanOf(one: number, other: number): EntrySpan {
  return { first: Math.min(one, other), last: Math.max(one, other) }
}
