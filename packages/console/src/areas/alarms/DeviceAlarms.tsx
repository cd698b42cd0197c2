import { listAlarms } from '@coldkeep/contract/areas/alarms'
import type { DeviceId } from '@coldkeep/domain/ids'
import { formatInstant } from '@coldkeep/phrases/format'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { AlarmMark } from '../../parts/AlarmMark'
import { mayCall, useSession } from '../../site/session'
import { AlarmVerdict } from './AlarmVerdict'
import { type AlarmEntry, ageText, lookOf, mayAcknowledge, shapeOf, stateWords } from './alarm-words'
import styles from './alarms.module.css'

const AlarmDialog = lazily(() => import('./AlarmDialog'), 'AlarmDialog')
const AlarmHistory = lazily(() => import('./AlarmHistory'), 'AlarmHistory')

const REFRESH_MS = 60_000
const MOST = 20

/** The active alarms of a device, with what to do first. */
export function DeviceAlarms({ device }: { device: DeviceId }) {
  const t = useText()
  const [detailed, setDetailed] = useState<AlarmEntry | null>(null)
  const [seen, setSeen] = useState<AlarmEntry | null>(null)
  const isAllowed = mayCall(listAlarms, useSession())
  const query = {
    departmentId: null,
    storeId: null,
    deviceId: device,
    state: 'open',
    page: 1,
    pageSize: MOST,
  } as const
  const answer = useCall(listAlarms, isAllowed ? { query } : null, { refreshMs: REFRESH_MS, quiet: true })
  const alarms = answer.data?.alarms ?? []
  if (alarms.length === 0) return null
  return (
    <section className={styles.deviceAlarms} aria-label={t('handling.table')}>
      <ul>
        {alarms.map((alarm) => (
          <li key={alarm.id}>
            <AlarmMark shape={shapeOf(alarm.priority)} state={lookOf(alarm)} size={20} />
            <span className={styles.what}>
              <span>{alarm.text}</span>
              {alarm.advice !== '' && <span className={styles.advice}>{alarm.advice}</span>}
            </span>
            <span className={styles.notes}>
              {t(stateWords[alarm.state])} · {formatInstant(alarm.startedAt, alarm.store.zone)} ·{' '}
              {ageText(alarm, answer.dataUpdatedAt, t)}
            </span>
            <span className={styles.rowActions} data-no-print>
              <AlarmVerdict alarm={alarm} look="icons" />
              {mayAcknowledge(alarm) && (
                <Button size="small" onClick={() => setSeen(alarm)}>
                  {t('handling.acknowledge')}
                </Button>
              )}
              <Button size="small" variant="quiet" onClick={() => setDetailed(alarm)}>
                {t('handling.history')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Suspense>
        {seen && <AlarmDialog act="acknowledge" alarms={[seen]} onClose={() => setSeen(null)} />}
        {detailed && <AlarmHistory of={detailed} onClose={() => setDetailed(null)} />}
      </Suspense>
    </section>
  )
}
