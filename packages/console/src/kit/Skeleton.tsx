import type { CSSProperties } from 'react'
import styles from './Skeleton.module.css'

/** A quiet block in the final shape; appears only after 150 ms, so that fast answers do not flicker. */
export function Skeleton({
  width = '100%',
  height = 16,
  round = false,
}: {
  width?: number | string
  height?: number | string
  round?: boolean
}) {
  const size: CSSProperties = { width, height }
  return <span className={styles.skeleton} data-round={round || undefined} style={size} aria-hidden="true" />
}
