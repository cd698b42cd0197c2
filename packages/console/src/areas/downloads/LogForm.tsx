import { downloadStatus } from '@coldkeep/contract/areas/downloads'
import { listLogs, type orderLogs } from '@coldkeep/contract/areas/log-downloads'
import { useSendForm } from '../../archetypes/editor/use-send-form'
import { DateRangeField } from '../../kit/field/DateRangeField'
import type { FieldProps } from '../../kit/field/field-props'
import { SelectField } from '../../kit/field/SelectField'
import { Form, SubmitButton } from '../../kit/form/Form'
import { showToast } from '../../kit/Toast'
import { useText } from '../../kit/text'
import { todayHere } from '../../parts/day-period'
import frame from '../../parts/page.module.css'
import { useChoiceSearch } from '../../parts/use-choice-search'
import styles from './downloads.module.css'
import { LogPaths } from './LogPaths'
import { type LogOrder, type LogStore, logRules } from './log-rules'
import { useStoreSearch } from './use-report'
import { watchDownload } from './watched-downloads'

/** Of which store, which days and which files. */
export function LogForm() {
  const t = useText()
  const today = todayHere(new Date())
  const form = useSendForm<typeof orderLogs, LogOrder>({
    ...logRules(today, t),
    initial: { storeId: null, start: today, end: today, files: [] },
    invalidates: [listLogs, downloadStatus],
    onDone: ({ id }) => {
      watchDownload(id)
      showToast(t('logDownload.ordered'))
    },
  })
  const { start, end, files } = form.values
  return (
    <Form
      className={`${frame.card} ${styles.logs}`}
      aria-label={t('shell.pages.terminalLog')}
      onSubmit={form.submit}
      data-no-print
    >
      <div className={styles.lines}>
        <StoreField {...form.field('storeId')} />
        <DateRangeField
          label={t('logDownload.period')}
          first={form.field('start')}
          last={form.field('end')}
          value={{ first: start, last: end }}
          max={today}
          onChange={(days) => form.change({ start: days.first, end: days.last })}
        />
        <p className={frame.note}>
          {start === null || end === null ? t('logDownload.allTimes') : t('logDownload.byDays')}
        </p>
      </div>
      <LogPaths paths={files} onPaths={(paths) => form.change({ files: paths })} />
      <div className={styles.foot}>
        <SubmitButton busy={form.sending.isPending} missing={form.missing}>
          {t('logDownload.order')}
        </SubmitButton>
      </div>
    </Form>
  )
}

interface StoreFieldProps extends FieldProps {
  readonly value: LogStore | null
  readonly onChange: (store: LogStore | null) => void
}

function StoreField({ value: store, onChange, ...look }: StoreFieldProps) {
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
      placeholder={t('logDownload.allStores')}
      help={t('reports.page.storeSearchHelp')}
      searchable
      clearable={store !== null}
      value={store?.value ?? null}
      choices={choices}
      onSearch={onSearchIn(choices)}
      onChange={(id) => onChange(choices.find(({ value }) => value === id) ?? null)}
    />
  )
}
