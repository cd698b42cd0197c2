import type { EnergySums } from '@coldkeep/domain/analysis/energy-comparison'
import type { StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { ofHowMany } from '../filters/first-store-queries'
import { type NamedStore, type StoreFilter, selectStoreNames, storesOf } from '../filters/store-name-queries'

/** The last 30 full days of a store, and what they are held against. */
export interface StoreComparison extends Omit<EnergySums, 'spread'> {
  readonly store: NamedStore
  readonly lastOn: LocalDate
  readonly spreadKwh: number
  /** Below the requested power factor. */
  readonly lowKwh: number
  readonly lowIntervals: number
  readonly beforeKwh: number | null
  readonly lastYearKwh: number | null
  readonly correctedKwh: number | null
  readonly referenceKwh: number | null
  readonly floorAreaM2: number | null
}

/** All compared stores together. */
export interface ComparisonTotals {
  /** Null where no store has energy in the period. */
  readonly energyKwh: number | null
  /** Of the stores that could be corrected. */
  readonly correctedKwh: number | null
  readonly referenceKwh: number | null
  readonly heldMinutes: number
  readonly expectedMinutes: number
  readonly computedAt: EpochMs
}

interface RankedStore extends ComparisonTotals {
  readonly storeId: StoreId
  readonly total: number
}

/** The number of stores to select from a large chain. */
interface MostStores {
  /** Those whose corrected energy rose most. */
  readonly rises: number
  /** Those whose corrected energy changed most. */
  readonly changes: number
}

/** The selected stores of the comparison, in no order, and all of them together; null where there is none. */
export async function selectEnergyComparisons(
  db: Db,
  filter: StoreFilter,
  lowPowerFactorPercent: number,
  most: MostStores,
): Promise<{
  readonly stores: StoreComparison[]
  readonly totals: ComparisonTotals | null
  readonly total: number
}> {
  const ranked = await selectRanked(db, filter, most)
  const storeIds = ranked.map(({ storeId }) => storeId)
  const stores = await selectComparisonOf(db, { ...filter, storeIds }, lowPowerFactorPercent)
  return { stores, totals: ranked[0] ?? null, total: ranked[0]?.total ?? 0 }
}

/** The compared stores, the largest rise of the corrected energy first. */
export async function rankByRise(db: Db, filter: StoreFilter): Promise<StoreId[]> {
  const rows = await storesOf(db, filter)
    .innerJoin('energyComparison', 'energyComparison.storeId', 'store.storeId')
    .select('energyComparison.storeId')
    .orderBy(change, (order) => order.desc().nullsLast())
    .orderBy('store.storeId')
    .execute()
  return rows.map(({ storeId }) => storeId)
}

/** The comparison of stores that are named one by one, in no order. */
export async function selectComparisonOf(
  db: Db,
  filter: StoreFilter & { readonly storeIds: readonly StoreId[] },
  lowPowerFactorPercent: number,
): Promise<StoreComparison[]> {
  const { storeIds } = filter
  const rows = await db
    .selectFrom('energyComparison')
    .innerJoin('store', 'store.storeId', 'energyComparison.storeId')
    .where(sql<boolean>`energy_comparison.store_id = any(${storeIds}::int[])`)
    .select([
      'energyComparison.storeId',
      'store.floorAreaM2',
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
      sql<number>`low_kwh[${lowPowerFactorPercent}::int]`.as('lowKwh'),
      sql<number>`low_intervals[${lowPowerFactorPercent}::int]`.as('lowIntervals'),
    ])
    .execute()
  const names = await selectStoreNames(db, filter)
  return rows.flatMap(({ storeId, ...row }) => {
    const store = names.get(storeId)
    return store === undefined ? [] : [{ ...row, store, lastOn: localDate(row.lastOn) }]
  })
}

const change = sql`(corrected_kwh - reference_kwh) / nullif(reference_kwh, 0)`

function selectRanked(db: Db, filter: StoreFilter, { rises, changes }: MostStores): Promise<RankedStore[]> {
  const ranked = storesOf(db, filter)
    .innerJoin('energyComparison', 'energyComparison.storeId', 'store.storeId')
    .select([
      'energyComparison.storeId',
      ofHowMany,
      sql<number>`row_number() over (order by ${change} desc nulls last, store.store_id)`.as('byRise'),
      sql<number>`row_number() over (order by abs(${change}) desc nulls last, store.store_id)`.as('byChange'),
      sql<number | null>`sum(energy_kwh) filter (where days > 0) over ()`.as('energyKwh'),
      sql<number | null>`sum(corrected_kwh) filter (where days > 0 and ${change} is not null) over ()`.as(
        'correctedKwh',
      ),
      sql<number | null>`sum(reference_kwh) filter (where days > 0 and ${change} is not null) over ()`.as(
        'referenceKwh',
      ),
      sql<number>`sum(held_minutes) over ()`.as('heldMinutes'),
      sql<number>`sum(expected_minutes) over ()`.as('expectedMinutes'),
      sql<EpochMs>`max(computed_at) over ()`.as('computedAt'),
    ])
  return db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where(({ or, eb }) => or([eb('byRise', '<=', rises), eb('byChange', '<=', changes)]))
    .execute()
}
