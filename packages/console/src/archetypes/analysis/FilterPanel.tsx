import type { PhraseKey } from '@coldkeep/phrases/keys'
import { type ReactNode, useId } from 'react'
import { Button } from '../../kit/Button'
import { Form, SubmitButton } from '../../kit/form/Form'
import { IconButton } from '../../kit/IconButton'
import { useText } from '../../kit/text'
import styles from './analysis.module.css'
import type { FilterPart } from './analysis-filter'
import type { AnalysisFilterControl } from './use-analysis-filter'

const MISSING = {
  department: 'analysis.filter.needDepartment',
  store: 'analysis.filter.needStore',
  day: 'analysis.filter.needDate',
  days: 'analysis.filter.needDuration',
} as const satisfies Record<FilterPart, PhraseKey>

export interface FilterPanelProps {
  readonly control: AnalysisFilterControl
  readonly isQuerying: boolean
  /** The result is on screen already: asking again reads the newest figures. */
  readonly onRefresh: () => void
  readonly onCollapse?: () => void
  /** Saved views, next to the button that clears. */
  readonly views: ReactNode
  readonly children: ReactNode
}

/** The form at the left of an analysis page. Nothing is requested before Inquire is pressed. */
export function FilterPanel({
  control,
  isQuerying,
  onRefresh,
  onCollapse,
  views,
  children,
}: FilterPanelProps) {
  const t = useText()
  const reason = useId()
  const [first] = control.missing
  const missing = first === undefined ? null : t(MISSING[first])

  function inquire() {
    if (missing !== null) control.showMissing()
    else if (control.applied !== null && !control.hasChanged) onRefresh()
    else control.inquire()
  }

  return (
    <Form className={styles.filter} onSubmit={inquire} aria-label={t('analysis.filter.title')}>
      <header className={styles.filterHead}>
        <h2>{t('analysis.filter.title')}</h2>
        {onCollapse && (
          <IconButton
            icon="chevronLeft"
            size="small"
            label={t('analysis.filter.collapse')}
            onClick={onCollapse}
          />
        )}
      </header>
      <div className={styles.filterParts}>{children}</div>
      <footer className={styles.filterFoot}>
        <SubmitButton
          fullWidth
          busy={isQuerying}
          missing={missing}
          aria-describedby={missing === null ? undefined : reason}
        >
          {t('shell.words.inquire')}
        </SubmitButton>
        {missing !== null && (
          <p id={reason} className={styles.filterReason}>
            {missing}
          </p>
        )}
        <div className={styles.filterMore}>
          <Button variant="quiet" size="small" onClick={control.clear}>
            {t('analysis.filter.clear')}
          </Button>
          {views}
        </div>
      </footer>
    </Form>
  )
}
