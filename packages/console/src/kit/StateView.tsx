import type { ReactNode } from 'react'
import { Icon, type IconName } from './icons'
import styles from './StateView.module.css'

export interface StateViewProps {
  readonly icon?: IconName
  /** What is missing, or what happened. */
  readonly title: string
  /** The next step, in words. */
  readonly children?: ReactNode
  /** Buttons or links for the next step. */
  readonly actions?: ReactNode
  /** `page` stands for a whole page, under its title; `part` stands inside a frame. */
  readonly size?: 'page' | 'part'
  readonly minHeightPx?: number
}

/** Empty, no access, not found, offline, before the first inquiry: one shape for all of them. */
export function StateView({ icon, title, children, actions, size = 'part', minHeightPx }: StateViewProps) {
  return (
    <div className={styles.state} data-size={size} style={{ minHeight: minHeightPx }}>
      {icon !== undefined && (
        <span className={styles.icon}>
          <Icon name={icon} size={size === 'page' ? 48 : 24} />
        </span>
      )}
      {size === 'page' ? <h2 className={styles.title}>{title}</h2> : <p className={styles.title}>{title}</p>}
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
