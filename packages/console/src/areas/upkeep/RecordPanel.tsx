import type { UpkeepPlanRow } from '@coldkeep/contract/areas/upkeep-plans'
import { listUpkeepRecords, type UpkeepRecord } from '@coldkeep/contract/areas/upkeep-records'
import { formatInstant } from '@coldkeep/phrases/format'
import { useId, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Icon } from '../../kit/icons'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { SubjectPhotos } from '../../parts/SubjectPhotos'
import { WaitingRequests } from '../../parts/WaitingRequests'
import { useWaitingOf } from '../../site/waiting'
import { planKey } from './complete-form'
import styles from './upkeep.module.css'

const FIRST_ROWS = 5
const MOST_ROWS = 200

/** What was done for a plan, the last first. */
export function RecordPanel({ plan }: { plan: UpkeepPlanRow }) {
  const t = useText()
  const heading = useId()
  const [rows, setRows] = useState(FIRST_ROWS)
  const answer = useCall(
    listUpkeepRecords,
    { query: { planId: plan.id, page: 1, pageSize: rows } },
    { keepsPrevious: true },
  )
  const { records = [], total = 0 } = answer.data ?? {}
  const waiting = useWaitingOf(planKey(plan))
  return (
    <section className={frame.card} aria-labelledby={heading}>
      <h2 id={heading}>{t('upkeep.records.of', { store: plan.storeCode, item: plan.item })}</h2>
      {answer.isLoading && <Skeleton height={120} />}
      {answer.isError && !answer.data && <LoadFailure onRetry={() => void answer.refetch()} />}
      {answer.data && records.length === 0 && <StateView title={t('upkeep.records.none')} />}
      {waiting.length > 0 && <WaitingRequests requests={waiting} />}
      <ol className={styles.records}>
        {records.map((record) => (
          <RecordItem key={record.id} record={record} plan={plan} />
        ))}
      </ol>
      {total > records.length && rows < MOST_ROWS && (
        <div className={frame.buttons}>
          <Button size="small" onClick={() => setRows(Math.min(MOST_ROWS, rows * 4))}>
            {t('upkeep.records.more', { count: total - records.length })}
          </Button>
        </div>
      )}
    </section>
  )
}

function RecordItem({ record, plan }: { record: UpkeepRecord; plan: UpkeepPlanRow }) {
  const t = useText()
  const { zone, storeCode, item } = plan
  const { doneAt, enteredAt, isLate, by, result, note, tasks, dueOn } = record
  return (
    <li className={styles.record}>
      <p className={styles.recordHead}>
        <time>{formatInstant(doneAt, zone)}</time>
        <span>{by}</span>
        <strong>{t(`upkeep.complete.results.${result}`)}</strong>
        {dueOn !== null && <span className={styles.when}>{t('upkeep.records.dueOn', { day: dueOn })}</span>}
        {isLate && (
          <span className={styles.late}>
            <Icon name="clock" />
            {t('upkeep.records.late', { time: formatInstant(enteredAt, zone) })}
          </span>
        )}
      </p>
      {note !== '' && <p className={styles.recordNote}>{note}</p>}
      {tasks.length > 0 && (
        <ul className={styles.doneTasks}>
          {tasks.map(({ text, isDone }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a task is its place in the list
            <li key={index}>
              <Icon name={isDone ? 'check' : 'close'} />
              <span className="visually-hidden">
                {t(isDone ? 'upkeep.records.taskDone' : 'upkeep.records.taskLeft')}:{' '}
              </span>
              {text}
            </li>
          ))}
        </ul>
      )}
      <SubjectPhotos
        label={t('upkeep.records.photos', { time: formatInstant(doneAt, zone) })}
        place={{ subject: 'upkeep', subjectId: record.id, about: `${storeCode} ${item}` }}
        shownBy={listUpkeepRecords}
        photos={record.photos}
        zone={zone}
      />
      {record.photosAwaited > 0 && (
        <p className={frame.note}>{t('upkeep.records.awaited', { count: record.photosAwaited })}</p>
      )}
    </li>
  )
}
