import { type ReactNode, useId } from 'react'
import { Icon } from '../../kit/icons'
import styles from './sections.module.css'
import steps from './steps.module.css'

export interface StepSectionProps {
  readonly number: number
  readonly title: string
  /** Beside the title, also while it is closed: what was chosen. */
  readonly summary?: ReactNode
  /** Why it cannot be opened yet, in words; `null`: it can. */
  readonly blocked?: string | null
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

/** One of several numbered parts of a page, which are opened in any order. What cannot be opened says why. */
export function StepSection(props: StepSectionProps) {
  const { number, title, summary, blocked = null, onToggle, children } = props
  const id = useId()
  const isOpen = props.isOpen && blocked === null
  return (
    <section className={styles.section} aria-labelledby={`${id}-title`} data-open={isOpen || undefined}>
      <h2 className={styles.head}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-body`}
          aria-disabled={blocked !== null || undefined}
          aria-describedby={blocked === null ? undefined : `${id}-why`}
          onClick={() => blocked === null && onToggle()}
        >
          <span className={`${steps.badge} ${styles.badge}`}>{number}</span>
          <span id={`${id}-title`} className={styles.title}>
            {title}
          </span>
          <span className={styles.turn}>
            <Icon name="chevronRight" />
          </span>
        </button>
      </h2>
      {blocked !== null ? (
        <p id={`${id}-why`} className={styles.summary}>
          {blocked}
        </p>
      ) : (
        !isOpen && summary !== undefined && <div className={styles.summary}>{summary}</div>
      )}
      <div id={`${id}-body`} className={styles.body} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  )
}
