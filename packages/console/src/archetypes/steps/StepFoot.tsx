import { timeParts } from '@coldkeep/phrases/format'
import type { ReactNode } from 'react'
import { Icon } from '../../kit/icons'
import { useText } from '../../kit/text'
import styles from './steps.module.css'

export interface StepFootProps {
  /** When the draft was kept. */
  readonly savedAtMs?: number | null
  /** Instead of that: why the last change is not kept yet. */
  readonly unsaved?: ReactNode
  /** Buttons, the one that goes on last. */
  readonly children: ReactNode
}

/** Stays at the foot of the window while the form above it scrolls. */
export function StepFoot({ savedAtMs = null, unsaved, children }: StepFootProps) {
  const t = useText()
  return (
    <footer className={styles.foot} data-no-print>
      {unsaved}
      {!unsaved && savedAtMs !== null && (
        <span className={styles.saved}>
          <Icon name="done" />
          {t('kit.steps.saved', { time: timeParts(savedAtMs).minute })}
        </span>
      )}
      <div className={styles.buttons}>{children}</div>
    </footer>
  )
}
