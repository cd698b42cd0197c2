import { departmentMap, listVendors } from '@coldkeep/contract/areas/organisation'
import { useCall } from '../../api/use-call'
import { useText } from '../../kit/text'
import { findDepartments } from '../../parts/department-path'
import type { TargetDraft } from './target-draft'

/** Where a job goes, in the words of a question. */
export function usePlaceWords(target: TargetDraft, sum: string): string {
  const t = useText()
  const { by, departmentId, vendorId, storeIds } = target
  const top = useCall(departmentMap, {}).data
  const vendors = useCall(
    listVendors,
    departmentId === null ? null : { query: { departmentId, type: 'all' } },
  ).data
  if (by === 'list') return t('firmware.start.numbersOf', { sum })
  if (storeIds.length > 0) return t('firmware.start.storesOf', { sum })
  const places = top ? findDepartments(top, '', Number.POSITIVE_INFINITY) : []
  const department = places.find(({ path }) => path.at(-1) === departmentId)?.names.at(-1) ?? ''
  const vendor = vendorId === null ? undefined : vendors?.find(({ id }) => id === vendorId)?.name
  const named =
    vendor === undefined ? department : `${department}, ${t('firmware.start.vendorOf', { vendor })}`
  return t('firmware.start.departmentOf', { department: named, sum })
}
