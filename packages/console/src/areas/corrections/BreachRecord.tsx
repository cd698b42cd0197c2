import {
  addCorrectiveAction,
  type BreachDetail,
  checkCorrectiveAction,
  getBreach,
} from '@coldkeep/contract/areas/corrections'
import { awaitsCheck } from '@coldkeep/domain/corrections/breach-state'
import { breachNumber } from '@coldkeep/domain/corrections/corrective-action'
import type { BreachId } from '@coldkeep/domain/ids'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { Link } from '../../kit/Link'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'
import { EventHistory } from '../../parts/EventHistory'
import { Fact } from '../../parts/Fact'
import frame from '../../parts/page.module.css'
import { RecordAlarms } from '../../parts/RecordAlarms'
import { RecordFrame } from '../../parts/RecordFrame'
import { paths } from '../../site/paths'
import { useWhyNot } from '../../site/use-why-not'
import { ActionFacts, BreachFacts, BreachStateTag } from './CorrectionFacts'
import styles from './corrections.module.css'

const ActionDialog = lazily(() => import('./ActionDialog'), 'ActionDialog')
const CheckDialog = lazily(() => import('./CheckDialog'), 'CheckDialog')

const REFRESH_MS = 60_000

export interface BreachRecordProps {
  readonly breachId: BreachId
  /** Back to the table, where the record stands instead of it. */
  readonly onBack: (() => void) | null
}

/** One breach: what was measured, what was done about it, who checked it, its alarms and all that happened. */
export function BreachRecord({ breachId, onBack }: BreachRecordProps) {
  const t = useText()
  const answer = useCall(getBreach, { params: { breachId } }, { refreshMs: REFRESH_MS, quiet: true })
  return (
    <RecordFrame
      label={t('corrections.record', { number: breachNumber(breachId) })}
      className={frame.stack}
      table={t('corrections.table')}
      onBack={onBack}
      answer={answer}
    >
      {(detail, reload) => <Record detail={detail} onRefused={reload} />}
    </RecordFrame>
  )
}

function Record({ detail, onRefused }: { detail: BreachDetail; onRefused: () => void }) {
  const t = useText()
  const { breach, action, alarms, history } = detail
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
        <RecordAlarms
          alarms={alarms}
          openText={t('corrections.alarmOpen')}
          overText={t('corrections.alarmOver')}
        />
      </div>
      <div className={frame.card}>
        <h2>{t('corrections.history')}</h2>
        <EventHistory
          label={t('corrections.history')}
          events={history.map((event) => ({ ...event, title: t(`corrections.event.${event.kind}`) }))}
          zone={zone}
          laterText={(time) => t('corrections.enteredLater', { time })}
        />
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
