import type { StoreId } from '@coldkeep/domain/ids'
import type { Db } from '../db/connect'

/** Types and zones of devices in use at stores. @param units only those devices; `null`: all */
export function selectDeviceKindsAt(db: Db, storeIds: readonly StoreId[], units: readonly number[] | null) {
  return db
    .selectFrom('device')
    .select(['type', 'zone'])
    .distinct()
    .where(({ eb, fn, val }) => eb('storeId', '=', fn.any(val(storeIds))))
    .where('removedAt', 'is', null)
    .$if(units !== null, (query) => query.where('unitId', 'in', units as number[]))
    .execute()
}
