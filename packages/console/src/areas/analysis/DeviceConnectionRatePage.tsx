import { connectionRate, connectionRatePageInfo } from '@coldkeep/contract/areas/analysis'
import { departmentMap, listStores, listVendors } from '@coldkeep/contract/areas/organisation'
import type { Drill } from '@coldkeep/contract/wire/table'
import { useCallback } from 'react'
import { useCall, useCancel } from '../../api/use-call'
import { paths } from '../../app/paths'
import { AnalysisPage } from '../../archetypes/AnalysisPage'
import { filterToSearch } from '../../archetypes/analysis-filter'
import { useAnalysisFilter } from '../../archetypes/use-analysis-filter'
import { useAnalysisResult } from '../../archetypes/use-analysis-result'
import { useText } from '../../kit/text'
import { offsetHere, periodFrom } from '../../parts/day-period'
import { followPath } from '../../parts/department-path'
import { OrgCascade } from '../../parts/OrgCascade'
import { PeriodStepper } from '../../parts/PeriodStepper'
import { StorePicker } from '../../parts/StorePicker'
import type { ServedRow } from '../../parts/served-table'
import { VendorPicker } from '../../parts/VendorPicker'

/** Columns of the table that lead on: to the store in this page, and to the page of the device. */
const STORE_COLUMN = 0
const DEVICE_COLUMN = 1

export function DeviceConnectionRatePage() {
  const t = useText()
  const page = useCall(connectionRatePageInfo, {})
  const control = useAnalysisFilter(['day'], page.data?.default_date)
  const { draft, applied } = control
  const department = draft.departments.at(-1)
  const top = useCall(departmentMap, {}, { keepsPrevious: true })
  const stores = useCall(listStores, department === undefined ? null : { query: { depart: department } })
  const vendors = useCall(
    listVendors,
    department === undefined ? null : { query: { depart: department, type: 'all' } },
  )
  const query = queryOf(applied, page.data?.duration)
  const result = useAnalysisResult(
    useCall(connectionRate, query && { query }, { keepsPrevious: true }),
    useCancel(connectionRate),
  )
  const hrefOfRow = useCallback(
    ({ drill }: ServedRow, column: number) => {
      if (column === DEVICE_COLUMN && drill?.device !== undefined) return paths.device(drill.device)
      return column === STORE_COLUMN && applied && drill?.store !== undefined
        ? paths.withSearch(paths.connectionRate, { ...filterToSearch(applied), store: drill.store })
        : null
    },
    [applied],
  )
  const names = top.data && applied ? followPath(top.data, applied.departments).map((one) => one.name) : []
  const period = applied?.day && page.data ? periodFrom(applied.day, page.data.duration) : null

  return (
    <AnalysisPage
      control={control}
      result={result}
      before={t('analysis.result.beforeDepartmentDate')}
      tableKey="connection-rate"
      emptyTitle={t('analysis.result.noneInPeriod')}
      chips={chipsOf()}
      hrefOfRow={hrefOfRow}
      hrefOfDrill={hrefOfDrill}
    >
      <OrgCascade
        top={top.data}
        path={draft.departments}
        onChange={(departments) => control.edit({ departments, store: null, vendor: null })}
      />
      <StorePicker
        stores={stores.data}
        hasDepartment={department !== undefined}
        value={draft.store ?? 'all'}
        onChange={(store) => control.edit({ store: store === 'all' ? null : store })}
      />
      <VendorPicker
        vendors={vendors.data}
        hasDepartment={department !== undefined}
        value={draft.vendor}
        onChange={(vendor) => control.edit({ vendor })}
      />
      <PeriodStepper
        day={draft.day}
        page={page.data}
        onChange={(day) => control.edit({ day })}
        onShift={(day) => (applied ? control.inquire({ day }) : control.edit({ day }))}
      />
    </AnalysisPage>
  )

  function chipsOf(): string[] {
    if (!applied) return []
    const store = stores.data?.find((one) => one.id === applied.store)
    const vendor = vendors.data?.find((one) => one.id === applied.vendor)
    return [
      names.join(' › '),
      store
        ? `${store.code} ${store.name}`
        : t('organisation.store.all', { total: stores.data?.length ?? 0 }),
      ...(vendor ? [vendor.name] : []),
      ...(period ? [`${period.first} – ${period.last}`] : []),
    ].filter((chip) => chip !== '')
  }

  /** A bar of a store shows that store; a bar of a day shows the period that begins with it. */
  function hrefOfDrill(drill: Drill): string | null {
    if (!applied) return null
    const search = {
      ...filterToSearch(applied),
      ...(drill.store && { store: drill.store }),
      ...(drill.day && { date: drill.day }),
    }
    return paths.withSearch(paths.connectionRate, search)
  }
}

function queryOf(applied: ReturnType<typeof useAnalysisFilter>['applied'], durationDays: number | undefined) {
  const department = applied?.departments.at(-1)
  if (!applied || department === undefined || applied.day === null || durationDays === undefined) return null
  const period = periodFrom(applied.day, durationDays)
  return {
    depart: department,
    storeid: applied.store === 'all' ? null : applied.store,
    vendor: applied.vendor,
    start: `${period.first}T00:00:00`,
    end: `${period.last}T23:59:59`,
    timezone: offsetHere(new Date()),
  }
}
