import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import { sameIn } from '../db/same-in'
import { MOST_STORES } from '../filters/first-stores'
import {
  type DayFilter,
  type NamedDevice,
  namedStores,
  type StoreFilter,
  storesOf,
  withNames,
} from '../filters/store-name-queries'
import type { HealthDayRow } from './health-queries'
import { medianOfTenths } from './median-tenths'
import { storeDaysFor } from './shown-day-queries'
import { summedDays } from './summed-day-queries'

/** The last day of a device in a period. */
export interface DeviceHealthOfPeriod
  extends NamedDevice,
    Pick<
      HealthDayRow,
      | 'score'
      | 'class'
      | 'topLoss'
      | 'topLossPoints'
      | 'secondLoss'
      | 'secondLossPoints'
      | 'hint'
      | 'hintChance'
    > {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly type: DeviceType
  /** Null while the device has no baseline of its own. */
  readonly frozenOn: LocalDate | null
}

export interface DayScore {
  readonly on: LocalDate
  /** Median over the devices of their medians of the day. */
  readonly score: number
  readonly devices: number
}

/** How much worse than one to watch a poor device is. */
const POOR_WEIGHT = 10

/** The classes of the devices of stores, each store on its last day of a period. */
export interface HealthClasses {
  readonly good: number
  readonly fair: number
  readonly watch: number
  readonly poor: number
  readonly noScore: number
  readonly computedAt: EpochMs
}

/** A store and its last day of a period. */
export interface StoreLastDay {
  readonly storeId: StoreId
  readonly on: LocalDate
}

/** The stores that need attention most, and the classes of all; null where nothing is known. */
export async function selectHealthOfStores(
  db: Db,
  filter: DayFilter,
): Promise<{
  readonly classes: HealthClasses | null
  readonly first: StoreLastDay[]
  readonly total: number
}> {
  const { first, last } = filter
  const stores = storesOf(db, filter).select('store.storeId')
  const days = storeDaysFor('health', filter.scope, filter)
  const columns = sql`d.store_id, d."on", d.good, d.fair, d.watch, d.poor, d.no_score, d.computed_at`
  // Most stores have the newest day of all, so its rows are read at once, and those before it of few.
  const { rows } = await sql<HealthClasses & { storeId: StoreId; on: string; total: number }>`
    with newest as (
      select ${columns} from ${days} d
      where d."on" = (
          select max("on") from ${days} newest_day where "on" between ${first}::date and ${last}::date
        ) and d.store_id in (${stores})
    ), last as (
      select * from newest
      union all
      select ${columns} from (${stores}) s cross join lateral (
        select * from ${days} own where store_id = s.store_id and "on" between ${first}::date and ${last}::date
        order by "on" desc limit 1
      ) d where s.store_id not in (select store_id from newest)
    ), classes as (
      select sum(good)::float8 as good, sum(fair)::float8 as fair, sum(watch)::float8 as watch,
        sum(poor)::float8 as poor, sum(no_score)::float8 as no_score, max(computed_at) as computed_at,
        count(*)::int as total
      from last
    ), ranked as (
      select store_id, "on", ${sql.lit(POOR_WEIGHT)} * poor + watch as need from last
      order by need desc, store_id limit ${MOST_STORES}
    )
    select store_id, "on", classes.* from ranked cross join classes order by need desc, store_id`.execute(db)
  return {
    classes: rows[0] ?? null,
    first: rows.map(({ storeId, on }) => ({ storeId, on: localDate(on) })),
    total: rows[0]?.total ?? 0,
  }
}

/** The last day of each store of a filter, in no order. */
export async function selectLastDays(db: Db, filter: DayFilter): Promise<StoreLastDay[]> {
  const { scope, first, last } = filter
  const { rows } = await sql<{ storeId: StoreId; on: string }>`
    select d.store_id, max(d."on") as "on" from ${storeDaysFor('health', scope, filter)} d
    where d."on" between ${first}::date and ${last}::date
      and d.store_id in (${storesOf(db, filter).select('store.storeId')})
    group by d.store_id`.execute(db)
  return rows.map(({ storeId, on }) => ({ storeId, on: localDate(on) }))
}

/** The devices of stores on the last day of each, in no order. */
export async function selectHealthByDevice(
  db: Db,
  filter: StoreFilter,
  lastDays: readonly StoreLastDay[],
): Promise<DeviceHealthOfPeriod[]> {
  const last = sql<StoreLastDay>`unnest(${lastDays.map(({ storeId }) => storeId)}::int[],
    ${lastDays.map(({ on }) => on)}::date[])`.as<'last'>(sql`last (store_id, "on")`)
  const rows = await db
    .selectFrom(last)
    .innerJoin('healthDay', (join) =>
      join.onRef('healthDay.storeId', '=', 'last.storeId').onRef('healthDay.on', '=', 'last.on'),
    )
    .innerJoin('device', sameIn('device', 'healthDay', 'storeId', 'deviceId'))
    .leftJoin('deviceHealth', sameIn('deviceHealth', 'healthDay', 'storeId', 'deviceId'))
    .select([
      'healthDay.storeId',
      'healthDay.deviceId',
      'healthDay.score',
      'healthDay.class',
      'healthDay.topLoss',
      'healthDay.topLossPoints',
      'healthDay.secondLoss',
      'healthDay.secondLossPoints',
      'healthDay.hint',
      'healthDay.hintChance',
      'device.type',
      'deviceHealth.frozenOn',
    ])
    .execute()
  const devices = rows.map((row) => ({
    ...row,
    frozenOn: row.frozenOn === null ? null : localDate(row.frozenOn),
  }))
  return withNames(db, filter, devices)
}

/** One row per day of which any score is known. */
export async function selectScoresByDay(db: Db, filter: DayFilter): Promise<DayScore[]> {
  const rows = await summedDays(db, 'health', filter, namedStores(db, filter))
    .select(['day.on', sql<Uint8Array>`string_agg(median_tenths, ''::bytea)`.as('tenths')])
    .groupBy('day.on')
    .orderBy('day.on')
    .execute()
  return rows.flatMap(({ on, tenths }) => {
    const middle = medianOfTenths(tenths)
    return middle === null ? [] : [{ on: localDate(on), score: middle.score, devices: middle.count }]
  })
}
