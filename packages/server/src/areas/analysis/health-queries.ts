import { weightedQuantile } from '@coldkeep/domain/analysis/median'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { DeviceType } from '@coldkeep/domain/organisation/device'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { HealthDayRow } from '../../analysis/health-queries'
import type { Db } from '../../db/connect'
import { type DayFilter, type NamedDevice, storesOf, withNames } from './store-names'

/** The last day of a device in a period. */
export interface DeviceHealthOfPeriod
  extends NamedDevice,
    Pick<
      HealthDayRow,
      'score' | 'class' | 'topLoss' | 'topLossPoints' | 'secondLoss' | 'secondLossPoints' | 'hint'
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

/** Medians are counted by tenths, which is what is shown, so that no million of rows is sorted. */
const STEPS_PER_POINT = 10

/** The classes of the devices of a store on its last day of a period. */
export interface StoreHealth {
  readonly storeId: StoreId
  readonly good: number
  readonly fair: number
  readonly watch: number
  readonly poor: number
  readonly noScore: number
  readonly computedAt: EpochMs
}

/** One row per store that has figures, in no order. */
export async function selectHealthByStore(db: Db, filter: DayFilter): Promise<StoreHealth[]> {
  return db
    .selectFrom(lastDays(db, filter).as('last'))
    .innerJoin('healthStoreDay', (join) =>
      join.onRef('healthStoreDay.storeId', '=', 'last.storeId').onRef('healthStoreDay.on', '=', 'last.on'),
    )
    .select([
      'last.storeId',
      'healthStoreDay.good',
      'healthStoreDay.fair',
      'healthStoreDay.watch',
      'healthStoreDay.poor',
      'healthStoreDay.noScore',
      'healthStoreDay.computedAt',
    ])
    .execute()
}

/** The devices on the last day of their stores, in no order. */
export async function selectHealthByDevice(db: Db, filter: DayFilter): Promise<DeviceHealthOfPeriod[]> {
  const rows = await db
    .selectFrom(lastDays(db, filter).as('last'))
    .innerJoin('healthDay', (join) =>
      join.onRef('healthDay.storeId', '=', 'last.storeId').onRef('healthDay.on', '=', 'last.on'),
    )
    .innerJoin('device', (join) =>
      join
        .onRef('device.storeId', '=', 'healthDay.storeId')
        .onRef('device.deviceId', '=', 'healthDay.deviceId'),
    )
    .leftJoin('deviceHealth', (join) =>
      join
        .onRef('deviceHealth.storeId', '=', 'healthDay.storeId')
        .onRef('deviceHealth.deviceId', '=', 'healthDay.deviceId'),
    )
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

export async function selectScoresByDay(db: Db, filter: DayFilter): Promise<DayScore[]> {
  const steps = sql<number>`round(health_day.median_score * ${sql.lit(STEPS_PER_POINT)})::int`
  const rows = await storesOf(db, filter)
    .innerJoin('healthDay', 'healthDay.storeId', 'store.storeId')
    .where('healthDay.on', '>=', filter.first)
    .where('healthDay.on', '<=', filter.last)
    .where('healthDay.medianScore', 'is not', null)
    .select(({ fn }) => ['healthDay.on', steps.as('steps'), fn.countAll<number>().as('devices')])
    .groupBy(['healthDay.on', steps])
    .orderBy('healthDay.on')
    .execute()
  const byDay = new Map<string, typeof rows>()
  for (const row of rows) byDay.set(row.on, [...(byDay.get(row.on) ?? []), row])
  return [...byDay].flatMap(([on, counts]) => {
    const weights = counts.map(({ devices }) => devices)
    const middle = weightedQuantile(
      counts.map((count) => count.steps),
      weights,
      0.5,
    )
    const devices = weights.reduce((sum, count) => sum + count, 0)
    return middle === null ? [] : [{ on: localDate(on), score: middle / STEPS_PER_POINT, devices }]
  })
}

/** The last day in a period of which each store has figures. */
function lastDays(db: Db, filter: DayFilter) {
  return storesOf(db, filter)
    .innerJoin('healthStoreDay', 'healthStoreDay.storeId', 'store.storeId')
    .where('healthStoreDay.on', '>=', filter.first)
    .where('healthStoreDay.on', '<=', filter.last)
    .select(({ fn }) => ['healthStoreDay.storeId', fn.max('healthStoreDay.on').as('on')])
    .groupBy('healthStoreDay.storeId')
}
