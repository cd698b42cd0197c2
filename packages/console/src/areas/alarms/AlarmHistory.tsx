import { getAlarm } from '@coldkeep/contract/areas/alarms'
import { formatInstant } from '@coldkeep/phrases/format'
import { Suspense } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { AlarmVerdict } from './AlarmVerdict'
import { type AlarmEntry, placeText, verdictText, warningOf } from './alarm-words'
import styles from './alarms.module.css'
import { ReportRepair } from './ReportRepair'

const AlarmCorrection = lazily(() => import('./AlarmCorrection'), 'AlarmCorrection')

/** Everything that happened to an alarm: who, when and why. */
export function AlarmHistory({ of, onClose }: { of: AlarmEntry; onClose: () => void }) {
  const t = useText()
  const answer = useCall(getAlarm, { params: { alarmId: of.id } })
  // what the list had may be older
  const shown = answer.data?.alarm ?? of
  return (
    <Modal
      opened
      title={t('handling.historyOf', { alarm: placeText(of, t) })}
      widthPx={560}
      onClose={onClose}
      footer={
        <>
          <Suspense>
            <AlarmCorrection alarm={shown} />
          </Suspense>
          <ReportRepair alarms={[shown]} />
          <Button onClick={onClose}>{t('shell.words.close')}</Button>
        </>
      }
    >
      <p className={styles.historyWhat}>{of.text}</p>
      {warningOf(of) !== null && (
        <div className={styles.verdict}>
          <span>{t('handling.verdict.ask')}</span>
          <AlarmVerdict alarm={shown} look="words" />
          {shown.verdict !== null && (
            <span className={styles.notes}>
              {verdictText(shown.verdict, t)} · {formatInstant(shown.verdict.at, of.store.zone)}
            </span>
          )}
        </div>
      )}
      {answer.isLoading && <Skeleton height={120} />}
      {answer.isError && !answer.data && <LoadFailure onRetry={() => void answer.refetch()} />}
      <ol className={styles.history}>
        {answer.data?.history.map((event) => (
          <li key={`${event.at} ${event.text}`}>
            <time>{formatInstant(event.at, of.store.zone)}</time>
            <span>
              {event.text}
              {event.by !== null && ` · ${event.by}`}
              {event.reason !== null && event.reason !== '' && (
                <span className={styles.notes}>{event.reason}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {answer.data && answer.data.hidden.length > 0 && (
        <>
          <h3 className={styles.hiddenTitle}>{t('handling.hidden', { count: answer.data.hidden.length })}</h3>
          <ul className={styles.chosen}>
            {answer.data.hidden.map(({ deviceId: device, name, since }) => (
              <li key={device}>
                {name} · {formatInstant(since, of.store.zone)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}
