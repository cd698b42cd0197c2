import {
  MOST_REPORT_DAYS,
  reportClocks,
  reportFormats,
  reportForms,
} from '@coldkeep/contract/areas/sensor-reports'
import type { StoreId } from '@coldkeep/domain/ids'
import { sensorGroups } from '@coldkeep/domain/points/sensor-group'
import { DateField } from '../../kit/field/DateField'
import { SelectField } from '../../kit/field/SelectField'
import { useText } from '../../kit/text'
import { shiftDay } from '../../parts/day-period'
import { pathText } from '../../parts/department-path'
import { useChoiceSearch } from '../../parts/use-choice-search'
import styles from './downloads.module.css'
import { type Report, useStoreSearch } from './use-report'

const ALL = 'all'

/** Of which store, which days and which data, and how the file is laid out. */
export function ReportScope({ report }: { report: Report }) {
  const t = useText()
  const { change, firstDay, lastDay, today } = report
  return (
    <form className={styles.scope} aria-label={t('analysis.filter.title')} data-no-print>
      <SelectField
        label={t('shell.words.organisation')}
        required
        searchable
        loading={report.top === undefined}
        value={report.place}
        choices={report.places.map(({ path, names }) => ({
          value: pathText(path),
          label: names.length > 1 ? names.slice(1).join(' › ') : (names[0] ?? ''),
        }))}
        onChange={(dep) => change({ dep: dep ?? undefined, store: undefined })}
      />
      <StoreField report={report} />
      <StoreSearch report={report} />
      <SelectField
        label={t('reports.page.group')}
        value={report.group ?? ALL}
        choices={[ALL, ...sensorGroups].map((group) => ({
          value: group,
          label: t(`reports.group.${group as (typeof sensorGroups)[number]}`),
        }))}
        onChange={(type) => change({ type: type === ALL || type === null ? undefined : type })}
      />
      <DateField
        label={t('reports.page.start')}
        required
        value={report.typedDays.first}
        min={shiftDay(lastDay, 1 - MOST_REPORT_DAYS)}
        max={lastDay}
        onChange={(from) => change({ from: from ?? undefined })}
      />
      <DateField
        label={t('reports.page.end')}
        required
        value={report.typedDays.last}
        min={firstDay}
        max={today}
        onChange={(to) => change({ to: to ?? undefined })}
      />
      <SelectField
        label={t('reports.page.form')}
        value={report.form}
        choices={reportForms.map((form) => ({ value: form, label: t(`reports.form.${form}`) }))}
        onChange={(form) => change({ form: form === 'wide' || form === null ? undefined : form })}
      />
      <div className={styles.pair}>
        <SelectField
          label={t('reports.page.clock')}
          value={report.clock}
          choices={reportClocks.map((clock) => ({ value: clock, label: t(`reports.clock.${clock}`) }))}
          onChange={(clock) => change({ clock: clock === 'offset' || clock === null ? undefined : clock })}
        />
        <SelectField
          label={t('reports.page.format')}
          value={report.format}
          choices={reportFormats.map((format) => ({ value: format, label: t(`reports.format.${format}`) }))}
          onChange={(file) => change({ file: file === 'csv' || file === null ? undefined : file })}
        />
      </div>
    </form>
  )
}

function StoreField({ report }: { report: Report }) {
  const t = useText()
  const { stores, storeId, chooseStore } = report
  return (
    <SelectField
      label={t('organisation.store.label')}
      required
      searchable
      loading={stores.isLoading}
      help={stores.data?.length === 0 ? t('reports.page.noStores') : undefined}
      value={storeId === null ? null : String(storeId)}
      choices={(stores.data ?? []).map(({ id, code, name }) => ({
        value: String(id),
        label: `${code} ${name}`,
      }))}
      onChange={(id) => chooseStore(id === null ? null : (Number(id) as StoreId), null)}
    />
  )
}

function StoreSearch({ report }: { report: Report }) {
  const t = useText()
  const { search, onSearchIn } = useChoiceSearch()
  const found = useStoreSearch(search)
  const choices = found.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))
  return (
    <SelectField
      label={t('reports.page.storeSearch')}
      placeholder={t('reports.page.storeSearchHelp')}
      searchable
      value={null}
      choices={choices}
      onSearch={onSearchIn(choices)}
      onChange={(id) => {
        const one = found.find((store) => String(store.id) === id)
        if (one) report.chooseStore(one.id, one.departmentId)
      }}
    />
  )
}
