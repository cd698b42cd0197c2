import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import styles from './MasterDetail.module.css'
import { LEAST_SHARE } from './pane-widths'

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
  /** As wide as that pane can be made; shares of the whole. */
  readonly most: number
  /** The id of that pane. */
  readonly controls: string
  readonly frame: RefObject<HTMLElement | null>
  /** By a share of the whole. */
  readonly onMove: (by: number) => void
}

/** The edge between two panes: dragged, or moved with the arrow keys. */
export function Splitter({ label, share, most, controls, frame, onMove }: SplitterProps) {
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
      aria-controls={controls}
      aria-valuemin={percent(LEAST_SHARE)}
      aria-valuemax={percent(most)}
      aria-valuenow={percent(share)}
      aria-valuetext={`${percent(share)} %`}
      className={styles.splitter}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
    />
  )
}

function percent(share: number): number {
  return Math.round(100 * share)
}
