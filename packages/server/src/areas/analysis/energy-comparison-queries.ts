import type { EnergySums } from '@coldkeep/domain/analysis/energy-comparison'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../../db/connect'
import { type NamedStore, type StoreFilter, selectStoreNames, storesOf } from './store-names'

/** The last 30 full days of a store, and what they are held against. */
export interface StoreComparison extends Omit<EnergySums, 'spread'> {
  readonly store: NamedStore
  readonly lastOn: LocalDate
  readonly spreadKwh: number
  /** Below the power factor that was asked for. */
  readonly lowKwh: number
  readonly lowIntervals: number
  readonly beforeKwh: number | null
  readonly lastYearKwh: number | null
  readonly correctedKwh: number | null
  readonly referenceKwh: number | null
  readonly computedAt: EpochMs
}

/** One row per store that has been compared, in no order. */
export async function selectEnergyComparisons(
  db: Db,
  filter: StoreFilter,
  lowPowerFactorPercent: number,
): Promise<StoreComparison[]> {
  const rows = await storesOf(db, filter)
    .innerJoin('energyComparison', 'energyComparison.storeId', 'store.storeId')
    .select([
      'energyComparison.storeId',
      'lastOn',
      'days',
      'energyKwh',
      'openMinutes',
      'heldMinutes',
      'expectedMinutes',
      'weatherDays',
      'weatherKwh',
      'degreeDays',
      'factorKwh',
      'reactiveKvarh',
      'spreadKwh',
      'beforeKwh',
      'lastYearKwh',
      'correctedKwh',
      'referenceKwh',
      'computedAt',
      sql<number>`low_kwh[${lowPowerFactorPercent}::int]`.as('lowKwh'),
      sql<number>`low_intervals[${lowPowerFactorPercent}::int]`.as('lowIntervals'),
    ])
    .execute()
  const stores = await selectStoreNames(db, filter)
  return rows.flatMap(({ storeId, ...row }) => {
    const store = stores.get(storeId)
    return store === undefined ? [] : [{ ...row, store, lastOn: localDate(row.lastOn) }]
  })
}
