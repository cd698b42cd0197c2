import { timeParts } from '@coldkeep/phrases/format'
import { Button } from '../Button'
import { CopyButton } from '../CopyButton'
import { useText } from '../text'
import styles from './ErrorModal.module.css'
import { Modal } from './Modal'

export interface FailedCall {
  readonly method: string
  readonly path: string
  /** The service's own words, or else what the browser said. */
  readonly message: string
  readonly atMs: number
  readonly requestId?: string
}

export interface ErrorModalProps {
  /** None: closed. Several that failed together stand in one list. */
  readonly failures: readonly FailedCall[]
  readonly onCancel: () => void
  /** Only where trying again is harmless. */
  readonly onRetry?: () => void
}

export function ErrorModal({ failures, onCancel, onRetry }: ErrorModalProps) {
  const t = useText()
  return (
    <Modal
      opened={failures.length > 0}
      onClose={onCancel}
      title={t('shell.words.cloudError')}
      role="alertdialog"
      layer="error"
      footer={
        <>
          <CopyButton variant="quiet" text={failures.map(details).join('\n\n')}>
            {t('kit.dialog.copyDetails')}
          </CopyButton>
          <Button onClick={onCancel} data-autofocus>
            {t('shell.words.cancel')}
          </Button>
          {onRetry !== undefined && (
            <Button variant="primary" onClick={onRetry}>
              {t('shell.words.retry')}
            </Button>
          )}
        </>
      }
    >
      {failures.length > 1 && (
        <p className={styles.count}>{t('kit.dialog.failures', { count: failures.length })}</p>
      )}
      <ul className={styles.list}>
        {failures.map((failure) => (
          <li key={`${failure.atMs} ${failure.method} ${failure.path}`} className={styles.failure}>
            <code className={styles.call}>
              {failure.method} {failure.path}
            </code>
            <p className={styles.message}>{failure.message}</p>
            <p className={styles.stamp}>{stamp(failure)}</p>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

function stamp(failure: FailedCall): string {
  const { date, second } = timeParts(failure.atMs)
  return failure.requestId === undefined ? `${date} ${second}` : `${date} ${second} · ${failure.requestId}`
}

function details(failure: FailedCall): string {
  return `${failure.method} ${failure.path}\n${failure.message}\n${stamp(failure)}`
}
