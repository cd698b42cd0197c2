import { departmentMap, listVendors } from '@coldkeep/contract/areas/organisation'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import { findDepartments } from '../../parts/department-path'
import type { TargetDraft } from './target-draft'

const MOST_NAMED = 3

/** Where a job goes, in the words of a question. */
export function usePlaceWords({ by, marks, vendorId }: TargetDraft, sum: string): string {
  const t = useText()
  const top = useCall(departmentMap, {}).data
  const vendors = useCall(
    listVendors,
    vendorId === null ? null : { query: { departmentId: null, type: 'all' } },
  )
  if (by === 'list') return t('firmware.start.numbersOf', { sum })
  const names = new Map(
    (top ? findDepartments(top, '', Number.POSITIVE_INFINITY) : []).map(({ path, names }) => [
      path.at(-1),
      names.at(-1) ?? '',
    ]),
  )
  const departments = marks.filter((mark) => mark.kind === 'department').filter(({ isIn }) => isIn)
  const named = departments.slice(0, MOST_NAMED).map(({ id }) => names.get(id) ?? '')
  const stores = marks.filter(({ kind, isIn }) => kind === 'store' && isIn).length
  const without = marks.filter(({ isIn }) => !isIn).length
  const vendor = vendors.data?.find(({ id }) => id === vendorId)?.name
  const places = [
    ...named,
    ...(departments.length > named.length
      ? [t('firmware.start.more', { count: departments.length - named.length })]
      : []),
    ...(stores > 0 ? [t('firmware.start.singleStores', { count: stores })] : []),
    ...(without > 0 ? [t('firmware.start.without', { count: without })] : []),
    ...(vendor === undefined ? [] : [t('firmware.start.vendorOf', { vendor })]),
  ]
  return t('firmware.start.placesOf', { places: places.join(', '), sum })
}
