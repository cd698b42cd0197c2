import { departmentMap, listStores, searchStores } from '@coldkeep/contract/areas/organisation'
import {
  MOST_REPORT_DAYS,
  reportClocks,
  reportFormats,
  reportForms,
} from '@coldkeep/contract/areas/sensor-reports'
import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import { sensorGroups } from '@coldkeep/domain/points/sensor-group'
import { useCall } from '../../api/use-call'
import { isDay, shiftDay, todayHere } from '../../parts/day-period'
import { findDepartments, pathOf, pathText } from '../../parts/department-path'
import { useAddress } from '../../parts/use-address'

const WEEK_DAYS = 7

/** The content of the report, according to the address: everything but the chosen sensors. */
export function useReport() {
  const [address, change] = useAddress()
  const { dep = '', store = '', from = '', to = '' } = address
  const top = useCall(departmentMap, {}, { keepsPrevious: true }).data
  const path = pathOf(dep)
  const departmentId = path.at(-1) ?? top?.id ?? null
  const stores = useCall(listStores, departmentId === null ? null : { query: { departmentId } })
  const storeId = /^[1-9]\d{0,14}$/.test(store) ? (Number(store) as StoreId) : null
  const today = todayHere(new Date())
  const lastDay = isDay(to) ? to : today
  const firstDay = isDay(from) ? from : shiftDay(lastDay, 1 - WEEK_DAYS)
  const places = top ? findDepartments(top, '', Number.POSITIVE_INFINITY) : []
  return {
    top,
    places,
    place: path.length > 0 ? pathText(path) : places[0] ? pathText(places[0].path) : null,
    stores,
    store: stores.data?.find(({ id }) => id === storeId) ?? null,
    storeId,
    today,
    firstDay,
    lastDay,
    /** As they were typed, which may be no days. */
    typedDays: { first: from === '' ? firstDay : from, last: to === '' ? lastDay : to },
    isPeriodSound:
      [from, to].every((day) => day === '' || isDay(day)) &&
      firstDay <= lastDay &&
      lastDay <= today &&
      firstDay > shiftDay(lastDay, -MOST_REPORT_DAYS),
    group: sensorGroups.find((one) => one === address.type) ?? null,
    form: reportForms.find((one) => one === address.form) ?? 'wide',
    format: reportFormats.find((one) => one === address.file) ?? 'csv',
    clock: reportClocks.find((one) => one === address.clock) ?? 'offset',
    /** A link to an order was followed. */
    showsRecord: address.record !== undefined,
    change,
    /** Of a store that was searched for, the way down to it as well. */
    chooseStore: (id: StoreId | null, departmentId: DepartmentId | null) => {
      const found = departmentId === null ? undefined : places.find((one) => one.path.at(-1) === departmentId)
      change({ store: id === null ? undefined : String(id), ...(found && { dep: pathText(found.path) }) })
    },
  } as const
}
export type Report = ReturnType<typeof useReport>

/** The first stores by part of a number or a name; of all where nothing is typed. */
export function useStoreSearch(search: string) {
  return useCall(searchStores, { query: { search } }, { keepsPrevious: true }).data ?? []
}
