import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import styles from './MasterDetail.module.css'

const STEP = 0.02
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP,
  ArrowRight: STEP,
  PageUp: 5 * STEP,
  PageDown: -5 * STEP,
  Home: -1,
  End: 1,
}

export interface SplitterProps {
  readonly label: string
  /** The width of the pane before it, as a share of the whole. */
  readonly share: number
  readonly frame: RefObject<HTMLElement | null>
  /** By a share of the whole. */
  readonly onMove: (by: number) => void
}

/** The edge between two panes: dragged, or moved with the arrow keys. */
export function Splitter({ label, share, frame, onMove }: SplitterProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    onMove(by)
  }
  const onPointerMove = (event: PointerEvent) => {
    const width = frame.current?.clientWidth ?? 0
    if (width === 0 || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const edge = event.currentTarget.getBoundingClientRect()
    onMove((event.clientX - edge.left - edge.width / 2) / width)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * share)}
      className={styles.splitter}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  )
}
