import { formatInstant } from '@coldkeep/phrases/format'
import { useState } from 'react'
import { Button } from '../kit/Button'
import { ConfirmDialog } from '../kit/dialog/ConfirmDialog'
import { Icon } from '../kit/icons'
import { useText } from '../kit/text'
import { dropRequests, retryRequest } from '../site/queue'
import { underWay, type WaitingRequest } from '../site/waiting'
import styles from './parts.module.css'
import { refusalWords } from './RefusalWords'

/** What was entered here and has not arrived, each with what became of it and what a person can do. */
export function WaitingRequests({ requests }: { requests: readonly WaitingRequest[] }) {
  const t = useText()
  const now = underWay.use()
  const [removing, setRemoving] = useState<WaitingRequest | null>(null)
  return (
    <>
      <ul className={styles.waiting} data-no-print>
        {requests.map((request) => (
          <li key={request.id} data-refused={request.state === 'refused' || undefined}>
            <Icon name={request.state === 'refused' ? 'offline' : 'clock'} />
            <span>
              <strong>{t(`queue.kind.${request.kind}`)}</strong> · {request.about}
              <span className={styles.waitingState}>
                {stateWords(request)} · {t('queue.entered', { time: formatInstant(request.enteredAt) })}
              </span>
              {request.refusal !== null && (
                <span className={styles.refusal}>{refusalWords(request.refusal, t)}</span>
              )}
            </span>
            <span className={styles.waitingActs}>
              {request.state === 'refused' && (
                <Button size="small" onClick={() => void retryRequest(request)}>
                  {t('shell.words.retry')}
                </Button>
              )}
              <Button size="small" variant="quiet" onClick={() => setRemoving(request)}>
                {t('queue.remove')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={removing !== null}
        title={t('queue.removeTitle')}
        action={t('queue.remove')}
        destructive
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          if (removing !== null) void dropRequests([removing.id])
          setRemoving(null)
        }}
      >
        {t('queue.removeText')}
      </ConfirmDialog>
    </>
  )

  function stateWords({ id, state }: WaitingRequest): string {
    if (state === 'refused') return t('queue.refused')
    return now?.id === id ? t('queue.sending') : t('queue.waiting')
  }
}
