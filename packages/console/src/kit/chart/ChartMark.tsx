import type { ReactNode } from 'react'
import { useFollow } from '../use-follow'
import styles from './chart.module.css'
import type { ChartEntry } from './chart-entry'
import type { useRoving } from './use-roving'

export interface ChartMarkProps {
  readonly entry: ChartEntry
  /** What a screen reader says of it. */
  readonly label: string
  readonly handlers: ReturnType<ReturnType<typeof useRoving>['mark']>
  readonly children: ReactNode
}

/** A bar group or slice: focusable, named, and a real link where it leads somewhere. */
export function ChartMark({ entry, label, handlers, children }: ChartMarkProps) {
  const follow = useFollow(entry.href)
  if (entry.href === undefined) {
    return (
      <g role="img" aria-label={label} className={styles.mark} {...handlers}>
        {children}
      </g>
    )
  }
  return (
    <a href={entry.href} aria-label={label} className={styles.mark} onClick={follow} {...handlers}>
      {children}
    </a>
  )
}
