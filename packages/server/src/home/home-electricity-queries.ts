import type { DepartmentId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { type NotNull, sql } from 'kysely'
import { type Scope, scopeWithout } from '../access/scope'
import { isInScope } from '../access/scope-queries'
import { areaDays } from '../analysis/summed-day-queries'
import type { Db } from '../db/connect'

interface Days {
  readonly first: LocalDate
  readonly last: LocalDate
}

/** Of the stores of one department and zone, or of one store directly at the top. */
interface Place {
  readonly departmentId: DepartmentId
  readonly storeId: StoreId | null
}

export interface PlaceDemand extends Place {
  readonly zone: string
  readonly on: LocalDate
  readonly judged: number
  readonly over: number
  readonly storesOver: number
  /** The highest demand as a share of its contract. */
  readonly highestUse: number | null
  readonly computedAt: EpochMs
}

/** A store that was over its contract. */
export interface StoreOver {
  readonly name: string
  readonly maximumKw: number
  readonly contractedKw: number
}

export interface PlaceEnergy extends Place {
  /** Stores with energy, and how many of them have something to be held against. */
  readonly stores: number
  readonly storesBefore: number
  readonly storesLastYear: number
  readonly storesCorrected: number
  readonly energyKwh: number | null
  readonly beforeKwh: number | null
  readonly lastYearKwh: number | null
  readonly correctedKwh: number | null
  readonly referenceKwh: number | null
  readonly computedAt: EpochMs
}

export interface StoreRise {
  readonly name: string
  readonly correctedKwh: number
  readonly referenceKwh: number
}

/** Demand per department and day; stores of the department `top` itself are kept apart. */
export async function selectPlaceDemand(
  db: Db,
  scope: Scope,
  top: DepartmentId,
  days: Days,
): Promise<PlaceDemand[]> {
  const figures = ['judged', 'over', 'computedAt', 'on'] as const
  const [below, own] = await Promise.all([
    areaDays(db, 'energy', { scope: scopeWithout(scope, top), ...days })
      .select(['day.departmentId', 'day.zone', 'storesOver', 'highestUse', ...figures])
      .execute(),
    energyDays(db, { ...scope, departments: [top] }, days)
      .select([
        'store.departmentId',
        'store.zone',
        'store.storeId',
        sql<number>`(over > 0)::int`.as('storesOver'),
        sql<number | null>`maximum_kw / nullif(contracted_kw, 0)`.as('highestUse'),
        ...figures,
      ])
      .execute(),
  ])
  const rows = [...below.map((row) => ({ ...row, storeId: null })), ...own]
  return rows.map((row) => ({ ...row, on: localDate(row.on) }))
}

/** The store of a department and zone that was furthest over its contract on a day. */
export async function selectStoreOver(
  db: Db,
  { departmentId, zone, on }: Pick<PlaceDemand, 'departmentId' | 'zone' | 'on'>,
): Promise<StoreOver | null> {
  const row = await db
    .selectFrom('store')
    .innerJoin('energyDay', 'energyDay.storeId', 'store.storeId')
    .select(['store.name', 'maximumKw', 'contractedKw'])
    .$narrowType<{ maximumKw: NotNull; contractedKw: NotNull }>()
    .where('store.departmentId', '=', departmentId)
    .where('store.zone', '=', zone)
    .where('energyDay.on', '=', on)
    .where('over', '>', 0)
    .orderBy(sql`maximum_kw / nullif(contracted_kw, 0)`, 'desc')
    .orderBy('store.storeId')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Compared energy per department; stores of the department `top` itself are kept apart. */
export async function selectPlaceEnergy(db: Db, scope: Scope, top: DepartmentId): Promise<PlaceEnergy[]> {
  const rows = await comparisons(db, scope)
    .select([
      'store.departmentId',
      ownStoreId(top),
      sql<number>`count(*)::int`.as('stores'),
      sql<number>`count(before_kwh)::int`.as('storesBefore'),
      sql<number>`count(last_year_kwh)::int`.as('storesLastYear'),
      sql<number>`count(corrected_kwh)::int`.as('storesCorrected'),
      sql<number | null>`sum(energy_kwh)`.as('energyKwh'),
      sql<number | null>`sum(before_kwh)`.as('beforeKwh'),
      sql<number | null>`sum(last_year_kwh)`.as('lastYearKwh'),
      sql<number | null>`sum(corrected_kwh)`.as('correctedKwh'),
      sql<number | null>`sum(reference_kwh)`.as('referenceKwh'),
    ])
    .select(({ fn }) => fn.max('energyComparison.computedAt').as('computedAt'))
    .groupBy(['store.departmentId', sql`2`])
    .execute()
  return rows.map(({ ownStoreId: storeId, ...row }) => ({ ...row, storeId }))
}

/** The store whose corrected energy rose most, if any rose. */
export async function selectLargestRise(db: Db, scope: Scope): Promise<StoreRise | null> {
  const row = await comparisons(db, scope)
    .select(['store.name', 'correctedKwh', 'referenceKwh'])
    .$narrowType<{ correctedKwh: NotNull; referenceKwh: NotNull }>()
    .where('referenceKwh', '>', 0)
    .whereRef('correctedKwh', '>', 'referenceKwh')
    .orderBy(sql`corrected_kwh / reference_kwh`, 'desc')
    .orderBy('store.storeId')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

function ownStoreId(top: DepartmentId) {
  return sql<StoreId | null>`case when department_id = ${top}::bigint then store.store_id end`.as(
    'ownStoreId',
  )
}

function energyDays(db: Db, scope: Scope, { first, last }: Days) {
  return db
    .selectFrom('store')
    .innerJoin('energyDay', 'energyDay.storeId', 'store.storeId')
    .where(isInScope(scope))
    .where('energyDay.on', '>=', first)
    .where('energyDay.on', '<=', last)
}

function comparisons(db: Db, scope: Scope) {
  return db
    .selectFrom('store')
    .innerJoin('energyComparison', 'energyComparison.storeId', 'store.storeId')
    .where(isInScope(scope))
    .where('energyComparison.days', '>', 0)
}
