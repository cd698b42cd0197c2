import type { Cover, CoverPlan } from '@coldkeep/domain/analysis/plan-cover'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import type { Db, Trx } from '../db/connect'
import { insertCoverages } from './temperature-day-queries'

/** A cover of a device that has not ended yet. */
export interface CurrentCover extends Cover {
  readonly insuredCoverageId: number
  readonly deviceId: DeviceId
}

/** Covers of a store that hold on a day or later; of each device the one that ends last comes first. */
export async function selectCurrentCovers(
  db: Db,
  storeId: StoreId,
  today: LocalDate,
): Promise<CurrentCover[]> {
  const rows = await db
    .selectFrom('insuredCoverage')
    .select(['insuredCoverageId', 'deviceId', 'zone', 'firstOn', 'lastOn'])
    .where('storeId', '=', storeId)
    .where('lastOn', '>=', today)
    .orderBy('lastOn', 'desc')
    .orderBy('insuredCoverageId')
    .execute()
  return rows.map((row) => ({ ...row, firstOn: localDate(row.firstOn), lastOn: localDate(row.lastOn) }))
}

/**
 * Changes the current cover as planned. The insurance of the store has to be worked out again in the same
 * transaction.
 */
export async function putCover(
  trx: Trx,
  { storeId, deviceId }: { readonly storeId: StoreId; readonly deviceId: DeviceId },
  current: CurrentCover | null,
  { kept, begun }: CoverPlan,
): Promise<void> {
  if (current !== null) {
    const { insuredCoverageId } = current
    if (kept === null) {
      await trx
        .deleteFrom('insuredCoverage')
        .where('storeId', '=', storeId)
        .where('insuredCoverageId', '=', insuredCoverageId)
        .execute()
    } else {
      await trx
        .updateTable('insuredCoverage')
        .set({ zone: kept.zone, firstOn: kept.firstOn, lastOn: kept.lastOn })
        .where('storeId', '=', storeId)
        .where('insuredCoverageId', '=', insuredCoverageId)
        .execute()
    }
  }
  if (begun !== null) await insertCoverages(trx, [{ storeId, deviceId, ...begun }])
}
