import {
  addCorrectiveAction,
  type BreachDetail,
  checkCorrectiveAction,
  getBreach,
} from '@coldkeep/contract/areas/corrections'
import { awaitsCheck } from '@coldkeep/domain/corrections/breach-state'
import { breachNumber } from '@coldkeep/domain/corrections/corrective-action'
import type { BreachId } from '@coldkeep/domain/ids'
import { formatInstant } from '@coldkeep/phrases/format'
import { Suspense, useCallback, useState } from 'react'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Link } from '../../kit/Link'
import { LoadFailure } from '../../kit/LoadFailure'
import { lazily } from '../../kit/lazily'
import { Skeleton } from '../../kit/Skeleton'
import { useText } from '../../kit/text'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { paths } from '../../site/paths'
import { useWhyNot } from '../../site/use-why-not'
import { ActionFacts, BreachFacts, BreachStateTag } from './CorrectionFacts'
import styles from './corrections.module.css'

const ActionDialog = lazily(() => import('./ActionDialog'), 'ActionDialog')
const CheckDialog = lazily(() => import('./CheckDialog'), 'CheckDialog')

const REFRESH_MS = 60_000
/** An entry is late when it came so long after what it says. */
const LATE_MS = 60 * 60_000

export interface BreachRecordProps {
  readonly breachId: BreachId
  /** Back to the table, where the record stands instead of it. */
  readonly onBack: (() => void) | null
}

/** One breach: what was measured, what was done about it, who checked it, its alarms and all that happened. */
export function BreachRecord({ breachId, onBack }: BreachRecordProps) {
  const t = useText()
  const answer = useCall(getBreach, { params: { breachId } }, { refreshMs: REFRESH_MS, quiet: true })
  const { refetch } = answer
  const reload = useCallback(() => void refetch(), [refetch])
  return (
    <section className={frame.stack} aria-label={t('corrections.record', { number: breachNumber(breachId) })}>
      {onBack !== null && (
        <div>
          <Button variant="quiet" icon="chevronLeft" onClick={onBack}>
            {t('corrections.table')}
          </Button>
        </div>
      )}
      {answer.data !== undefined ? (
        <Record detail={answer.data} onRefused={reload} />
      ) : answer.isError ? (
        <LoadFailure words={serviceText(answer.error)} onRetry={() => void answer.refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </section>
  )
}

function Record({ detail, onRefused }: { detail: BreachDetail; onRefused: () => void }) {
  const t = useText()
  const { breach, action, alarms } = detail
  const { zone } = breach.store
  return (
    <>
      <div className={frame.card}>
        <div className={styles.head}>
          <h2>{t('corrections.record', { number: breach.number })}</h2>
          <BreachStateTag state={breach.state} />
        </div>
        <dl className={frame.facts}>
          <Fact name={t('shell.words.store')}>
            {breach.store.code} {breach.store.name}
          </Fact>
          <Fact name={t('corrections.equipment')}>
            <Link href={paths.device(breach.equipment.id)}>{breach.equipment.name}</Link>
          </Fact>
          <Fact name={t('corrections.zone')}>{breach.temperatureZone}</Fact>
        </dl>
        <BreachFacts of={breach} />
      </div>
      <div className={frame.card}>
        <h2>{t('corrections.newest')}</h2>
        <p className={styles.hint}>{t(`corrections.hint.${breach.state}`)}</p>
        {action !== null && <ActionFacts of={action} zone={zone} />}
        <Acts detail={detail} onRefused={onRefused} />
      </div>
      <div className={frame.card}>
        <h2>{t('corrections.alarms')}</h2>
        {alarms.length === 0 && <p className={frame.note}>{t('corrections.noAlarms')}</p>}
        <ul className={styles.alarms}>
          {alarms.map(({ id, text, isOpen }) => (
            <li key={id}>
              <Link href={paths.withSearch(paths.alarms, { alarm: String(id) })}>{text}</Link>
              <span className={frame.note}>
                {t(isOpen ? 'corrections.alarmOpen' : 'corrections.alarmOver')}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <div className={frame.card}>
        <h2>{t('corrections.history')}</h2>
        <History detail={detail} />
      </div>
    </>
  )
}

/** What the reader may do with it now; where a second person is needed, why they are none. */
function Acts({ detail, onRefused }: { detail: BreachDetail; onRefused: () => void }) {
  const t = useText()
  const whyNot = useWhyNot()
  const [doing, setDoing] = useState<'write' | 'check' | null>(null)
  const { breach, action, whyNoCheck } = detail
  const given = { detail, onRefused, onClose: () => setDoing(null) }
  if (breach.state === 'void') return null
  return (
    <div className={styles.acts} data-no-print>
      {awaitsCheck(breach.state) && (
        <Button
          variant="primary"
          disabledReason={whyNot(checkCorrectiveAction) ?? whyNoCheck}
          onClick={() => setDoing('check')}
        >
          {t('corrections.check')}
        </Button>
      )}
      <Button
        variant={action === null || breach.state === 'sent_back' ? 'primary' : 'default'}
        disabledReason={whyNot(addCorrectiveAction)}
        onClick={() => setDoing('write')}
      >
        {t(action === null ? 'corrections.enter' : 'corrections.enterFurther')}
      </Button>
      <Link look="button" href={paths.insuredDownload}>
        {t('corrections.evidence')}
      </Link>
      <Suspense>
        {doing === 'write' && <ActionDialog {...given} />}
        {doing === 'check' && <CheckDialog {...given} />}
      </Suspense>
    </div>
  )
}

/** The newest first; what was entered long after it was done says when. */
function History({ detail: { breach, history } }: { detail: BreachDetail }) {
  const t = useText()
  const { zone } = breach.store
  return (
    <ol className={styles.history} aria-label={t('corrections.history')}>
      {history.map((event) => (
        <li key={`${event.kind} ${event.receivedAt} ${event.lines.join()}`}>
          <time>{formatInstant(event.at, zone)}</time>
          <span>
            <strong>{t(`corrections.event.${event.kind}`)}</strong> · {event.by}
            {event.lines.map((line) => (
              <span key={line} className={styles.line}>
                {line}
              </span>
            ))}
            {event.receivedAt - event.at > LATE_MS && (
              <span className={frame.note}>
                {t('corrections.enteredLater', { time: formatInstant(event.receivedAt, zone) })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
