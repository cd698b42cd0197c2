import { downloadStatus } from '@coldkeep/contract/areas/downloads'
import { listLogs, orderLogs } from '@coldkeep/contract/areas/log-downloads'
import type { StoreId } from '@coldkeep/domain/ids'
import { useState } from 'react'
import { useSend } from '../../api/use-call'
import { DateRangeField, type DayRange } from '../../kit/field/DateRangeField'
import type { FieldProps } from '../../kit/field/field-props'
import { SelectField } from '../../kit/field/SelectField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { useShownFaults } from '../../kit/form/use-shown-faults'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { todayHere } from '../../parts/day-period'
import frame from '../../parts/page.module.css'
import { useChoiceSearch } from '../../parts/use-choice-search'
import styles from './downloads.module.css'
import { LogPaths } from './LogPaths'
import { useStoreSearch } from './use-report'
import { watchDownload } from './watched-downloads'

interface Store {
  readonly value: string
  readonly label: string
}

/** Of which store, which days and which files. */
export function LogForm() {
  const t = useText()
  const today = todayHere(new Date())
  const [store, setStore] = useState<Store | null>(null)
  const [days, setDays] = useState<DayRange>({ first: today, last: today })
  const [paths, setPaths] = useState<readonly string[]>([])
  const ordering = useSend(orderLogs, {
    invalidates: [listLogs, downloadStatus],
    onDone: ({ id }) => {
      watchDownload(id)
      showToast(t('logDownload.ordered'))
    },
  })
  const faults = useShownFaults(store === null ? { store: t('kit.field.required') } : {})
  const { first, last } = days
  // today is left to the service, which has the current day at the store
  const isToday = first === today && last === today && paths.length === 0
  const order = () => {
    faults.showAll()
    if (store === null) return
    const logs = first === null || last === null || isToday ? undefined : { start: first, end: last }
    ordering.mutate({ body: { storeId: Number(store.value) as StoreId, logs, files: [...paths] } })
  }
  return (
    <Form
      className={`${frame.card} ${styles.logs}`}
      aria-label={t('shell.pages.terminalLog')}
      onSubmit={order}
      data-no-print
    >
      <div className={styles.lines}>
        <StoreField
          store={store}
          onChange={setStore}
          error={faults.shown.store}
          onBlur={() => faults.leave('store')}
        />
        <DateRangeField label={t('logDownload.period')} value={days} max={today} onChange={setDays} />
        <p className={frame.note}>
          {first === null || last === null ? t('logDownload.allTimes') : t('logDownload.byDays')}
        </p>
      </div>
      <LogPaths paths={paths} onPaths={setPaths} />
      <div className={styles.foot}>
        <SubmitButton
          busy={ordering.isPending}
          missing={store === null ? t('logDownload.chooseStore') : null}
        >
          {t('logDownload.order')}
        </SubmitButton>
      </div>
    </Form>
  )
}

function StoreField({
  store,
  onChange,
  ...look
}: Pick<FieldProps, 'error' | 'onBlur'> & {
  store: Store | null
  onChange: (store: Store | null) => void
}) {
  const t = useText()
  const { search, onSearchIn } = useChoiceSearch()
  const found = useStoreSearch(search).map(({ id, code, name }) => ({
    value: String(id),
    label: `${code} ${name}`,
  }))
  const isFound = store === null || found.some(({ value }) => value === store.value)
  const choices = isFound ? found : [store, ...found]
  return (
    <SelectField
      {...look}
      label={t('logDownload.store')}
      placeholder={t('reports.page.storeSearchHelp')}
      required
      searchable
      clearable={store !== null}
      value={store?.value ?? null}
      choices={choices}
      onSearch={onSearchIn(choices)}
      onChange={(id) => onChange(choices.find(({ value }) => value === id) ?? null)}
    />
  )
}
