import { departmentMap, listStores, listVendors } from '@coldkeep/contract/areas/organisation'
import type { Answer } from '@coldkeep/contract/call'
import type { Department } from '@coldkeep/domain/organisation/department'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import { type DayPeriod, offsetHere, periodFrom } from '../../parts/day-period'
import { followPath } from '../../parts/department-path'
import type { AnalysisFilter, RequiredPart } from './analysis-filter'
import { type AnalysisFilterControl, useAnalysisFilter } from './use-analysis-filter'

/** What a page says of its period. */
export interface PagePeriod {
  readonly defaultDate: string
  readonly duration: number
  readonly durationTitle: string
  readonly preTitle: string
  readonly nextTitle: string
  /** Lengths to choose from, in days. */
  readonly durations?: readonly { readonly value: number; readonly title: string }[]
}

export interface AnalysisScreenState {
  readonly control: AnalysisFilterControl
  readonly required: readonly RequiredPart[]
  readonly info: PagePeriod | undefined
  readonly top: Department | undefined
  readonly stores: Answer<typeof listStores> | undefined
  readonly vendors: Answer<typeof listVendors> | undefined
  /** The inquired filter as the calls take it; `null` until it is complete. */
  readonly query: ReturnType<typeof queryOf>
  /** The inquired days, both included; `null` on pages without a date. */
  readonly period: DayPeriod | null
  /** The inquired filter in words. */
  readonly chips: readonly string[]
}

/**
 * The filter of an analysis page with everything that its panel offers.
 * @param info what the page proposes, once it is known; left out by pages without a date
 */
export function useAnalysisScreen(
  required: readonly RequiredPart[],
  info: PagePeriod | undefined,
): AnalysisScreenState {
  const t = useText()
  const withDays = required.includes('days')
  const control = useAnalysisFilter(required, info?.defaultDate, withDays ? info?.duration : undefined)
  const { draft, applied } = control
  const department = draft.departments.at(-1)
  const top = useCall(departmentMap, {}, { keepsPrevious: true }).data
  const stores = useCall(
    listStores,
    department === undefined ? null : { query: { departmentId: department } },
  ).data
  const vendors = useCall(
    listVendors,
    department === undefined ? null : { query: { departmentId: department, type: 'all' } },
  ).data
  const period = applied && periodOf(applied, required, info)
  const chips: string[] = []
  if (applied) {
    const store = stores?.find((one) => one.id === applied.store)
    const vendor = vendors?.find((one) => one.id === applied.vendor)
    if (top)
      chips.push(
        followPath(top, applied.departments)
          .map((one) => one.name)
          .join(' › '),
      )
    if (store) chips.push(`${store.code} ${store.name}`)
    else if (stores) chips.push(t('organisation.store.all', { total: stores.length }))
    if (vendor) chips.push(vendor.name)
    if (period) chips.push(`${period.first} – ${period.last}`)
  }
  return {
    control,
    required,
    info,
    top,
    stores,
    vendors,
    query: applied && queryOf(applied, required, period),
    period,
    chips: chips.filter((chip) => chip !== ''),
  }
}

function periodOf(
  { day, days }: AnalysisFilter,
  required: readonly RequiredPart[],
  info: PagePeriod | undefined,
): DayPeriod | null {
  const length = days ?? (required.includes('days') ? null : (info?.duration ?? null))
  return day === null || length === null || !required.includes('day') ? null : periodFrom(day, length)
}

function queryOf(filter: AnalysisFilter, required: readonly RequiredPart[], period: DayPeriod | null) {
  const department = filter.departments.at(-1)
  if (department === undefined || (period === null && required.includes('day'))) return null
  return {
    departmentId: department,
    storeId: filter.store === 'all' ? null : filter.store,
    vendor: filter.vendor,
    start: `${period?.first ?? ''}T00:00:00`,
    end: `${period?.last ?? ''}T23:59:59`,
    timezone: offsetHere(new Date()),
  }
}
