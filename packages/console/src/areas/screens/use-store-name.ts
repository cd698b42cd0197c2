import { getScreenRule } from '@coldkeep/contract/areas/screens'
import type { StoreId } from '@coldkeep/domain/ids'
import { useCall } from '../../api/use-call'

/** Number and name of a store, as the rule of its screen names it; empty while it is unknown. */
export function useStoreName(storeId: StoreId | null): string {
  const input = storeId === null ? null : { query: { departmentId: null, storeId } }
  return useCall(getScreenRule, input, { quiet: true }).data?.name ?? ''
}
