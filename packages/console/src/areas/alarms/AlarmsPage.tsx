import { getAlarm, listAlarms } from '@coldkeep/contract/areas/alarms'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { pathOf, pathText } from '../../parts/department-path'
import { LiveStatus } from '../../parts/LiveStatus'
import { useAddress } from '../../parts/use-address'
import { usePlaceChoices } from '../../parts/use-place-choices'
import { PageHead } from '../../site/PageHead'
import { type AlarmAct, AlarmDialog } from './AlarmDialog'
import { AlarmHistory } from './AlarmHistory'
import { AlarmTable } from './AlarmTable'
import { type AlarmEntry, stateWords } from './alarm-words'
import styles from './alarms.module.css'

const REFRESH_MS = 60_000
/** As many as one answer holds; the most urgent come first. */
const MOST = 200
const selections = [
  'open',
  'unacknowledged',
  'acknowledged',
  'returned',
  'shelved',
  'suppressed',
  'out_of_service',
  'cleared',
] as const

/** Every alarm of the scope, and what can be done about it. */
export function AlarmsPage() {
  const t = useText()
  const [parameters, changeAddress] = useAddress()
  const [acting, setActing] = useState<{ act: AlarmAct; alarms: readonly AlarmEntry[] } | null>(null)
  const [detailed, setDetailed] = useState<AlarmEntry | null>(null)
  const path = pathOf(parameters.dep ?? '')
  const show = selections.find((one) => one === parameters.show) ?? 'open'
  const { places, isLoading } = usePlaceChoices()
  const storeId = idOf(parameters.store)
  const alarmId = idOf(parameters.alarm)
  // a message leads to its alarm, which may have been over for long
  const named = useCall(getAlarm, alarmId === null ? null : { params: { alarmId: alarmId as never } }, {
    quiet: true,
  }).data?.alarm
  const answer = useCall(
    listAlarms,
    {
      query: {
        departmentId: path.at(-1) ?? null,
        storeId: storeId as never,
        deviceId: null,
        state: show,
        page: 1,
        pageSize: MOST,
      },
    },
    { refreshMs: REFRESH_MS, keepsPrevious: true },
  )

  return (
    <div className={styles.page}>
      <PageHead status={<LiveStatus updatedAtMs={answer.dataUpdatedAt} refreshMs={REFRESH_MS} />} />
      <form className={styles.filters} aria-label={t('analysis.filter.title')} data-no-print>
        <SelectField
          label={t('shell.words.organisation')}
          searchable
          loading={isLoading}
          value={path.length > 0 ? pathText(path) : (places[0]?.value ?? null)}
          choices={places}
          onChange={(dep) => changeAddress({ dep: dep ?? undefined, store: undefined })}
        />
        <SelectField
          label={t('handling.show')}
          value={show}
          choices={selections.map((one) => ({
            value: one,
            label: one === 'open' ? t('handling.open') : t(stateWords[one]),
          }))}
          onChange={(next) => changeAddress({ show: next === 'open' || next === null ? undefined : next })}
        />
      </form>
      {answer.data && answer.data.total > answer.data.alarms.length && (
        <p className={styles.rest} role="status">
          {t('handling.rest', { shown: answer.data.alarms.length, count: answer.data.total })}
        </p>
      )}
      <AlarmTable
        answer={answer}
        onAct={(act, alarms) => setActing({ act, alarms })}
        onHistory={setDetailed}
      />
      {acting && <AlarmDialog {...acting} onClose={() => setActing(null)} />}
      {detailed && <AlarmHistory of={detailed} onClose={() => setDetailed(null)} />}
      {detailed === null && alarmId !== null && named && (
        <AlarmHistory of={named} onClose={() => changeAddress({ alarm: undefined })} />
      )}
    </div>
  )
}

function idOf(text: string | undefined): number | null {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null
}
