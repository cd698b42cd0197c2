import type { StoreId, VendorId } from '@coldkeep/domain/ids'
import { isDay } from '../../parts/day-period'
import { type DepartmentPath, pathOf, pathText } from '../../parts/department-path'

/** What the filter panel of an analysis page holds. `null` is "not chosen"; `all` is a choice. */
export interface AnalysisFilter {
  readonly departments: DepartmentPath
  readonly store: StoreId | 'all' | null
  readonly vendor: VendorId | null
  /** While it is being typed also a text that is no day. */
  readonly day: string | null
  /** Length of the period, where the page lets it be chosen. */
  readonly days: number | null
}

/** The parts that a page requires before it may inquire. A department is always required. */
export type RequiredPart = 'store' | 'day' | 'days'
export type FilterPart = 'department' | RequiredPart

export const emptyFilter: AnalysisFilter = {
  departments: [],
  store: null,
  vendor: null,
  day: null,
  days: null,
}

/** What keeps the form from being valid, in the order of the panel. */
export function missingParts(
  filter: AnalysisFilter,
  required: readonly RequiredPart[],
): readonly FilterPart[] {
  const missing: FilterPart[] = []
  if (filter.departments.length === 0) missing.push('department')
  if (required.includes('store') && filter.store === null) missing.push('store')
  if (required.includes('day') && (filter.day === null || !isDay(filter.day))) missing.push('day')
  if (required.includes('days') && filter.days === null) missing.push('days')
  return missing
}

export function sameFilter(one: AnalysisFilter, other: AnalysisFilter): boolean {
  return JSON.stringify(filterToSearch(one)) === JSON.stringify(filterToSearch(other))
}

/** The filter as query parameters of the address; what is not chosen is left out. */
export function filterToSearch(filter: AnalysisFilter): Record<string, string | undefined> {
  return {
    dep: filter.departments.length > 0 ? pathText(filter.departments) : undefined,
    store: filter.store === null ? undefined : String(filter.store),
    vendor: filter.vendor === null ? undefined : String(filter.vendor),
    date: filter.day ?? undefined,
    days: filter.days === null ? undefined : String(filter.days),
  }
}

/** Reads the address back. Parameters that hold nonsense are dropped and counted. */
export function filterFromSearch(search: Readonly<Record<string, unknown>>): {
  readonly filter: AnalysisFilter
  readonly dropped: number
} {
  let dropped = 0
  const read = <Value>(name: string, parse: (text: string) => Value | null): Value | null => {
    const raw = search[name]
    if (raw === undefined || raw === '') return null
    const value = parse(String(raw))
    if (value === null) dropped += 1
    return value
  }
  const filter: AnalysisFilter = {
    departments: read('dep', (text) => (pathOf(text).length > 0 ? pathOf(text) : null)) ?? [],
    store: read('store', (text) => (text === 'all' ? 'all' : idOf<StoreId>(text))),
    vendor: read('vendor', (text) => idOf<VendorId>(text)),
    day: read('date', (text) => (isDay(text) ? text : null)),
    days: read('days', (text) => (/^[1-9]\d?$/.test(text) ? Number(text) : null)),
  }
  return { filter, dropped }
}

function idOf<Kind extends number>(text: string): Kind | null {
  return /^[1-9]\d{0,14}$/.test(text) ? (Number(text) as Kind) : null
}
