import { type KeyboardEvent, useState } from 'react'

/** Marks a member of a roving group for the arrow keys. */
const MEMBER = 'data-roving'

/**
 * One tab stop for many small marks: arrows, Home and End move among them, Esc hides what the focus shows.
 * `shown` is the mark under the pointer or the focus.
 */
export function useRoving(count: number) {
  const [current, setCurrent] = useState(0)
  const [shown, setShown] = useState<number | null>(null)

  function onKeyDown(event: KeyboardEvent<Element>) {
    if (event.key === 'Escape') return setShown(null)
    const next = targetOf(event.key, Math.min(current, count - 1), count)
    if (next === null) return
    event.preventDefault()
    const marks = event.currentTarget.closest('svg')?.querySelectorAll<SVGElement>(`[${MEMBER}]`)
    marks?.[next]?.focus()
  }

  return {
    shown: shown !== null && shown < count ? shown : null,
    hide: () => setShown(null),
    mark: (index: number) => ({
      [MEMBER]: '',
      tabIndex: index === Math.min(current, count - 1) ? 0 : -1,
      onKeyDown,
      onFocus: () => {
        setCurrent(index)
        setShown(index)
      },
      onBlur: () => setShown(null),
      onPointerEnter: () => setShown(index),
    }),
  }
}

function targetOf(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(current + 1, count - 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(current - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
