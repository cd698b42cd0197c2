import type { StoreId } from '@coldkeep/domain/ids'
import { LeaveScreen } from './LeaveScreen'
import { ScreenWork } from './ScreenWork'

/** The screen of a store that is chosen on another page: it is seen and not touched. */
export function SeenScreen({ storeId }: { readonly storeId: StoreId }) {
  return (
    <>
      <ScreenWork storeId={storeId} mode="view" />
      <LeaveScreen />
    </>
  )
}
