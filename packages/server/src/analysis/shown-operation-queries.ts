import { type Operation, operationStates, type StateMinutes } from '@coldkeep/domain/analysis/operation'
import type { DeviceId, StoreId } from '@coldkeep/domain/ids'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import { type LocalDate, localDate } from '@coldkeep/domain/time/local-date'
import { sql } from 'kysely'
import type { Db } from '../db/connect'
import {
  type DayFilter,
  type NamedDevice,
  namedStores,
  storesOf,
  withNames,
} from '../filters/store-name-queries'
import type { OperationColumns } from './operation-day-queries'
import { summedDays } from './summed-day-queries'

export interface DeviceOperation extends NamedDevice {
  readonly storeId: StoreId
  readonly deviceId: DeviceId
  readonly operation: Operation
}

export interface DayOperation {
  readonly on: LocalDate
  readonly operation: Operation
  readonly computedAt: EpochMs
}

/** Sums of all columns; the longest run is the longest. Sums of `int` are `bigint`, hence the casts. */
export const operationSums = [
  sql<number>`sum(cooling)::float8`.as('cooling'),
  sql<number>`sum(pulldown)::float8`.as('pulldown'),
  sql<number>`sum(defrost)::float8`.as('defrost'),
  sql<number>`sum(door)::float8`.as('door'),
  sql<number>`sum(standby)::float8`.as('standby'),
  sql<number>`sum(off)::float8`.as('off'),
  sql<number>`sum(offline)::float8`.as('offline'),
  sql<number>`sum(runs)::float8`.as('runs'),
  sql<number>`sum(compressor_minutes)`.as('compressorMinutes'),
  sql<number>`max(longest_run_minutes)`.as('longestRunMinutes'),
  sql<number>`sum(defrosts)::float8`.as('defrosts'),
  sql<number>`sum(defrost_minutes)`.as('defrostMinutes'),
  sql<number | null>`sum(door_openings)::float8`.as('doorOpenings'),
] as const

/** One row per day that has figures. */
export async function selectOperationByDay(db: Db, filter: DayFilter): Promise<DayOperation[]> {
  const rows = await summedDays(db, 'operation', filter, namedStores(db, filter))
    .select(['day.on', ...operationSums])
    .select(({ fn }) => fn.max('day.computedAt').as('computedAt'))
    .groupBy('day.on')
    .orderBy('day.on')
    .execute()
  return rows.map(({ on, computedAt, ...columns }) => ({
    on: localDate(on),
    operation: operationFrom(columns),
    computedAt,
  }))
}

/** One row per device that has figures, in no order. */
export async function selectOperationByDevice(db: Db, filter: DayFilter): Promise<DeviceOperation[]> {
  const rows = await storesOf(db, filter)
    .innerJoin('operationDay', 'operationDay.storeId', 'store.storeId')
    .where('operationDay.on', '>=', filter.first)
    .where('operationDay.on', '<=', filter.last)
    // Device ids are unique by themselves; grouped by both, the database expects far more groups and sorts on disk.
    .select([
      'operationDay.deviceId',
      sql<StoreId>`min(operation_day.store_id)`.as('storeId'),
      ...operationSums,
    ])
    .groupBy('operationDay.deviceId')
    .execute()
  const summed = rows.map(({ storeId, deviceId, ...columns }) => ({
    storeId,
    deviceId,
    operation: operationFrom(columns),
  }))
  return withNames(db, filter, summed)
}

export function operationFrom(columns: OperationColumns): Operation {
  const { runs, compressorMinutes, longestRunMinutes, defrosts, defrostMinutes, doorOpenings } = columns
  const minutes = Object.fromEntries(operationStates.map((state) => [state, columns[state]]))
  return {
    minutes: minutes as StateMinutes,
    runs,
    compressorMinutes,
    longestRunMinutes,
    defrosts,
    defrostMinutes,
    doorOpenings,
  }
}
